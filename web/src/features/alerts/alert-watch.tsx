import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { isNoted, showResult } from "@/state/toast";
import { alertsQuery } from "./api";
import { notifyHidden } from "./model/browser-notices";
import { takeUnshown } from "./model/shown";
import { eventWords } from "./model/words";
import { useNames, useSymbols } from "./use-names";

/** Shows what alerts report, on whatever page; renders nothing. */
export function AlertWatch({ address }: { readonly address: string }) {
  const events = useQuery(alertsQuery(address)).data?.events;
  const names = useNames(address);
  const symbolOf = useSymbols();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names that load later repeat nothing
  useEffect(() => {
    if (events === undefined) return;
    for (const event of takeUnshown(address, events)) {
      const { title, text, to } = eventWords(event, names);
      const symbol = event.marketId === null ? null : symbolOf(event.marketId);
      const path = to === "/trade" && symbol !== null ? `/trade/${symbol}` : to;
      // What became of a waiting order is said by the user stream already, in more words.
      const isSaid = event.kind === "orders" && isNoted(`order-${event.orderId}`);
      if (!isSaid) {
        const actions = [{ label: "View", to: path }];
        showResult({ id: `alert-${event.id}`, tone: "info", title, text, actions });
      }
      notifyHidden(event.id, title, text, () => void navigate({ to: path }));
    }
  }, [address, events]);
  return null;
}
