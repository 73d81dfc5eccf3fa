/** Notices of waiting orders that fill, are deferred or end. */
import type { QueryClient } from "@tanstack/react-query";
import { summariesQuery } from "@/api/queries";
import type { MarketSummary } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { orderEventsQuery, orderTradesQuery } from "@/features/trade/orders/api";
import {
  deferralWords,
  endedWords,
  fillWords,
  orderName,
} from "@/features/trade/orders/model/order-words";
import { parsedSide, readFill } from "@/features/trade/orders/model/past-orders";
import type { OrderType, WaitingOrder } from "@/features/trade/orders/model/waiting-order";
import type { PerpOrderEvent, Trade } from "@/generated/api";
import { type Result, showResult } from "@/state/toast";

/** More at once are one notice: they would cover the page. */
const SHOWN_MAX = 3;
/** More than a read of the history returns, so that it repeats nothing. */
const SEEN_MAX = 1_000;

/** Ends that the person's own command answers, or that the fill before them says. */
const OWN: ReadonlySet<PerpOrderEvent["endReason"]> = new Set(["canceled", "filled", null]);

const seen = new Set<string>();
/** The code of the last deferral that was said, by order. */
const deferrals = new Map<number, string | null>();

export interface Told {
  /** Oldest first. */
  readonly events: readonly PerpOrderEvent[];
  readonly trades: readonly Trade[];
  /** The open orders before the events, which have the names. */
  readonly orders: readonly WaitingOrder[];
}

function isNew({ orderId, event, timestamp, slot, leftSize, code }: PerpOrderEvent): boolean {
  const key = [orderId, event, timestamp, slot, leftSize, code].join();
  if (seen.has(key)) return false;
  seen.add(key);
  for (const oldest of seen) {
    if (seen.size <= SEEN_MAX) break;
    seen.delete(oldest);
  }
  return true;
}

/** Whether an event gets a notice; a repeated deferral for the same reason does not. */
function isTold({ orderId, event, endReason, code }: PerpOrderEvent): boolean {
  if (event === "deferred") {
    if (deferrals.get(orderId) === code) return false;
    deferrals.set(orderId, code);
    return true;
  }
  if (event === "ended") deferrals.delete(orderId);
  return event === "filled" || (event === "ended" && !OWN.has(endReason));
}

/** Shows each event once, whether the stream or a read brings it first. */
export async function noteOrders(
  client: QueryClient,
  address: string,
  { events, trades, orders }: Told,
): Promise<void> {
  const fresh = events.filter(isNew).filter(isTold);
  const told = fresh.filter((event) => !isSaidBy(event, fresh));
  if (told.length === 0) return;
  const markets = await client.ensureQueryData(summariesQuery).catch(() => []);
  const marketOf = (id: number) => markets.find(({ marketId }) => marketId === id);
  const [first] = told;
  const market = marketOf(first?.marketId ?? 0);
  if (told.length > 1 && first && told.every((event) => isLike(event, first))) {
    const title = `${told.length} orders${placeOf(market)} ended`;
    const text = first.endReason === null ? "" : endedWords(first.endReason, first.code);
    showResult({ title, text, tone: "info", id: `orders-${first.orderId}`, ...viewed(market) });
    return;
  }
  if (told.length > SHOWN_MAX) {
    const title = `${told.length} updates of your waiting orders`;
    const id = `orders-${first?.orderId}`;
    showResult({ title, text: countWords(told), tone: "info", id, ...viewed(market) });
    return;
  }
  const isNamed = told.every(({ orderId }) => orders.some(({ id }) => id === orderId));
  const query = { ...orderEventsQuery(address), staleTime: 0 };
  const history = isNamed ? [] : await client.fetchQuery(query).catch(() => []);
  for (const event of told) {
    const order = orders.find(({ id }) => id === event.orderId) ?? placedAs(event, history);
    const place = marketOf(event.marketId);
    const result = words(event, order, place, trades);
    const isPair = event.event === "filled" && fresh.some((row) => isOther(row, event));
    const text = isPair ? `${result.text}. The other order is canceled.` : result.text;
    showResult({ ...result, ...(text !== undefined && { text }), ...viewed(place) });
  }
}

