/** Alerts and their events as sentences. */
import { formatAmount, formatUsd } from "@/domain/format";
import { parsePrice, parseRate, parseToken } from "@/domain/parse";
import type { Alert, AlertEvent } from "@/generated/api";

/** Names of what alerts are about, by id. */
export interface Names {
  readonly market: (id: number) => string | null;
  readonly account: (id: number) => string | null;
}

const HOUR_S = 3_600;
const DAY_S = 86_400;
const MINUS = "−";

const usd = (price: string | null) =>
  price === null ? "–" : formatUsd(parsePrice(price), "PriceE8", { digits: 2 });

const health = (ratio: string | null) =>
  ratio === null ? "–" : `${formatAmount(parseRate(ratio), "RateE12", { digits: 2 })}×`;

function percent(basisPoints: number): string {
  const size = Math.abs(basisPoints);
  return `${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}%`;
}

/** "1 day", "12 hours", "30 minutes". */
export function leadWords(leadS: number): string {
  const [count, unit] =
    leadS % DAY_S === 0 && leadS > 0
      ? [leadS / DAY_S, "day"]
      : leadS % HOUR_S === 0 && leadS > 0
        ? [leadS / HOUR_S, "hour"]
        : [Math.ceil(leadS / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function marketOf(row: Alert | AlertEvent, names: Names): string {
  const id = row.marketId ?? null;
  return id === null ? "–" : (names.market(id) ?? `Market ${id}`);
}

function accountOf(row: Alert | AlertEvent, names: Names): string {
  const id = row.marginAccountId ?? null;
  return id === null ? "–" : (names.account(id) ?? `Account ${id}`);
}

/** What an alert waits for: "Austin, TX at or above $104.00". */
export function alertWords(alert: Alert, names: Names): string {
  switch (alert.kind) {
    case "priceAbove":
      return `${marketOf(alert, names)} at or above ${usd(alert.price)}`;
    case "priceBelow":
      return `${marketOf(alert, names)} at or below ${usd(alert.price)}`;
    case "priceMove":
      return `${marketOf(alert, names)} moves ${percent(alert.moveBp ?? 0)} or more in one update`;
    case "healthBelow":
      return `Health of ${accountOf(alert, names)} below ${health(alert.health)}`;
    case "questionClosing":
      return `Question ${alert.predictionMarketId} closes within ${leadWords(alert.leadS ?? 0)}`;
    case "orders":
      return "A waiting order is filled, put off or ended";
    case "paid":
      return "A withdrawal is paid";
  }
}

export interface EventWords {
  readonly title: string;
  readonly text: string;
  /** The page that it is about. */
  readonly to: string;
}

const ORDER_EVENTS = { filled: "filled", deferred: "put off", ended: "ended" } as const;

/** What happened: "Austin, TX is at $104.10", "Your alert: at or above $104.00". */
export function eventWords(event: AlertEvent, names: Names): EventWords {
  const market = marketOf(event, names);
  switch (event.kind) {
    case "priceAbove":
    case "priceBelow": {
      const side = event.kind === "priceAbove" ? "above" : "below";
      const title = `${market} is at ${usd(event.indexPrice)}`;
      return { title, text: `Your alert: at or ${side} ${usd(event.price)}`, to: "/trade" };
    }
    case "priceMove": {
      const move = event.moveBp ?? 0;
      const title = `${market} moved ${move < 0 ? MINUS : "+"}${percent(move)}`;
      return { title, text: "In one price update", to: "/trade" };
    }
    case "healthBelow": {
      const title = `Health of ${accountOf(event, names)} is ${health(event.healthNow)}`;
      return { title, text: `Your alert: below ${health(event.health)}`, to: "/portfolio" };
    }
    case "questionClosing": {
      const title = `Question ${event.predictionMarketId} closes within ${leadWords(event.leadS ?? 0)}`;
      return { title, text: "Your alert", to: `/predictions/${event.predictionMarketId}` };
    }
    case "orders": {
      const what = ORDER_EVENTS[event.orderEvent ?? "ended"];
      const title = `Order ${event.orderId} in ${market} was ${what}`;
      return { title, text: event.orderText ?? "Waiting order", to: "/trade" };
    }
    case "paid": {
      const amount = event.amount === null ? "–" : formatUsd(parseToken(event.amount), "TokenE6");
      return { title: `${amount} paid to your wallet`, text: "Withdrawal", to: "/portfolio" };
    }
  }
}
