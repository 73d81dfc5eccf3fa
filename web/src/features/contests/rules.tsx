import { plainAmount } from "@/domain/amount-field";
import { formatDateTime } from "@/domain/format";
import { Prose } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { Term } from "@/ui/term";
import { type Contest, TIES } from "./model/contest";

/** What counts, in plain words. */
export function RulesPanel({ contest }: { readonly contest: Contest }) {
  return (
    <Panel title="Rules">
      <Prose>
        <ol>
          <li>
            <strong>When.</strong> From {formatDateTime(contest.startsAt)} to{" "}
            {formatDateTime(contest.endsAt)} (index time). You can join until the end; only results
            after you join count.
          </li>
          <li>
            <strong>Gain.</strong> The value of your margin accounts, minus their value at your
            start, minus deposits and plus withdrawals since.
          </li>
          <li>
            <strong>Return.</strong> Your gain divided by your value at the start or your largest
            net deposits since, whichever is larger. A late deposit cannot inflate it.
          </li>
          <li>
            <strong>Prizes</strong> need at least{" "}
            {plainAmount(contest.minCollateral, "CollateralE6", "USD")} of margin collateral on
            average and one trade during the contest. Wallets on the risk list win no prizes.
          </li>
          <li>
            <strong>Ranking.</strong>{" "}
            {contest.metric === "percentChange" ? "The larger return" : "The larger gain"} comes
            first; {TIES[contest.metric]}. “<Term id="annualized">Annualized</Term>” repeats the
            return over a year; it is shown after a full day and is no forecast.
          </li>
          <li>
            <strong>End.</strong> The last prices at the end count. The list is final within an
            hour.
          </li>
        </ol>
      </Prose>
    </Panel>
  );
}
