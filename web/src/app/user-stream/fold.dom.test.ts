import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it } from "vitest";
import { marginAccountsQuery, settlementRequestsQuery } from "@/api/queries";
import { lpPositionsQuery } from "@/features/liquidity/api";
import { openOrdersQuery, pointsQuery } from "@/features/predictions/api";
import { wireOrder } from "@/features/predictions/testing/wire-order";
import { waitingOrdersQuery } from "@/features/trade/orders/api";
import { wireWaiting } from "@/features/trade/orders/model/testing/order";
import type { LpPosition, SettlementRequest } from "@/generated/api";
import { wireAccount } from "@/test/rows";
import { foldUser, type UserData } from "./fold";

const USER = "user";
const PNL = { realizedPnl: 7n, unrealizedPnl: 8n };
let client: QueryClient;

function deposit(change: Partial<LpPosition> = {}): LpPosition {
  return {
    id: 1,
    address: "deposit",
    liquidity: "1000000",
    shares: "1000000",
    maturity: 500,
    hasReachedMaturity: false,
    maxRemovableShares: "0",
    shareValue: "1000000",
    sharePrice: "100000000",
    pnl: { value: "0", percentChange: "0" },
    points: { perDay: "0", total: "0" } as unknown as LpPosition["points"],
    canClose: false,
    isClosed: false,
    ...change,
  };
}

function request(change: Partial<SettlementRequest> = {}): SettlementRequest {
  return {
    address: "request",
    id: 1,
    maturity: 500,
    amount: "1000000",
    keeperTip: "0",
    exchange: "exchange",
    owner: USER,
    ownerTokenAccount: "account",
    status: "pending",
    processor: null,
    signature: null,
    mint: "mint",
    ...change,
  };
}

const delta = (data: UserData) => foldUser(client, USER, { events: [], ...data }, false);
const snapshot = (data: UserData) => foldUser(client, USER, data, true);
const accounts = () => client.getQueryData(marginAccountsQuery(USER).queryKey);
const deposits = () => client.getQueryData(lpPositionsQuery(USER).queryKey);
const requests = () => client.getQueryData(settlementRequestsQuery(USER).queryKey);
const orders = () => client.getQueryData(openOrdersQuery(USER).queryKey);
const idsOf = (rows: readonly { readonly id: number }[] | undefined) => rows?.map(({ id }) => id);

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(marginAccountsQuery(USER).queryKey, []);
  client.setQueryData(lpPositionsQuery(USER).queryKey, []);
  client.setQueryData(settlementRequestsQuery(USER).queryKey, []);
  client.setQueryData(openOrdersQuery(USER).queryKey, []);
});

describe("margin accounts", () => {
  it("are added, replaced and, once closed, removed", () => {
    delta({ marginAccounts: [wireAccount({ id: 2 })] });
    delta({ marginAccounts: [wireAccount({ id: 1 })] });
    expect(idsOf(accounts())).toEqual([1, 2]);
    delta({ marginAccounts: [wireAccount({ id: 2, marginCollateral: "5" })] });
    expect(accounts()?.[1]?.collateral).toBe(5n);
    delta({ marginAccounts: [wireAccount({ id: 1, isClosed: true })] });
    expect(idsOf(accounts())).toEqual([2]);
  });

  it("are those of a snapshot and no others", () => {
    delta({ marginAccounts: [wireAccount({ id: 1 })] });
    snapshot({ marginAccounts: [wireAccount({ id: 3 })] });
    expect(idsOf(accounts())).toEqual([3]);
  });

  it("stay unread while no page has read them", () => {
    client.clear();
    delta({ marginAccounts: [wireAccount({ id: 1 })] });
    expect(accounts()).toBeUndefined();
  });

  it("are not overwritten by an older read that was under way", async () => {
    const { queryKey } = marginAccountsQuery(USER);
    let answer: (rows: []) => void = () => undefined;
    const queryFn = ({ signal }: { readonly signal: AbortSignal }) => {
      expect(signal.aborted).toBe(false);
      return new Promise<[]>((resolve) => {
        answer = resolve;
      });
    };
    const read = client.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => undefined);
    await Promise.resolve();
    delta({ marginAccounts: [wireAccount({ id: 1 })] });
    answer([]);
    await read;
    expect(idsOf(accounts())).toEqual([1]);
    expect(client.getQueryState(queryKey)?.fetchStatus).toBe("idle");
  });
});

