import { describe, expect, it } from "vitest";
import { parsePoints } from "@/domain/parse";
import {
  bought,
  checkForm,
  FIRST_FORM,
  type FormFacts,
  formReducer,
  type OrderForm,
  orderWords,
  readWhole,
} from "./order-form";

const FACTS: FormFacts = {
  nowS: 1_000_000.7,
  closesAtS: 1_000_000 + 48 * 3_600,
  availableE6: parsePoints("10000000000"),
  openE6: parsePoints("0"),
  held: { yes: 0, no: 0 },
};
const form = (values: Partial<OrderForm>): OrderForm => ({ ...FIRST_FORM, ...values });

describe("what an order becomes", () => {
  it("sends a limit order as it is typed", () => {
    expect(checkForm(form({ price: "40", contracts: "10" }), FACTS).body).toEqual({
      type: "limit",
      side: "yes",
      price: 40,
      contracts: 10,
      timeInForce: "gtc",
      selfTradePrevention: "cancelResting",
    });
  });

  it("sends selling YES at 62 as buying NO at 38", () => {
    const sale = form({ action: "sell", price: "62", contracts: "5" });
    expect(checkForm(sale, FACTS).body).toMatchObject({ side: "no", price: 38, contracts: 5 });
    expect(bought({ action: "sell", side: "no" }, 30)).toEqual({ side: "yes", price: 70 });
  });

  it("sends a market order without a price unless a worst one is typed", () => {
    const market = form({ type: "market", contracts: "3", force: "fok" });
    expect(checkForm(market, FACTS).body).toEqual({
      type: "market",
      side: "yes",
      contracts: 3,
      timeInForce: "ioc",
      selfTradePrevention: "cancelResting",
    });
    const worst = { ...market, action: "sell" as const, price: "30" };
    expect(checkForm(worst, FACTS).body).toMatchObject({ side: "no", price: 70 });
  });

  it("counts the hours of an order from engine time", () => {
    const timed = form({ price: "40", contracts: "1", force: "gtd", hours: "2" });
    expect(checkForm(timed, FACTS).body?.expiresAt).toBe(1_000_000 + 7_200);
    expect(checkForm(timed, { ...FACTS, nowS: null }).body).toBeNull();
    const late = checkForm({ ...timed, hours: "49" }, FACTS);
    expect(late.errors.hours).toBe("The order must end before the question closes.");
    expect(late.body).toBeNull();
  });

  it("says post-only only when it is wanted", () => {
    const resting = form({ price: "40", contracts: "1", isPostOnly: true });
    expect(checkForm(resting, FACTS).body?.postOnly).toBe(true);
  });
});

describe("what is refused before sending", () => {
  it.each([
    ["0", "The price must be from 1 to 99."],
    ["100", "The price must be from 1 to 99."],
    ["1.5", "Enter a whole number."],
    ["1.12345678", "Enter a whole number."],
    ["-3", "Enter an amount greater than 0."],
    ["1e1", "Write the number out, without an exponent."],
    ["１０", "Use the digits 0 to 9."],
    ["4,5", "Enter a number, e.g. 1,500.50."],
    ["123456789012345678901234567890", "Amount too large."],
  ])("price %s: %s", (price, sentence) => {
    const checked = checkForm(form({ price, contracts: "10" }), FACTS);
    expect(checked.errors.price).toBe(sentence);
    expect(checked.body).toBeNull();
  });

  it.each([
    ["0", "Contracts must be from 1 to 100,000."],
    ["100001", "Contracts must be from 1 to 100,000."],
    ["0.5", "Enter a whole number."],
    ["999999999999999999999999999999", "Amount too large."],
  ])("contracts %s: %s", (contracts, sentence) => {
    const checked = checkForm(form({ price: "1", contracts }), FACTS);
    expect(checked.errors.contracts).toBe(sentence);
    expect(checked.body).toBeNull();
  });

  it("says nothing of fields that are still empty, and sends nothing", () => {
    expect(checkForm(FIRST_FORM, FACTS)).toEqual({
      body: null,
      errors: { price: null, contracts: null, hours: null },
    });
  });

  it("reads grouped thousands", () => {
    expect(readWhole("1,000", 1, 100_000, "Contracts")).toEqual({ value: 1_000, error: null });
  });
});

describe("points", () => {
  const ten = { ...FACTS, availableE6: parsePoints("400000000"), openE6: parsePoints("700000000") };

  it("refuses an order whose price alone is more than there is", () => {
    const { errors, body } = checkForm(form({ price: "41", contracts: "10" }), ten);
    expect(errors.contracts).toBe("Needs 410.00 points; you have 400.00 available.");
    expect(body).toBeNull();
    expect(checkForm(form({ price: "40", contracts: "10" }), ten).body).not.toBeNull();
  });

  it("leaves contracts out that are covered by the other side", () => {
    const held = { ...ten, held: { yes: 30, no: 0 } };
    const sale = form({ action: "sell", side: "yes", price: "10", contracts: "34" });
    expect(checkForm(sale, held).body).not.toBeNull();
    expect(checkForm({ ...sale, contracts: "35" }, held).errors.contracts).toBe(
      "Needs 450.00 points; you have 400.00 available.",
    );
  });

  it("counts on the daily top-up of a wallet with less than 1,000", () => {
    const poor = { ...FACTS, availableE6: parsePoints("0"), openE6: parsePoints("100000000") };
    expect(checkForm(form({ price: "90", contracts: "10" }), poor).body).not.toBeNull();
    expect(checkForm(form({ price: "91", contracts: "10" }), poor).body).toBeNull();
  });

  it("leaves the judgement to the server while points are not known", () => {
    const unknown = { ...FACTS, availableE6: null, openE6: null };
    expect(checkForm(form({ price: "99", contracts: "100000" }), unknown).body).not.toBeNull();
  });
});

describe("changes of the form", () => {
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

  it("gives post-only up where an order can not rest", () => {
    const resting = form({ isPostOnly: true });
    const ioc = formReducer(resting, { kind: "set", values: { force: "ioc" } });
    expect(ioc.isPostOnly).toBe(false);
    const market = formReducer(resting, { kind: "set", values: { type: "market" } });
    expect(market.isPostOnly).toBe(false);
  });

  it("takes no limit for the worst price of a market order", () => {
    const limit = form({ price: "5", contracts: "4" });
    const market = formReducer(limit, { kind: "set", values: { type: "market" } });
    expect([market.price, market.contracts]).toEqual(["", "4"]);
    const worst = formReducer(market, { kind: "set", values: { price: "70" } });
    expect(formReducer(worst, { kind: "set", values: { contracts: "9" } }).price).toBe("70");
    expect(formReducer(worst, { kind: "set", values: { type: "limit" } }).price).toBe("70");
  });

  it("keeps everything but the contracts after an order", () => {
    const typed = form({ price: "62", contracts: "5" });
    expect(formReducer(typed, { kind: "placed" })).toEqual({ ...typed, contracts: "" });
  });
});

it("names the order in words", () => {
  expect(orderWords(form({ price: "40", contracts: "1000" }))).toBe("Buy 1,000 YES at 40");
  expect(orderWords(form({ action: "sell", side: "no", type: "market" }))).toBe(
    "Sell NO at market",
  );
});
