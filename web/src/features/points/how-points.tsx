import { useQuery } from "@tanstack/react-query";
import { useWallet } from "@/state/wallet-store";
import { Prose } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { type Column, DataTable } from "@/ui/tables/data-table";
import { Term } from "@/ui/term";
import { badgesQuery } from "./api";
import { PROGRAMMES, type Programme } from "./model/points";

const RATE_COLUMNS: readonly Column<Programme>[] = [
  { head: "Per day per $1", isText: true, cell: ({ label }) => label },
  { head: "Trading", cell: ({ rates }) => <span className="figures">{rates?.trading}</span> },
  { head: "Liquidity", cell: ({ rates }) => <span className="figures">{rates?.lp}</span> },
];

/** The rules of points (API 7.4). */
export function HowPoints() {
  const address = useWallet((state) => state.session.address);
  return (
    <Panel title="How to earn">
      <DataTable
        label="Rates by program"
        columns={RATE_COLUMNS}
        rows={PROGRAMMES.filter(({ rates }) => rates !== null)}
        rowKey={({ id }) => id}
      />
      <Prose>
        <p>
          <strong>Pro rata by the second.</strong> Trading counts open interest at the entry price;
          price moves earn nothing. Liquidity counts deposits, not their value. Staked tokens count
          with liquidity. Each first liquidation in season 3 earns 50,000.
        </p>
        <p>
          <strong>
            <Term id="boost">Boosts</Term> add up:
          </strong>
        </p>
        <ul>
          <li>5% for using a referral code.</li>
          <li>
            20% for a membership <Term id="badge">badge</Term> in your wallet, 5% for each further
            one, up to ten. Moving a badge away ends its boost and forfeits what it earned this
            season.
            {address === null ? null : <Badges address={address} />}
          </li>
          <li>
            One tier per announced snapshot, for the season: base 10%, mid 15% (with a badge), plus
            20% (two snapshots in a row), max 30% (plus most of the badges kept).
          </li>
        </ul>
        <p>
          <strong>
            <Term id="referral" after=".">
              Referrals
            </Term>
          </strong>{" "}
          10% of the base points of users of your code, one level only. Nothing is taken from them.
        </p>
        <p>
          <strong>Exclusions.</strong> Wallets of one referral group on both sides of a market, or
          that refer themselves, can be excluded: listed with 0 points. They can appeal.
        </p>
        <p>
          <strong>
            End of a{" "}
            <Term id="season" after=".">
              season
            </Term>
          </strong>{" "}
          Its ranking is final within 24 hours.
        </p>
      </Prose>
    </Panel>
  );
}

function Badges({ address }: { readonly address: string }) {
  const { data } = useQuery(badgesQuery(address));
  if (data === undefined) return null;
  return <strong> You hold {data === 0 ? "none" : data}.</strong>;
}
