import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { DelegatedTrade, DelegatedWaiting } from "@/api/one-click";
import { checkOrder } from "./check-order";

const KEY = Keypair.generate().publicKey;
const OWNER = Keypair.generate().publicKey.toBase58();
const EXCHANGE = Keypair.generate().publicKey;
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const BLOCKHASH = "11111111111111111111111111111111";

const ORDER: DelegatedTrade = {
  key: KEY.toBase58(),
  owner: OWNER,
  command: "modify-position",
  marginAccountId: 1,
  symbol: "AUS",
  size: 28_600_000n,
  isExact: true,
  limit: 10_426_000_000n,
  isLimitExact: false,
  stop: null,
  target: null,
};

const text = (change: Readonly<Record<string, string>> = {}, extra: readonly string[] = []) => {
  const lines = {
    magic: "Acre v1 localnet",
    command: "modify-position",
    owner: `owner ${OWNER}`,
    account: "account 1",
    market: "market AUS",
    size: "size +28.600000",
    limit: "limit 104.26000000",
    nonce: "nonce 1795657687661",
    expires: "expires 390",
    ...change,
  };
  return [...Object.values(lines).filter(Boolean), ...extra].join("\n");
};

const memo = (content: string, account = KEY) =>
  new TransactionInstruction({
    programId: MEMO,
    keys: [{ pubkey: account, isSigner: true, isWritable: false }],
    data: Buffer.from(content),
  });

function limitUnits(units = 60_000) {
  const instruction = ComputeBudgetProgram.setComputeUnitLimit({ units });
  instruction.keys.push({ pubkey: EXCHANGE, isSigner: false, isWritable: false });
  return instruction;
}
const price = (microLamports = 1) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });

function bytesOf(instructions: readonly TransactionInstruction[], payer = KEY): Uint8Array {
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: BLOCKHASH });
  transaction.add(...instructions);
  const unsigned = { requireAllSignatures: false, verifySignatures: false };
  return Uint8Array.from(transaction.serialize(unsigned));
}

const built = (content: string) => bytesOf([limitUnits(), price(), memo(content)]);
const check = (bytes: Uint8Array, change: Partial<DelegatedTrade> = {}) =>
  checkOrder(bytes, { ...ORDER, ...change });
/** Why an order is refused; null when it passes. */
async function reason(checked: Promise<unknown>): Promise<string | null> {
  try {
    await checked;
  } catch (error) {
    expect(String(error)).toContain("Nothing was signed.");
    return String(((error as Error).cause as Error).message);
  }
  return null;
}
const difference = (bytes: Uint8Array, change: Partial<DelegatedTrade> = {}) =>
  reason(check(bytes, change));

const OTHER_COMMAND = "its memo is another command than modify-position";
const OTHER_FIELDS = "its memo has other fields than were asked for";
const another = (name: string) => `its memo has another ${name} than was asked for`;

describe("an order as asked", () => {
  it("is accepted, with the price limit near the shown one", async () => {
    const bytes = built(text());
    const { message } = await check(bytes);
    expect(bytes.slice(-message.length)).toEqual(Uint8Array.from(message));
    expect(await difference(built(text({ limit: "limit 104.50000000" })))).toBeNull();
  });

  it("is accepted as a whole or partial close", async () => {
    const whole = built(text({ command: "close-position", size: "" }));
    expect(await difference(whole, { command: "close-position", size: null })).toBeNull();
    const part = built(text({ command: "close-position", size: "size +1.000000" }));
    expect(await difference(part, { command: "close-position", size: 1_000_000n })).toBeNull();
  });

  it("of a notional is accepted with a size near the shown one", async () => {
    const near = built(text({ size: "size -28.599000" }));
    expect(await difference(near, { size: -28_600_000n, isExact: false })).toBeNull();
  });
});

