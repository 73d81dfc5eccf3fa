import { explainReason } from "@/copy/messages";
import { tradeAction, tradeCue } from "@/copy/trade-terms";
import { formatDateTime, shortAddress } from "@/domain/format";
import type { SettlementRequest } from "@/domain/model";
import type { CommandRow } from "@/generated/api";
import { Amount } from "@/ui/figures/amount";
import type { Column } from "@/ui/tables/data-table";
import { Signature } from "@/ui/wallet/signature";
import {
  exact,
  isoTime,
  type LiquidationRow,
  type LpRow,
  type TradeRow,
  type TransferRow,
} from "./model/history";

interface Timed {
  readonly timestamp: number;
}

const when: Column<Timed> = {
  head: "When",
  isText: true,
  cell: ({ timestamp }) => <span className="figures quiet">{formatDateTime(timestamp)}</span>,
  csv: ({ timestamp }) => isoTime(timestamp),
};

const transaction: Column<{ readonly signature: string | null }> = {
  head: "Transaction",
  cell: ({ signature }) =>
    signature === null ? <span className="quiet">–</span> : <Signature signature={signature} />,
  csv: ({ signature }) => signature,
};

const time = (atS: number | null) => (
  <span className="figures">{atS === null ? "–" : formatDateTime(atS)}</span>
);
const iso = (atS: number | null) => (atS === null ? null : isoTime(atS));
const account = (id: number) => <span className="figures">#{id}</span>;

export const tradeColumns = (nameOf: (marketId: number) => string): readonly Column<TradeRow>[] => [
  when,
  {
    head: "Market",
    isText: true,
    cell: ({ marketId }) => nameOf(marketId),
    csv: ({ marketId }) => nameOf(marketId),
  },
  {
    head: "Trade",
    isText: true,
    cell: (row) => (
      <span className={row.side === "long" ? "up" : "down"}>
        {tradeCue(row.side)}, {tradeAction(row)}
      </span>
    ),
    csv: tradeAction,
  },
  {
    head: "Account",
    cell: ({ marginAccountId: id }) => (id === null ? "–" : account(id)),
    csv: ({ marginAccountId }) => marginAccountId,
  },
  {
    head: "Size",
    cell: ({ delta }) => <Amount value={delta.size} kind="SizeE6" signed />,
    csv: ({ delta }) => exact(delta.size, "SizeE6"),
  },
  {
    head: "Notional",
    cell: ({ delta }) => <Amount value={delta.notional} kind="CollateralE6" unit="USD" signed />,
    csv: ({ delta }) => exact(delta.notional, "CollateralE6"),
  },
  {
    head: "Fill",
    cell: ({ fillPrice }) => <Amount value={fillPrice} kind="PriceE8" unit="USD" />,
    csv: ({ fillPrice }) => exact(fillPrice, "PriceE8"),
  },
  {
    head: "Index",
    cell: ({ indexPrice }) => <Amount value={indexPrice} kind="PriceE8" unit="USD" />,
    csv: ({ indexPrice }) => exact(indexPrice, "PriceE8"),
  },
  {
    head: "Fee",
    cell: ({ fee }) => <Amount value={fee} kind="CollateralE6" unit="USD" />,
    csv: ({ fee }) => exact(fee, "CollateralE6"),
  },
  {
    head: "Funding",
    cell: ({ funding }) => <Amount value={funding} kind="CollateralE6" unit="USD" trend />,
    csv: ({ funding }) => exact(funding, "CollateralE6"),
  },
  {
    head: "P&L",
    cell: ({ pnl }) => <Amount value={pnl} kind="CollateralE6" unit="USD" trend />,
    csv: ({ pnl }) => exact(pnl, "CollateralE6"),
  },
  transaction,
];

export const TRANSFER_COLUMNS: readonly Column<TransferRow>[] = [
  when,
  { head: "Kind", isText: true, cell: ({ kind }) => kind, csv: ({ kind }) => kind },
  {
    head: "Account",
    cell: ({ accountId }) => account(accountId),
    csv: ({ accountId }) => accountId,
  },
  {
    head: "Amount",
    cell: ({ amount }) => <Amount value={amount} kind="CollateralE6" unit="USD" />,
    csv: ({ amount }) => exact(amount, "CollateralE6"),
  },
  {
    head: "Payout from",
    cell: ({ payoutFrom }) => time(payoutFrom),
    csv: ({ payoutFrom }) => iso(payoutFrom),
  },
  transaction,
];

