import { describe, expect, it } from "vitest";
import type { CommandEvent } from "@/api/command-outcomes";
import { wireTrade } from "@/test/rows";
import { type AppliedCommand, type ResultNames, resultSentence } from "./results";

const NAMES: ResultNames = {
  market: (marketId) => (marketId === 3 ? { name: "Austin", unit: "sq ft" } : null),
  account: (accountId) => `Account ${accountId}`,
  arrival: () => "in about 1 minute",
  earnsFromS: 1_265_241_600,
};

function sentence(change: Partial<AppliedCommand>, names: Partial<ResultNames> = {}): string {
  const command = { name: null, label: "Do it", request: {}, events: [], ...change };
  return resultSentence(command, { ...NAMES, ...names });
}

const trade = (change: object) =>
  sentence({ events: [{ kind: "trade", ...wireTrade({ fillPrice: "10323000000", ...change }) }] });

describe("trades", () => {
  const delta = (size: string) => ({ size, notional: "0" });

  it("an open or increased long is bought, a short is sold, with size, price and all fees", () => {
    const fees = { tradeFee: "3720000", surcharge: "0" };
    expect(trade(fees)).toBe("Bought 28.6 sq ft of Austin at $103.23, fee $3.72");
    const short = { side: "short", tradeKind: "increase", openInterestDelta: delta("-2510400000") };
    expect(trade({ ...fees, surcharge: "1000000", ...short })).toBe(
      "Sold short 2,510 sq ft of Austin at $103.23, fee $4.72",
    );
  });

  it("a close names the side that was held and the realized P&L", () => {
    const sold = { side: "short", openInterestDelta: delta("-28600000"), tradeFee: "3720000" };
    expect(trade({ ...sold, tradeKind: "close", pnl: "-250000" })).toBe(
      "Closed long 28.6 sq ft of Austin at $103.23, realized −$0.25, fee $3.72",
    );
    expect(trade({ ...sold, side: "long", tradeKind: "decrease", pnl: "1500000" })).toBe(
      "Reduced short by 28.6 sq ft of Austin at $103.23, realized +$1.50, fee $3.72",
    );
    expect(trade({ ...sold, tradeKind: "flip", pnl: "0" })).toBe(
      "Flipped to short: sold 28.6 sq ft of Austin at $103.23, realized $0.00, fee $3.72",
    );
  });

  it("small figures are not shown as zero", () => {
    const small = { openInterestDelta: delta("34500"), tradeFee: "700" };
    expect(trade(small)).toBe("Bought 0.0345 sq ft of Austin at $103.23, fee <$0.01");
    expect(trade({ ...small, tradeKind: "close", side: "short", pnl: "-700" })).toContain(
      "realized −<$0.01",
    );
  });

  it("an unknown market is named by its number", () => {
    expect(trade({ marketId: 9, tradeFee: "0" })).toContain("Bought 28.6 of market 9 at");
  });
});

describe("transfers, liquidity, stakes", () => {
  const base = { timestamp: 1, exchangeId: 0, signature: "s", slot: 1, user: "u" };
  const transfer = (change: object): CommandEvent => ({
    kind: "marginTransfer",
    ...base,
    marginTransferKind: "deposit",
    marginAccountId: 1,
    margin: "1000000000",
    settlementRequestMaturity: null,
    ...change,
  });
  const lp = (modifyLiquidityKind: "add" | "remove" | "upgrade"): CommandEvent => ({
    kind: "lp",
    ...base,
    modifyLiquidityKind,
    liquidity: "1000000000",
    shares: "990100000",
    sharePrice: "101000000",
    newLiquidityAmount: "0",
    newSharesAmount: "0",
    lpPositionId: 1,
    maturity: 5,
  });

  it("a deposit names the account, a withdrawal its arrival", () => {
    expect(sentence({ events: [transfer({})] })).toBe("Deposited $1,000.00 to Account 1");
    const withdrawal = transfer({ marginTransferKind: "withdraw", settlementRequestMaturity: 9 });
    expect(sentence({ events: [withdrawal] })).toBe(
      "Withdrawing $1,000.00, arrives in your wallet in about 1 minute",
    );
  });

  it("liquidity has its shares", () => {
    expect(sentence({ events: [lp("add")] })).toBe("Added $1,000.00 to the pool for 990.1 shares");
    expect(sentence({ events: [lp("remove")] })).toBe(
      "Removed 990.1 shares from the pool for $1,000.00",
    );
    expect(sentence({ events: [lp("upgrade")] })).toBe("Moved 990.1 shares to a new pool deposit");
  });

  it("a stake has its amount and the day from which it earns", () => {
    const stake = { name: "stake", request: { amount: "500000000" } };
    expect(sentence(stake)).toMatch(/^500 ACRE staked, earning from .*Feb/);
    expect(sentence(stake, { earnsFromS: null })).toBe("500 ACRE staked");
    expect(sentence({ ...stake, name: "unstake" })).toBe("500 ACRE unstaking");
    const withdrawal = { name: "stake-withdraw", request: { amount: "1500000" } };
    expect(sentence(withdrawal)).toBe("1.5 ACRE withdrawn to your wallet");
  });

  it("a delegate is one-click trading, on or off", () => {
    const request = (delegate: string | null) => ({ name: "set-delegate", request: { delegate } });
    expect(sentence(request("key"))).toBe("One-click trading is on");
    expect(sentence(request(null))).toBe("One-click trading is off");
  });

  it("a command without an event has a plain sentence, an unknown one its label", () => {
    expect(sentence({ name: "close-margin-account" })).toBe("Account closed");
    expect(sentence({ name: "new-command", label: "New command" })).toBe("New command: done");
  });
});
