import { beforeEach, expect, it, vi } from "vitest";
import { writeTokens } from "@/api/auth/stored-tokens";
import { type Answer, fakeServer, refusal } from "@/test/server";
import { newKey, sendWrite, type Write } from "./write";

const ADDRESS = "wallet";
const PATH = "/predictions/markets/7/orders";
const WRITE: Write = {
  address: ADDRESS,
  base: "express",
  path: PATH,
  body: { contracts: 1 },
  key: "key-1",
};
const alive_s = () => Math.floor(Date.now() / 1000) + 600;

beforeEach(() => {
  writeTokens(ADDRESS, {
    accessToken: "access",
    accessTokenExpirationTime: alive_s(),
    refreshTokenExpirationTime: alive_s(),
  });
});

/** The server's answers in their order; a text is a connection that broke. */
function answers(...list: readonly (Answer | "broken")[]) {
  const left = [...list];
  const keys: (string | null)[] = [];
  const calls = fakeServer({
    [`POST /express/v1${PATH}`]: () => {
      const next = left.shift();
      if (next === undefined || next === "broken") throw new TypeError("network");
      return next;
    },
    "POST /api/v1/auth/refresh-token": () => ({
      body: {
        accessToken: "fresh",
        accessTokenExpirationTime: alive_s(),
        refreshTokenExpirationTime: alive_s(),
      },
    }),
  });
  const inner = fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("Idempotency-Key"));
    return inner(url, init);
  });
  return { calls, keys };
}

const noWait = () => Promise.resolve();
const DONE: Answer = { status: 201, body: { order: { orderId: 1 } } };

it("gives the server's answer", async () => {
  const { calls, keys } = answers(DONE);
  expect(await sendWrite(WRITE, noWait)).toEqual({ status: "done", answer: DONE.body });
  expect(calls).toHaveLength(1);
  expect(calls[0]?.token).toBe("Bearer access");
  expect(keys).toEqual(["key-1"]);
});

it("asks again for a lost answer under the same key", async () => {
  const waits: number[] = [];
  const { keys } = answers("broken", "broken", DONE);
  const wait = async (ms: number) => void waits.push(ms);
  expect((await sendWrite(WRITE, wait)).status).toBe("done");
  expect(keys).toEqual(["key-1", "key-1", "key-1"]);
  expect(waits).toEqual([1_000, 2_000]);
});

it("reports an unknown outcome after three attempts, not a failure", async () => {
  const { keys } = answers("broken", "broken", "broken", DONE);
  expect(await sendWrite(WRITE, noWait)).toEqual({ status: "lost" });
  expect(keys).toHaveLength(3);
});

it("never repeats a refusal", async () => {
  const { keys } = answers(refusal(409, "MARKET_NOT_OPEN"), DONE);
  expect(await sendWrite(WRITE, noWait)).toEqual({
    status: "refused",
    code: "MARKET_NOT_OPEN",
    text: "This question is not open for trading.",
  });
  expect(keys).toHaveLength(1);
});

it("reports too many requests and sends no more of them", async () => {
  const { keys } = answers(refusal(429, "RATE_LIMITED"), DONE);
  expect(await sendWrite(WRITE, noWait)).toEqual({
    status: "refused",
    code: "RATE_LIMITED",
    text: "Too many requests. Wait a moment.",
  });
  expect(keys).toHaveLength(1);
});

it("refreshes an expired token once and sends the same order with the same key", async () => {
  const expired = refusal(401, "TOKEN_EXPIRED", "Unauthorized: expired", { expiredToken: true });
  const { calls, keys } = answers(expired, DONE);
  expect((await sendWrite(WRITE, noWait)).status).toBe("done");
  expect(calls.map(({ path, token }) => [path, token])).toEqual([
    [`/express/v1${PATH}`, "Bearer access"],
    ["/api/v1/auth/refresh-token", null],
    [`/express/v1${PATH}`, "Bearer fresh"],
  ]);
  expect(keys).toEqual(["key-1", null, "key-1"]);
});

it("sends nothing without a session", async () => {
  localStorage.clear();
  const { calls } = answers(DONE);
  expect(await sendWrite(WRITE, noWait)).toEqual({
    status: "refused",
    code: null,
    text: "Your session has ended. Sign in again; nothing was sent.",
  });
  expect(calls).toHaveLength(0);
});

it("does not say that nothing was done by a session that ends while the answer is lost", async () => {
  const { calls } = answers("broken", refusal(401, "INVALID_TOKEN", "Unauthorized: invalid"));
  expect(await sendWrite(WRITE, noWait)).toEqual({ status: "lost" });
  expect(calls).toHaveLength(2);
});

it("does not say that nothing was done while an earlier attempt may have been", async () => {
  answers("broken", refusal(429, "RATE_LIMITED"), refusal(503, "MAINTENANCE"));
  expect(await sendWrite(WRITE, noWait)).toEqual({ status: "lost" });
  answers("broken", refusal(429, "RATE_LIMITED"), DONE);
  expect((await sendWrite(WRITE, noWait)).status).toBe("done");
  answers("broken", refusal(409, "MARKET_NOT_OPEN"));
  expect((await sendWrite(WRITE, noWait)).status).toBe("refused");
});

it("keeps a lost write lost when asking again is refused at the door", async () => {
  localStorage.clear();
  const { calls } = answers(DONE);
  expect(await sendWrite(WRITE, noWait, true)).toEqual({ status: "lost" });
  expect(calls).toHaveLength(0);
});

it("makes a key of its own for each write, also on a page that is not secure", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = new Set(Array.from({ length: 50 }, newKey));
  expect(keys.size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
