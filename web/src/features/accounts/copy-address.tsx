import { Copy } from "lucide-react";
import { useState } from "react";
import { shortAddress } from "@/domain/format";
import { Button } from "@/ui/button";

/** An address with a button that copies all of it. */
export function CopyAddress({ address }: { readonly address: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid("copied");
    } catch {
      setSaid("not allowed by the browser");
    }
  };
  return (
    <span>
      <span className="quiet" role="status">
        {said}{" "}
      </span>
      <span className="figures" title={address}>
        {shortAddress(address)}
      </span>{" "}
      <Button size="small" look="ghost" aria-label="Copy address" onClick={() => void copy()}>
        <Copy size={14} aria-hidden="true" />
      </Button>
    </span>
  );
}
