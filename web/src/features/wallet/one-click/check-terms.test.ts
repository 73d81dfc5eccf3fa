import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from "@solana/web3.js";
import { expect, it } from "vitest";
import { checkTerms, type Terms } from "./check-terms";

const WALLET = Keypair.generate().publicKey;
const KEY = Keypair.generate().publicKey;
const OTHER = Keypair.generate().publicKey;
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const BLOCKHASH = "11111111111111111111111111111111";
const TERMS: Terms = {
  delegate: KEY.toBase58(),
  expiresAt: Date.UTC(2026, 11, 1) / 1000,
  notionalPerDay: 10_000_000_000n,
  markets: [],
  lamports: 10_000_000n,
};
const UNTIL = "until 2026-12-01T00:00:00Z";
const LIMIT = "notional-per-day 10000.000000";
const MOVED = { fromPubkey: WALLET, toPubkey: KEY, lamports: 10_000_000 };

function built(
  lines: readonly string[],
  { delegate = KEY, moved = [MOVED] }: { delegate?: PublicKey; moved?: (typeof MOVED)[] } = {},
): string {
  const head = ["Acre v1 localnet", "set-delegate", `delegate ${delegate}`];
  const data = Buffer.from([...head, ...lines, "nonce 20", "expires 9"].join("\n"));
  const keys = [{ pubkey: WALLET, isSigner: true, isWritable: true }];
  const transaction = new Transaction({ feePayer: WALLET, recentBlockhash: BLOCKHASH }).add(
    ComputeBudgetProgram.setComputeUnitLimit({ units: 60_000 }),
    new TransactionInstruction({ programId: MEMO, keys, data }),
    ...moved.map((row) => SystemProgram.transfer(row)),
  );
  return transaction.serialize({ requireAllSignatures: false }).toString("base64");
}

const check = (tx: string, terms = TERMS) => checkTerms(WALLET.toBase58(), tx, terms);

it("accepts a delegation with the limits that were asked for", async () => {
  await check(built([UNTIL, LIMIT]));
  const markets = ["HOU", "AUS"];
  await check(built([UNTIL, LIMIT, "markets AUS,HOU"]), { ...TERMS, markets });
});

it.each([
  ["without limits", built([]), TERMS],
  ["with a later end", built([UNTIL, LIMIT]), { ...TERMS, expiresAt: TERMS.expiresAt - 1 }],
  ["without an end", built([LIMIT]), TERMS],
  ["without a limit of the day", built([UNTIL]), TERMS],
  ["with a larger limit", built([UNTIL, "notional-per-day 100000.000000"]), TERMS],
  ["without the markets", built([UNTIL, LIMIT]), { ...TERMS, markets: ["AUS"] }],
  ["for another key", built([UNTIL, LIMIT], { delegate: OTHER }), TERMS],
  ["without SOL for the key", built([UNTIL, LIMIT], { moved: [] }), TERMS],
  ["with more SOL", built([UNTIL, LIMIT], { moved: [{ ...MOVED, lamports: 10_000_001 }] }), TERMS],
  [
    "with SOL for another",
    built([UNTIL, LIMIT], { moved: [{ ...MOVED, toPubkey: OTHER }] }),
    TERMS,
  ],
  ["that moves SOL twice", built([UNTIL, LIMIT], { moved: [MOVED, MOVED] }), TERMS],
  ["that is no transaction", btoa("no"), TERMS],
  ["that is no base64", "§", TERMS],
])("refuses one %s", async (_what, tx, terms) => {
  await expect(check(tx, terms)).rejects.toThrow("Nothing was signed.");
});