export const LP_COLUMNS: readonly Column<LpRow>[] = [
  when,
  { head: "Kind", isText: true, cell: ({ kind }) => kind, csv: ({ kind }) => kind },
  {
    head: "Deposit",
    cell: ({ depositId }) => (depositId === null ? "–" : account(depositId)),
    csv: ({ depositId }) => depositId,
  },
  {
    head: "Amount",
    cell: ({ amount }) => <Amount value={amount} kind="CollateralE6" unit="USD" />,
    csv: ({ amount }) => exact(amount, "CollateralE6"),
  },
  {
    head: "Shares",
    cell: ({ shares }) => <Amount value={shares} kind="TokenE6" />,
    csv: ({ shares }) => exact(shares, "TokenE6"),
  },
  {
    head: "Share price",
    cell: ({ sharePrice }) => (
      <Amount value={sharePrice} kind="SharePriceE8" unit="USD" digits={6} />
    ),
    csv: ({ sharePrice }) => exact(sharePrice, "SharePriceE8"),
  },
  {
    head: "Shares left",
    cell: ({ sharesLeft }) => <Amount value={sharesLeft} kind="TokenE6" />,
    csv: ({ sharesLeft }) => exact(sharesLeft, "TokenE6"),
  },
  {
    head: "Maturity",
    cell: ({ maturity }) => time(maturity),
    csv: ({ maturity }) => iso(maturity),
  },
  transaction,
];

export const liquidationColumns = (
  nameOf: (marketId: number) => string,
): readonly Column<LiquidationRow>[] => [
  when,
  {
    head: "Market",
    isText: true,
    cell: ({ marketId }) => nameOf(marketId),
    csv: ({ marketId }) => nameOf(marketId),
  },
  {
    head: "Account",
    cell: ({ accountId }) => account(accountId),
    csv: ({ accountId }) => accountId,
  },
  {
    head: "Closed size",
    cell: ({ size }) => <Amount value={size} kind="SizeE6" />,
    csv: ({ size }) => exact(size, "SizeE6"),
  },
  {
    head: "Closed notional",
    cell: ({ notional }) => <Amount value={notional} kind="CollateralE6" unit="USD" />,
    csv: ({ notional }) => exact(notional, "CollateralE6"),
  },
  {
    head: "Index",
    cell: ({ indexPrice }) => <Amount value={indexPrice} kind="PriceE8" unit="USD" />,
    csv: ({ indexPrice }) => exact(indexPrice, "PriceE8"),
  },
  {
    head: "From margin",
    cell: ({ taken }) => <Amount value={taken} kind="CollateralE6" unit="USD" />,
    csv: ({ taken }) => exact(taken, "CollateralE6"),
  },
  {
    head: "Liquidation fee",
    cell: ({ fee }) => <Amount value={fee} kind="CollateralE6" unit="USD" />,
    csv: ({ fee }) => exact(fee, "CollateralE6"),
  },
  {
    head: "By",
    cell: ({ liquidator }) => <span title={liquidator}>{shortAddress(liquidator)}</span>,
    csv: ({ liquidator }) => liquidator,
  },
  transaction,
];

export const settlementColumns = (
  unitOf: (mint: string) => string,
): readonly Column<SettlementRequest>[] => [
  {
    head: "Request",
    isText: true,
    cell: ({ id }) => account(id),
    csv: ({ id }) => id,
  },
  {
    head: "Amount",
    cell: ({ amount, mint }) => <Amount value={amount} kind="CollateralE6" unit={unitOf(mint)} />,
    csv: ({ amount }) => exact(amount, "CollateralE6"),
  },
  {
    head: "Token",
    isText: true,
    cell: ({ mint }) => unitOf(mint),
    csv: ({ mint }) => unitOf(mint),
  },
  {
    head: "Keeper tip",
    cell: ({ keeperTip, mint }) => (
      <Amount value={keeperTip} kind="CollateralE6" unit={unitOf(mint)} />
    ),
    csv: ({ keeperTip }) => exact(keeperTip, "CollateralE6"),
  },
  { head: "Matures", cell: ({ maturity }) => time(maturity), csv: ({ maturity }) => iso(maturity) },
  { head: "Status", isText: true, cell: ({ status }) => status, csv: ({ status }) => status },
  { ...transaction, head: "Payout" },
];

export const COMMAND_COLUMNS: readonly Column<CommandRow>[] = [
  when,
  {
    head: "Command",
    isText: true,
    cell: ({ name }) => name ?? "unreadable",
    csv: ({ name }) => name,
  },
  {
    head: "Result",
    isText: true,
    cell: ({ status, code }) => (
      <span className={status === "applied" ? "up" : "down"}>
        {status}
        {code === null ? "" : `: ${explainReason(code)}`}
      </span>
    ),
    csv: ({ status, code }) => (code === null ? status : `${status}: ${code}`),
  },
  {
    head: "Slot",
    cell: ({ slot }) => <span className="figures">{slot}</span>,
    csv: ({ slot }) => slot,
  },
  transaction,
];
