/** Orders that wait at the exchange: at a price, at the next price update, until a day. */
import { type Amount, PRICE, rawOf, SIZE, sizeText, textOf, timeText, toRaw } from "../amounts.js";
import type { MainApi } from "../calls.js";
import { AcreError, wordsOf } from "../errors.js";
import type { PerpOrder } from "../generated/api.js";
import type { Line } from "../inspection.js";
import type { Commands, Outcome } from "./commands.js";
import type { Margin, OfAccount } from "./margin.js";
import {
  type Bracket,
  inputOf,
  moved,
  type Side,
  type Sized,
  signedBy,
  sizeAt,
  type Worst,
} from "./orders.js";

const DAY_S = 86_400;
const DAYS = 30;
const TRAIL_DIGITS = 6;

/** An order that waits at the exchange. */
export interface Placed extends Outcome {
  readonly symbol: string;
  readonly account: number;
  readonly orderId: number;
}

/** Of an order that waits: 30 days if missing. */
export interface Waiting extends OfAccount {
  readonly days?: number;
}

/** Of an order that closes a position: all of it if `size` is missing. */
export interface Closing extends Waiting {
  readonly size?: Amount;
}

const FILLS = {
  auction: "at-next-price-update",
  limit: "at-limit",
  stop: "at-stop",
  takeProfit: "at-take-profit",
  trailing: "at-trailing-stop",
} as const;

/** An order in raw integers; size is signed, 0 of a whole position. */
interface Terms {
  readonly type: keyof typeof FILLS;
  readonly size: bigint;
  readonly isReduceOnly?: boolean;
  readonly trigger?: bigint;
  readonly trail?: bigint;
  readonly worst?: bigint;
  readonly stop?: bigint | undefined;
  readonly target?: bigint | undefined;
}

/** The waiting orders of one owner. */
export class WaitingOrders {
  constructor(
    protected readonly main: MainApi,
    protected readonly commands: Commands,
    protected readonly margin: Margin,
  ) {}

  /** Buys or sells at this price or a better one; a notional is counted at this price. */
  async limit(
    symbol: string,
    side: Side,
    order: Sized & Bracket & Waiting & { readonly price: Amount; readonly reduceOnly?: boolean },
  ): Promise<Placed> {
    const trigger = toRaw("price", order.price, PRICE);
    const terms: Terms = {
      type: "limit",
      size: signedBy(side, sizeAt(inputOf(order), trigger)),
      isReduceOnly: order.reduceOnly ?? false,
      trigger,
      stop: order.stop === undefined ? undefined : toRaw("stop", order.stop, PRICE),
      target: order.target === undefined ? undefined : toRaw("target", order.target, PRICE),
    };
    return await this.#place(symbol, terms, order);
  }