describe("a hostile server gets no signature for", () => {
  it.each([
    ["another command", { command: "withdraw-margin" }, OTHER_COMMAND],
    ["another owner", { owner: `owner ${EXCHANGE.toBase58()}` }, another("owner")],
    ["an own order of the key", { owner: "" }, OTHER_FIELDS],
    ["another account", { account: "account 2" }, another("account")],
    ["another market", { market: "market HOU" }, another("market")],
    ["a market that only begins the same", { market: "market AUS2" }, another("market")],
    ["no price limit", { limit: "" }, OTHER_FIELDS],
    ["no size", { size: "" }, OTHER_FIELDS],
    ["a size with other digits", { size: "size +28.6" }, another("size")],
    ["a size that is no figure", { size: "size 0x1B47D60.000000" }, another("size")],
    ["another exchange", { magic: "Acre v2 localnet" }, "its memo is no command of this exchange"],
  ])("%s", async (_what, change, expected) => {
    expect(await difference(built(text(change)))).toBe(expected);
  });

  it("another size, side or price limit", async () => {
    expect(await difference(built(text({ size: "size +28.600001" })))).toBe(another("size"));
    expect(await difference(built(text({ size: "size -28.600000" })))).toBe(another("size"));
    const wide = built(text({ size: "size +28.800000" }));
    expect(await difference(wide, { isExact: false })).toBe(another("size"));
    expect(await difference(built(text({ limit: "limit 105.00000000" })))).toBe(another("limit"));
    const moved = built(text({ limit: "limit 104.26000001" }));
    expect(await difference(moved, { isLimitExact: true })).toBe(another("limit"));
  });

  it("a memo with a further line, or another text around it", async () => {
    expect(await difference(built(text({}, ["tip 1.000000"])))).toBe(OTHER_FIELDS);
    expect(await difference(built(`${text()}\n`))).toBe(OTHER_FIELDS);
    const before = "its memo is no command of this exchange";
    expect(await difference(built(`x${text()}`))).toBe(before);
  });

  it("two memos, none, or one of another account", async () => {
    const two = bytesOf([limitUnits(), price(), memo(text()), memo(text())]);
    expect(await difference(two)).toBe("it has 2 memos");
    expect(await difference(bytesOf([limitUnits(), price()]))).toBe("it has 0 memos");
    const foreign = bytesOf([limitUnits(), price(), memo(text(), EXCHANGE)]);
    expect(await difference(foreign)).toBe("it asks for signatures of others");
  });

  it("a transfer of the key's SOL beside the order", async () => {
    const to = { fromPubkey: KEY, toPubkey: EXCHANGE, lamports: 1 };
    const bytes = bytesOf([limitUnits(), price(), SystemProgram.transfer(to), memo(text())]);
    expect(await difference(bytes)).toBe("it calls 11111111111111111111111111111111");
  });

  it("a fee that burns the key's SOL", async () => {
    const dear = bytesOf([limitUnits(1_400_000), price(1_000_000), memo(text())]);
    expect(await difference(dear)).toBe("its fee is 1405000 lamports");
    expect(await difference(bytesOf([price(1_000_000), memo(text())]))).toBe(
      "its fee is 1405000 lamports",
    );
    const repeated = bytesOf([limitUnits(), price(), price(), memo(text())]);
    expect(await difference(repeated)).toBe("its compute budget is not a limit and a price");
  });

  it("another payer, or bytes that are no transaction", async () => {
    const other = Keypair.generate().publicKey;
    expect(await difference(bytesOf([memo(text(), other)], other))).toBe(
      "another wallet pays its fee",
    );
    const message = new TransactionMessage({
      payerKey: KEY,
      recentBlockhash: BLOCKHASH,
      instructions: [memo(text())],
    });
    const versioned = new VersionedTransaction(message.compileToV0Message()).serialize();
    expect(await difference(versioned)).toBeNull(); // the same order in another form
    expect(await difference(versioned.slice(0, -1))).toBe("it cannot be decoded");
    expect(await difference(Uint8Array.from([1, 2, 3]))).toBe("it cannot be decoded");
  });
});

describe("an order with a bracket", () => {
  const bracket = { stop: 9_900_000_000n, target: 11_000_000_000n };

  it("has both prices, to the last digit", async () => {
    const lines = { limit: "limit 104.26000000\nstop 99.00000000\ntarget 110.00000000" };
    expect(await difference(built(text(lines)), bracket)).toBeNull();
    expect(await difference(built(text(lines)), { ...bracket, stop: null })).toBe(OTHER_FIELDS);
    expect(await difference(built(text(lines)), { ...bracket, target: 11_000_000_001n })).toBe(
      another("target"),
    );
    expect(await difference(built(text()), bracket)).toBe(OTHER_FIELDS);
  });
});

describe("a command about waiting orders", () => {
  const WAITING: DelegatedWaiting = {
    key: KEY.toBase58(),
    owner: OWNER,
    command: "place-perp-order",
    marginAccountId: 1,
    lines: [
      { name: "market", text: "AUS" },
      { name: "fill", text: "at-stop" },
      { name: "size", near: -28_600_000n, digits: 6 },
      { name: "trigger", text: "99.00000000" },
      { name: "worst-price", near: 9_801_000_000n, digits: 8 },
      { name: "until", text: "2026-12-01T00:00:00Z" },
    ],
  };
  const LINES = {
    magic: "Acre v1 localnet",
    command: "place-perp-order",
    owner: `owner ${OWNER}`,
    account: "account 1",
    market: "market AUS",
    fill: "fill at-stop",
    size: "size -28.600000",
    trigger: "trigger 99.00000000",
    worst: "worst-price 98.01000000",
    until: "until 2026-12-01T00:00:00Z",
    nonce: "nonce 1795657687661",
    expires: "expires 390",
  };
  const waiting = (change: Partial<typeof LINES> = {}) => {
    const rows = Object.values({ ...LINES, ...change }).filter(Boolean);
    return reason(checkOrder(built(rows.join("\n")), WAITING));
  };

  it("is accepted as asked, with figures near the shown ones", async () => {
    expect(await waiting()).toBeNull();
    expect(await waiting({ size: "size -28.601000", worst: "worst-price 98.02000000" })).toBeNull();
  });

  it.each([
    [{ size: "size +28.600000" }, another("size")],
    [{ size: "size -29.600000" }, another("size")],
    [{ worst: "worst-price 90.00000000" }, another("worst-price")],
    [{ worst: "" }, OTHER_FIELDS],
    [{ trigger: "trigger 99.00000001" }, another("trigger")],
    [{ fill: "fill at-limit" }, another("fill")],
    [{ market: "market DAL" }, another("market")],
    [{ until: "until 2026-12-01T00:00:00Z\ngroup 4" }, OTHER_FIELDS],
    [{ command: "cancel-perp-orders" }, "its memo is another command than place-perp-order"],
  ])("is refused with %j", async (change, expected) => {
    expect(await waiting(change)).toBe(expected);
  });
});
