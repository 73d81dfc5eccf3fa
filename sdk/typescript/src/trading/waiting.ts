/** Orders that wait at the exchange: at a price, at the next price update, until a day. */
import { type Amount, PRICE, rawOf, SIZE, sizeText, textOf, timeText, toRaw } from "../amounts.js";
import type { MainApi } from "../calls.js";
import { AcreError, wordsOf } from "../errors.js";
import type { PerpOrder, PerpOrderEvent } from "../generated/api.js";
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
  /** Only its owner sees its number, a delegate does not. */
  readonly orderId: number | null;
}

/** Of an order that waits: 30 days if missing. */
export interface Waiting extends OfAccount {
  readonly days?: number;
}

/** Of an order that closes a position: all of it if `size` is missing. */
export interface Closing extends Waiting {
  readonly size?: Amount;
}

/** What an amendment replaces; terms that are missing stay. */
export interface Amendment extends OfAccount {
  readonly price?: Amount;
  readonly size?: Amount;
  readonly rate?: Amount;
  readonly worstPrice?: Amount;
  readonly days?: number;
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
    const terms = { type: "trailing", trail: trailOf(order.rate) } as const;
    return await this.#placeClosing(symbol, order, terms);
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

  /**
   * Changes a waiting order, which keeps its number, its side and its bracket. One command replaces
   * all of its terms: those that are missing stay as the server says that they are. `size` is what
   * is to be filled from now on. Only an owner sees its orders: a delegate places another.
   */
  async amend(orderId: number, amendment: Amendment): Promise<Placed> {
    const account = await this.margin.accountOf(amendment.account);
    const row = await this.#waiting(orderId, account);
    const terms = amendedTerms(row, amendment);
    const { days } = amendment;
    const until =
      days === undefined ? row.expiresAt : (await this.commands.exchange.nowS()) + days * DAY_S;
    const owner = this.margin.ownerOfBody;
    const body = { ...termsBody(terms, until), marginAccountId: account, orderId, owner };
    const lines: Line[] = [
      ...this.margin.ownerLines,
      ["account", String(account)],
      ["order", String(orderId)],
      ...termLines(terms, until),
    ];
    const route = "/user/{user}/transaction/amend-perp-order";
    const build = () => this.main.post(route, { path: this.path, body });
    const outcome = await this.commands.run({ command: "amend-perp-order", lines, build });
    const symbol = await this.commands.exchange.symbol(row.marketId);
    return { ...outcome, symbol, account, orderId };
  }

  async #waiting(orderId: number, marginAccountId: number): Promise<PerpOrder> {
    const asked = { path: { user: this.margin.owner }, query: { marginAccountId } };
    const rows = await this.main.get("/user/{user}/perp-orders", asked);
    const row = rows.find((one) => one.orderId === orderId);
    if (!row) throw new AcreError("ORDER_NOT_FOUND", wordsOf("ORDER_NOT_FOUND"), { status: 404 });
    return row;
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
    const order = { command: "place-perp-order", lines, build };
    const { outcome, event } = await this.commands.apply(order);
    const { signature } = outcome;
    const asked = { path: { user: this.margin.owner }, query: { limit: 50 } };
    const isIt = (one: PerpOrderEvent) =>
      one.signature === signature && one.event === "placed" && one.parentOrderId === null;
    const look = async () =>
      (await this.main.get("/user/{user}/history/perp-order", asked)).find(isIt);
    const isOwn = this.margin.ownerOfBody === null;
    const heard = event("perpOrder", isIt);
    const row = heard ?? (isOwn ? await this.commands.found(look, signature) : null);
    return { ...outcome, symbol, account, orderId: row?.orderId ?? null };
  }
}

function trailOf(rate: Amount): bigint {
  const trail = toRaw("rate", rate, TRAIL_DIGITS);
  if (trail >= 10n ** BigInt(TRAIL_DIGITS)) throw new RangeError("rate must be below 1");
  return trail;
}

/** The terms of an order with what is given; throws RangeError for what it has not. */
function amendedTerms(row: PerpOrder, given: Amendment): Terms {
  const { orderType: type, wholePosition: isWhole } = row;
  const isLimit = type === "limit";
  const isTrailing = type === "trailing";
  const has = { size: !isWhole, price: !isTrailing && type !== "auction", rate: isTrailing };
  for (const [name, isThere] of Object.entries({ ...has, worstPrice: !isLimit })) {
    const isGiven = given[name as keyof Amendment] !== undefined;
    if (isGiven && !isThere) throw new RangeError(`this order has no ${name}`);
  }
  const price = (name: "price" | "worstPrice", before: string | null) =>
    given[name] === undefined ? before && rawOf(name, before) : toRaw(name, given[name], PRICE);
  const held = rawOf("size", row.size);
  const size =
    given.size === undefined ? (held < 0n ? -held : held) : toRaw("size", given.size, SIZE);
  const trail = given.rate ?? row.trailRate;
  const trigger = has.price ? price("price", row.triggerPrice) : null;
  const worst = isLimit ? null : price("worstPrice", row.acceptablePrice);
  return {
    type,
    size: isWhole ? 0n : signedBy(row.side, size),
    ...(trigger ? { trigger } : {}),
    ...(trail === null ? {} : { trail: trailOf(trail) }),
    ...(worst ? { worst } : {}),
  };
}

/** The lines of the memo behind its market. */
function linesOf(terms: Terms, until: number): Line[] {
  const lines: Line[] = [["fill", FILLS[terms.type]]];
  if (terms.isReduceOnly) lines.push(["reduce-only", "yes"]);
  if (terms.size === 0n) lines.push(["whole-position", "yes"]);
  const bracket = [...priceLine("stop", terms.stop), ...priceLine("target", terms.target)];
  return [...lines, ...termLines(terms, until), ...bracket];
}

/** The lines that an amendment may replace. */
function termLines({ size, trigger, trail, worst }: Terms, until: number): Line[] {
  const lines: Line[] = size === 0n ? [] : [["size", sizeText(size)]];
  lines.push(...priceLine("trigger", trigger));
  if (trail !== undefined) lines.push(["trail", textOf(trail, TRAIL_DIGITS)]);
  return [...lines, ...priceLine("worst-price", worst), ["until", timeText(until)]];
}

function priceLine(name: string, price: bigint | undefined): Line[] {
  return price === undefined ? [] : [[name, textOf(price, PRICE)]];
}

function bodyOf(terms: Terms, until: number) {
  return {
    ...termsBody(terms, until),
    orderType: terms.type,
    reduceOnly: terms.isReduceOnly ?? false,
    wholePosition: terms.size === 0n,
    stopPrice: unitsText(terms.stop),
    targetPrice: unitsText(terms.target),
  };
}

/** What an amendment may replace, as fields of a body. */
function termsBody({ size, trigger, trail, worst }: Terms, until: number) {
  const isWhole = size === 0n;
  const side: Side = size > 0n ? "long" : "short";
  return {
    side: isWhole ? null : side,
    input: isWhole ? null : String(size < 0n ? -size : size),
    inputKind: "sizeDelta",
    triggerPrice: unitsText(trigger),
    trailRate: trail === undefined ? null : textOf(trail, TRAIL_DIGITS),
    acceptablePrice: unitsText(worst),
    expiresAt: until,
  } as const;
}

function unitsText(units: bigint | undefined): string | null {
  return units === undefined ? null : String(units);
}
