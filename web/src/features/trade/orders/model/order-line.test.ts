import { describe, expect, it } from "vitest";
import type { PriceE8 } from "@/domain/amounts";
import { canMove, drawnPrice, lineLabel, linesOf, moveTo } from "./order-line";
import { freeGroup } from "./protect";
import { waitingOrder } from "./testing/order";

describe("lines of orders", () => {
  it("are those of the market that have a price", () => {
    const orders = [
      waitingOrder({ id: 1 }),
      waitingOrder({ id: 2, marketId: 4 }),
      waitingOrder({ id: 3, type: "auction", trigger: null }),
    ];
    expect(linesOf(orders, 3).map(({ id }) => id)).toEqual([1]);
    expect(drawnPrice(waitingOrder())).toBe(99);
  });

  it("say side and size, and move unless they are locked or trail", () => {
    expect(lineLabel(waitingOrder(), "sq ft")).toBe("Stop sell 28.60 sq ft");
    expect(lineLabel(waitingOrder({ isWhole: true }), "sq ft")).toBe("Stop sell position");
    expect(canMove(waitingOrder())).toBe(true);
    expect(canMove(waitingOrder({ isLocked: true }))).toBe(false);
    expect(canMove(waitingOrder({ type: "trailing" }))).toBe(false);
  });
});

describe("a move", () => {
  it("is to whole cents, and takes the worst price along in proportion", () => {
    expect(moveTo(waitingOrder(), 88.0049)).toEqual({
      change: { triggerPrice: "8800000000", acceptablePrice: "8712000000" },
      words: "Move stop sell to $88.00, worst price $87.12?",
      problem: null,
    });
  });

  it("of a limit order is of its price alone", () => {
    const limit = waitingOrder({ type: "limit", worst: 9_900_000_000n as PriceE8 });
    expect(moveTo(limit, 98)?.change).toEqual({ triggerPrice: "9800000000" });
    expect(moveTo(waitingOrder({ worst: null }), 98)?.words).toBe("Move stop sell to $98.00?");
  });

  it("beyond an exit says why not", () => {
    const stop = 9_000_000_000n as PriceE8;
    const limit = waitingOrder({ type: "limit", side: "long", worst: null, stop });
    expect(moveTo(limit, 89)?.problem).toBe("The price must be above the stop loss at $90.00.");
    expect(moveTo(limit, 91)?.problem).toBeNull();
  });

  it("to where it is, or to nothing, is none", () => {
    expect(moveTo(waitingOrder(), 99.001)).toBeNull();
    expect(moveTo(waitingOrder(), 0)).toBeNull();
    expect(moveTo(waitingOrder({ trigger: null }), 50)).toBeNull();
  });
});

it("a new pair has a group that no order of the account has", () => {
  expect(freeGroup([])).toBe(1);
  const taken = [waitingOrder({ id: 7, group: 8 }), waitingOrder({ id: 3, group: 9 })];
  expect(freeGroup(taken)).toBe(10);
  expect(freeGroup([waitingOrder({ id: 2 ** 32 - 1 })])).toBe(1);
});
