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
const difference = (bytes: Uint8Array, change: Partial<DelegatedTrade> = {}) => {
  try {
    check(bytes, change);
  } catch (error) {
    return (error as { readonly difference: string }).difference;
  }
  return null;
};

describe("an order as asked", () => {
  it("is accepted, with the price limit near the shown one", () => {
    expect(check(built(text())).message.header.numRequiredSignatures).toBe(1);
    expect(difference(built(text({ limit: "limit 104.50000000" })))).toBeNull();
  });

  it("is accepted as a whole or partial close", () => {
    const whole = built(text({ command: "close-position", size: "" }));
    expect(difference(whole, { command: "close-position", size: null })).toBeNull();
    const part = built(text({ command: "close-position", size: "size +1.000000" }));
    expect(difference(part, { command: "close-position", size: 1_000_000n })).toBeNull();
  });

  it("of a notional is accepted with a size near the shown one", () => {
    const near = built(text({ size: "size -28.599000" }));
    expect(difference(near, { size: -28_600_000n, isExact: false })).toBeNull();
  });
});

describe("a hostile server gets no signature for", () => {
  it.each([
    ["another command", { command: "withdraw-margin" }],
    ["another owner", { owner: `owner ${EXCHANGE.toBase58()}` }],
    ["an own order of the key", { owner: "" }],
    ["another account", { account: "account 2" }],
    ["another market", { market: "market HOU" }],
    ["a market that only begins the same", { market: "market AUS2" }],
    ["no price limit", { limit: "" }],
    ["a size that no form showed", { size: "" }],
  ])("%s", (_what, change) => {
    expect(difference(built(text(change)))).toBe("another command");
  });

  it("another size, side or price limit", () => {
    expect(difference(built(text({ size: "size +28.600001" })))).toBe("another size");
    expect(difference(built(text({ size: "size -28.600000" })))).toBe("another side");
    const wide = built(text({ size: "size +28.800000" }));
    expect(difference(wide, { isExact: false })).toBe("another size");
    expect(difference(built(text({ limit: "limit 105.00000000" })))).toBe("another price limit");
    const moved = built(text({ limit: "limit 104.26000001" }));
    expect(difference(moved, { isLimitExact: true })).toBe("another price limit");
  });

  it("a memo with a further line, or another text around it", () => {
    expect(difference(built(text({}, ["tip 1.000000"])))).toBe("another command");
    expect(difference(built(`${text()}\n`))).toBe("another command");
    expect(difference(built(`x${text()}`))).toBe("another command");
  });

  it("two memos, none, or one of another account", () => {
    const two = bytesOf([limitUnits(), price(), memo(text()), memo(text())]);
    expect(difference(two)).toBe("not one memo");
    expect(difference(bytesOf([limitUnits(), price()]))).toBe("not one memo");
    const foreign = bytesOf([limitUnits(), price(), memo(text(), EXCHANGE)]);
    expect(difference(foreign)).toBe("another signer");
  });

  it("a transfer of the key's SOL beside the order", () => {
    const to = { fromPubkey: KEY, toPubkey: EXCHANGE, lamports: 1 };
    const bytes = bytesOf([limitUnits(), price(), SystemProgram.transfer(to), memo(text())]);
    expect(difference(bytes)).toBe("another instruction");
  });

  it("a fee that burns the key's SOL", () => {
    const dear = bytesOf([limitUnits(1_400_000), price(1_000_000), memo(text())]);
    expect(difference(dear)).toBe("too high a fee");
    expect(difference(bytesOf([price(1_000_000), memo(text())]))).toBe("too high a fee");
    const repeated = bytesOf([limitUnits(), price(), price(), memo(text())]);
    expect(difference(repeated)).toBe("a repeated instruction");
  });

  it("another payer, another version, or bytes that are no transaction", () => {
    const other = Keypair.generate().publicKey;
    expect(difference(bytesOf([memo(text(), other)], other))).toBe("another fee payer");
    const message = new TransactionMessage({
      payerKey: KEY,
      recentBlockhash: BLOCKHASH,
      instructions: [memo(text())],
    });
    const versioned = new VersionedTransaction(message.compileToV0Message()).serialize();
    expect(difference(versioned)).toBe("not a legacy transaction");
    expect(difference(Uint8Array.from([1, 2, 3]))).toBe("an unreadable transaction");
  });
});

describe("an order with a bracket", () => {
  const bracket = { stop: 9_900_000_000n, target: 11_000_000_000n };

  it("has both prices, to the last digit", () => {
    const lines = { limit: "limit 104.26000000\nstop 99.00000000\ntarget 110.00000000" };
    expect(difference(built(text(lines)), bracket)).toBeNull();
    expect(difference(built(text(lines)), { ...bracket, stop: null })).toBe("another command");
    expect(difference(built(text(lines)), { ...bracket, target: 11_000_000_001n })).toBe(
      "another command",
    );
    expect(difference(built(text()), bracket)).toBe("another command");
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
    const bytes = built(
      Object.values({ ...LINES, ...change })
        .filter(Boolean)
        .join("\n"),
    );
    try {
      checkOrder(bytes, WAITING);
    } catch (error) {
      return (error as { readonly difference: string }).difference;
    }
    return null;
  };

  it("is accepted as asked, with figures near the shown ones", () => {
    expect(waiting()).toBeNull();
    expect(waiting({ size: "size -28.601000", worst: "worst-price 98.02000000" })).toBeNull();
  });

  it.each([
    [{ size: "size +28.600000" }, "another size"],
    [{ size: "size -29.600000" }, "another size"],
    [{ worst: "worst-price 90.00000000" }, "another worst-price"],
    [{ worst: "" }, "another command"],
    [{ trigger: "trigger 99.00000001" }, "another command"],
    [{ fill: "fill at-limit" }, "another command"],
    [{ market: "market DAL" }, "another command"],
    [{ until: "until 2026-12-01T00:00:00Z\ngroup 4" }, "another command"],
    [{ command: "cancel-perp-orders" }, "another command"],
  ])("is refused with %j", (change, expected) => {
    expect(waiting(change)).toBe(expected);
  });
});
