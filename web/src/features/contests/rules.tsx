import { plainAmount } from "@/domain/amount-field";
import { formatDateTime } from "@/domain/format";
import { Prose } from "@/ui/page";
import { Panel } from "@/ui/panel";
import { type Contest, TIES } from "./model/contest";

/** What counts, in plain words. */
export function RulesPanel({ contest }: { readonly contest: Contest }) {
  return (
    <Panel title="Rules">
      <Prose>
        <ol>
          <li>
            <strong>When.</strong> From {formatDateTime(contest.startsAt)} to{" "}
            {formatDateTime(contest.endsAt)} (index time). You can join until the end; what you did
            before you joined does not count.
          </li>
          <li>
            <strong>Gain.</strong> What your margin accounts are worth now, less what they were
            worth when you started, less what you deposited since, plus what you withdrew.
          </li>
          <li>
            <strong>Return.</strong> Your gain divided by what you started with or by the most you
            had deposited on balance since, whichever is larger. A late deposit can therefore not
            inflate the ratio, nor can taking money out first.
          </li>
          <li>
            <strong>Prizes</strong> go to those who held at least{" "}
            {plainAmount(contest.minCollateral, "CollateralE6", "USD")} of margin collateral on
            average, made at least one trade during the contest and are not on the risk list. Others
            are ranked too, but passed over.
          </li>
          <li>
            <strong>Ranking.</strong>{" "}
            {contest.metric === "percentChange" ? "The larger return" : "The larger gain"} comes
            first; {TIES[contest.metric]}. “A year of this” repeats the return over a year; it is
            shown after a full day and foretells nothing.
          </li>
          <li>
            <strong>The end.</strong> The last prices at the end count. Within an hour the list is
            frozen and never changes again.
          </li>
        </ol>
      </Prose>
    </Panel>
  );
}
