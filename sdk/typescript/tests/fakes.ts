/** A clock that only sleeping moves, and an exchange that says what a test wants. */
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  Transaction,
  TransactionInstruction,
} from "@solana/web3.js";
import { expect } from "vitest";
import { rawOf } from "../src/amounts.js";
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  tokenAccount,
} from "../src/chain/addresses.js";
import { toBase58 } from "../src/chain/base58.js";
import { toBase64 } from "../src/chain/base64.js";
import { AcreClient, type ClientOptions } from "../src/client.js";
import { AcreError } from "../src/errors.js";
import { fromKeypair } from "../src/signers.js";
import type { Timer } from "../src/transport.js";

/** Every sleep is over at once and remembered; the clock is the sum of them. */
export class FakeTimer implements Timer {
  readonly slept: number[] = [];
  ms = 1_000_000;

  nowMs(): number {
    return this.ms;
  }

  async sleep(ms: number): Promise<void> {
    this.slept.push(ms);
    this.ms += ms;
  }
}

type Json = Readonly<Record<string, unknown>>;
/** What a test changes of an answer. */
export type Change = (body: Json) => unknown;

const MINT = Keypair.generate().publicKey.toBase58();
const VAULT = Keypair.generate().publicKey.toBase58();
const SLOT = 1_000;
export const PRICE = 30_000_000_000n; // 300
const FILL = 30_030_000_000n;
const AMOUNTS = { size: "0", notional: "0" };

/**
 * An exchange with one market. It fills every order immediately unless `refuse` is set;
 * `changes` by the end of a path alter what it answers.
 */
export class FakeExchange {
  readonly keypair = Keypair.generate();
  readonly timer = new FakeTimer();
  readonly memos: string[] = [];
  readonly asked: string[] = [];
  readonly changes = new Map<string, Change>();
  /** Of the node, by method: its result, or an error of it. */
  readonly node = new Map<string, () => Json>();
  account: Json | null = null;
  /** What the server builds otherwise than it was asked to. */
  spoilt: Json = {};
  /** Lists of work, by the end of their path. */
  readonly lists = new Map<string, unknown>();
  #built = "";
  #signature = "";

