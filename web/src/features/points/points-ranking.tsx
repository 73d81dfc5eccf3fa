import { DASH, formatDateTime, formatExact } from "@/domain/format";
import { Amount } from "@/ui/figures/amount";
import { Panel } from "@/ui/page/panel";
import type { Column } from "@/ui/tables/data-table";
import { RankedWallet, Ranking } from "@/ui/tables/ranking";
import { findRow, readRanking } from "./api";
import type { PointsRow, Programme } from "./model/points";

type Part = "points" | "trading" | "lp" | "referral";

const PARTS: readonly (readonly [string, Part])[] = [
  ["Points", "points"],
  ["Trading", "trading"],
  ["Liquidity", "lp"],
  ["Referrals", "referral"],
];

function columnsOf(address: string | null): readonly Column<PointsRow>[] {
  return [
    {
      head: "Rank",
      cell: ({ rank }) => <span className="figures">{rank ?? "–"}</span>,
      csv: ({ rank }) => rank,
    },
    {
      head: "Wallet",
      isText: true,
      cell: (row) => <RankedWallet row={row} address={address} />,
      csv: ({ user }) => user,
    },
    ...PARTS.map(([head, part]) => ({
      head,
      cell: (row: PointsRow) => <Amount value={row[part]} kind="PointsE6" />,
      csv: (row: PointsRow) => formatExact(row[part], "PointsE6"),
    })),
    {
      head: "Boosts",
      cell: ({ boosts }) => <span className="figures">{boosts.length || "–"}</span>,
      csv: ({ boosts }) =>
        boosts.map(({ name, rate }) => `${name} ${formatExact(rate, "RateE12")}`).join("; "),
    },
  ];
}

interface PointsRankingProps {
  readonly programme: Programme;
  readonly address: string | null;
}

export function PointsRanking({ programme, address }: PointsRankingProps) {
  return (
    <Panel title={`Ranking, ${programme.label.toLowerCase()}`}>
      <Ranking
        label={`Participants by points, ${programme.label.toLowerCase()}`}
        file={`acre-points-${programme.id}`}
        columns={columnsOf(address)}
        queryKey={["points", "ranking", programme.id]}
        read={(offset, limit, signal) => readRanking(programme.id, offset, limit, signal)}
        find={(key) => findRow(programme.id, key)}
        address={address}
        empty={
          programme.id === "season1" || programme.id === "season2"
            ? "No participants in this season."
            : "Join to be first."
        }
        note={({ isFinal, updatedAt }) =>
          isFinal
            ? "Final. This list no longer changes."
            : `Not final; as of ${updatedAt === null ? DASH : formatDateTime(updatedAt)}.`
        }
      />
    </Panel>
  );
}
