import { useQuery } from "@tanstack/react-query";
import { useWallet } from "@/state/wallet-store";
import { Prose } from "@/ui/page";
import { Panel } from "@/ui/panel";
import { type Column, DataTable } from "@/ui/tables/data-table";
import { badgesQuery } from "./api";
import { PROGRAMMES, type Programme } from "./model/points";

const RATE_COLUMNS: readonly Column<Programme>[] = [
  { head: "A day, per 1.00 held", isText: true, cell: ({ label }) => label },
  { head: "Trading", cell: ({ rates }) => <span className="figures">{rates?.trading}</span> },
  { head: "Liquidity", cell: ({ rates }) => <span className="figures">{rates?.lp}</span> },
];

/** What counts, in plain words (API 7.4). */
export function HowPoints() {
  const address = useWallet((state) => state.session.address);
  return (
    <Panel title="How points come about">
      <DataTable
        label="Rates of the programmes"
        columns={RATE_COLUMNS}
        rows={PROGRAMMES.filter(({ rates }) => rates !== null)}
        rowKey={({ id }) => id}
      />
      <Prose>
        <p>
          <strong>Pro rata by the second.</strong> Trading counts open interest at the price of
          entry, so that price moves earn nothing; liquidity counts what was deposited, not what it
          is worth. Staked tokens count with liquidity, the reward of a liquidation in season 3
          (50,000) with trading. At most one programme accrues at a time.
        </p>
        <p>
          <strong>Boosts add up</strong>, they never multiply each other:
        </p>
        <ul>
          <li>0.05 for having used a referral code.</li>
          <li>
            0.20 for a membership badge in the wallet, 0.05 for each further one, up to ten. Moving
            a badge away ends its boost and forfeits what it earned in the running season.
            {address === null ? null : <Badges address={address} />}
          </li>
          <li>
            A snapshot grants one tier for the season: base 0.10 (value locked or activity), mid
            0.15 (base and a badge), plus 0.20 (two snapshots in a row), max 0.30 (plus, with most
            of the badges kept). Snapshots are announced.
          </li>
        </ul>
        <p>
          <strong>Referrals.</strong> 10% of the base points of users of your code, from then on;
          one level only. Nothing is taken from them.
        </p>
        <p>
          <strong>Exclusions.</strong> Wallets of one referral cluster that hold both sides of a
          market, or refer themselves, can be excluded: they stay listed, with 0 points, and the
          operator decides on an appeal.
        </p>
        <p>
          <strong>The end of a season.</strong> Within 24 hours its list is frozen and never changes
          again.
        </p>
      </Prose>
    </Panel>
  );
}

function Badges({ address }: { readonly address: string }) {
  const { data } = useQuery(badgesQuery(address));
  if (data === undefined) return null;
  return <strong> Your wallet holds {data === 0 ? "none" : data} now.</strong>;
}
