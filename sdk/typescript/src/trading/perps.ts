/**
 * Perpetual positions: quoted, opened, closed; markets by symbol, amounts as exact decimals.
 *
 * An order's size and limit price are computed here, from the quote, and are lines of the memo that
 * the wallet signs. The server's prices are taken at its word: who does not trust them gives `size`
 * and `worstPrice`.
 */
import {
  type Amount,
  COLLATERAL,
  decimalOf,
  PRICE,
  rawOf,
  SIZE,
  sizeText,
  textOf,
  toRaw,
} from "../amounts.js";
import type { MainApi } from "../calls.js";
import { AcreError, BAD_ANSWER } from "../errors.js";
import type { Market, Position, PositionQuote, Trade } from "../generated/api.js";
import type { Line } from "../inspection.js";
import type { Commands, Order, Outcome } from "./commands.js";
import { lackingMargin, multipleOf, newAccountMargin } from "./funding.js";
import type { Margin, OfAccount } from "./margin.js";
import {
  type Bracket,
  checkWorst,
  E8,
  executable,
  type Input,
  inputOf,
  limitOf,
  quotedSize,
  type Side,
  type Sized,
  signedBy,
  type Worst,
} from "./orders.js";
import { WaitingOrders } from "./waiting.js";

const READS_MAX = 3;

/** What an order would do now; `reasons` say why it could not be executed. */
export interface Quote {
  readonly symbol: string;
  readonly account: number;
  readonly side: Side;
  readonly size: string;
  readonly notional: string;
  readonly price: string;
  readonly indexPrice: string;
  readonly impact: string;
  readonly fee: string;
  readonly surcharge: string;
  readonly leverage: string | null;
  readonly liquidationPrice: string | null;
  readonly isExecutable: boolean;
  readonly reasons: readonly string[];
}

/** An order that was filled; `size` and `position` are negative for short. */
export interface Fill extends Outcome {
  readonly symbol: string;
  readonly account: number;
  readonly kind: Trade["tradeKind"];
  readonly side: Side;
  readonly size: string;
  readonly notional: string;
  readonly price: string;
  readonly indexPrice: string;
  readonly fee: string;
  readonly surcharge: string;
  readonly pnl: string;
  readonly position: string;
}

/**
 * A position of a margin account, at the index; `size` is negative for short. `pnl` is the sum of
 * `pricePnl` and `fundingPnl`, which is negative when funding was paid.
 */
export interface OpenPosition {
  readonly account: number;
  readonly symbol: string;
  readonly side: Side;
  readonly size: string;
  readonly notional: string;
  readonly entryPrice: string;
  readonly indexPrice: string;
  readonly pnl: string;
  readonly pricePnl: string;
  readonly fundingPnl: string;
  readonly leverage: string | null;
  readonly liquidationPrice: string | null;
}

interface Held {
  readonly account: number;
  readonly market: Market;
  readonly row: Position;
}

interface Leverage {
  /**
   * Deposits what the account lacks to have at most this leverage; opens one if there is none. It
   * sets nothing but the deposit; above the market's `maxLeverageMultiple` it throws AcreError.
   */
  readonly leverage?: Amount;
}

/** The positions of one owner, in its lowest open margin account unless `account` is given. */
export class Perps extends WaitingOrders {
  readonly #exchange;

  constructor(main: MainApi, commands: Commands, margin: Margin) {
    super(main, commands, margin);
    this.#exchange = commands.exchange;
  }

  /** The markets as they are now. */
  async markets(): Promise<readonly Market[]> {
    return await this.#exchange.markets();
  }

  /** What an order would do now. */
  async quote(symbol: string, side: Side, order: Sized & OfAccount): Promise<Quote> {
    const account = await this.margin.accountOf(order.account);
    const found = await this.#quoted(account, symbol, side, inputOf(order));
    return quoteOf(symbol, account, side, found);
  }

