import { useQuery } from "@tanstack/react-query";
import { exchangeQuery, settlementRequestsQuery } from "@/api/queries";
import { formatDateTime } from "@/domain/format";
import type { SettlementRequest } from "@/domain/model";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { Signature } from "@/ui/wallet/signature";
import { type Column, QueryTable } from "./data-table";

const STATUS_TEXT: Readonly<Record<SettlementRequest["status"], string>> = {
  pending: "waiting",
  mature: "mature",
  payable: "payable",
  authorised: "being paid",
  settled: "paid",
};
const NONE = <span className="quiet">–</span>;

/** Settlement requests with a countdown in engine time until they are paid, newest first. */
export function SettlementTable({ address }: { readonly address: string }) {
  const query = useQuery(settlementRequestsQuery(address));
  const { data: exchange } = useQuery(exchangeQuery);
  const data = query.data && [...query.data].sort((a, b) => b.maturity - a.maturity || b.id - a.id);
  return (
    <QueryTable
      label="Settlement requests"
      columns={columnsWith(exchange?.collateralMint)}
      query={{ ...query, data }}
      rowKey={({ id }) => String(id)}
      empty="No withdrawals"
      emptyText="Withdrawn money is paid out after a delay."
    />
  );
}

function columnsWith(
  collateralMint: string | null | undefined,
): readonly Column<SettlementRequest>[] {
  return [
    { head: "Request", cell: ({ id }) => <span className="figures">#{id}</span> },
    {
      head: "Amount",
      cell: ({ amount, mint }) => (
        <Amount
          value={amount}
          kind="CollateralE6"
          unit={mint === collateralMint ? "USD" : "ACRE"}
        />
      ),
    },
    {
      head: "Matures",
      cell: ({ maturity }) => <span className="figures">{formatDateTime(maturity)}</span>,
    },
    {
      head: "Countdown",
      cell: ({ status, maturity }) =>
        status === "settled" ? NONE : <Countdown untilS={maturity} done="mature" />,
    },
    { head: "Status", cell: ({ status }) => STATUS_TEXT[status] },
    {
      head: "Payout",
      cell: ({ signature }) => (signature ? <Signature signature={signature} /> : NONE),
    },
  ];
}