/** An order of a group that ended by this fill. */
const isOther = (row: PerpOrderEvent, fill: PerpOrderEvent) =>
  row.endReason === "group" &&
  row.slot === fill.slot &&
  row.marketId === fill.marketId &&
  row.marginAccountId === fill.marginAccountId;

/** An end that the notice of a fill says along. */
const isSaidBy = (event: PerpOrderEvent, all: readonly PerpOrderEvent[]) =>
  all.some((row) => row.event === "filled" && isOther(event, row));

/** Ends of one cause, such as a position that was closed with its exits. */
const isLike = (event: PerpOrderEvent, other: PerpOrderEvent) =>
  event.event === "ended" &&
  event.endReason === other.endReason &&
  event.code === other.code &&
  event.marketId === other.marketId;

/** After a gap in the stream: what the history has since then, unless it was shown before it. */
export async function noteMissed(
  client: QueryClient,
  address: string,
  sinceS: number,
  orders: readonly WaitingOrder[],
): Promise<void> {
  const read = { staleTime: 0 };
  const [events, trades] = await Promise.all([
    client.fetchQuery({ ...orderEventsQuery(address), ...read }),
    client.fetchQuery({ ...orderTradesQuery(address), ...read }),
  ]);
  const missed = events.filter(({ timestamp }) => timestamp >= sinceS).reverse();
  await noteOrders(client, address, { events: missed, trades, orders });
}

type Named = Pick<WaitingOrder, "type" | "side">;

/** The name of an order that no page has read. */
function placedAs(event: PerpOrderEvent, history: readonly PerpOrderEvent[]): Named | null {
  const own = history.filter(({ orderId }) => orderId === event.orderId);
  const placed = own.find((row) => row.event === "placed");
  const type: OrderType | null = placed?.orderType ?? null;
  const filled = [event, ...own].find((row) => row.event === "filled");
  const side = parsedSide(filled?.size ?? placed?.size ?? null);
  return type === null || side === null ? null : { type, side };
}

const placeOf = (market: MarketSummary | undefined) =>
  market === undefined ? "" : ` in ${market.name.split(",")[0]}`;

function viewed(market: MarketSummary | undefined): Pick<Result, "actions"> {
  if (market === undefined) return {};
  return { actions: [{ label: "View", to: `/trade/${market.symbol}` }] };
}

function countWords(told: readonly PerpOrderEvent[]): string {
  const count = (name: PerpOrderEvent["event"]) =>
    told.filter(({ event }) => event === name).length;
  return [
    [count("filled"), "filled"],
    [count("deferred"), "still waiting"],
    [count("ended"), "ended"],
  ]
    .filter(([some]) => some !== 0)
    .map((part) => part.join(" "))
    .join(", ");
}

function words(
  event: PerpOrderEvent,
  order: Named | null,
  market: MarketSummary | undefined,
  trades: readonly Trade[],
): Result {
  const { orderId, endReason, code, leftSize } = event;
  const id = `order-${orderId}`;
  const name = `${order === null ? `Order ${orderId}` : orderName(order)}${placeOf(market)}`;
  if (event.event === "filled") {
    const isPart = leftSize !== null && BigInt(leftSize) !== 0n;
    const text = fillWords(readFill(event, trades), areaUnit(market?.metric ?? "sqft"));
    const title = `${name} filled${isPart ? " in part, the rest waits" : ""}`;
    return { id, title, text, tone: "success" };
  }
  if (event.event === "deferred") {
    const text = `Still waiting: ${deferralWords(code ?? "")}`;
    return { id, title: `${name} did not fill`, text, tone: "info" };
  }
  const text = endReason === null ? "" : endedWords(endReason, code);
  return { id, title: `${name} ended`, text, tone: "info" };
}
