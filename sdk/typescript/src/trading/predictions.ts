/** The prediction markets, and one wallet's orders there: points, not tokens. */
import type { ExpressApi } from "../calls.js";
import { AcreError, ANSWER_LOST, BAD_ANSWER } from "../errors.js";
import type {
  AmendBody,
  BatchError,
  OrderBody,
  OrderBook,
  Participant,
  PlacedOrder,
  PointsAnswer,
  PredictionMarket,
  PredictionPosition,
  PredictionTrade,
} from "../generated/api.js";

const PAGE_ROWS_MAX = 200;
const BATCH_MAX = 15;

/** An order; its price is what one contract costs in whole points, 1 to 99, also for NO. */
export interface NewOrder extends Omit<OrderBody, "type"> {
  readonly marketId: number;
  readonly type?: OrderBody["type"];
}

/** Rows of a list, and where the next ones begin. */
export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** The outcome of one order of a batch: exactly one of the two is set. */
export interface BatchedOrder {
  readonly order: PlacedOrder | null;
  readonly error: AcreError | null;
}

interface OfOrders {
  readonly status?: "all" | "canceled" | "expired" | "filled" | "open";
  readonly marketId?: number;
  readonly cursor?: string;
}

export class Predictions {
  constructor(private readonly express: ExpressApi) {}

  /** Takes part in the season, which brings 10,000 points at the first look at the portfolio. */
  async participate(): Promise<Participant> {
    return await this.express.post("/ppps3/participants", { body: {} });
  }

  async portfolio(): Promise<PointsAnswer> {
    return await this.express.get("/predictions/portfolio");
  }

  /** The wallet's positions. */
  async positions(
    options: { readonly isResolved?: boolean } = {},
  ): Promise<readonly PredictionPosition[]> {
    const query = { isResolvedFilter: options.isResolved };
    return (await this.express.get("/predictions/positions", { query })).positions;
  }

  /** The wallet's fills, one page: newest first. */
  async trades(
    options: { readonly marketId?: number; readonly cursor?: string } = {},
  ): Promise<Rows<PredictionTrade>> {
    const { marketId, cursor } = options;
    const query = { limit: PAGE_ROWS_MAX, marketId, cursor };
    const found = await this.express.get("/predictions/trades", { query });
    return { rows: found.trades, nextCursor: found.nextCursor };
  }

  /** The markets, one page: newest first. */
  async markets(
    options: { readonly isResolved?: boolean; readonly cursor?: string } = {},
  ): Promise<Rows<PredictionMarket>> {
    const { isResolved: isResolvedFilter, cursor } = options;
    const query = { limit: PAGE_ROWS_MAX, isResolvedFilter, cursor };
    const found = await this.express.get("/predictions/markets", { query });
    return { rows: found.markets, nextCursor: found.nextCursor };
  }

  async market(marketId: number): Promise<PredictionMarket> {
    const route = "/predictions/markets/{marketId}";
    return (await this.express.get(route, { path: { marketId } })).market;
  }

  async orderBook(marketId: number): Promise<OrderBook> {
    const route = "/predictions/markets/{marketId}/order-book";
    return (await this.express.get(route, { path: { marketId } })).orderBook;
  }

  /** The wallet's orders, one page: newest first. */
  async orders({ status = "open", marketId, cursor }: OfOrders = {}): Promise<Rows<PlacedOrder>> {
    const query = { limit: PAGE_ROWS_MAX, orderStatusFilter: status, marketId, cursor };
    const found = await this.express.get("/predictions/orders", { query });
    return { rows: found.orders, nextCursor: found.nextCursor };
  }

  /** The newest order of this client id; throws ORDER_NOT_FOUND. */
  async orderByClientId(id: string): Promise<PlacedOrder> {
    return (await this.express.get("/predictions/orders/by-client-id/{id}", { path: { id } }))
      .order;
  }

  /** Places an order once, however often the request has to be repeated. */
  async placeOrder({ marketId, type = "limit", ...order }: NewOrder): Promise<PlacedOrder> {
    const clientOrderId = order.clientOrderId ?? crypto.randomUUID();
    const asked = { path: { marketId }, body: { ...order, type, clientOrderId } };
    try {
      return (await this.express.post("/predictions/markets/{marketId}/orders", asked)).order;
    } catch (error) {
      if (!(error instanceof AcreError)) throw error;
      const isRepeated = error.code === "DUPLICATE_CLIENT_ORDER_ID" && error.isAfterLostAnswer;
      if (!isRepeated && error.code !== ANSWER_LOST) throw error;
      return await this.orderByClientId(clientOrderId).catch(() => {
        throw error;
      });
    }
  }

  /** Places up to 15 orders one after the other, each once; each has its own outcome. */
  async placeOrders(orders: readonly NewOrder[]): Promise<readonly BatchedOrder[]> {
    if (orders.length < 1 || orders.length > BATCH_MAX) {
      throw new RangeError(`a batch has 1 to ${BATCH_MAX} orders, not ${orders.length}`);
    }
    const named = orders.map(({ type = "limit", ...order }) => ({
      ...order,
      type,
      clientOrderId: order.clientOrderId ?? crypto.randomUUID(),
    }));
    const asked = { body: { orders: named } };
    const { results } = await this.express.post("/predictions/orders/batch", asked);
    if (results.length !== named.length) {
      throw new AcreError(BAD_ANSWER, "the batch has more or fewer results than orders");
    }
    return results.map(({ order = null, error = null }) => ({
      order,
      error: order === null ? errorOf(error) : null,
    }));
  }

  /**
   * Changes the price of an open order, or how many contracts of it remain. Fewer contracts at the
   * same price keep the place in the queue.
   */
  async amend(orderId: number, body: AmendBody): Promise<PlacedOrder> {
    const route = "/predictions/orders/{orderId}/amend";
    return (await this.express.post(route, { path: { orderId }, body })).order;
  }

  /** Cancels an order; its status afterwards. Repeating it changes nothing. */
  async cancel(orderId: number): Promise<PlacedOrder["status"]> {
    const route = "/predictions/orders/{orderId}/cancel";
    return (await this.express.post(route, { path: { orderId } })).status;
  }

  /** Cancels every open order, or those of one market; their ids. */
  async cancelAll(marketId?: number): Promise<readonly number[]> {
    const body = marketId === undefined ? {} : { marketId };
    return (await this.express.post("/predictions/orders/cancel-all", { body })).canceled;
  }

  /**
   * Arms the dead-man's switch: in so many real seconds, 5 to 86,400, every open order is cancelled.
   * Each call begins the time again; 0 disarms. When it will happen, in engine time.
   */
  async cancelAfter(timeoutSeconds: number): Promise<number | null> {
    const body = { timeoutSeconds };
    return (await this.express.post("/predictions/orders/cancel-after", { body })).cancelAt;
  }
}

function errorOf(said: BatchError | null): AcreError {
  if (said === null) return new AcreError(BAD_ANSWER, "neither an order nor an error");
  return new AcreError(said.code, said.message, { status: 409, details: said.details });
}
