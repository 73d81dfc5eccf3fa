/** Writes what the user channel carries (API 5.8) into the query cache. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { CommandEvent } from "@/api/command-outcomes";
import { decodeMarginAccounts, decodeSettlementRequest } from "@/api/decode-account";
import { marginAccountsQuery, settlementRequestsQuery } from "@/api/queries";
import type { MarginAccount, SettlementRequest } from "@/domain/model";
import { parsePoints } from "@/domain/parse";
import { decodeDeposit, type LpDeposit, lpPositionsQuery } from "@/features/liquidity/api";
import {
  type Order,
  openOrdersQuery,
  type Points,
  pointsQuery,
  readOrder,
} from "@/features/predictions/api";
import { decodeOrder, waitingOrdersQuery } from "@/features/trade/orders/api";
import type { WaitingOrder } from "@/features/trade/orders/model/waiting-order";
import type * as Wire from "@/generated/api";

/** The pages of the cached lists (API 1.5): rows beyond them are read when asked for. */
const PAGE_ROWS = 200;

const OPEN: ReadonlySet<Wire.PlacedOrder["status"]> = new Set(["open", "partiallyFilled"]);

export type UserEvent =
  | ({ readonly kind: "command" } & Wire.CommandRow)
  | { readonly kind: "order" | "predictionTrade"; readonly marketId: number }
  | { readonly kind: "settlement"; readonly status: Wire.SettlementRequest["status"] }
  | CommandEvent
  | ({ readonly kind: "perpOrder" } & Wire.PerpOrderEvent)
  | { readonly kind: "liquidation" };

/** A snapshot has every list and no events; a delta has what changed. */
export interface UserData {
  readonly events?: readonly UserEvent[];
  readonly marginAccounts?: readonly Wire.MarginAccount[];
  readonly lpPositions?: readonly Wire.LpPosition[];
  readonly settlementRequests?: readonly Wire.SettlementRequest[];
  readonly portfolio?: Wire.PredictionPortfolio;
  readonly orders?: readonly Wire.PlacedOrder[];
  /** Waiting orders; one that has ended is named alone. */
  readonly perpOrders?: readonly (Wire.PerpOrder | EndedOrder)[];
}

interface EndedOrder {
  readonly orderId: number;
  readonly isOpen: false;
}

/** Replaces cached data. A read that is under way may be older than this, so it is cancelled. */
function write<T>(client: QueryClient, queryKey: QueryKey, change: (known: T) => T): void {
  if (client.getQueryData<T>(queryKey) === undefined) return;
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<T>(queryKey, (known) => (known === undefined ? known : change(known)));
}

type Row = { readonly id: number };

function upsert<T extends Row>(known: readonly T[], rows: readonly T[], gone: readonly number[]) {
  const byId = new Map([...known, ...rows].map((row) => [row.id, row]));
  for (const id of gone) byId.delete(id);
  return [...byId.values()];
}

const byMaturity = (a: Row & { maturity: number }, b: Row & { maturity: number }) =>
  a.maturity - b.maturity || a.id - b.id;

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

function foldAccounts(
  client: QueryClient,
  address: string,
  rows: readonly Wire.MarginAccount[],
  isSnapshot: boolean,
): void {
  const open = decodeMarginAccounts(rows);
  const gone = ids(rows.filter(({ isClosed }) => isClosed));
  const { queryKey } = marginAccountsQuery(address);
  write<readonly MarginAccount[]>(client, queryKey, (known) =>
    isSnapshot ? open : upsert(known, open, gone).sort((a, b) => a.id - b.id),
  );
}

function foldDeposits(
  client: QueryClient,
  address: string,
  rows: readonly Wire.LpPosition[],
  isSnapshot: boolean,
): void {
  const open = rows.filter(({ isClosed }) => !isClosed).map(decodeDeposit);
  const gone = ids(rows.filter(({ isClosed }) => isClosed));
  const { queryKey } = lpPositionsQuery(address);
  write<readonly LpDeposit[]>(client, queryKey, (known) =>
    isSnapshot ? open : upsert(known, open, gone).sort(byMaturity).slice(0, PAGE_ROWS),
  );
}

/** The cached list has settled requests too, which a snapshot does not: nothing is removed. */
function foldRequests(
  client: QueryClient,
  address: string,
  rows: readonly Wire.SettlementRequest[],
): void {
  const { queryKey } = settlementRequestsQuery(address);
  write<readonly SettlementRequest[]>(client, queryKey, (known) =>
    upsert(known, rows.map(decodeSettlementRequest), []).sort(byMaturity).slice(-PAGE_ROWS),
  );
}

function foldOrders(
  client: QueryClient,
  address: string,
  rows: readonly Wire.PlacedOrder[],
  isSnapshot: boolean,
): void {
  const touched = new Set(rows.map(({ orderId }) => orderId));
  const open = rows.filter(({ status }) => OPEN.has(status)).map(readOrder);
  const { queryKey } = openOrdersQuery(address);
  write<readonly Order[]>(client, queryKey, (known) => {
    const others = isSnapshot ? [] : known.filter(({ orderId }) => !touched.has(orderId));
    return [...others, ...open].sort((a, b) => b.orderId - a.orderId);
  });
}

function foldWaiting(
  client: QueryClient,
  address: string,
  rows: readonly (Wire.PerpOrder | EndedOrder)[],
  isSnapshot: boolean,
): void {
  const touched = new Set(rows.map(({ orderId }) => orderId));
  const open = rows.flatMap((row) => ("isOpen" in row ? [] : [decodeOrder(row)]));
  const { queryKey } = waitingOrdersQuery(address);
  write<readonly WaitingOrder[]>(client, queryKey, (known) => {
    const others = isSnapshot ? [] : known.filter(({ id }) => !touched.has(id));
    return [...others, ...open].sort((a, b) => b.id - a.id);
  });
}

/** Writes the entities of a message; lists that no page has read yet stay unread. */
export function foldUser(
  client: QueryClient,
  address: string,
  data: UserData,
  isSnapshot: boolean,
): void {
  const { marginAccounts, lpPositions, settlementRequests, portfolio, orders, perpOrders } = data;
  if (marginAccounts) foldAccounts(client, address, marginAccounts, isSnapshot);
  if (lpPositions) foldDeposits(client, address, lpPositions, isSnapshot);
  if (settlementRequests) foldRequests(client, address, settlementRequests);
  if (orders) foldOrders(client, address, orders, isSnapshot);
  if (perpOrders) foldWaiting(client, address, perpOrders, isSnapshot);
  if (portfolio) {
    const available = parsePoints(portfolio.availablePoints);
    const open = parsePoints(portfolio.openInterestPoints);
    write<Points>(client, pointsQuery(address).queryKey, (known) => ({
      ...known,
      available,
      open,
    }));
  }
}
