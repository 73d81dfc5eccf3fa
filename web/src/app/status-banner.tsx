import { useQuery } from "@tanstack/react-query";
import { useConnection, useLiveMarkets } from "@/lib/live";
import { statusQuery } from "@/lib/queries";
import { useQueryFailure } from "@/lib/query-failure";
import css from "./shell.module.css";

interface StatusFacts {
  readonly exchange: string | null;
  readonly server: string | null;
  readonly isServerUnreachable: boolean;
  readonly isStreamDown: boolean;
}

/** The one most important thing a trader must know, or null when all is well. */
export function statusText(facts: StatusFacts): string | null {
  if (facts.isServerUnreachable) return "The server can not be reached. Prices shown may be old.";
  if (facts.exchange === "halted")
    return "The exchange is halted: trading and payouts are stopped.";
  if (facts.exchange === "paused") {
    return "The exchange is paused: positions can be reduced, closed and withdrawn, not increased.";
  }
  if (facts.server === "maintenance") return "The platform is under maintenance.";
  if (facts.server === "degraded") return "The platform is degraded: answers may be slow.";
  if (facts.isStreamDown) return "Live prices are disconnected; reconnecting.";
  return null;
}

export function StatusBanner() {
  const query = useQuery(statusQuery);
  const failure = useQueryFailure(query);
  const { data: status, isError } = query;
  const { exchangeStatus } = useLiveMarkets();
  const { state } = useConnection();
  const text = statusText({
    exchange: exchangeStatus ?? status?.exchange ?? null,
    server: status?.status ?? null,
    isServerUnreachable: isError || failure !== null,
    isStreamDown: state === "waiting",
  });
  return (
    <aside aria-label="Status" aria-live="polite">
      {text ? <p className={`${css["banner"]} ${css["warn"]}`}>{text}</p> : null}
    </aside>
  );
}
