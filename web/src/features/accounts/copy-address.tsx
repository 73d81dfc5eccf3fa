import { shortAddress } from "@/domain/format";
import { CopyButton } from "@/ui/copy-button";

/** An address with a button that copies all of it. */
export function CopyAddress({ address }: { readonly address: string }) {
  return (
    <span>
      <span className="figures" title={address}>
        {shortAddress(address)}
      </span>{" "}
      <CopyButton text={address} what="address" />
    </span>
  );
}
