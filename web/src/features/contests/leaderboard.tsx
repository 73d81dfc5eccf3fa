import { DASH, formatDateTime, formatExact } from "@/domain/format";
import { Amount, Rate } from "@/ui/figures/amount";
import type { Column } from "@/ui/tables/data-table";
import { RankedWallet, Ranking } from "@/ui/tables/ranking";
import { findPlace, readLeaderboard } from "./api";
import type { Contest, ContestRow } from "./model/contest";

function columnsOf(address: string | null): readonly Column<ContestRow>[] {
  return [
    {
      head: "Rank",
      cell: ({ rank }) => <span className="figures">{rank}</span>,
      csv: ({ rank }) => rank,
    },
    {
      head: "Wallet",
      isText: true,
      cell: (row) => <RankedWallet row={row} address={address} />,
      csv: ({ user }) => user,
    },
    {
      head: "Return",
      cell: ({ percent }) => <Rate value={percent} trend />,
      csv: ({ percent }) => formatExact(percent, "RateE12"),
    },
    {
      head: "Gain",
      cell: ({ gain }) => <Amount value={gain} kind="CollateralE6" unit="USD" trend />,
      csv: ({ gain }) => formatExact(gain, "CollateralE6"),
    },
    {
      head: "Positions",
      cell: ({ positions }) => <span className="figures">{positions}</span>,
      csv: ({ positions }) => positions,
    },
    {
      head: "Collateral",
      cell: ({ collateral }) => <Amount value={collateral} kind="CollateralE6" unit="USD" />,
      csv: ({ collateral }) => formatExact(collateral, "CollateralE6"),
    },
    {
      head: "Open interest",
      cell: ({ openInterest }) => <Amount value={openInterest} kind="CollateralE6" unit="USD" />,
      csv: ({ openInterest }) => formatExact(openInterest, "CollateralE6"),
    },
    {
      head: "Annualized",
      cell: ({ annualized }) => <Rate value={annualized} trend compact />,
      csv: ({ annualized }) => (annualized === null ? null : formatExact(annualized, "RateE12")),
    },
  ];
}

interface LeaderboardProps {
  readonly contest: Contest;
  readonly address: string | null;
}

export function ContestLeaderboard({ contest, address }: LeaderboardProps) {
  return (
    <Ranking
      label="Participants by rank"
      file={`acre-contest-${contest.id}`}
      columns={columnsOf(address)}
      queryKey={["contests", "leaderboard", contest.id]}
      read={(offset, limit, signal) => readLeaderboard(contest.id, offset, limit, signal)}
      find={(key) => findPlace(contest.id, key)}
      address={address}
      empty={contest.status === "finished" ? "No participants." : "Join to be first."}
      note={({ isFinal, updatedAt }) =>
        isFinal
          ? "Final. This list no longer changes."
          : `Updated every 60 s; as of ${updatedAt === null ? DASH : formatDateTime(updatedAt)}.`
      }
    />
  );
}
