import { formatDateTime } from "@/lib/format";
import { type Column, DataTable } from "@/ui/data-table";
import { Empty } from "@/ui/panel";
import type { TradePrint } from "./model/track";
import { whole } from "./question-parts";

const COLUMNS: readonly Column<TradePrint>[] = [
  { head: "When", cell: ({ atS }) => <span className="quiet figures">{formatDateTime(atS)}</span> },
  { head: "YES", cell: ({ yesPrice }) => <span className="figures">{yesPrice}</span> },
  {
    head: "Contracts",
    cell: ({ contracts }) => <span className="figures">{whole(contracts)}</span>,
  },
];

/** Trades of everybody since the page was opened; one line may be several fills at once. */
export function RecentPrints({ prints }: { readonly prints: readonly TradePrint[] }) {
  if (prints.length === 0) {
    return (
      <Empty title="No trades since you opened this page">
        Each line will be one message of the stream: its contracts and the last price of them.
      </Empty>
    );
  }
  return (
    <DataTable
      label="Recent trades"
      columns={COLUMNS}
      rows={prints}
      rowKey={({ volume }) => String(volume)}
    />
  );
}
