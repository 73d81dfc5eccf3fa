import { WalletSignTransactionError } from "@solana/wallet-adapter-base";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/http";
import type { CommandRow } from "@/generated/api";
import type { SendStage } from "@/state/wallet-api.types";
import type { ChainStatus, WalletBridge } from "../wallet-state";
import {
  ANSWER_MAX_MS,
  CONFIRM_MAX_MS,
  QUIET_MS,
  type SendPorts,
  sendCommand,
} from "./send-command";

const BUILT = { tx: "AA==", blockhash: "hash", lastValidBlockHeight: 150 };
const CONFIRMED: ChainStatus = { isConfirmed: true, error: null };

function row(status: CommandRow["status"], code: string | null = null, details = {}): CommandRow {
  const known = { signature: "sig", slot: 9, name: "deposit-margin", nonce: 1, timestamp: 1 };
  return { ...known, status, code, details };
}

interface World {
  ports: SendPorts;
  bridge: { -readonly [Key in keyof WalletBridge]: WalletBridge[Key] };
  resend: ReturnType<typeof vi.fn<() => Promise<void>>>;
  stages: SendStage[];
  send: (build?: () => Promise<typeof BUILT>) => ReturnType<typeof sendCommand>;
}

let now = 0;
let world: World;

function makeWorld(commands: () => Promise<readonly CommandRow[]>): World {
  const resend = vi.fn(() => Promise.resolve());
  const stages: SendStage[] = [];
  const bridge = {
    signIn: null,
    signMessage: null,
    signMemo: null,
    signAndSend: async (_tx: string, onSigned: () => void) => {
      onSigned();
      return { signature: "sig", resend };
    },
    signOrder: () => Promise.reject(new Error("unused")),
    sweepKey: () => Promise.resolve(false),
    signatureStatus: () => Promise.resolve<ChainStatus | null>(CONFIRMED),
    blockHeight: () => Promise.resolve(100),
    disconnect: () => Promise.resolve(),
  };
  const ports: SendPorts = {
    bridge,
    recentCommands: commands,
    isStreamLive: () => false,
    streamedOutcome: (_signature, maxMs) => {
      now += maxMs;
      return Promise.resolve(null);
    },
    nowMs: () => now,
  };
  const send = (build = () => Promise.resolve(BUILT)) =>
    sendCommand(build, ports, (stage) => stages.push(stage));
  return { ports, bridge, resend, stages, send };
}

beforeEach(() => {
  now = 0;
  world = makeWorld(() => Promise.resolve([row("applied")]));
});

describe("send command", () => {
  it("passes through every stage to applied", async () => {
    await expect(world.send()).resolves.toMatchObject({ status: "applied", signature: "sig" });
    expect(world.stages).toEqual([
      "building",
      "signing",
      "sending",
      "confirming",
      "awaitingExchange",
    ]);
  });

  it("waits for the exchange after the chain has confirmed", async () => {
    const answers = [[], [{ ...row("applied"), signature: "other" }], [row("applied")]];
    world = makeWorld(() => Promise.resolve(answers.shift() ?? []));
    await expect(world.send()).resolves.toMatchObject({ status: "applied" });
    expect(answers).toEqual([]);
  });

  it("explains a confirmed but refused command", async () => {
    world = makeWorld(() => Promise.resolve([row("rejected", "SLIPPAGE_EXCEEDED")]));
    await expect(world.send()).resolves.toEqual({
      status: "rejected",
      signature: "sig",
      code: "SLIPPAGE_EXCEEDED",
      message: "The price moved beyond your limit. Nothing was traded.",
    });
  });

  it("explains an ignored command as one without effect", async () => {
    world = makeWorld(() => Promise.resolve([row("ignored")]));
    await expect(world.send()).resolves.toMatchObject({
      status: "rejected",
      code: "IGNORED",
      message: expect.stringContaining("did nothing"),
    });
  });

  it("stops at the builder's refusal", async () => {
    const refused = new ApiError("no", "INSUFFICIENT_COLLATERAL", 409);
    await expect(world.send(() => Promise.reject(refused))).resolves.toEqual({
      status: "failed",
      code: "INSUFFICIENT_COLLATERAL",
      message: "Not enough USD in your wallet.",
    });
    expect(world.stages).toEqual(["building"]);
  });

  it("takes the wallet's no for a cancellation, not a failure", async () => {
    world.bridge.signAndSend = () =>
      Promise.reject(new WalletSignTransactionError("User rejected the request."));
    await expect(world.send()).resolves.toEqual({ status: "cancelled" });
    expect(world.stages).toEqual(["building", "signing"]);
  });

  it("reports a transaction that failed on chain", async () => {
    world.bridge.signatureStatus = () =>
      Promise.resolve({ isConfirmed: true, error: { InstructionError: [0, "Custom"] } });
    await expect(world.send()).resolves.toMatchObject({
      status: "failed",
      code: "TRANSACTION_FAILED",
    });
  });

  it("expires once the last valid block has passed and the signature is unknown", async () => {
    const asked: boolean[] = [];
    world.bridge.signatureStatus = (_signature, searchHistory) => {
      asked.push(searchHistory);
      return Promise.resolve(null);
    };
    world.bridge.blockHeight = () => Promise.resolve(151);
    await expect(world.send()).resolves.toEqual({ status: "expired", signature: "sig" });
    expect(asked.at(-1)).toBe(true);
  });

  it("asks about the wallet's network when a wallet that sends by itself sent into the void", async () => {
    world.bridge.signAndSend = () => Promise.resolve({ signature: "sig", resend: null });
    world.bridge.signatureStatus = () => Promise.resolve(null);
    world.bridge.blockHeight = () => Promise.resolve(151);
    await expect(world.send()).resolves.toMatchObject({
      status: "failed",
      code: "SENT_ELSEWHERE",
      message: expect.stringContaining("to this network"),
    });
  });

  it("does not expire at the last valid block itself", async () => {
    let polls = 0;
    world.bridge.signatureStatus = () => {
      polls += 1;
      return Promise.resolve(polls > 12 ? CONFIRMED : null);
    };
    world.bridge.blockHeight = () => Promise.resolve(150);
    await expect(world.send()).resolves.toMatchObject({ status: "applied" });
  });

  it("finds a late landing in the history after the last valid block", async () => {
    world.bridge.signatureStatus = (_signature, searchHistory) =>
      Promise.resolve(searchHistory ? CONFIRMED : null);
    world.bridge.blockHeight = () => Promise.resolve(151);
    await expect(world.send()).resolves.toMatchObject({ status: "applied" });
  });

  it("sends the same bytes again while the node does not know them", async () => {
    let polls = 0;
    world.bridge.signatureStatus = () => {
      polls += 1;
      return Promise.resolve(polls > 11 ? CONFIRMED : null);
    };
    await world.send();
    expect(world.resend).toHaveBeenCalledTimes(2);
  });

  it("survives lost polls", async () => {
    let polls = 0;
    world.bridge.signatureStatus = () => {
      polls += 1;
      return polls < 4 ? Promise.reject(new Error("lost")) : Promise.resolve(CONFIRMED);
    };
    await expect(world.send()).resolves.toMatchObject({ status: "applied" });
  });

  it("gives up on a node that has stopped answering, and warns against sending again", async () => {
    world.bridge.signatureStatus = () => Promise.reject(new Error("lost"));
    world.bridge.blockHeight = () => Promise.reject(new Error("lost"));
    await expect(world.send()).resolves.toMatchObject({
      status: "failed",
      code: "NODE_UNAVAILABLE",
    });
    expect(now).toBeGreaterThanOrEqual(CONFIRM_MAX_MS);
  });

  it("never calls a confirmed command done when the exchange stays silent", async () => {
    world = makeWorld(() => Promise.reject(new Error("down")));
    await expect(world.send()).resolves.toMatchObject({
      status: "failed",
      code: "AWAITING_EXCHANGE",
      message: expect.stringContaining("not answered yet"),
    });
    expect(now).toBeGreaterThanOrEqual(ANSWER_MAX_MS);
  });
});

