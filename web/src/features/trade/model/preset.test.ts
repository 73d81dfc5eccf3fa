import { describe, expect, it } from "vitest";
import { decodeLimit, decodeMarginAccount } from "@/api/decode-account";
import { parseRate } from "@/domain/parse";
import type { Preferences } from "@/state/preferences";
import { wireAccount, wireLimit, wirePosition } from "@/test/rows";
import { isOf, leveragePreset, leverageText, modePreset, reducedWords } from "./preset";

const preferences: Preferences = {
  owner: "wallet",
  defaultLeverage: "2.5",
  tradeMode: "advanced",
};
const limit = (leverageMultiple = "10") =>
  decodeLimit(
    wireLimit({
      maxPositionModification: {
        openInterestDelta: { size: "95000000", notional: "10000000000" },
        leverageMultiple,
      },
    }),
  );
const untouched = () => ({
  preferences,
  address: "wallet",
  isTouched: false,
  text: "",
  position: null,
  account: decodeMarginAccount(wireAccount()),
  limit: limit(),
  marketMost: parseRate("10"),
});
const wish = (defaultLeverage: string) => ({ preferences: { ...preferences, defaultLeverage } });

describe("the leverage of an empty ticket", () => {
  it("is the profile's, as a place on the slider and never as an amount", () => {
    expect(leveragePreset(untouched())).toEqual({
      leverage: parseRate("2.5"),
      wanted: null,
      boundBy: null,
      position: 250,
    });
  });

  it("no longer applies once the ticket was touched, however late the profile comes", () => {
    expect(leveragePreset({ ...untouched(), isTouched: true })).toBeNull();
    expect(leveragePreset({ ...untouched(), ...wish("3"), isTouched: true })).toBeNull();
  });

  it.each(["5", "0", " ", "x"])("changes nothing in a ticket that holds “%s”", (text) => {
    expect(leveragePreset({ ...untouched(), text })).toBeNull();
  });

  it("leaves an open position its own figures", () => {
    const account = decodeMarginAccount(wireAccount({ positions: [wirePosition()] }));
    const position = account.positions[0] ?? null;
    expect(position).not.toBeNull();
    expect(leveragePreset({ ...untouched(), account, position })).toBeNull();
  });

  it("begins at what the account has in other markets, and never below it", () => {
    const account = decodeMarginAccount(
      wireAccount({ leverageMultiple: "2", openInterest: "2000000000" }),
    );
    const room = limit("12");
    expect(leveragePreset({ ...untouched(), account, limit: room })?.position).toBe(50);
    expect(leveragePreset({ ...untouched(), account, ...wish("2") })).toBeNull();
    expect(leveragePreset({ ...untouched(), account, ...wish("1") })).toBeNull();
  });

  it("is at most the market's, and says so", () => {
    const preset = leveragePreset({ ...untouched(), ...wish("20") });
    expect(preset).toEqual({
      leverage: parseRate("10"),
      wanted: parseRate("20"),
      boundBy: "market",
      position: 1000,
    });
    expect(preset && reducedWords(preset, "AUS")).toBe(
      "Max leverage in AUS is 10×; your default is 20×.",
    );
    const exact = leveragePreset({ ...untouched(), ...wish("10") });
    expect(exact).toMatchObject({ position: 1000, wanted: null });
    expect(exact && reducedWords(exact, "AUS")).toBeNull();
  });

  it("is at most what the account can have now, and says so", () => {
    const preset = leveragePreset({ ...untouched(), ...wish("9.5"), limit: limit("6.2599") });
    expect(preset).toMatchObject({ boundBy: "account", position: 1000 });
    expect(preset && reducedWords(preset, "AUS")).toBe(
      "Max leverage for this account now is 6.25×; your default is 9.5×.",
    );
  });

  it("does not apply without a wallet, an account, a limit, or with another wallet's profile", () => {
    for (const change of [
      { address: null },
      { address: "another" },
      { preferences: { ...preferences, owner: null } },
      { account: null },
      { limit: null },
      { limit: decodeLimit(wireLimit({ maxPositionModification: null })) },
    ]) {
      expect(leveragePreset({ ...untouched(), ...change })).toBeNull();
    }
  });
});

it("begins in the profile's mode, and in the basic one with another wallet", () => {
  expect(modePreset(preferences, "wallet")).toBe("advanced");
  expect(modePreset(preferences, null)).toBe("advanced");
  expect(modePreset(preferences, "another")).toBe("basic");
  expect([isOf(preferences, "wallet"), isOf(preferences, null)]).toEqual([true, false]);
});

it("writes a leverage in two decimals and never more than it is", () => {
  expect(["1", "2.5", "9.999999999999"].map((text) => leverageText(parseRate(text)))).toEqual([
    "1",
    "2.5",
    "9.99",
  ]);
});
