import { expect, it } from "vitest";
import type { CommandRow } from "@/generated/api";
import { wireAccount, wireTrade } from "@/test/rows";
import type { UserEvent } from "./fold";
import { staleReads } from "./stale";

const command = (name: string, status: CommandRow["status"] = "applied"): UserEvent => ({
  kind: "command",
  signature: "sig",
  slot: 9,
  name,
  nonce: 1,
  status,
  code: null,
  details: {},
  timestamp: 1,
});
const names = (data: Parameters<typeof staleReads>[0]) =>
  staleReads(data)
    .map((part) => part.join(" "))
    .sort();

it("an order makes what its account allows stale, each read once, and no balance", () => {
  const trade = { kind: "trade", ...wireTrade() } as const;
  const events: UserEvent[] = [trade, trade, command("modify-position")];
  expect(names({ events, marginAccounts: [wireAccount()] })).toEqual([
    "account-totals",
    "history",
    "limits",
    "portfolio",
    "quote",
    "values",
  ]);
});

it("an index price makes what its holders' accounts allow stale, and no history", () => {
  expect(names({ events: [], marginAccounts: [wireAccount()] })).toEqual([
    "account-totals",
    "limits",
    "portfolio",
    "quote",
  ]);
});

it("only commands that move tokens make balances stale", () => {
  expect(names({ events: [command("deposit-margin")] })).toEqual(["balances", "history"]);
  expect(names({ events: [command("deposit-margin", "rejected")] })).toEqual(["history"]);
  expect(names({ events: [command("create-margin-account")] })).toContain("shown-accounts");
  expect(names({ events: [{ kind: "marginTransfer" } as UserEvent] })).toContain("shown-accounts");
  expect(names({ events: [command("stake")] })).toContain("token-balance");
  const paid: UserEvent = { kind: "settlement", status: "settled" };
  expect(names({ events: [paid] })).toContain("balances");
  expect(names({ events: [{ ...paid, status: "pending" }] })).not.toContain("balances");
});

it("a prediction order costs a read of its own market's orders; a trade moves the P&L", () => {
  const portfolio = { availablePoints: "1", openInterestPoints: "1" };
  const order: UserEvent = { kind: "order", marketId: 7 };
  expect(names({ events: [order], portfolio })).toEqual(["predictions orders 7"]);
  const trade: UserEvent = { kind: "predictionTrade", marketId: 7 };
  expect(names({ events: [order, trade], portfolio })).toEqual([
    "portfolio",
    "predictions fills 7",
    "predictions orders 7",
    "predictions points",
    "predictions positions",
  ]);
  // Points that move without an order were paid out.
  expect(names({ events: [], portfolio })).toEqual(["predictions points", "predictions positions"]);
});
