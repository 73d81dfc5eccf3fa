import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";
import { decodeSummaries } from "@/api/decode-market";
import { summariesQuery } from "@/api/queries";
import { waitingOrder, wireOrderEvent } from "@/features/trade/orders/model/testing/order";
import { clearNotices, useNotices } from "@/state/toast";
import { connectWallet } from "@/test/page";
import { wireSummary, wireTrade } from "@/test/rows";
import { fakeServer } from "@/test/server";
import { noteMissed, noteOrders } from "./order-notices";

const USER = "user";
let client: QueryClient;
let slot = 100;
let history: readonly object[];

const said = () =>
  useNotices.getState().notices.map(({ title, steps }) => [title, steps.at(-1)?.text]);
/** Newest last; each test has a slot of its own, as each command has. */
const event: typeof wireOrderEvent = (change) => wireOrderEvent({ slot, ...change });
const note = (...events: ReturnType<typeof event>[]) =>
  noteOrders(client, USER, { events, trades: [], orders: [waitingOrder()] });
const filled = (change: Parameters<typeof event>[0] = {}) =>
  event({
    event: "filled",
    size: "-28600000",
    matchedSize: "-20000000",
    fillPrice: "9895000000",
    leftSize: "0",
    ...change,
  });

beforeEach(() => {
  slot += 1;
  history = [];
  clearNotices();
  connectWallet(USER);
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(
    summariesQuery.queryKey,
    decodeSummaries({ markets: [wireSummary()] } as never),
  );
  const page = (info: readonly object[]) => ({ body: { info, pagination: {} } });
  fakeServer({
    [`GET /api/v1/user/${USER}/history/perp-order`]: () => page(history),
    [`GET /api/v1/user/${USER}/history/trade`]: () =>
      page([wireTrade({ orderId: 7, indexPrice: "9900000000" })]),
  });
});

it("a fill is said with its parts, and the end that follows it is not", async () => {
  await note(event({}), filled(), event({ event: "ended", endReason: "filled" }));
  expect(said()).toEqual([
    ["Stop sell in Austin filled", "20.00 sq ft matched, 8.60 sq ft with the pool at $98.95"],
  ]);
});

it("a fill in part says that the rest waits", async () => {
  await note(filled({ leftSize: "-1000000" }));
  expect(said()[0]?.[0]).toBe("Stop sell in Austin filled in part, the rest waits");
});

it("an end by the exchange has a notice with its reason, a cancellation has none", async () => {
  await note(
    event({ event: "ended", endReason: "canceled" }),
    event({ event: "ended", endReason: "expired", orderId: 9 }),
    event({ event: "ended", endReason: "rejected", code: "NO_POSITION" }),
  );
  expect(said()).toEqual([
    ["Stop sell in Austin ended", "Refused: There is no position to reduce."],
    ["Order 9 in Austin ended", "Expired"],
  ]);
});

it("an order that is put off says why, again only for another reason", async () => {
  const deferred = (code: string, timestamp: number) =>
    event({ event: "deferred", code, timestamp });
  await note(deferred("SLIPPAGE_EXCEEDED", 1));
  clearNotices();
  await note(deferred("SLIPPAGE_EXCEEDED", 2));
  expect(said()).toEqual([]);
  await note(deferred("POOL_CAPACITY", 3));
  expect(said()).toEqual([
    ["Stop sell in Austin did not fill", "Still waiting: the pool had no room"],
  ]);
});

it("many at once are one notice", async () => {
  const fills = [1, 2, 3].map((orderId) => filled({ orderId }));
  await note(...fills, event({ event: "ended", endReason: "expired", orderId: 4 }));
  expect(said()).toEqual([["4 updates of your waiting orders", "3 filled, 1 ended"]]);
});

it("a fill says that it canceled the other order of its pair", async () => {
  await note(filled(), event({ event: "ended", endReason: "group", orderId: 8 }));
  expect(said()).toEqual([
    [
      "Stop sell in Austin filled",
      expect.stringMatching(/98\.95\. The other order is canceled\.$/),
    ],
  ]);
});

it("the exits of a position that was closed end in one notice", async () => {
  const ends = [1, 2, 3].map((orderId) =>
    event({ event: "ended", endReason: "noPosition", orderId }),
  );
  await note(...ends);
  expect(said()).toEqual([["3 orders in Austin ended", "No position left to reduce"]]);
});

it("after a gap only what was not shown is, named by the history", async () => {
  const before = filled({ orderId: 20, timestamp: 1_420_070_400 });
  await note(before);
  clearNotices();
  const missed = filled({ orderId: 7, slot: slot + 1_000 });
  const old = filled({ orderId: 21, timestamp: 5 });
  const placed = event({ event: "placed", orderType: "limit", size: "-28600000" });
  history = [missed, before, placed, old];
  await noteMissed(client, USER, 1_420_070_000, []);
  await noteMissed(client, USER, 1_420_070_000, []);
  expect(said()).toEqual([
    [
      "Limit sell in Austin filled",
      "20.00 sq ft matched at $99.00, 8.60 sq ft with the pool at $98.95",
    ],
  ]);
});