  client(options: ClientOptions = {}): AcreClient {
    globalThis.fetch = (async (url: string, init: RequestInit) =>
      await this.#answer(new URL(url), init)) as typeof fetch;
    const signer = fromKeypair(this.keypair);
    return new AcreClient("http://localnet:1", signer, { timer: this.timer, ...options });
  }

  async #answer(url: URL, init: RequestInit): Promise<Response> {
    const body: Json = init.body ? JSON.parse(String(init.body)) : {};
    const name = url.pathname === "/rpc" ? String(body["method"]) : url.pathname;
    this.asked.push(name);
    if (url.pathname === "/rpc") return Response.json(this.#rpc(name, body));
    const plain = await this.#plain(name, body);
    const change = [...this.changes].find(([end]) => name.endsWith(end))?.[1];
    const made = change ? change(plain as Json) : plain;
    if (made instanceof Response) return made;
    return Response.json(url.pathname.startsWith("/api/") ? { info: made } : made);
  }

  #rpc(method: string, body: Json): Json {
    const other = this.node.get(method);
    if (other) return other();
    if (method === "sendTransaction") {
      const [text] = body["params"] as [string];
      const signature = Transaction.from(Buffer.from(text, "base64")).signature;
      this.memos.push(this.#built);
      this.#signature = toBase58(signature ?? new Uint8Array());
      return { result: this.#signature };
    }
    if (method === "getSignatureStatuses") return { result: { value: [null] } };
    return { result: SLOT };
  }

  async #plain(name: string, body: Json): Promise<unknown> {
    const last = name.slice(name.lastIndexOf("/") + 1);
    if (name.includes("/transaction/")) {
      return await this.#transaction(last, { ...body, ...this.spoilt });
    }
    if (name.includes("/quote/")) return this.#quote(body);
    if (last === "exchange") {
      return { specification: { collateralMint: MINT, collateralVault: VAULT } };
    }
    if (last === "markets") {
      const metadata = { symbol: "MIA" };
      const rates = { takerFeeRate: "0.001", maxLeverageMultiple: "6.666666666666" };
      return [{ id: 7, metadata, indexPrice: String(PRICE), ...rates }];
    }
    if (last === "margin-accounts") return this.account ? [this.account] : [];
    if (last === "commands") return [this.#row()];
    if (last === "trade") return [this.#trade()];
    if (this.lists.has(last)) return this.lists.get(last);
    throw new Error(`nothing is known of ${name}`);
  }

  #row(): Json {
    const facts = { slot: SLOT, name: null, nonce: 1, details: {}, timestamp: 1, code: null };
    return { signature: this.#signature, status: "applied", ...facts };
  }

  #quote(body: Json): Json {
    const units = BigInt(String(body["input"] ?? "1000000"));
    const size = body["inputKind"] === "notionalDelta" ? (units * 10n ** 8n) / PRICE : units;
    const delta = body["side"] === "short" ? -size : size;
    return {
      openInterestDelta: { size: String(delta), notional: "0" },
      fillPrice: String(FILL),
      indexPrice: String(PRICE),
      availableMarginAfter: "0",
      totalRequiredMarginAfter: "0",
      isExecutable: true,
      reasons: [],
    };
  }

  #trade(): Json {
    return {
      signature: this.#signature,
      marketId: 7,
      orderId: null,
      marginAccountId: 1,
      tradeKind: "open",
      side: "long",
      openInterestDelta: AMOUNTS,
      newOpenInterest: AMOUNTS,
      fillPrice: String(FILL),
      indexPrice: String(PRICE),
      tradeFee: "1",
      surcharge: "0",
      pnl: "0",
    };
  }

  /** What an honest server builds of a body. */
  async #transaction(command: string, body: Json): Promise<Json> {
    const payer = this.keypair.publicKey;
    const decimal = (units: bigint, digits: number) => {
      const text = String(units < 0n ? -units : units).padStart(digits + 1, "0");
      return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
    };
    const owner = body["owner"] && body["owner"] !== payer.toBase58() ? body["owner"] : null;
    const lines = owner === null ? [] : [`owner ${owner}`];
    const ids = body["settlementRequestIds"] as number[] | undefined;
    lines.push(ids ? `requests ${ids.join(",")}` : `account ${body["marginAccountId"]}`);
    const rows = [ComputeBudgetProgram.setComputeUnitLimit({ units: 50_000 })];
    if (command === "liquidate" || ids) {
      const fees = body["feeMarginAccountId"] ?? null;
      if (fees !== null) lines.push(`fee-account ${fees}`);
      rows.push(await creation(payer));
    } else if (command === "modify-position" || command === "close-position") {
      lines.push("market MIA");
      const sign = body["side"] === "short" ? "-" : "+";
      if (body["input"]) lines.push(`size ${sign}${decimal(rawOf("input", body["input"]), 6)}`);
      lines.push(`limit ${decimal(rawOf("price", body["acceptablePrice"]), 8)}`);
    } else if (body["margin"]) {
      const amount = rawOf("margin", body["margin"]);
      lines.push(`amount ${decimal(amount, 6)}`);
      rows.push(await deposit(payer, amount));
      this.account = accountOf(Number(body["marginAccountId"]));
    }
    this.#built = ["Acre v1 localnet", command, ...lines].join("\n");
    const text = `${this.#built}\nnonce ${Date.now()}\nexpires ${SLOT + 150}`;
    rows.push(
      new TransactionInstruction({
        programId: new PublicKey(MEMO_PROGRAM),
        keys: [{ pubkey: payer, isSigner: true, isWritable: true }],
        data: Buffer.from(text),
      }),
    );
    const made = new Transaction({ feePayer: payer, recentBlockhash: MINT }).add(...rows);
    const tx = toBase64(made.serialize({ requireAllSignatures: false }));
    return { tx, blockhash: MINT, lastValidBlockHeight: SLOT };
  }
}

/** An open account without positions. */
export function accountOf(id: number): Json {
  return { id, isClosed: false, positions: [], openInterest: "0" };
}

async function creation(payer: PublicKey): Promise<TransactionInstruction> {
  const wallet = payer.toBase58();
  const own = await tokenAccount(wallet, MINT);
  const keys = [wallet, own, wallet, MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM].map((text, at) => ({
    pubkey: new PublicKey(text),
    isSigner: at === 0,
    isWritable: at < 2,
  }));
  const programId = new PublicKey(ASSOCIATED_TOKEN_PROGRAM);
  return new TransactionInstruction({ programId, keys, data: Buffer.from([1]) });
}

async function deposit(payer: PublicKey, amount: bigint): Promise<TransactionInstruction> {
  const data = Buffer.alloc(10);
  data.writeUInt8(12, 0);
  data.writeBigUInt64LE(amount, 1);
  data.writeUInt8(6, 9);
  const source = await tokenAccount(payer.toBase58(), MINT);
  const keys = [source, MINT, VAULT, payer.toBase58()].map((text, at) => ({
    pubkey: new PublicKey(text),
    isSigner: at === 3,
    isWritable: at !== 1,
  }));
  return new TransactionInstruction({ programId: new PublicKey(TOKEN_PROGRAM), keys, data });
}

/** The error of a call that must fail. */
export async function failure(call: Promise<unknown>): Promise<AcreError> {
  const error: unknown = await call.then(
    () => "an answer",
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AcreError);
  return error as AcreError;
}