describe("LP positions", () => {
  it("are kept by maturity; a closed one is removed", () => {
    delta({ lpPositions: [deposit({ id: 1, maturity: 900 }), deposit({ id: 2 })] });
    delta({ lpPositions: [deposit({ id: 3, maturity: 600 })] });
    expect(idsOf(deposits())).toEqual([2, 3, 1]);
    delta({ lpPositions: [deposit({ id: 2, isClosed: true })] });
    expect(idsOf(deposits())).toEqual([3, 1]);
  });

  it("beyond the page that the server returns are left out", () => {
    const page = Array.from({ length: 200 }, (_, id) => deposit({ id, maturity: 100 }));
    snapshot({ lpPositions: page });
    delta({ lpPositions: [deposit({ id: 900, maturity: 200 })] });
    expect(deposits()).toHaveLength(200);
    expect(idsOf(deposits())).not.toContain(900);
  });
});

describe("settlement requests", () => {
  it("change in place and keep the settled ones, which a snapshot does not have", () => {
    delta({ settlementRequests: [request({ id: 2, maturity: 600 }), request({ id: 1 })] });
    delta({ settlementRequests: [request({ id: 1, status: "settled", signature: "paid" })] });
    snapshot({ settlementRequests: [request({ id: 2, maturity: 600, status: "mature" })] });
    expect(requests()?.map(({ id, status }) => [id, status])).toEqual([
      [1, "settled"],
      [2, "mature"],
    ]);
  });

  it("drop the oldest beyond a page", () => {
    const page = Array.from({ length: 200 }, (_, id) => request({ id, maturity: 100 + id }));
    delta({ settlementRequests: page });
    delta({ settlementRequests: [request({ id: 900, maturity: 900 })] });
    expect(requests()).toHaveLength(200);
    expect(idsOf(requests())?.[0]).toBe(1);
    expect(idsOf(requests())?.at(-1)).toBe(900);
  });
});

describe("prediction orders and points", () => {
  it("open orders stand newest first; one that ended is removed", () => {
    delta({ orders: [wireOrder({ orderId: 1 }), wireOrder({ orderId: 2 })] });
    delta({ orders: [wireOrder({ orderId: 1, status: "partiallyFilled", filledContracts: 4 })] });
    expect(orders()?.map(({ orderId, filledContracts }) => [orderId, filledContracts])).toEqual([
      [2, 0],
      [1, 4],
    ]);
    for (const status of ["filled", "canceled", "expired"] as const) {
      delta({ orders: [wireOrder({ orderId: 3 })] });
      delta({ orders: [wireOrder({ orderId: 3, status })] });
    }
    expect(orders()?.map(({ orderId }) => orderId)).toEqual([2, 1]);
    snapshot({ orders: [] });
    expect(orders()).toEqual([]);
  });

  it("the portfolio changes the points and leaves their P&L to a read", () => {
    const { queryKey } = pointsQuery(USER);
    client.setQueryData(queryKey, { available: 1n, open: 2n, ...PNL } as never);
    delta({ portfolio: { availablePoints: "30", openInterestPoints: "40" } });
    expect(client.getQueryData(queryKey)).toEqual({ available: 30n, open: 40n, ...PNL });
  });
});

it("waiting orders are added, replaced and, once ended, removed; newest first", () => {
  const { queryKey } = waitingOrdersQuery(USER);
  client.setQueryData(queryKey, []);
  const held = () => client.getQueryData(queryKey)?.map(({ id, trigger }) => [id, trigger]);
  delta({ perpOrders: [wireWaiting({ orderId: 1 }), wireWaiting({ orderId: 2 })] });
  delta({ perpOrders: [wireWaiting({ orderId: 1, triggerPrice: "9800000000" })] });
  expect(held()).toEqual([
    [2, 9_900_000_000n],
    [1, 9_800_000_000n],
  ]);
  delta({ perpOrders: [{ orderId: 2, isOpen: false }] });
  expect(held()).toEqual([[1, 9_800_000_000n]]);
  snapshot({ perpOrders: [wireWaiting({ orderId: 5 })] });
  expect(held()).toEqual([[5, 9_900_000_000n]]);
});
