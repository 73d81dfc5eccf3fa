import { useQuery } from "@tanstack/react-query";
import { exchangeQuery, settlementRequestsQuery } from "@/api/queries";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { nextWithdrawal } from "../model/withdrawals";
import css from "./account.module.css";

/** The withdrawal that arrives next, with its countdown; nothing without one. */
export function OnItsWay({ address }: { readonly address: string }) {
  const { data: requests } = useQuery(settlementRequestsQuery(address));
  const { data: exchange } = useQuery(exchangeQuery);
  const next = nextWithdrawal(requests ?? [], exchange?.collateralMint ?? null);
  if (next === null) return null;
  const { request, others } = next;
  return (
    <div className={css["onItsWay"]}>
      <dt>On its way{others > 0 ? ` (+${others} more)` : ""}</dt>
      <dd>
        <Amount value={request.amount} kind="CollateralE6" unit="USD" /> ·{" "}
        <Countdown untilS={request.maturity} done="being paid" />
      </dd>
    </div>
  );
}
