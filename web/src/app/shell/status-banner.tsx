import { useQuery } from "@tanstack/react-query";
import { useConnection, useLiveMarkets } from "@/api/live";
import { useNetwork } from "@/api/network";
import { statusQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { useClockSkewS } from "@/domain/server-clock";
import { skewText, statusText } from "./banner-texts";
import css from "./shell.module.css";

export function StatusBanner() {
  const query = useQuery(statusQuery);
  const failure = useQueryFailure(query);
  const { data: status, isError } = query;
  const { exchangeStatus } = useLiveMarkets();
  const { isDown } = useConnection();
  const { isOnline, isSlow } = useNetwork();
  // What the stream said last is old once it is down.
  const live = isDown ? null : exchangeStatus;
  const text = statusText({
    exchange: live ?? status?.exchange ?? null,
    server: status?.status ?? null,
    isOnline,
    isServerUnreachable: isError || failure !== null,
    isStreamDown: isDown,
    isSlow,
  });
  const skew = skewText(useClockSkewS());
  return (
    <aside aria-label="Status" aria-live="polite">
      {text ? <p className={`${css["banner"]} ${css["warn"]}`}>{text}</p> : null}
      {skew ? <p className={`${css["banner"]} ${css["warn"]}`}>{skew}</p> : null}
    </aside>
  );
}