  /** Closes the position, or so much of it, once the index is at this worse price. */
  async stop(symbol: string, order: Closing & { readonly price: Amount }): Promise<Placed> {
    return await this.#placeClosing(symbol, order, {
      type: "stop",
      trigger: toRaw("price", order.price, PRICE),
    });
  }

  /** Closes the position, or so much of it, once the index is at this better price. */
  async takeProfit(symbol: string, order: Closing & { readonly price: Amount }): Promise<Placed> {
    return await this.#placeClosing(symbol, order, {
      type: "takeProfit",
      trigger: toRaw("price", order.price, PRICE),
    });
  }

  /** Closes the position, or so much of it, once the index is this rate off its best. */
  async trailingStop(symbol: string, order: Closing & { readonly rate: Amount }): Promise<Placed> {
    const trail = toRaw("rate", order.rate, TRAIL_DIGITS);
    if (trail >= 10n ** BigInt(TRAIL_DIGITS)) throw new RangeError("rate must be below 1");
    return await this.#placeClosing(symbol, order, { type: "trailing", trail });
  }

  /**
   * Trades in the call auction of the next price update, at its index price. If `worstPrice` is
   * missing the slippage counts from the index as it is now.
   */
  async auction(symbol: string, side: Side, order: Sized & Worst & Waiting): Promise<Placed> {
    const path = { market: symbol };
    const market = await this.main.get("/account/market/{market}", { path });
    const index = rawOf("indexPrice", market.indexPrice);
    const size = signedBy(side, sizeAt(inputOf(order), index));
    const worst =
      order.worstPrice === undefined
        ? moved(index, size > 0n, order.slippage)
        : toRaw("worstPrice", order.worstPrice, PRICE);
    return await this.#place(symbol, { type: "auction", size, worst }, order);
  }

  /** The orders that wait, of all accounts. */
  async orders(): Promise<readonly PerpOrder[]> {
    return await this.main.get("/user/{user}/perp-orders", { path: { user: this.margin.owner } });
  }

  /** Cancels a waiting order. */
  async cancel(orderId: number, { account: given }: OfAccount = {}): Promise<Outcome> {
    const account = await this.margin.accountOf(given);
    const lines: Line[] = [
      ...this.margin.ownerLines,
      ["account", String(account)],
      ["order", String(orderId)],
    ];
    const body = { marginAccountId: account, orderId, owner: this.margin.ownerOfBody };
    const route = "/user/{user}/transaction/cancel-perp-order";
    const build = () => this.main.post(route, { path: this.path, body });
    return await this.commands.run({ command: "cancel-perp-order", lines, build });
  }

  /** Cancels the waiting orders of an account, or those of one market. */
  async cancelAll(symbol?: string, { account: given }: OfAccount = {}): Promise<Outcome> {
    const account = await this.margin.accountOf(given);
    const lines: Line[] = [...this.margin.ownerLines, ["account", String(account)]];
    if (symbol !== undefined) lines.push(["market", symbol]);
    const marketId = symbol === undefined ? null : (await this.commands.exchange.market(symbol)).id;
    const body = { marginAccountId: account, marketId, owner: this.margin.ownerOfBody };
    const route = "/user/{user}/transaction/cancel-perp-orders";
    const build = () => this.main.post(route, { path: this.path, body });
    return await this.commands.run({ command: "cancel-perp-orders", lines, build });
  }

  protected get path() {
    return { user: this.commands.address };
  }

  /** The first lines of an order's memo. */
  protected head(account: number, symbol: string): readonly Line[] {
    return [...this.margin.ownerLines, ["account", String(account)], ["market", symbol]];
  }

  async #placeClosing(
    symbol: string,
    order: Closing,
    terms: Omit<Terms, "size" | "isReduceOnly">,
  ): Promise<Placed> {
    const account = await this.margin.accountOf(order.account);
    const size = await this.#closingSize(symbol, order.size, account);
    return await this.#place(symbol, { ...terms, size, isReduceOnly: true }, { ...order, account });
  }

  /** The signed size that closes so much of a position; 0 for all of it. */
  async #closingSize(symbol: string, size: Amount | undefined, account: number): Promise<bigint> {
    if (size === undefined) return 0n;
    const units = toRaw("size", size, SIZE);
    const { id } = await this.commands.exchange.market(symbol);
    const row = (await this.margin.accounts()).find((one) => one.id === account);
    const held = row?.positions.find((one) => one.marketId === id);
    if (!held) throw new AcreError("NO_POSITION", wordsOf("NO_POSITION"), { status: 409 });
    return held.side === "long" ? -units : units;
  }

  async #place(symbol: string, terms: Terms, waiting: Waiting): Promise<Placed> {
    const account = await this.margin.accountOf(waiting.account);
    const { id: marketId } = await this.commands.exchange.market(symbol);
    const until = (await this.commands.exchange.nowS()) + (waiting.days ?? DAYS) * DAY_S;
    const lines = [...this.head(account, symbol), ...linesOf(terms, until)];
    const owner = this.margin.ownerOfBody;
    const body = { ...bodyOf(terms, until), marginAccountId: account, marketId, owner };
    const route = "/user/{user}/transaction/place-perp-order";
    const build = () => this.main.post(route, { path: this.path, body });
    const outcome = await this.commands.run({ command: "place-perp-order", lines, build });
    const { signature } = outcome;
    const asked = { path: { user: this.margin.owner }, query: { limit: 50 } };
    const row = await this.commands.found(async () => {
      const rows = await this.main.get("/user/{user}/history/perp-order", asked);
      return rows.find(
        (one) =>
          one.signature === signature && one.event === "placed" && one.parentOrderId === null,
      );
    }, signature);
    return { ...outcome, symbol, account, orderId: row.orderId };
  }
}

/** The lines of the memo behind its market. */
function linesOf(terms: Terms, until: number): Line[] {
  const lines: Line[] = [["fill", FILLS[terms.type]]];
  const price = (name: string, value: bigint | undefined) => {
    if (value !== undefined) lines.push([name, textOf(value, PRICE)]);
  };
  if (terms.isReduceOnly) lines.push(["reduce-only", "yes"]);
  lines.push(terms.size === 0n ? ["whole-position", "yes"] : ["size", sizeText(terms.size)]);
  price("trigger", terms.trigger);
  if (terms.trail !== undefined) lines.push(["trail", textOf(terms.trail, TRAIL_DIGITS)]);
  price("worst-price", terms.worst);
  lines.push(["until", timeText(until)]);
  price("stop", terms.stop);
  price("target", terms.target);
  return lines;
}

function bodyOf(terms: Terms, until: number) {
  const { size } = terms;
  const isWhole = size === 0n;
  const side: Side = size > 0n ? "long" : "short";
  const text = (value: bigint | undefined) => (value === undefined ? null : String(value));
  return {
    orderType: terms.type,
    side: isWhole ? null : side,
    input: isWhole ? null : String(size < 0n ? -size : size),
    inputKind: "sizeDelta",
    reduceOnly: terms.isReduceOnly ?? false,
    wholePosition: isWhole,
    triggerPrice: text(terms.trigger),
    trailRate: terms.trail === undefined ? null : textOf(terms.trail, TRAIL_DIGITS),
    acceptablePrice: text(terms.worst),
    expiresAt: until,
    stopPrice: text(terms.stop),
    targetPrice: text(terms.target),
  } as const;
}
