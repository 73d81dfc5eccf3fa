/** A command from the quote to its outcome, whatever server, node and line do. */
import { PublicKey } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type AcreError,
  CommandRefused,
  OutcomeUnknown,
  UnsafeTransaction,
} from "../src/errors.js";
import { accountOf, type Change, FakeExchange, failure, PRICE } from "./fakes.js";

const realFetch = globalThis.fetch;
let exchange: FakeExchange;

beforeEach(() => {
  exchange = new FakeExchange();
  exchange.account = accountOf(1);
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

async function open(): Promise<AcreError> {
  return await failure(exchange.client().perps.open("MIA", "long", { size: "1" }));
}

describe("an order", () => {
  it("has the size and the limit that were computed here", async () => {
    const client = exchange.client();
    const fill = await client.perps.open("MIA", "long", { notional: "600" });
    expect(fill.price).toBe("300.3");
    await client.perps.open("MIA", "short", { size: "0.5", slippage: "0" });
    await client.perps.open("MIA", "long", { size: 1, worstPrice: "299.5" });
    await client.perps.close("MIA");
    expect(exchange.memos).toEqual([
      "Acre v1 localnet\nmodify-position\naccount 1\nmarket MIA\nsize +2.000000\nlimit 303.30300000",
      "Acre v1 localnet\nmodify-position\naccount 1\nmarket MIA\nsize -0.500000\nlimit 300.30000000",
      "Acre v1 localnet\nmodify-position\naccount 1\nmarket MIA\nsize +1.000000\nlimit 299.50000000",
      "Acre v1 localnet\nclose-position\naccount 1\nmarket MIA\nlimit 303.30300000",
    ]);
  });

  it("with a leverage opens an account with what it needs, and no more", async () => {
    exchange.account = null;
    const client = exchange.client();
    // 600 at a leverage of 3 needs 200, and costs a fee of 0.1 % and at most 0.5 %.
    exchange.changes.set("/quote/modify-position", (body) => ({
      ...body,
      availableMarginAfter: "200000000",
    }));
    await client.perps.open("MIA", "long", { notional: "600", leverage: 3 });
    expect(exchange.memos).toEqual([
      "Acre v1 localnet\ncreate-margin-account\naccount 1\namount 203.600000",
      "Acre v1 localnet\nmodify-position\naccount 1\nmarket MIA\nsize +2.000000\nlimit 303.30300000",
    ]);
  });

  it("takes what the account lacks from the wallet", async () => {
    const changed: Change = (body) => ({ ...body, availableMarginAfter: "150000001" });
    exchange.changes.set("/quote/modify-position", changed);
    await exchange.client().perps.open("MIA", "long", { notional: "600", leverage: 3 });
    expect(exchange.memos[0]).toBe("Acre v1 localnet\ndeposit-margin\naccount 1\namount 50.000000");
  });

  it("takes the minimum margin from the wallet, too", async () => {
    exchange.changes.set("/quote/modify-position", (body) => ({
      ...body,
      availableMarginAfter: "5000000",
      totalRequiredMarginAfter: "7500001",
    }));
    await exchange.client().perps.open("MIA", "long", { notional: "10", leverage: 2 });
    expect(exchange.memos[0]).toBe("Acre v1 localnet\ndeposit-margin\naccount 1\namount 2.510000");
  });

  it("does not count a fill better than the index as margin", async () => {
    exchange.changes.set("/quote/modify-position", (body) => ({
      ...body,
      fillPrice: "29970000001", // 0.29999999 below the index, of 2 units
      availableMarginAfter: "201000000",
      totalRequiredMarginAfter: "201000000",
    }));
    await exchange.client().perps.open("MIA", "long", { notional: "600", leverage: 3 });
    expect(exchange.memos[0]).toMatch(/amount 0.600000$/);
  });

  it("deposits nothing for a margin that its leverage does not explain", async () => {
    const required = (units: string) =>
      exchange.changes.set("/quote/modify-position", (body) => ({
        ...body,
        totalRequiredMarginAfter: units,
      }));
    const order = { notional: "600", leverage: 3 } as const;
    required("240000001");
    const error = await failure(exchange.client().perps.open("MIA", "long", order));
    expect([error.code, error.status]).toEqual(["INSUFFICIENT_MARGIN", 409]);
    expect(exchange.memos).toEqual([]);
    required("240000000");
    await exchange.client().perps.open("MIA", "long", order);
    expect(exchange.memos[0]).toMatch(/amount 240.000000$/);
  });

  it.each([1, null])("with more leverage than the market has moves no money", async (account) => {
    exchange.account = account === null ? null : accountOf(account);
    const order = { notional: "600", leverage: "6.666666666667" } as const;
    const error = await failure(exchange.client().perps.open("MIA", "long", order));
    expect([error.code, error.details]).toEqual([
      "BAD_LEVERAGE",
      { maxLeverageMultiple: "6.666666666666" },
    ]);
    expect(error.message).toBe("The leverage of MIA is at most 6.666666666666, not 6.666666666667");
    expect(exchange.asked.filter((name) => !name.endsWith("/markets"))).toEqual([]);
  });

  it("has as much leverage as the market has", async () => {
    const changed: Change = (body) => ({ ...body, availableMarginAfter: "150000000" });
    exchange.changes.set("/quote/modify-position", changed);
    const order = { notional: "600", leverage: "6.666666666666" } as const;
    await exchange.client().perps.open("MIA", "long", order);
    expect(exchange.memos).toHaveLength(1);
  });

  it.each<[string, Change]>([
    ["of another size", (body) => ({ ...body, openInterestDelta: { size: "1", notional: "0" } })],
    ["far from its index", (body) => ({ ...body, fillPrice: String((PRICE * 112n) / 100n) })],
    ["without an index", (body) => ({ ...body, indexPrice: "0" })],
  ])("is not built on a quote %s", async (_, change) => {
    exchange.changes.set("/quote/modify-position", change);
    const error = await failure(exchange.client().perps.open("MIA", "long", { notional: "600" }));
    expect(error.code).toBe("BAD_ANSWER");
    expect(exchange.asked.some((name) => name.includes("/transaction/"))).toBe(false);
  });

  it("deposits nothing that its leverage does not explain", async () => {
    const changed: Change = (body) => ({ ...body, availableMarginAfter: "-90000000000" });
    exchange.changes.set("/quote/modify-position", changed);
    const order = { notional: "600", leverage: 3 } as const;
    const error = await failure(exchange.client().perps.open("MIA", "long", order));
    expect(error.code).toBe("BAD_ANSWER");
    expect(exchange.memos).toEqual([]);
  });

  it("that would be refused says why and is not built", async () => {
    exchange.changes.set("/quote/modify-position", (body) => ({
      ...body,
      isExecutable: false,
      reasons: ["INSUFFICIENT_MARGIN", "MARKET_PAUSED"],
    }));
    const error = await open();
    expect([error.code, error.details["reasons"]]).toEqual([
      "INSUFFICIENT_MARGIN",
      ["INSUFFICIENT_MARGIN", "MARKET_PAUSED"],
    ]);
  });

  it.each<unknown>([{}, { notional: "1", size: "1" }])(
    "needs one amount, not %o",
    async (order) => {
      const call = exchange.client().perps.open("MIA", "long", order as { size: string });
      await expect(call).rejects.toThrow("either a notional or a size");
    },
  );

  it("has one of two sides", async () => {
    const call = exchange.client().perps.open("MIA", "up" as "long", { size: "1" });
    await expect(call).rejects.toThrow('side must be "long" or "short"');
  });

  it.each([{ slippage: 1 }, { slippage: "-1" }, { worstPrice: 0 }, { stop: "1e2" }, { target: 0 }])(
    "in wrong words moves no money: %j",
    async (wrong) => {
      exchange.account = null;
      const order = { size: "1", leverage: 2, ...wrong };
      const call = exchange.client().perps.open("MIA", "long", order);
      await expect(call).rejects.toThrow(Object.keys(wrong)[0]);
      expect(exchange.asked).toEqual([]);
    },
  );
});

describe("a delegate", () => {
  it("is of a list of markets, not of the letters of one", async () => {
    const limits = { markets: "MIA" as unknown as string[] };
    const call = exchange
      .client()
      .delegates.create({ address: PublicKey.default.toBase58() }, limits);
    await expect(call).rejects.toThrow(new TypeError("markets must be a list of symbols, not MIA"));
    expect(exchange.asked).toEqual([]);
  });
});

describe("positions", () => {
  const changed = (value: string) => ({ value, percentChange: "0" });
  const row = {
    marketId: 7,
    side: "short",
    openInterest: { size: "1234567", notional: "370370100" },
    lastInteractionPrice: "30100000001",
    pnlInfo: {
      totalPnl: changed("-1000001"),
      priceComponent: changed("1234567"),
      accruedFunding: changed("-2234568"),
    },
    leverageMultiple: "1.5",
    liquidationPrice: null,
  };
  const shown = {
    account: 4,
    symbol: "MIA",
    side: "short",
    size: "-1.234567",
    notional: "370.3701",
    entryPrice: "301.00000001",
    indexPrice: "300",
    pnl: "-1.000001",
    pricePnl: "1.234567",
    fundingPnl: "-2.234568",
    leverage: "1.5",
    liquidationPrice: null,
  };
  const reads = () => exchange.asked.filter((name) => name.endsWith("/markets")).length;

  /** The markets, with another index in the first reads of them. */
  function moved(times: number): void {
    let left = times;
    exchange.changes.set("/markets", (rows) =>
      (rows as unknown as { indexPrice: string }[]).map((one) =>
        left-- > 0 ? { ...one, indexPrice: String(PRICE + 10n ** 6n) } : one,
      ),
    );
  }

  beforeEach(() => {
    exchange.account = { ...accountOf(4), positions: [row] };
  });

  it("are the integers of the API as decimals", async () => {
    expect(await exchange.client().perps.positions()).toEqual([shown]);
    expect(reads()).toBe(1);
  });

  it("have the index that they are valued at, also where a price update comes between", async () => {
    moved(1);
    expect(await exchange.client().perps.positions()).toEqual([shown]);
    expect(reads()).toBe(2);
    moved(100);
    const [position] = await exchange.client().perps.positions();
    expect([position?.indexPrice, reads()]).toEqual(["300.01", 5]);
  });

  it("in a market that is not listed are no answer", async () => {
    exchange.account = { ...accountOf(4), positions: [{ ...row, marketId: 8 }] };
    expect((await failure(exchange.client().perps.positions())).code).toBe("BAD_ANSWER");
  });

  it("that are none need no markets", async () => {
    exchange.account = accountOf(4);
    expect([await exchange.client().perps.positions(), reads()]).toEqual([[], 0]);
  });
});

describe("a built transaction", () => {
  it.each<[string, () => Promise<AcreError>]>([
    [
      "of another command",
      async () => {
        let withdrawal: unknown;
        exchange.changes.set("/withdraw-margin", (body) => {
          withdrawal = body;
          return body;
        });
        await failure(exchange.client().margin.withdraw("5"));
        exchange.changes.set("/transaction/modify-position", () => withdrawal);
        return await open();
      },
    ],
    [
      "that is no base64",
      async () => {
        exchange.changes.set("/transaction/modify-position", (body) => ({ ...body, tx: "§" }));
        return await open();
      },
    ],
    [
      "to another vault than the wallet knows",
      async () => {
        const venue = { collateralVault: exchange.keypair.publicKey.toBase58() };
        return await failure(exchange.client({ venue }).margin.deposit("5"));
      },
    ],
    [
      "for another chain",
      async () => {
        const client = exchange.client({ venue: { chain: "mainnet" } });
        return await failure(client.margin.deposit("5"));
      },
    ],
  ])("%s is not signed and not sent", async (_, act) => {
    const error = await act();
    expect(["UNSAFE_TRANSACTION", "BAD_ANSWER"]).toContain(error.code);
    expect(exchange.asked).not.toContain("sendTransaction");
    expect(exchange.memos).toEqual([]);
  });

  it("with a nonce that was used is not signed", async () => {
    const built: unknown[] = [];
    exchange.changes.set("/transaction/modify-position", (body) => {
      built.push(body);
      return built[0];
    });
    const client = exchange.client();
    await client.perps.open("MIA", "long", { size: "1" });
    const again = await failure(client.perps.open("MIA", "long", { size: "1" }));
    expect(again).toBeInstanceOf(UnsafeTransaction);
    expect(again.message).toBe("its nonce is out of bounds");
    expect(exchange.memos).toHaveLength(1);
  });
});

describe("the outcome", () => {
  const none: Change = () => [];

  it("is the exchange's word, also when it refuses", async () => {
    exchange.changes.set("/commands", (rows) => [
      { ...(rows as unknown as object[])[0], status: "rejected", code: "SLIPPAGE_EXCEEDED" },
    ]);
    const error = await open();
    expect(error).toBeInstanceOf(CommandRefused);
    expect(error.code).toBe("SLIPPAGE_EXCEEDED");
  });

  it("is asked for until it is there, less and less often", async () => {
    let left = 5;
    exchange.changes.set("/commands", (rows) => (left-- > 0 ? [] : rows));
    exchange.node.set("getBlockHeight", () => ({ result: 10 }));
    await exchange.client().perps.open("MIA", "long", { size: "1" });
    expect(exchange.timer.slept).toEqual([250, 250, 500, 1_000, 2_000, 2_000]);
  });

  it("is followed although the node has refused what it already has", async () => {
    exchange.node.set("sendTransaction", () => ({ error: { code: -32002, message: "seen" } }));
    exchange.node.set("getSignatureStatuses", () => ({ result: { value: [{ err: null }] } }));
    exchange.changes.set("/commands", none);
    expect(await open()).toBeInstanceOf(OutcomeUnknown);
  });

  it("is followed where an answer was lost and the repeat did not reach the node", async () => {
    let code = "ECONNRESET";
    exchange.node.set("sendTransaction", () => {
      const cause = { code };
      code = "ECONNREFUSED";
      throw new TypeError("fetch failed", { cause });
    });
    exchange.changes.set("/commands", none);
    expect(await open()).toBeInstanceOf(OutcomeUnknown);
  });

  it("is none when the node has refused", async () => {
    exchange.node.set("sendTransaction", () => ({ error: { code: -32002, message: "no SOL" } }));
    const error = await open();
    expect([error.code, error.message]).toEqual(["NODE_REFUSED", "sendTransaction: no SOL"]);
  });

  it("is none when it failed on the chain or can no longer land", async () => {
    exchange.changes.set("/commands", none);
    exchange.node.set("getBlockHeight", () => ({ result: 1_001 }));
    expect((await open()).code).toBe("NEVER_LANDED");
    const status = { err: { InstructionError: [0, "Custom"] } };
    exchange.node.set("getSignatureStatuses", () => ({ result: { value: [status] } }));
    expect((await open()).code).toBe("TRANSACTION_FAILED");
  });

  it("that is not said in time is unknown, not refused", async () => {
    exchange.changes.set("/commands", () =>
      Response.json({ code: "X", message: "x" }, { status: 500 }),
    );
    const error = await open();
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect((error as OutcomeUnknown).signature).toMatch(/^[1-9A-Za-z]{80,88}$/);
  });

  it.each([[{}], [null], [[null]], [[{ signature: 1 }]]])(
    "of a server that answers %j is unknown",
    async (rows) => {
      exchange.changes.set("/commands", () => rows);
      expect(await open()).toBeInstanceOf(OutcomeUnknown);
    },
  );

  it("without a status is unknown", async () => {
    exchange.changes.set("/commands", (rows) => {
      const [row] = rows as unknown as { signature: string }[];
      return [{ signature: row?.signature }];
    });
    expect(await open()).toBeInstanceOf(OutcomeUnknown);
  });

  it("of a fill that cannot be read still has a code", async () => {
    exchange.changes.set("/trade", () => ({}));
    expect(await open()).toBeInstanceOf(OutcomeUnknown);
    exchange.changes.set("/trade", (rows) => [
      { ...(rows as unknown as object[])[0], fillPrice: "1e9" },
    ]);
    expect((await open()).code).toBe("BAD_ANSWER");
  });

  it("of two commands at once comes one after the other", async () => {
    const client = exchange.client();
    await Promise.all([client.margin.deposit("1"), client.margin.deposit("2")]);
    const order = exchange.asked.filter((name) => /deposit-margin|send|commands/.test(name));
    expect(order.map((name) => name.slice(name.lastIndexOf("/") + 1))).toEqual([
      "deposit-margin",
      "sendTransaction",
      "commands",
      "deposit-margin",
      "sendTransaction",
      "commands",
    ]);
  });
});
