/**
 * One command of a wallet: built by the server, inspected, signed, sent, followed to its outcome.
 * Commands of a wallet have rising nonces, so that one is in flight at a time.
 */
import { COLLATERAL, decimalOf, SOL } from "../amounts.js";
import type { MainApi } from "../calls.js";
import { toBase58 } from "../chain/base58.js";
import { fromBase64 } from "../chain/base64.js";
import type { ChainNode } from "../chain/rpc.js";
import { readTransaction } from "../chain/wire.js";
import {
  AcreError,
  BAD_ANSWER,
  CommandRefused,
  OutcomeUnknown,
  UnsafeTransaction,
} from "../errors.js";
import type { CommandRow, Transaction } from "../generated/api.js";
import {
  type Asked,
  type Deposit,
  type Inspected,
  inspect,
  type Line,
  type TopUp,
} from "../inspection.js";
import type { Signer } from "../signers.js";
import type { Timer } from "../transport.js";
import type { EventOf, Outcomes, UserEvent } from "./outcomes.js";
import type { Exchange } from "./venue.js";

const NONCE_AHEAD_MS = 600_000; // of the wall clock: a higher nonce would lock the wallet out
const EXPIRES_AHEAD = 300; // slots; a builder gives 150
const OUTCOME_MAX_MS = 90_000;
const LOOK_FIRST_MS = 250;
const LOOK_MAX_MS = 2_000;
const ROWS_READ = 50;

/** A command that the exchange applied; `networkFee` is in SOL. */
export interface Outcome {
  readonly signature: string;
  readonly command: string;
  readonly slot: number;
  readonly timestamp: number;
  readonly nonce: number;
  readonly networkFee: string;
}

/** A command in the words of its memo, and what comes along. */
export interface Order {
  readonly command: string;
  readonly lines: readonly Line[];
  /** Collateral that goes along, in the smallest unit. */
  readonly deposit?: bigint;
  /** Opens the wallet's own account of collateral. */
  readonly isPaid?: boolean;
  readonly topUp?: TopUp | null;
  readonly build: () => Promise<Transaction>;
}

/** A command that was applied, and its events as far as the stream has said them. */
export interface Applied {
  readonly outcome: Outcome;
  event<Kind extends UserEvent["kind"]>(
    kind: Kind,
    isIt: (event: EventOf<Kind>) => boolean,
  ): EventOf<Kind> | undefined;
}