describe("send command with a live user stream", () => {
  let reads: number;

  /** The stream reports nothing before `atMs`. */
  function streamed(outcome: CommandRow | null, atMs = 0): SendPorts {
    reads = 0;
    return {
      ...world.ports,
      recentCommands: () => {
        reads += 1;
        return Promise.resolve([row("applied")]);
      },
      isStreamLive: () => true,
      streamedOutcome: (_signature, maxMs) => {
        if (outcome !== null && now + maxMs >= atMs) return Promise.resolve(outcome);
        now += maxMs;
        return Promise.resolve(null);
      },
    };
  }

  const send = (ports: SendPorts) =>
    sendCommand(
      () => Promise.resolve(BUILT),
      ports,
      (stage) => world.stages.push(stage),
    );

  it("asks neither the chain nor the exchange, and passes through every stage", async () => {
    const signatureStatus = vi.spyOn(world.bridge, "signatureStatus");
    const outcome = await send(streamed(row("applied")));
    expect(outcome).toMatchObject({ status: "applied", signature: "sig" });
    expect(world.stages.slice(-2)).toEqual(["confirming", "awaitingExchange"]);
    expect(signatureStatus).not.toHaveBeenCalled();
    expect(reads).toBe(0);
  });

  it("says why the exchange refused", async () => {
    const outcome = await send(streamed(row("rejected", "SLIPPAGE_EXCEEDED")));
    expect(outcome).toMatchObject({ status: "rejected", code: "SLIPPAGE_EXCEEDED" });
  });

  it("asks the chain after a quiet time, and the exchange only once it is confirmed", async () => {
    const outcome = await send(streamed(null));
    expect(outcome).toMatchObject({ status: "applied" });
    expect(now).toBe(QUIET_MS);
    expect(reads).toBe(1);
  });

  it("reports a transaction that failed on chain", async () => {
    world.bridge.signatureStatus = () => Promise.resolve({ isConfirmed: true, error: "no" });
    const outcome = await send(streamed(null));
    expect(outcome).toMatchObject({ status: "failed", code: "TRANSACTION_FAILED" });
    expect(now).toBe(QUIET_MS);
  });

  it("sends the same bytes again and expires with the last valid block", async () => {
    world.bridge.signatureStatus = () => Promise.resolve(null);
    let height = 149;
    world.bridge.blockHeight = () => Promise.resolve(height++);
    await expect(send(streamed(null))).resolves.toEqual({ status: "expired", signature: "sig" });
    expect(world.resend).toHaveBeenCalledTimes(2);
  });

  it("waits for an outcome that comes late", async () => {
    world.bridge.signatureStatus = () => Promise.resolve(null);
    const outcome = await send(streamed(row("applied"), 3 * QUIET_MS));
    expect(outcome).toMatchObject({ status: "applied" });
    expect(reads).toBe(0);
  });
});
