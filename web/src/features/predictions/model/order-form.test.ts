import { describe, expect, it } from "vitest";
import { bought, FIRST_FORM, formReducer, type OrderForm, readWhole } from "./order-form";

const form = (values: Partial<OrderForm>): OrderForm => ({ ...FIRST_FORM, ...values });

it("reads grouped thousands", () => {
  expect(readWhole("1,000", 1, 100_000, "Contracts")).toEqual({ value: 1_000, error: null });
});

it("sells a side by buying the other one", () => {
  expect(bought({ action: "sell", side: "no" }, 30)).toEqual({ side: "yes", price: 70 });
  expect(bought({ action: "buy", side: "no" }, 30)).toEqual({ side: "no", price: 30 });
});

describe("changes of the form", () => {
  it("begins as a purchase of YES at the market", () => {
    expect(FIRST_FORM).toMatchObject({ action: "buy", side: "yes", type: "market", points: "" });
  });

  it("keeps the place in the book when the other contract is chosen", () => {
    const typed = form({ price: "62", contracts: "5" });
    const flipped = formReducer(typed, { kind: "set", values: { side: "no" } });
    expect(flipped).toMatchObject({ side: "no", price: "38", contracts: "5" });
    const odd = formReducer({ ...typed, price: "6x" }, { kind: "set", values: { side: "no" } });
    expect(odd.price).toBe("6x");
  });

  it("takes a picked level in the price of the chosen contract, as a limit", () => {
    const no = form({ side: "no", type: "market", contracts: "5" });
    expect(formReducer(no, { kind: "pick", yesPrice: 70 })).toMatchObject({
      type: "limit",
      price: "30",
      contracts: "5",
    });
  });

  it("gives post-only up where an order cannot rest", () => {
    const resting = form({ type: "limit", isPostOnly: true });
    const ioc = formReducer(resting, { kind: "set", values: { force: "ioc" } });
    expect(ioc.isPostOnly).toBe(false);
    const market = formReducer(resting, { kind: "set", values: { type: "market" } });
    expect(market.isPostOnly).toBe(false);
  });

  it("keeps everything but the amounts after an order", () => {
    const typed = form({ price: "62", contracts: "5", points: "100" });
    expect(formReducer(typed, { kind: "placed" })).toEqual({ ...typed, contracts: "", points: "" });
  });
});