/** The commands of one signer. */
export class Commands {
  #nonce = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly main: MainApi,
    private readonly node: ChainNode,
    private readonly signer: Signer,
    readonly exchange: Exchange,
    private readonly outcomes: Outcomes,
    private readonly timer: Timer,
    private readonly feeMax: bigint,
  ) {}

  get address(): string {
    return this.signer.address;
  }

  /** What the exchange made of a command; throws CommandRefused for its refusal. */
  async run(order: Order): Promise<Outcome> {
    return (await this.apply(order)).outcome;
  }

  /** The same with its events, as far as the stream has said them. */
  async apply(order: Order): Promise<Applied> {
    const turn = this.#last.then(() => this.#run(order));
    this.#last = turn.catch(() => undefined);
    return await turn;
  }

  /** Asks until an applied command shows where its user's history is; bounded in time. */
  async found<T>(look: () => Promise<T | undefined>, signature: string): Promise<T> {
    return await this.#until(async () => {
      try {
        return await look();
      } catch (error) {
        if (error instanceof AcreError && error.isPassing) return undefined;
        throw known(error, signature);
      }
    }, signature);
  }

  async #run(order: Order): Promise<Applied> {
    await this.outcomes.open(); // before it is built: what is built soon expires
    try {
      return await this.#signed(order);
    } finally {
      this.outcomes.rest();
    }
  }

  async #signed(order: Order): Promise<Applied> {
    const built = await order.build();
    const found = await inspect(bytesOf(built), await this.#asked(order));
    this.#nonce = found.nonce;
    const signed = await this.signer.signTransaction(bytesOf(built));
    const signature = signatureOf(signed, this.address);
    this.outcomes.watch(signature);
    try {
      await this.#send(signed, signature);
      const row = await this.#row(signature, built.lastValidBlockHeight);
      const outcome = outcomeOf(row, order, signature, found);
      return { outcome, event: (kind, isIt) => this.outcomes.event(kind, isIt) };
    } catch (error) {
      throw known(error, signature);
    }
  }

  async #row(signature: string, lastHeight: number): Promise<CommandRow> {
    const heard = (ms: number) => this.outcomes.wait(this.timer.sleep(ms));
    const look = () => this.#look(signature, lastHeight);
    return (await heard(LOOK_FIRST_MS)) ?? (await this.#until(look, signature, heard));
  }

  async #asked(order: Order): Promise<Asked> {
    const { mint, vault } = await this.exchange.pins();
    const amount = order.deposit ?? 0n;
    const deposit: Deposit = { mint, vault, amount, decimals: COLLATERAL };
    return {
      wallet: this.address,
      chain: this.exchange.chain,
      command: order.command,
      lines: order.lines,
      mints: order.isPaid ? [mint] : [],
      nonceMin: this.#nonce + 1,
      nonceMax: Date.now() + NONCE_AHEAD_MS,
      expiresMax: (await this.node.slot()) + EXPIRES_AHEAD,
      feeMax: this.feeMax,
      deposit: amount > 0n ? deposit : null,
      topUp: order.topUp ?? null,
    };
  }

  async #send(transaction: Uint8Array, signature: string): Promise<void> {
    try {
      await this.node.send(transaction);
    } catch (error) {
      if (!(error instanceof AcreError)) throw error;
      // Where an answer was lost the node may have it: then its outcome is followed.
      const isLost = error.isUnknown || error.isAfterLostAnswer;
      if (!isLost && (await this.node.landing(signature)) === null) throw error;
    }
  }

  /** Asks server and node once; trouble of either is no answer. */
  async #look(signature: string, lastHeight: number): Promise<CommandRow | undefined> {
    try {
      const path = { user: this.address };
      const rows = await this.main.get("/user/{user}/commands", {
        path,
        query: { limit: ROWS_READ },
      });
      const row = rows.find((one) => one.signature === signature);
      if (row) return row;
      const height = await this.node.height();
      const landing = await this.node.landing(signature);
      if (landing?.err) throw new Failed("TRANSACTION_FAILED", JSON.stringify(landing.err));
      if (landing === null && height > lastHeight) {
        throw new Failed("NEVER_LANDED", "It did not land in time; nothing has happened");
      }
    } catch (error) {
      if (error instanceof Failed) throw new AcreError(error.code, error.message);
      if (!(error instanceof AcreError)) throw error;
    }
    return undefined;
  }

  /** Asks again and again; `pause` may bring the answer itself. */
  async #until<T>(
    look: () => Promise<T | undefined>,
    signature: string,
    pause: (ms: number) => Promise<T | undefined> = (ms) =>
      this.timer.sleep(ms).then(() => undefined),
  ): Promise<T> {
    const endMs = this.timer.nowMs() + OUTCOME_MAX_MS;
    for (let pauseMs = LOOK_FIRST_MS; ; pauseMs = Math.min(LOOK_MAX_MS, 2 * pauseMs)) {
      const found = await look();
      if (found !== undefined) return found;
      if (this.timer.nowMs() >= endMs) throw new OutcomeUnknown(signature);
      const heard = await pause(pauseMs);
      if (heard !== undefined) return heard;
    }
  }
}

/** A transaction that will have no outcome. */
class Failed extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

function bytesOf(built: Transaction): Uint8Array {
  try {
    return fromBase64(built.tx);
  } catch (cause) {
    throw new AcreError(BAD_ANSWER, "the transaction is not base64", { cause });
  }
}

/** Of a command that was sent: an answer that cannot be read leaves its outcome unknown. */
function known(error: unknown, signature: string): AcreError {
  return error instanceof AcreError ? error : new OutcomeUnknown(signature, error);
}

/** The first signature: the payer's, which names the transaction. */
function signatureOf(signed: Uint8Array, address: string): string {
  const { keys, signatures } = readTransaction(signed);
  const [first] = signatures;
  if (keys[0] !== address || first === undefined || first.every((byte) => byte === 0)) {
    throw new UnsafeTransaction("the signer returned another wallet's transaction");
  }
  return toBase58(first);
}

function outcomeOf(row: CommandRow, order: Order, signature: string, found: Inspected): Outcome {
  if (row.status !== "applied") {
    throw new CommandRefused(row.code ?? row.status.toUpperCase(), row.details, signature);
  }
  return {
    signature,
    command: order.command,
    slot: row.slot,
    timestamp: row.timestamp,
    nonce: found.nonce,
    networkFee: decimalOf(found.fee, SOL),
  };
}
