import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { formatDateTime } from "@/lib/format";
import type { CommandRecord, MarginTransfer, Trade } from "@/lib/model";
import {
  commandHistoryQuery,
  summariesQuery,
  tradeHistoryQuery,
  transferHistoryQuery,
} from "@/lib/queries";
import { explainReason } from "@/lib/reasons";
import { tradeAction, tradeCue } from "@/lib/trade-words";
import { Amount } from "@/ui/amount";
import { Signature } from "@/ui/signature";
import table from "@/ui/table.module.css";
import { HistoryFrame } from "./history-frame";
import css from "./portfolio-page.module.css";

interface HistoryProps {
  readonly address: string;
}

const TRADE_HEADS = ["When", "Market", "Trade", "Notional", "Fill", "Fee", "P&L", "Transaction"];

export function TradeHistory({ address }: HistoryProps) {
  const query = useInfiniteQuery(tradeHistoryQuery(address));
  const { data: summaries } = useQuery(summariesQuery);
  const nameOf = (trade: Trade) =>
    summaries?.find(({ marketId }) => marketId === trade.marketId)?.name ??
    `Market ${trade.marketId}`;
  return (
    <HistoryFrame
      what="Trades"
      heads={TRADE_HEADS}
      textHeads={["Market", "Trade"]}
      query={query}
      row={(trade) => (
        <tr key={trade.key}>
          <When atS={trade.timestamp} />
          <td className={`${table["left"]} ${css["market"]}`} title={nameOf(trade)}>
            {nameOf(trade)}
          </td>
          <td className={`${table["left"]} ${css[trade.side]}`}>
            {tradeCue(trade.side)}, {tradeAction(trade)}
          </td>
          <td>
            <Amount value={trade.delta.notional} kind="CollateralE6" unit="USD" signed />
          </td>
          <td>
            <Amount value={trade.fillPrice} kind="PriceE8" unit="USD" />
          </td>
          <td>
            <Amount value={trade.fee} kind="CollateralE6" unit="USD" />
          </td>
          <td>
            <Amount value={trade.pnl} kind="CollateralE6" unit="USD" trend />
          </td>
          <td>
            <Signature signature={trade.signature} />
          </td>
        </tr>
      )}
    />
  );
}

const TRANSFER_HEADS = ["When", "Kind", "Account", "Amount", "Payout from", "Transaction"];

export function TransferHistory({ address }: HistoryProps) {
  const query = useInfiniteQuery(transferHistoryQuery(address));
  return (
    <HistoryFrame
      what="Transfers"
      heads={TRANSFER_HEADS}
      textHeads={["Kind"]}
      query={query}
      row={(transfer: MarginTransfer) => (
        <tr key={transfer.key}>
          <When atS={transfer.timestamp} />
          <td className={table["left"]}>{transfer.transferKind}</td>
          <td className="figures">#{transfer.marginAccountId}</td>
          <td>
            <Amount value={transfer.margin} kind="CollateralE6" unit="USD" />
          </td>
          <td className="figures">
            {transfer.settlementMaturity === null
              ? "–"
              : formatDateTime(transfer.settlementMaturity)}
          </td>
          <td>
            <Signature signature={transfer.signature} />
          </td>
        </tr>
      )}
    />
  );
}

const COMMAND_HEADS = ["When", "Command", "Result", "Slot", "Transaction"];

export function CommandHistory({ address }: HistoryProps) {
  const query = useInfiniteQuery(commandHistoryQuery(address));
  return (
    <HistoryFrame
      what="Commands"
      heads={COMMAND_HEADS}
      textHeads={["Command", "Result"]}
      query={query}
      row={(command: CommandRecord) => (
        <tr key={`${command.slot}:${command.signature}`}>
          <When atS={command.timestamp} />
          <td className={table["left"]}>{command.name ?? "unreadable"}</td>
          <td className={`${table["left"]} ${css["status"]}`} data-status={command.status}>
            {command.status}
            {command.code === null ? "" : `: ${explainReason(command.code)}`}
          </td>
          <td className="figures">{command.slot}</td>
          <td>
            <Signature signature={command.signature} />
          </td>
        </tr>
      )}
    />
  );
}

function When({ atS }: { readonly atS: number }) {
  return <td className={`figures quiet ${css["when"]}`}>{formatDateTime(atS)}</td>;
}
