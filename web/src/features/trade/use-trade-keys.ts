import { useEffect, useRef } from "react";
import { isForeign, type TradeKeys, tradeKeyAction } from "./model/trade-keys";

/** Listens for single keys of the trade page while the component is shown. */
export function useTradeKeys(keys: TradeKeys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  }, [keys]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isForeign(event, event.key)) return;
      const act = tradeKeyAction(event.key, current.current);
      if (act === null) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