  /** Opens or changes a position now; `stop` and `target` are prices that close it. */
  async open(
    symbol: string,
    side: Side,
    order: Sized & Worst & Bracket & Leverage & OfAccount,
  ): Promise<Fill> {
    const input = inputOf(order);
    signedBy(side, input.units);
    checkWorst(order);
    const [stop, target] = [optional("stop", order.stop), optional("target", order.target)];
    const market = await this.#exchange.market(symbol);
    if (order.leverage !== undefined) {
      await this.#fund(market, side, input, order.leverage, order.account);
    }
    const account = await this.margin.accountOf(order.account);
    const found = await this.#quoted(account, symbol, side, input);
    const size = signedBy(side, quotedSize(input, found));
    const limit = limitOf(found, size > 0n, order);
    const body = {
      marginAccountId: account,
      marketId: market.id,
      side,
      input: String(size < 0n ? -size : size),
      inputKind: "sizeDelta",
      acceptablePrice: String(limit),
      owner: this.margin.ownerOfBody,
      ...(stop === null ? {} : { stopPrice: String(stop) }),
      ...(target === null ? {} : { targetPrice: String(target) }),
    } as const;
    const lines: Line[] = [
      ...this.head(account, symbol),
      ["size", sizeText(size)],
      ["limit", textOf(limit, PRICE)],
    ];
    if (stop !== null) lines.push(["stop", textOf(stop, PRICE)]);
    if (target !== null) lines.push(["target", textOf(target, PRICE)]);
    const route = "/user/{user}/transaction/modify-position";
    const build = () => this.main.post(route, { path: this.path, body });
    return await this.#fill({ command: "modify-position", lines, build }, market);
  }

  /** Closes a position, or so much of it. */
  async close(
    symbol: string,
    order: Worst & OfAccount & { readonly size?: Amount } = {},
  ): Promise<Fill> {
    const account = await this.margin.accountOf(order.account);
    const market = await this.#exchange.market(symbol);
    const size = order.size === undefined ? null : toRaw("size", order.size, SIZE);
    const part = size === null ? {} : ({ input: String(size), inputKind: "sizeDelta" } as const);
    const asked = { marginAccountId: account, marketId: market.id, ...part };
    const path = { user: this.margin.owner };
    const quoting = { path, body: asked };
    const found = executable(await this.main.post("/user/{user}/quote/close-position", quoting));
    const isBuy = rawOf("size", found.openInterestDelta.size) > 0n;
    const limit = limitOf(found, isBuy, order);
    const owner = this.margin.ownerOfBody;
    const body = { ...asked, acceptablePrice: String(limit), owner };
    const lines: Line[] = [...this.head(account, symbol)];
    if (size !== null) lines.push(["size", sizeText(size)]);
    lines.push(["limit", textOf(limit, PRICE)]);
    const route = "/user/{user}/transaction/close-position";
    const build = () => this.main.post(route, { path: this.path, body });
    return await this.#fill({ command: "close-position", lines, build }, market);
  }

  /** The positions of all accounts, valued at the index. */
  async positions(): Promise<OpenPosition[]> {
    let held = await this.#held();
    for (let reads = 1; reads < READS_MAX && !held.every(isAtIndex); reads += 1) {
      held = await this.#held(); // a price update came between the two reads
    }
    return held.map(positionOf);
  }

  /** The positions with their accounts and markets. */
  async #held(): Promise<Held[]> {
    const accounts = await this.margin.accounts();
    const rows = accounts.flatMap(({ id, positions }) => positions.map((row) => ({ id, row })));
    if (rows.length === 0) return [];
    const markets = new Map((await this.#exchange.markets()).map((row) => [row.id, row]));
    return rows.map(({ id, row }) => {
      const market = markets.get(row.marketId);
      if (market) return { account: id, market, row };
      throw new AcreError(BAD_ANSWER, "a position is in a market that is not listed");
    });
  }

  async #quoted(account: number, symbol: string, side: Side, input: Input): Promise<PositionQuote> {
    const { id: marketId } = await this.#exchange.market(symbol);
    signedBy(side, input.units);
    const body = {
      marginAccountId: account,
      marketId,
      side,
      input: String(input.units),
      inputKind: input.kind,
    };
    const path = { user: this.margin.owner };
    return await this.main.post("/user/{user}/quote/modify-position", { path, body });
  }

