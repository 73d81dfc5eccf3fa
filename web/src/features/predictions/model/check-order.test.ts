import { describe, expect, it } from "vitest";
import { parsePoints } from "@/domain/parse";
import { allPoints, checkForm, type FormFacts, orderWords } from "./check-order";
import { FIRST_FORM, type OrderForm } from "./order-form";

const FACTS: FormFacts = {
  nowS: 1_000_000.7,
  closesAtS: 1_000_000 + 48 * 3_600,
  availableE6: parsePoints("10000000000"),
  openE6: parsePoints("0"),
  held: { yes: 0, no: 0 },
  book: {
    sequence: 1,
    yes: new Map([[58, 200]]),
    no: new Map([
      [39, 10],
      [37, 500],
    ]),
  },
};
const market = (values: Partial<OrderForm>): OrderForm => ({ ...FIRST_FORM, ...values });
const limit = (values: Partial<OrderForm>): OrderForm => ({
  ...FIRST_FORM,
  type: "limit",
  ...values,
});

describe("a purchase at the market", () => {
  it("spends at most the points, fees included, and names its worst price", () => {
    const { body, estimate } = checkForm(market({ points: "610" }), FACTS);
    // 9 × 61 points and 9 × 200 × 61 × 39 raw points of fees; a tenth contract would pass 610.
    expect(estimate).toEqual({
      contracts: 9,
      points: 553_282_200n,
      fee: 4_282_200n,
      price: 61,
      redeemed: 0,
      payout: 900_000_000n,
    });
    expect(body).toEqual({
      type: "market",
      side: "yes",
      price: 61,
      contracts: 9,
      timeInForce: "ioc",
      selfTradePrevention: "cancelResting",
    });
  });

  it("walks on to worse prices", () => {
    const { body, estimate } = checkForm(market({ points: "1000" }), FACTS);
    expect([body?.price, body?.contracts]).toEqual([63, 16]);
    expect(estimate?.points).toBeLessThanOrEqual(1_000_000_000n);
  });

  it("redeems held contracts of the other side and is paid for the rest only", () => {
    const held = { ...FACTS, held: { yes: 0, no: 4 } };
    expect(checkForm(market({ points: "610" }), held).estimate).toMatchObject({
      contracts: 9,
      redeemed: 4,
      payout: 500_000_000n,
    });
  });

  it.each([
    ["20000", "You have 10,000.00 points."],
    ["61", "One contract costs 61.48 points with its fee."],
    ["-3", "Enter an amount greater than 0."],
    ["1e1", "Write the number out, without an exponent."],
  ])("refuses %s points: %s", (points, sentence) => {
    const checked = checkForm(market({ points }), FACTS);
    expect(checked.errors.points).toBe(sentence);
    expect(checked.body).toBeNull();
  });

  it("refuses when nothing is offered", () => {
    const empty = { ...FACTS, book: { sequence: 1, yes: new Map(), no: new Map() } };
    expect(checkForm(market({ points: "61" }), empty).errors.points).toBe(
      "No YES for sale now. Place a limit order.",
    );
    expect(checkForm(market({ points: "61" }), { ...FACTS, book: null }).errors.points).toBe(
      "The order book is loading.",
    );
  });

  it("counts on the daily refill of a wallet with less than 1,000", () => {
    const poor = { ...FACTS, availableE6: parsePoints("0"), openE6: parsePoints("100000000") };
    expect(allPoints(poor)).toBe("900");
    expect(checkForm(market({ points: "900" }), poor).body).not.toBeNull();
    expect(checkForm(market({ points: "901" }), poor).body).toBeNull();
  });
});

describe("a sale at the market", () => {
  const held = { ...FACTS, held: { yes: 30, no: 0 } };

  it("buys the other side and receives 100 a pair less cost and fee", () => {
    const { body, estimate } = checkForm(market({ action: "sell", contracts: "10" }), held);
    expect(body).toMatchObject({ type: "market", side: "no", price: 42, contracts: 10 });
    expect(estimate).toMatchObject({
      contracts: 10,
      points: 580_000_000n - 4_872_000n,
      price: 58,
      redeemed: 10,
      payout: 0n,
    });
  });

  it("refuses more than is held, and a side without bids", () => {
    const checked = checkForm(market({ action: "sell", contracts: "31" }), held);
    expect(checked.errors.contracts).toBe("You hold 30 YES.");
    const none = { ...held, book: { sequence: 1, yes: new Map(), no: new Map() } };
    expect(checkForm(market({ action: "sell", contracts: "5" }), none).errors.contracts).toBe(
      "No bids for YES now.",
    );
  });
});

