/** Outcomes from the stream: whatever it sends or does not send, a command finds its end. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Listener, Stream } from "../src/stream/typed.js";
import { Outcomes } from "../src/trading/outcomes.js";

type UserListener = Listener<`user:${string}`>;

/** A stream whose messages a test sends. */
class FakeStream {
  listener: UserListener | null = null;
  stopped = 0;

  subscribe(_: string, listener: UserListener): () => void {
    this.listener = listener;
    return () => undefined;
  }

  start(): void {
    if (this.isReady) queueMicrotask(() => this.listener?.snapshot({} as never, 0));
  }

  stop(): void {
    this.stopped += 1;
  }

  constructor(private readonly isReady = true) {}

  send(...events: unknown[]): void {
    this.listener?.delta({ events } as never, 0);
  }
}

const never = new Promise<void>(() => undefined);
const command = (signature: unknown) => ({ kind: "command", status: "applied", signature });
let streams: FakeStream[];

function outcomes(isReady = true): Outcomes {
  return new Outcomes("owner", async () => {
    const stream = new FakeStream(isReady);
    streams.push(stream);
    return stream as unknown as Stream;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the outcome", () => {
  it("is that of the watched transaction, with its events, whenever it comes", async () => {
    const heard = outcomes();
    await heard.open();
    heard.watch("a");
    const [stream] = streams;
    stream?.send(command("b"), { kind: "trade", signature: "a", marketId: 7 });
    const waiting = heard.wait(never);
    stream?.send(command("a"));
    expect(await waiting).toEqual(command("a"));
    expect(await heard.wait(never)).toEqual(command("a"));
    expect(heard.event("trade", (row) => row.marketId === 7)?.marketId).toBe(7);
    expect(heard.event("trade", (row) => row.marketId === 8)).toBeUndefined();
    heard.watch("b");
    expect(await heard.wait(Promise.resolve())).toBeUndefined();
  });

  it("is not waited for longer than the pause", async () => {
    const heard = outcomes();
    await heard.open();
    heard.watch("a");
    expect(await heard.wait(Promise.resolve())).toBeUndefined();
  });

  it("is found among whatever a server sends, which is bounded", async () => {
    const heard = outcomes();
    await heard.open();
    heard.watch("a");
    const [stream] = streams;
    stream?.send(null, 1, "a", {}, { signature: 5 }, command(null));
    for (const events of [null, "x", {}]) stream?.listener?.delta({ events } as never, 0);
    expect(await heard.wait(Promise.resolve())).toBeUndefined();
    for (let row = 0; row < 1_001; row += 1) stream?.send({ kind: "lp", signature: "a" });
    stream?.send(command("a"));
    expect(await heard.wait(Promise.resolve())).toBeUndefined();
  });
});

describe("the stream", () => {
  it("that does not come is waited for once", async () => {
    const heard = outcomes(false);
    let isOpen = false;
    const opening = heard.open().then(() => {
      isOpen = true;
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await opening;
    heard.close();
    await heard.open();
    expect(streams).toHaveLength(2);
  });

  it("whose sign-in hangs is waited for once, and heard when it comes", async () => {
    const stream = new FakeStream();
    let signIn: (found: Stream) => void = () => undefined;
    const connect = vi.fn(
      () =>
        new Promise<Stream>((resolve) => {
          signIn = resolve;
        }),
    );
    const heard = new Outcomes("owner", connect);
    const opening = heard.open();
    await vi.advanceTimersByTimeAsync(2_000);
    await opening;
    await heard.open();
    expect(connect).toHaveBeenCalledTimes(1);
    heard.watch("a");
    signIn(stream as unknown as Stream);
    await vi.advanceTimersByTimeAsync(0);
    stream.send(command("a"));
    expect(await heard.wait(never)).toEqual(command("a"));
  });

  it.each<[string, (heard: Outcomes) => void]>([
    ["closed", (heard) => heard.close()],
    ["at rest", (heard) => heard.rest()],
  ])("whose sign-in ends when all is %s never starts", async (_, end) => {
    const stream = new FakeStream();
    const late = new Promise<Stream>((resolve) => {
      setTimeout(() => resolve(stream as unknown as Stream), 10_000);
    });
    const heard = new Outcomes("owner", () => late);
    const opening = heard.open();
    await vi.advanceTimersByTimeAsync(2_000);
    await opening;
    end(heard);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(stream.listener).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is kept from one command to the next, and closed when none follows", async () => {
    const heard = outcomes();
    await heard.open();
    heard.rest();
    await vi.advanceTimersByTimeAsync(1_999);
    await heard.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams.map((one) => one.stopped)).toEqual([0]);
    heard.rest();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(streams.map((one) => one.stopped)).toEqual([1]);
    expect(vi.getTimerCount()).toBe(0);
    await heard.open();
    expect(streams).toHaveLength(2);
  });

  it("that the server refuses is closed, and asked for again by the next command", async () => {
    const heard = outcomes(false);
    const opening = heard.open();
    await vi.advanceTimersByTimeAsync(0);
    streams[0]?.listener?.error?.("TOKEN_EXPIRED", "");
    await opening;
    expect(streams[0]?.stopped).toBe(1);
    await heard.open();
    expect(streams).toHaveLength(2);
  });

  it.each<[string, () => Promise<Stream> | null]>([
    ["is not there", () => null],
    ["cannot be opened", () => Promise.reject(new Error("no"))],
    [
      "throws",
      () => {
        throw new Error("no socket");
      },
    ],
  ])("that %s leaves the outcome to be asked for", async (_, connect) => {
    const heard = new Outcomes("owner", connect);
    await heard.open();
    heard.watch("a");
    expect(await heard.wait(Promise.resolve())).toBeUndefined();
    heard.rest();
    expect(vi.getTimerCount()).toBe(0);
  });
});
