import { lazy, Suspense } from "react";
import { shortAddress } from "@/domain/format";
import css from "./signature.module.css";

const TransactionPopover = lazy(async () => {
  const module = await import("./transaction-popover");
  return { default: module.TransactionPopover };
});

/** A transaction's signature, at first as plain text; the popover's code comes after it. */
export function Signature({ signature }: { readonly signature: string }) {
  return (
    <Suspense fallback={<span className={css["trigger"]}>{shortAddress(signature)}</span>}>
      <TransactionPopover signature={signature} />
    </Suspense>
  );
}