describe("a limit order", () => {
  it("is sent as it is typed", () => {
    expect(checkForm(limit({ price: "40", contracts: "10" }), FACTS).body).toEqual({
      type: "limit",
      side: "yes",
      price: 40,
      contracts: 10,
      timeInForce: "gtc",
      selfTradePrevention: "cancelResting",
    });
  });

  it("is sent as a purchase of the other side when it sells", () => {
    const sale = limit({ action: "sell", price: "62", contracts: "5" });
    const held = { ...FACTS, held: { yes: 5, no: 0 } };
    expect(checkForm(sale, held).body).toMatchObject({ side: "no", price: 38, contracts: 5 });
    expect(checkForm(sale, FACTS).errors.contracts).toBe("You hold 0 YES.");
  });

  it("counts its hours from engine time", () => {
    const timed = limit({ price: "40", contracts: "1", force: "gtd", hours: "2" });
    expect(checkForm(timed, FACTS).body?.expiresAt).toBe(1_000_000 + 7_200);
    expect(checkForm(timed, { ...FACTS, nowS: null }).body).toBeNull();
    const late = checkForm({ ...timed, hours: "49" }, FACTS);
    expect(late.errors.hours).toBe("The order must end before the question closes.");
    expect(late.body).toBeNull();
  });

  it("says post-only only when it is wanted", () => {
    const resting = limit({ price: "40", contracts: "1", isPostOnly: true });
    const { body, estimate } = checkForm(resting, FACTS);
    expect(body?.postOnly).toBe(true);
    expect(estimate?.fee).toBe(0n);
  });

  it.each([
    ["0", "The price must be from 1 to 99."],
    ["100", "The price must be from 1 to 99."],
    ["1.5", "Enter a whole number."],
    ["1.12345678", "Enter a whole number."],
    ["-3", "Enter an amount greater than 0."],
    ["１０", "Use the digits 0 to 9."],
    ["123456789012345678901234567890", "Amount too large."],
  ])("refuses the price %s: %s", (price, sentence) => {
    const checked = checkForm(limit({ price, contracts: "10" }), FACTS);
    expect(checked.errors.price).toBe(sentence);
    expect(checked.body).toBeNull();
  });

  it.each([
    ["0", "Contracts must be from 1 to 100,000."],
    ["100001", "Contracts must be from 1 to 100,000."],
    ["0.5", "Enter a whole number."],
    ["999999999999999999999999999999", "Amount too large."],
  ])("refuses %s contracts: %s", (contracts, sentence) => {
    const checked = checkForm(limit({ price: "1", contracts }), FACTS);
    expect(checked.errors.contracts).toBe(sentence);
    expect(checked.body).toBeNull();
  });

  it("needs the price and the highest fee of what is not covered", () => {
    const ten = {
      ...FACTS,
      availableE6: parsePoints("404800000"),
      openE6: parsePoints("700000000"),
    };
    expect(checkForm(limit({ price: "40", contracts: "10" }), ten).body).not.toBeNull();
    const { errors, body } = checkForm(limit({ price: "41", contracts: "10" }), ten);
    expect(errors.contracts).toBe("Needs 414.84 points; you have 404.80 available.");
    expect(body).toBeNull();
    const covered = { ...ten, held: { yes: 0, no: 30 } };
    expect(checkForm(limit({ price: "40", contracts: "40" }), covered).body).not.toBeNull();
    expect(checkForm(limit({ price: "40", contracts: "41" }), covered).body).toBeNull();
  });

  it("leaves the judgement to the server while points are not known", () => {
    const unknown = { ...FACTS, availableE6: null, openE6: null };
    expect(checkForm(limit({ price: "99", contracts: "100000" }), unknown).body).not.toBeNull();
  });
});

it("says nothing of fields that are still empty, and sends nothing", () => {
  for (const type of ["market", "limit"] as const) {
    expect(checkForm({ ...FIRST_FORM, type }, FACTS)).toEqual({
      body: null,
      estimate: null,
      errors: { points: null, price: null, contracts: null, hours: null },
    });
  }
});

it("names the order in words", () => {
  const words = (form: OrderForm) => orderWords(form, checkForm(form, FACTS).estimate);
  expect(words(limit({ price: "4", contracts: "1000" }))).toBe("Buy 1,000 YES at 4");
  expect(words(market({ points: "610" }))).toBe("Buy 9 YES for 553.28");
  expect(words(market({ action: "sell", side: "no" }))).toBe("Sell NO");
});
