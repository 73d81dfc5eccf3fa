/** Histories of markets, and of one owner: rows by time, oldest first, amounts as exact decimals. */
import { COLLATERAL, decimalOf, PRICE, rawOf, SIZE } from "./amounts.js";
import type { ExpressApi, MainApi } from "./calls.js";
import type { StreamTrade, Trade } from "./generated/api.js";
import type { Exchange } from "./trading/venue.js";

export type Window = "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";

const ROWS = 1_000;
const PAGE_ROWS_MAX = 200;

export interface Candle {
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** The funding rate per day, and what a unit of size has paid. */
export interface FundingRow {
  readonly time: number;
  readonly rate: string;
  readonly velocity: string;
  readonly perUnit: string;
}

export interface TradeRow {
  readonly time: number;
  readonly symbol: string;
  readonly side: "long" | "short";
  readonly kind: Trade["tradeKind"];
  readonly size: string;
  readonly notional: string;
  readonly price: string;
  readonly indexPrice: string;
  readonly fee: string;
  readonly surcharge: string;
  readonly pnl: string;
  readonly user: string;
  readonly signature: string | null;
}

interface CandleOptions {
  readonly interval?: "5m" | "1h" | "4h" | "1d" | "1w";
  readonly window?: Window;
  readonly source?: "index" | "market";
}

interface TradePage {
  readonly rows: readonly StreamTrade[];
  readonly nextCursor: string | null;
}

export class History {
  constructor(
    private readonly main: MainApi,
    private readonly express: ExpressApi,
    private readonly exchange: Exchange,
    private readonly owner: string,
  ) {}

  /** Open, high, low, close and volume. */
  async candles(symbol: string, options: CandleOptions = {}): Promise<readonly Candle[]> {
    const { interval = "1d", window = "1y", source = "index" } = options;
    const query = { interval, window, source };
    const asked = { path: { symbol }, query };
    const { timestamp, volume, ...prices } = await this.express.get(
      "/market/{symbol}/candles",
      asked,
    );
    return timestamp.map((time, at) => ({
      time,
      open: price(prices.open[at]),
      high: price(prices.high[at]),
      low: price(prices.low[at]),
      close: price(prices.close[at]),
      volume: scaled(volume[at], COLLATERAL),
    }));
  }

  /** The index of a market. */
  async index(
    symbol: string,
    { window = "1y" }: { readonly window?: Window } = {},
  ): Promise<readonly { readonly time: number; readonly price: string }[]> {
    const asked = { path: { symbol }, query: { window } };
    const { points } = await this.express.get("/market/{symbol}/price-feed", asked);
    return points.map(({ timestamp: time, value }) => ({ time, price: price(value) }));
  }

  /** The funding of a market. */
  async funding(
    symbol: string,
    { window = "1m" }: { readonly window?: Window } = {},
  ): Promise<readonly FundingRow[]> {
    const asked = { path: { symbol }, query: { window } };
    const { points } = await this.express.get("/market/{symbol}/funding-history", asked);
    return points.map((row) => ({
      time: row.timestamp,
      rate: row.fundingRate,
      velocity: row.fundingVelocity,
      perUnit: price(row.fundingPerUnit),
    }));
  }

  /** The newest trades of everyone, in one market or all. */
  async trades(symbol?: string, { rows = ROWS } = {}): Promise<readonly TradeRow[]> {
    const marketId = symbol === undefined ? null : (await this.exchange.market(symbol)).id;
    return await this.#trades(rows, async (query) => {
      const { trades, nextCursor } =
        marketId === null
          ? await this.express.get("/trade-stream", { query })
          : await this.express.get("/trade-stream/{marketId}", { path: { marketId }, query });
      return { rows: trades, nextCursor };
    });
  }

  /** The owner's newest trades, in one market or all. */
  async fills(symbol?: string, { rows = ROWS } = {}): Promise<readonly TradeRow[]> {
    const marketId = symbol === undefined ? undefined : (await this.exchange.market(symbol)).id;
    const path = { user: this.owner };
    return await this.#trades(rows, async (query) => {
      const asked = { path, query: { ...query, marketId } };
      const { info, nextCursor } = await this.main.page("/user/{user}/history/trade", asked);
      return { rows: info, nextCursor };
    });
  }

  async #trades(
    wanted: number,
    read: (query: { limit: number; cursor: string | undefined }) => Promise<TradePage>,
  ): Promise<readonly TradeRow[]> {
    const found: TradeRow[] = [];
    let cursor: string | undefined;
    while (found.length < wanted) {
      const page = await read({ limit: Math.min(PAGE_ROWS_MAX, wanted - found.length), cursor });
      for (const row of page.rows) found.push(await this.#row(row));
      if (page.nextCursor === null || page.rows.length === 0) break;
      cursor = page.nextCursor;
    }
    return found.reverse();
  }

  async #row(row: StreamTrade): Promise<TradeRow> {
    const { side, user, signature } = row;
    return {
      time: row.timestamp,
      symbol: await this.exchange.symbol(row.marketId),
      side,
      kind: row.tradeKind,
      size: scaled(row.openInterestDelta.size, SIZE),
      notional: scaled(row.openInterestDelta.notional, COLLATERAL),
      price: price(row.fillPrice),
      indexPrice: price(row.indexPrice),
      fee: scaled(row.tradeFee, COLLATERAL),
      surcharge: scaled(row.surcharge, COLLATERAL),
      pnl: scaled(row.pnl, COLLATERAL),
      user,
      signature,
    };
  }
}

function price(value: unknown): string {
  return scaled(value, PRICE);
}

function scaled(value: unknown, digits: number): string {
  return decimalOf(rawOf("value", value), digits);
}