  /** Deposits what the account lacks for the leverage. */
  async #fund(
    market: Market,
    side: Side,
    input: Input,
    leverage: Amount,
    account: number | undefined,
  ): Promise<void> {
    const multiple = multipleOf(market, leverage);
    let accounts = await this.margin.accounts();
    if (account === undefined && accounts.length === 0) {
      const need = newAccountMargin(market, input, multiple);
      await this.margin.create(decimalOf(need, COLLATERAL));
      accounts = await this.margin.accounts();
    }
    const id = await this.margin.accountOf(account);
    const row = accounts.find((one) => one.id === id);
    if (!row) {
      const text = `There is no margin account ${id}`;
      throw new AcreError("MARGIN_ACCOUNT_NOT_FOUND", text, { status: 404 });
    }
    const found = await this.#quoted(id, market.metadata.symbol, side, input);
    const lacking = lackingMargin(row, market, found, multiple);
    if (lacking > 0n) await this.margin.depositRaw(lacking, id);
  }

  async #fill(order: Order, market: Market): Promise<Fill> {
    const { outcome, event } = await this.commands.apply(order);
    const { signature } = outcome;
    const asked = { path: { user: this.margin.owner }, query: { limit: 50 } };
    const isIt = (one: Trade) =>
      one.signature === signature && one.marketId === market.id && one.orderId === null;
    const look = async () => (await this.main.get("/user/{user}/history/trade", asked)).find(isIt);
    const row = event("trade", isIt) ?? (await this.commands.found(look, signature));
    return fillOf(outcome, market.metadata.symbol, row);
  }
}

function optional(name: string, price: Amount | undefined): bigint | null {
  return price === undefined ? null : toRaw(name, price, PRICE);
}

function shown(name: string, value: string, digits: number): string {
  return decimalOf(rawOf(name, value), digits);
}

function shownPrice(value: string | null): string | null {
  return value === null ? null : shown("price", value, PRICE);
}

function quoteOf(symbol: string, account: number, side: Side, found: PositionQuote): Quote {
  return {
    symbol,
    account,
    side,
    size: shown("size", found.openInterestDelta.size, SIZE),
    notional: shown("notional", found.openInterestDelta.notional, COLLATERAL),
    price: shown("fillPrice", found.fillPrice, PRICE),
    indexPrice: shown("indexPrice", found.indexPrice, PRICE),
    impact: found.priceImpact,
    fee: shown("tradeFee", found.tradeFee, COLLATERAL),
    surcharge: shown("surcharge", found.surcharge, COLLATERAL),
    leverage: found.leverageMultiple,
    liquidationPrice: shownPrice(found.liquidationPrice),
    isExecutable: found.isExecutable,
    reasons: found.reasons,
  };
}

function fillOf(outcome: Outcome, symbol: string, row: Trade): Fill {
  return {
    ...outcome,
    symbol,
    account: row.marginAccountId,
    kind: row.tradeKind,
    side: row.side,
    size: shown("size", row.openInterestDelta.size, SIZE),
    notional: shown("notional", row.openInterestDelta.notional, COLLATERAL),
    price: shown("fillPrice", row.fillPrice, PRICE),
    indexPrice: shown("indexPrice", row.indexPrice, PRICE),
    fee: shown("tradeFee", row.tradeFee, COLLATERAL),
    surcharge: shown("surcharge", row.surcharge, COLLATERAL),
    pnl: shown("pnl", row.pnl, COLLATERAL),
    position: shown("size", row.newOpenInterest.size, SIZE),
  };
}

/** Whether a position is valued at the index of its market. */
function isAtIndex({ market, row: { openInterest } }: Held): boolean {
  const atIndex = rawOf("size", openInterest.size) * rawOf("indexPrice", market.indexPrice);
  const rest = atIndex - rawOf("notional", openInterest.notional) * E8;
  return rest > -E8 && rest < E8;
}

function positionOf({ account, market, row }: Held): OpenPosition {
  const size = rawOf("size", row.openInterest.size);
  const { totalPnl, priceComponent, accruedFunding } = row.pnlInfo;
  return {
    account,
    symbol: market.metadata.symbol,
    side: row.side,
    size: decimalOf(row.side === "long" ? size : -size, SIZE),
    notional: shown("notional", row.openInterest.notional, COLLATERAL),
    entryPrice: shown("lastInteractionPrice", row.lastInteractionPrice, PRICE),
    indexPrice: shown("indexPrice", market.indexPrice, PRICE),
    pnl: shown("pnl", totalPnl.value, COLLATERAL),
    pricePnl: shown("priceComponent", priceComponent.value, COLLATERAL),
    fundingPnl: shown("accruedFunding", accruedFunding.value, COLLATERAL),
    leverage: row.leverageMultiple,
    liquidationPrice: shownPrice(row.liquidationPrice),
  };
}
