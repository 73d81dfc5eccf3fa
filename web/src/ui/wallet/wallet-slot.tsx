import { useEffect, useRef } from "react";
import { useWallet, type WalletSlotName } from "@/state/wallet-store";

/** A place on a page that the lazy wallet chunk fills with one of its buttons. */
export function WalletSlot({ name }: { readonly name: WalletSlotName }) {
  const ref = useRef<HTMLSpanElement>(null);
  const setSlot = useWallet((state) => state.setSlot);
  useEffect(() => {
    const element = ref.current;
    setSlot(name, element);
    return () => {
      // Another place may have taken the button over.
      if (useWallet.getState().slots[name] === element) setSlot(name, null);
    };
  }, [name, setSlot]);
  return <span ref={ref} style={{ display: "inline-flex", minHeight: 32 }} />;
}
