import { useQuery } from "@tanstack/react-query";
import { shortAddress } from "@/domain/format";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Prose } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { type Column, DataTable } from "@/ui/tables/data-table";
import { RankedWallet } from "@/ui/tables/ranking";
import { raffleQuery, topQuery } from "./api";
import { awaitsFinal, type Contest, type ContestRow, prizeOfPlace } from "./model/contest";

interface PrizesProps {
  readonly contest: Contest;
  readonly address: string | null;
}

/** What the places win; once the list is final, who won. */
export function PrizesPanel({ contest, address }: PrizesProps) {
  const { prizes } = contest;
  const { data: top } = useQuery({ ...topQuery(contest.id), enabled: contest.winners !== null });
  // Winners come without names; the ranking has them.
  const winners =
    contest.winners?.map((row) => ({
      ...row,
      name: top?.rows.find(({ user }) => user === row.user)?.name ?? null,
    })) ?? null;
  return (
    <Panel title={winners ? "Prizes and winners" : "Prizes"}>
      {prizes.length === 0 ? (
        <Prose>
          <p>This contest has no prizes.</p>
        </Prose>
      ) : (
        <Facts>
          {prizes.map((prize) => (
            <FactLine key={prize.rankFrom} label={prize.place}>
              <Amount value={prize.amount} kind="CollateralE6" unit={prize.token} />
              {prize.rankTo > prize.rankFrom ? " each" : ""}
            </FactLine>
          ))}
        </Facts>
      )}
      {awaitsFinal(contest) ? (
        <Prose>
          <p>The contest is over. Results are final within an hour of index time.</p>
        </Prose>
      ) : null}
      {winners?.length === 0 ? (
        <Prose>
          <p>No participant was eligible for a prize.</p>
        </Prose>
      ) : null}
      {winners && winners.length > 0 ? (
        <DataTable
          label="Winners"
          rows={winners}
          rowKey={({ user }) => user}
          isMarked={({ user }) => user === address}
          columns={winnerColumns(contest, winners, address)}
        />
      ) : null}
    </Panel>
  );
}

function winnerColumns(
  contest: Contest,
  winners: readonly ContestRow[],
  address: string | null,
): readonly Column<ContestRow>[] {
  return [
    {
      head: "Winner",
      isText: true,
      cell: (row) => <RankedWallet row={row} address={address} />,
    },
    { head: "Return", cell: ({ percent }) => <Rate value={percent} trend /> },
    {
      head: "Prize",
      cell: (row) => {
        const prize = prizeOfPlace(contest.prizes, winners.indexOf(row) + 1);
        return <Amount value={prize?.amount} kind="CollateralE6" unit={prize?.token ?? ""} />;
      },
    },
  ];
}

/** A base58 word of the chain in a sentence: a block's hash or an address. */
const WORD = /([1-9A-HJ-NP-Za-km-z]{32,44})/;

/** The raffle's description from the server, and how to verify the draw. */
export function RafflePanel({ contest }: { readonly contest: Contest }) {
  const { data } = useQuery(raffleQuery(contest.id));
  if (!data) return null;
  return (
    <Panel title="Raffle">
      <Prose>
        <p>
          {data.split(WORD).map((part) =>
            WORD.test(part) ? (
              <code key={part} className="figures" title={part}>
                {shortAddress(part)}
              </code>
            ) : (
              part
            ),
          )}
        </p>
        <details>
          <summary>How to check the draw</summary>
          <ol>
            <li>
              The seed is the hash of the block with the first state root after the leaderboard is
              frozen. No one can know it before.
            </li>
            <li>
              Ask any node of the chain for that block. Its hash must be the one above, and its root
              the first one at or after the freeze.
            </li>
            <li>
              The pool is the top tenth of the eligible, rounded up. For each, take SHA-256 of the
              32 bytes of the hash, the contest's id “{contest.id}”, a zero byte and the 32 bytes of
              the address. The smallest results win.
            </li>
          </ol>
        </details>
      </Prose>
    </Panel>
  );
}
