import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nextDelayMs } from "../src/stream/backoff.js";
import { type SocketLike, StreamClient, type StreamOptions } from "../src/stream/stream-client.js";

class FakeSocket implements SocketLike {
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;
  onerror: SocketLike["onerror"] = null;
  readonly sent: Record<string, unknown>[] = [];
  isClosed = false;
  readyState = 1;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  receive(message: object): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  receiveText(text: string): void {
    this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  of(op: string) {
    return this.sent.filter((message) => message["op"] === op);
  }
}

const HELLO = {
  type: "hello",
  env: "local",
  version: "1",
  clock: { now: 5, rate: 1440 },
};

function setUp(more: Partial<StreamOptions> = {}) {
  const sockets: FakeSocket[] = [];
  const onClock = vi.fn();
  const states: string[] = [];
  const client = new StreamClient({
    openSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    onClock,
    onState: (state) => states.push(state),
    random: () => 0.5,
    nowMs: () => 0,
    ...more,
  });
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  };
  return { client, sockets, last, onClock, states };
}

function listener() {
  return { snapshot: vi.fn(), delta: vi.fn(), error: vi.fn() };
}

const message = (type: string, sequence: number, data: unknown = {}) => ({
  type,
  channel: "markets",
  sequence,
  timestamp: 1,
  data,
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a private channel", () => {
  const expired = { type: "error", channel: "user:a", code: "TOKEN_EXPIRED", message: "x" };

  async function signedIn(...renewals: (string | Error)[]) {
    const renewToken = vi.fn(async (_: string | null) => {
      const next = renewals.shift();
      if (typeof next !== "string") throw next ?? new Error("no more");
      return next;
    });
    const made = setUp({ renewToken });
    const own = { ...listener(), lost: vi.fn() };
    made.client.subscribe("user:a", own);
    made.client.setToken("one");
    made.client.start();
    made.last().receive(HELLO);
    made.last().receive({ type: "authenticated" });
    own.lost.mockClear();
    return { ...made, own, renewToken };
  }

  it("goes on with another token when the first one ends", async () => {
    const { last, own, renewToken } = await signedIn("two");
    last().receive(expired);
    await vi.advanceTimersByTimeAsync(0);
    expect(renewToken).toHaveBeenCalledExactlyOnceWith("one");
    expect(own.lost).toHaveBeenCalledOnce();
    expect(last().of("auth").at(-1)).toEqual({ op: "auth", token: "two" });
    last().receive({ type: "authenticated" });
    expect(last().of("subscribe").at(-1)).toEqual({ op: "subscribe", channels: ["user:a"] });
    expect(own.error).not.toHaveBeenCalled();
  });

  it("comes back after a reconnection whose token is refused", async () => {
    const { last, own } = await signedIn("two");
    last().onclose?.({});
    await vi.advanceTimersByTimeAsync(60_000);
    last().receive(HELLO);
    last().receive({ type: "error", code: "INVALID_TOKEN", message: "x" });
    await vi.advanceTimersByTimeAsync(0);
    expect(last().of("auth").at(-1)).toEqual({ op: "auth", token: "two" });
    expect(own.error).not.toHaveBeenCalled();
  });

  it("ends by its error where no other token comes, or too many are refused", async () => {
    const away = await signedIn(new Error("away"));
    away.last().receive(expired);
    await vi.advanceTimersByTimeAsync(0);
    expect(away.own.error).toHaveBeenCalledExactlyOnceWith("TOKEN_EXPIRED", "x");
    const refused = await signedIn("two", "three", "four", "five");
    for (let round = 0; round < 5; round += 1) {
      refused.last().receive({ type: "error", code: "INVALID_TOKEN", message: "x" });
      refused.last().receive(expired);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(refused.renewToken).toHaveBeenCalledTimes(3);
    expect(refused.own.error).toHaveBeenCalled();
    refused.last().receive({ type: "heartbeat" });
    refused.last().receive(expired);
    expect(refused.renewToken).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(0);
  });
});

describe("a server that says hello twice", () => {
  it("leaves no timer behind", () => {
    const { client, last } = setUp();
    client.start();
    for (let round = 0; round < 100; round += 1) last().receive(HELLO);
    expect(vi.getTimerCount()).toBe(2); // silence and ping
    client.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("subscriptions", () => {
  it("says nothing to a socket that is closing", () => {
    const { client, last } = setUp();
    client.start();
    last().receive(HELLO);
    last().readyState = 2;
    client.subscribe("markets", listener());
    expect(last().of("subscribe")).toEqual([]);
  });

  it("waits for hello, then asks for its channels and takes the clock", () => {
    const { client, last, onClock } = setUp();
    client.subscribe("markets", listener());
    client.start();
    expect(last().sent).toEqual([]);
    last().receive(HELLO);
    expect(onClock).toHaveBeenCalledWith({ now: 5, rate: 1440 });
    expect(last().of("subscribe")).toEqual([{ op: "subscribe", channels: ["markets"] }]);
  });

  it("delivers a snapshot and the deltas that follow it in order", () => {
    const { client, last } = setUp();
    const markets = listener();
    client.subscribe("markets", markets);
    client.start();
    last().receive(HELLO);
    last().receive(message("delta", 9));
    last().receive(message("snapshot", 10, "a"));
    last().receive(message("delta", 11, "b"));
    expect(markets.snapshot).toHaveBeenCalledExactlyOnceWith("a", 1);
    expect(markets.delta).toHaveBeenCalledExactlyOnceWith("b", 1);
  });

  it("subscribes again on a gap and drops deltas until the new snapshot", () => {
    const { client, last } = setUp();
    const markets = listener();
    client.subscribe("markets", markets);
    client.start();
    last().receive(HELLO);
    last().receive(message("snapshot", 10));
    last().receive(message("delta", 12));
    last().receive(message("delta", 13));
    expect(markets.delta).not.toHaveBeenCalled();
    expect(last().of("unsubscribe")).toHaveLength(1);
    expect(last().of("subscribe")).toHaveLength(2);
    last().receive(message("snapshot", 20));
    last().receive(message("delta", 21));
    expect(markets.delta).toHaveBeenCalledOnce();
  });

  it("unsubscribes when the last listener leaves", () => {
    const { client, last } = setUp();
    const leaveA = client.subscribe("markets", listener());
    const leaveB = client.subscribe("markets", listener());
    client.start();
    last().receive(HELLO);
    leaveA();
    expect(last().of("unsubscribe")).toEqual([]);
    leaveB();
    expect(last().of("unsubscribe")).toEqual([{ op: "unsubscribe", channels: ["markets"] }]);
  });

  it("ignores what it cannot read", () => {
    const { client, last } = setUp();
    client.start();
    last().receiveText("not json");
    last().receiveText("null");
    last().receive({ type: "delta", channel: 5 });
    expect(client.state).toBe("connecting");
  });
});

describe("the user channel", () => {
  it("is asked for only after the token was accepted, and again after a reconnection", () => {
    const { client, last } = setUp();
    client.subscribe("user:abc", listener());
    client.setToken("token");
    client.start();
    last().receive(HELLO);
    expect(last().of("auth")).toEqual([{ op: "auth", token: "token" }]);
    expect(last().of("subscribe")).toEqual([]);
    last().receive({ type: "authenticated", address: "abc", expiresAt: 9 });
    expect(last().of("subscribe")).toEqual([{ op: "subscribe", channels: ["user:abc"] }]);
    last().onclose?.(new Event("close") as CloseEvent);
    vi.advanceTimersByTime(600);
    last().receive(HELLO);
    expect(last().of("auth")).toHaveLength(1);
    expect(last().of("subscribe")).toEqual([]);
  });

  it("notifies its listener of an error", () => {
    const { client, last } = setUp();
    const user = listener();
    client.subscribe("user:abc", user);
    client.start();
    last().receive(HELLO);
    last().receive({
      type: "error",
      channel: "user:abc",
      code: "TOKEN_EXPIRED",
      message: "x",
    });
    expect(user.error).toHaveBeenCalledWith("TOKEN_EXPIRED", "x");
  });

  it("notifies its listener only of a refused token", () => {
    const { client, last } = setUp();
    const [user, markets] = [listener(), listener()];
    client.subscribe("user:abc", user);
    client.subscribe("markets", markets);
    client.setToken("ended");
    client.start();
    last().receive(HELLO);
    last().receive({ type: "error", code: "RATE_LIMITED", message: "slower" });
    expect(user.error).not.toHaveBeenCalled();
    last().receive({ type: "error", code: "INVALID_TOKEN", message: "x" });
    expect(user.error).toHaveBeenCalledExactlyOnceWith("INVALID_TOKEN", "x");
    expect(markets.error).not.toHaveBeenCalled();
  });
});

describe("reconnection", () => {
  it("takes 25 seconds of silence as dead", () => {
    const { client, sockets, last, states } = setUp();
    client.start();
    last().receive(HELLO);
    vi.advanceTimersByTime(24_000);
    last().receive({ type: "heartbeat", clock: { now: 6, rate: 1 } });
    vi.advanceTimersByTime(24_999);
    expect(client.state).toBe("open");
    vi.advanceTimersByTime(1);
    expect(sockets[0]?.isClosed).toBe(true);
    expect(states.at(-1)).toBe("waiting");
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
  });

  it("waits twice as long after each failure and starts over after a hello", () => {
    const { client, sockets, last } = setUp();
    client.start();
    for (const delay of [500, 1000, 2000]) {
      const before = sockets.length;
      last().onclose?.(new Event("close") as CloseEvent);
      vi.advanceTimersByTime(delay - 1);
      expect(sockets).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(before + 1);
    }
    last().receive(HELLO);
    last().onclose?.(new Event("close") as CloseEvent);
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(5);
  });

  it("stops permanently on request", () => {
    const { client, sockets, last } = setUp();
    client.start();
    last().receive(HELLO);
    client.stop();
    vi.advanceTimersByTime(120_000);
    expect(sockets).toHaveLength(1);
    expect(client.state).toBe("stopped");
  });

  it("never waits longer than 30 seconds and a quarter", () => {
    expect(nextDelayMs(50, () => 1)).toBe(37_500);
    expect(nextDelayMs(0, () => 0)).toBe(375);
    expect(nextDelayMs(3, () => 0.5)).toBe(4000);
  });
});
