import { describe, expect, it } from "vitest";
import type { PriceE8, SizeE6 } from "@/domain/amounts";
import { wireTrade } from "@/test/rows";
import { comingWords, heldWords, isLocked } from "./auction-words";
import { endWords, fillWords, orderName, statusWords, triggerWords } from "./order-words";
import { pastOrders } from "./past-orders";
import { waitingOrder, wireOrderEvent } from "./testing/order";

const size = (value: number) => BigInt(value * 1e6) as SizeE6;

describe("the coming auction", () => {
  const coming = { timestamp: 100, locksAt: 90, orderCount: 12, side: "long", size: size(1.2e6) };

  it("says how many orders there are and who is ahead", () => {
    expect(comingWords({ ...coming, side: "long" }, "sq ft")).toBe(
      "12 orders · buyers ahead by 1.20M sq ft",
    );
    expect(comingWords({ ...coming, side: null, orderCount: 1 }, "sq ft")).toBe(
      "1 order · balanced",
    );
    expect(comingWords({ ...coming, side: null, orderCount: 0 }, "sq ft")).toBe(
      "no orders counted yet",
    );
  });

  it("is locked from the cut-off until its price update", () => {
    const at = (nowS: number | null) => isLocked({ ...coming, side: null }, nowS);
    expect([89, 90, 99, 100, null].map(at)).toEqual([false, true, true, false, false]);
  });
});

it("says what an auction matched, what the pool took and what is left", () => {
  const held = {
    timestamp: 1,
    indexPrice: 1n as PriceE8,
    orderCount: 3,
    bought: size(100),
    sold: size(40),
    matched: size(40),
    pool: size(50),
  };
  expect(heldWords(held, "sq ft")).toBe(
    "3 orders: 40.0 sq ft matched, 50.0 sq ft with the pool, 10.0 sq ft unfilled",
  );
  const alone = { ...held, sold: size(0), matched: size(0), pool: size(100), orderCount: 1 };
  expect(heldWords(alone, "sq ft")).toBe(
    "1 order: nothing matched, 100.0 sq ft with the pool, nothing unfilled",
  );
});

describe("an open order", () => {
  it("has a name and the price it waits for", () => {
    expect(orderName(waitingOrder())).toBe("Stop sell");
    expect(triggerWords(waitingOrder())).toBe("$99.00");
    expect(triggerWords(waitingOrder({ triggerBy: "market" }))).toBe("$99.00 market");
    const trail = 50_000_000_000n as never;
    expect(triggerWords(waitingOrder({ type: "trailing", trail }))).toBe("$99.00, trails 5.00%");
    expect(triggerWords(waitingOrder({ type: "auction" }))).toBe("next update");
  });

  it.each([
    [{}, "Waiting"],
    [{ isDue: true }, "Price reached, next in turn"],
    [{ isLocked: true, isDue: true }, "Locked for the price update"],
    [{ deferredReason: "SLIPPAGE_EXCEEDED" }, "Waiting: beyond its worst price"],
    [{ deferredReason: "SELF_MATCH" }, "Waiting: against another order of this account"],
  ])("%j is %s", (change, expected) => {
    expect(statusWords(waitingOrder(change))).toBe(expected);
  });
});

describe("an ended order", () => {
  const placed = wireOrderEvent({
    orderType: "auction",
    size: "28600000",
    wholePosition: false,
  });
  const filled = wireOrderEvent({
    event: "filled",
    size: "28600000",
    matchedSize: "20000000",
    fillPrice: "10495000000",
    tradeFee: "1500000",
    surcharge: "250000",
  });
  const ended = wireOrderEvent({ event: "ended", endReason: "filled" });
  const trade = wireTrade({ orderId: 7 });

  it("has its parts: matched at the index, the rest with the pool", () => {
    const [order] = pastOrders([ended, filled, placed], [trade]);
    expect(order).toMatchObject({ id: 7, type: "auction", side: "long", size: 28_600_000n });
    expect(order?.fills[0]).toMatchObject({ cost: 1_750_000n, pool: 8_600_000n });
    expect(order && fillWords(order.fills[0] as never, "sq ft")).toBe(
      "20.00 sq ft matched at $104.86, 8.60 sq ft with the pool at $104.95",
    );
    expect(order && endWords(order)).toBe("Filled");
  });

  it("that filled in part and then expired says so", () => {
    const [order] = pastOrders([{ ...ended, endReason: "expired" }, filled, placed], []);
    expect(order && endWords(order)).toBe("Expired, filled in part");
    expect(order?.fills[0]?.matchedPrice).toBeNull();
  });

  it("that was refused says why, and one placed long ago what is known", () => {
    const refused = { ...ended, endReason: "rejected", code: "INSUFFICIENT_MARGIN" } as const;
    const [order] = pastOrders([refused], []);
    expect(order && endWords(order)).toMatch(/^Refused: Not enough free margin/);
    expect(order).toMatchObject({ type: null, side: null, size: null, fills: [] });
    expect(pastOrders([placed, filled], [])).toEqual([]);
  });
});
