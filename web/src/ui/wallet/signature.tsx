import { lazy, Suspense } from "react";
import { shortAddress } from "@/domain/format";
import css from "./signature.module.css";

const TransactionPopover = lazy(async () => {
  const module = await import("./transaction-popover");
  return { default: module.TransactionPopover };
});

interface SignatureProps {
  readonly signature: string;
  /** Shown in place of the short signature. */
  readonly label?: string;
}

/** A transaction's signature, at first as plain text; the popover's code comes after it. */
export function Signature({ signature, label = shortAddress(signature) }: SignatureProps) {
  return (
    <Suspense fallback={<span className={css["trigger"]}>{label}</span>}>
      <TransactionPopover signature={signature} label={label} />
    </Suspense>
  );
}
