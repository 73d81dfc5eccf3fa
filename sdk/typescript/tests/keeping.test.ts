/** Work of a keeper: the lists of it, the commands for it, and what they have earned. */
import { Keypair } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CommandRefused, UnsafeTransaction } from "../src/errors.js";
import { FakeExchange, failure } from "./fakes.js";

const OWNER = Keypair.generate().publicKey.toBase58();
const OTHER = Keypair.generate().publicKey.toBase58();
const realFetch = globalThis.fetch;
let exchange: FakeExchange;
let me: string;

beforeEach(() => {
  exchange = new FakeExchange();
  me = exchange.keypair.publicKey.toBase58();
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** The public list of liquidations: of the last command, once it is there. */
function liquidations(rows: readonly object[], { late = 0 } = {}): void {
  let left = late;
  let signature = "";
  exchange.changes.set("/commands", (found) => {
    signature = (found as unknown as { signature: string }[])[0]?.signature ?? "";
    return found;
  });
  exchange.lists.set("liquidations", null);
  exchange.changes.set("/liquidations", () => ({
    liquidations: left-- > 0 ? [] : rows.map((row) => ({ signature, liquidator: me, ...row })),
    nextCursor: null,
  }));
}

describe("a list of work", () => {
  it("has the accounts of others", async () => {
    const accounts = [{ owner: me }, { owner: OWNER }];
    exchange.lists.set("candidates", { accounts });
    expect(await exchange.client().keeper.candidates()).toEqual([{ owner: OWNER }]);
  });

  it("of requests is read to its end, or for ten pages", async () => {
    const client = exchange.client();
    const fake = globalThis.fetch;
    const queries: string[] = [];
    globalThis.fetch = async (url, init) => {
      queries.push(new URL(String(url)).search);
      return await fake(url, init);
    };
    let pages = 2;
    exchange.lists.set("settlement-requests", null);
    exchange.changes.set("/settlement-requests", () => ({
      settlementRequests: [{ id: queries.length }],
      nextCursor: queries.length < pages ? `c${queries.length}` : null,
    }));
    expect(await client.keeper.requests()).toEqual([{ id: 1 }, { id: 2 }]);
    expect(queries).toEqual(["?mature=true&limit=200", "?mature=true&limit=200&cursor=c1"]);
    pages = 1_000;
    expect(await client.keeper.requests()).toHaveLength(10);
  });
});

describe("a liquidation", () => {
  it("earns the fee of its own pieces, once they are listed", async () => {
    liquidations(
      [
        { liquidationFee: "5000000" },
        { liquidationFee: "250000" },
        { liquidationFee: "7", liquidator: OTHER },
        { liquidationFee: "9", signature: "another" },
      ],
      { late: 2 },
    );
    const kept = await exchange.client().keeper.liquidate(OWNER, 3);
    expect([kept.command, kept.earned]).toEqual(["liquidate", "5.25"]);
    expect(exchange.timer.slept).toEqual([250, 250, 500]); // the outcome, then the list
    expect(exchange.memos).toEqual([`Acre v1 localnet\nliquidate\nowner ${OWNER}\naccount 3`]);
  });

  it("pays to a margin account that is named", async () => {
    liquidations([{ liquidationFee: "1" }]);
    const kept = await exchange.client().keeper.liquidate(OWNER, 3, { feeAccount: 0 });
    expect(kept.earned).toBe("0.000001");
    expect(exchange.memos).toEqual([
      `Acre v1 localnet\nliquidate\nowner ${OWNER}\naccount 3\nfee-account 0`,
    ]);
  });

  it("that came too late is refused by the exchange, with its signature", async () => {
    exchange.changes.set("/commands", (rows) => [
      { ...(rows as unknown as object[])[0], status: "rejected", code: "NOT_LIQUIDATABLE" },
    ]);
    const error = await failure(exchange.client().keeper.liquidate(OWNER, 3));
    expect(error).toBeInstanceOf(CommandRefused);
    expect(error.code).toBe("NOT_LIQUIDATABLE");
    expect((error as CommandRefused).signature).not.toBe("");
  });
});

describe("processing", () => {
  it("earns the tips of the requests that name this wallet", async () => {
    const row = { keeperTip: "300000", processor: me };
    exchange.lists.set("settlement-requests", [
      { ...row, id: 4 },
      { ...row, id: 5, processor: OTHER },
      { ...row, id: 6 },
      { ...row, id: 7 },
    ]);
    const kept = await exchange.client().keeper.process(OWNER, [4, 5, 6]);
    expect([kept.command, kept.earned]).toEqual(["process-settlement-requests", "0.6"]);
    expect(exchange.memos).toEqual([
      `Acre v1 localnet\nprocess-settlement-requests\nowner ${OWNER}\nrequests 4,5,6`,
    ]);
    expect(exchange.asked.at(-1)).toBe(`/api/v1/user/${OWNER}/settlement-requests`);
  });

  it("of own requests brings no tip", async () => {
    const kept = await exchange.client().keeper.process(me, [4]);
    expect(kept.earned).toBe("0");
    expect(exchange.memos).toEqual(["Acre v1 localnet\nprocess-settlement-requests\nrequests 4"]);
  });

  it.each([[[]], [[1, 2, 3, 4, 5, 6, 7, 8, 9]]])("takes one to eight, not %o", async (ids) => {
    const call = exchange.client().keeper.process(OWNER, ids);
    await expect(call).rejects.toThrow(RangeError);
    expect(exchange.asked).toEqual([]);
  });
});

describe("what a server cheats with", () => {
  it.each([
    ["owner", { owner: OTHER }],
    ["account", { marginAccountId: 4 }],
    ["fee-account", { feeMarginAccountId: 9 }],
  ])("another %s of a liquidation is not signed", async (name, spoilt) => {
    exchange.spoilt = spoilt;
    const call = exchange.client().keeper.liquidate(OWNER, 3, { feeAccount: 0 });
    expect(await failure(call)).toEqual(
      new UnsafeTransaction(`its memo has another ${name} than was asked for`),
    );
    expect(exchange.asked).not.toContain("sendTransaction");
  });

  it.each([
    ["owner", { owner: OTHER }],
    ["requests", { settlementRequestIds: [4, 6] }],
  ])("another %s to process is not signed", async (name, spoilt) => {
    exchange.spoilt = spoilt;
    const call = exchange.client().keeper.process(OWNER, [4, 5]);
    expect(await failure(call)).toEqual(
      new UnsafeTransaction(`its memo has another ${name} than was asked for`),
    );
    expect(exchange.asked).not.toContain("sendTransaction");
  });

  it("a fee account that was not asked for is not signed", async () => {
    exchange.spoilt = { feeMarginAccountId: 9 };
    const error = await failure(exchange.client().keeper.liquidate(OWNER, 3));
    expect(error.message).toBe("its memo has other fields than were asked for");
  });

  it("an owner that is no address is not asked for", async () => {
    const { keeper } = exchange.client();
    for (const call of [keeper.liquidate("x\naccount 1", 3), keeper.process("x", [1])]) {
      const error = await failure(call);
      expect([error.code, error.message]).toEqual(["BAD_ANSWER", "an owner is no address"]);
    }
    expect(exchange.asked).toEqual([]);
  });
});
