/** Trouble of every kind between client and server: what is repeated, and what is said. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expressApi, mainApi } from "../src/calls.js";
import { AcreClient } from "../src/client.js";
import { Login } from "../src/login.js";
import { fromSecretKey, newSecretKey } from "../src/signers.js";
import { Transport } from "../src/transport.js";
import { FakeTimer, failure } from "./fakes.js";

const URL_ = "http://server/express/v1";

interface Asked {
  readonly path: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

type Answer = Response | Error | ((asked: Asked) => Response | Promise<Response>);

/** Answers one request after the other; the last answer stays. */
function serving(...answers: Answer[]): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const one = {
      path: url.slice("http://server".length),
      init,
      headers: new Headers(init.headers),
    };
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(one);
    if (answer instanceof Error || answer === undefined) throw answer;
    return answer instanceof Response ? answer.clone() : await answer(one);
  });
  return asked;
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

const GET = { method: "GET", path: "/status" };
const cut = () => new TypeError("fetch failed");
const refusedLine = () => new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a deprecated call", () => {
  it("is warned of once, by what the server says", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const marks = {
      Deprecation: "@1795824000",
      Sunset: "Wed, 01 Dec 2027 00:00:00 GMT",
      Link: '</docs>; rel="deprecation"',
    };
    serving(json({}, 200, marks), json({}, 400, marks), json({}, 200, marks), json({}));
    const transport = new Transport(URL_, new FakeTimer());
    await transport.call({ method: "GET", path: "/old/17?limit=1" });
    await failure(transport.call({ method: "GET", path: "/old/18?limit=2" }));
    await transport.call({ method: "POST", path: "/old/17" });
    await transport.call({ method: "GET", path: "/new" });
    expect(warn.mock.calls.flat()).toEqual([
      `GET /old/… is deprecated and may end on ${marks.Sunset}; see ${marks.Link}`,
      `POST /old/… is deprecated and may end on ${marks.Sunset}; see ${marks.Link}`,
    ]);
    warn.mockRestore();
  });
});

describe("a request", () => {
  it("is answered, and asked as the contract says", async () => {
    const asked = serving(json({ a: 1 }, 200, { Date: "Sat, 28 Nov 2026 12:00:00 GMT" }));
    const transport = new Transport(URL_, new FakeTimer());
    const reply = await transport.call({
      method: "POST",
      path: "/x",
      body: { b: 2 },
      token: "t",
      idempotencyKey: "k",
    });
    expect(reply).toEqual({ body: { a: 1 }, dateMs: Date.UTC(2026, 10, 28, 12) });
    const [{ path, init, headers } = {} as Asked] = asked;
    expect([path, init.method, init.body]).toEqual(["/express/v1/x", "POST", '{"b":2}']);
    expect(init.redirect).toBe("manual");
    expect(headers.get("Authorization")).toBe("Bearer t");
    expect(headers.get("Idempotency-Key")).toBe("k");
    expect(headers.get("Content-Type")).toBe("application/json");
  });

  it("is not redirected, and says so at once", async () => {
    const server = createServer((_, answer) => {
      answer.writeHead(302, { Location: "/elsewhere" }).end("moved");
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const timer = new FakeTimer();
    const error = await failure(new Transport(`http://127.0.0.1:${port}`, timer).call(GET));
    server.close();
    expect([error.code, error.status, error.message]).toEqual(["HTTP_302", 302, "moved"]);
    expect(timer.slept).toEqual([]);
  });

  it("is not redirected in a browser, which hides the status", async () => {
    const timer = new FakeTimer();
    const hidden = { type: "opaqueredirect", status: 0, ok: false, body: null };
    const asked = serving(() => ({ ...hidden, headers: new Headers() }) as Response);
    const error = await failure(new Transport(URL_, timer).call(GET));
    expect([error.code, error.message]).toEqual(["BAD_ANSWER", "/status: a redirect"]);
    expect([asked.length, timer.slept]).toEqual([1, []]);
  });

  it("is repeated after 429 no earlier than the server allows", async () => {
    const timer = new FakeTimer();
    const busy = json({ code: "RATE_LIMITED", message: "slow" }, 429, { "Retry-After": "3" });
    const asked = serving(busy, json({}));
    await new Transport(URL_, timer).call(GET);
    expect(asked).toHaveLength(2);
    expect(timer.slept).toEqual([3_000]);
  });

  it.each([
    ["a lost line", cut, "ANSWER_LOST"],
    ["a closed port", refusedLine, "NOT_CONNECTED"],
    ["a fault", () => json({ code: "INTERNAL", message: "fault" }, 500), "INTERNAL"],
  ])(
    "is repeated after %s, with growing pauses, a bounded number of times",
    async (_, bad, code) => {
      const timer = new FakeTimer();
      const asked = serving(bad());
      const error = await failure(new Transport(URL_, timer).call(GET));
      expect(error.code).toBe(code);
      expect(asked).toHaveLength(6);
      expect(timer.slept).toEqual([250, 500, 1_000, 2_000, 4_000]);
    },
  );

  it("ends before its deadline when the server asks for a long pause", async () => {
    const busy = json({ code: "RATE_LIMITED", message: "slow" }, 429, { "Retry-After": "60" });
    const asked = serving(busy);
    const error = await failure(new Transport(URL_, new FakeTimer()).call(GET));
    expect([error.code, error.retryAfterS, asked.length]).toEqual(["RATE_LIMITED", 60, 1]);
    expect(error.message).toBe("slow; wait 60 s");
  });

  it("that must not be executed twice is repeated only where it was not executed", async () => {
    const once = { ...GET, isRepeatable: false };
    for (const bad of [cut(), json({ code: "INTERNAL", message: "x" }, 502)]) {
      const asked = serving(bad);
      await failure(new Transport(URL_, new FakeTimer()).call(once));
      expect(asked).toHaveLength(1);
    }
    const asked = serving(refusedLine(), json({}));
    await new Transport(URL_, new FakeTimer()).call(once);
    expect(asked).toHaveLength(2);
  });

  it("says when an earlier attempt of it may have been executed", async () => {
    const taken = () => json({ code: "TAKEN", message: "x" }, 409);
    serving(taken());
    const first = await failure(new Transport(URL_, new FakeTimer()).call(GET));
    serving(cut(), taken());
    const second = await failure(new Transport(URL_, new FakeTimer()).call(GET));
    expect([first.isAfterLostAnswer, second.isAfterLostAnswer]).toEqual([false, true]);
  });

  it("says code, text, status, details and the request's id of a refusal", async () => {
    const body = { code: "MARKET_NOT_FOUND", message: "No", details: { id: 3 } };
    serving(json(body, 404, { "X-Request-Id": "abcdefgh" }));
    const error = await failure(new Transport(URL_, new FakeTimer()).call(GET));
    expect([error.code, error.message, error.status]).toEqual(["MARKET_NOT_FOUND", "No", 404]);
    expect([error.details, error.requestId]).toEqual([{ id: 3 }, "abcdefgh"]);
    expect([error.isPassing, error.isUnknown]).toEqual([false, false]);
  });

  it.each([
    [new Response("<html>", { status: 404 }), "HTTP_404"],
    [new Response("<html>"), "BAD_ANSWER"],
    [new Response("{", { status: 400 }), "HTTP_400"],
    [json([1], 400), "HTTP_400"],
  ])("does not trip over an answer that is none", async (answer, code) => {
    serving(answer);
    expect((await failure(new Transport(URL_, new FakeTimer()).call(GET))).code).toBe(code);
  });

  it("of an answer without end stops reading", async () => {
    const chunk = new Uint8Array(8 * 1024 * 1024).fill(32);
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
    serving(() => new Response(body));
    const error = await failure(new Transport(URL_, new FakeTimer()).call(GET));
    expect(error.code).toBe("BAD_ANSWER");
  });

  it("is abandoned with its caller", async () => {
    const asked = serving(cut());
    const signal = AbortSignal.abort();
    const call = new Transport(URL_, new FakeTimer()).call({ ...GET, signal });
    await expect(call).rejects.toThrow(TypeError);
    expect(asked).toHaveLength(1);
  });

  it("is abandoned with its caller during a pause, too", async () => {
    const busy = json({ code: "RATE_LIMITED", message: "slow" }, 429, { "Retry-After": "20" });
    const asked = serving(busy);
    const timer = { nowMs: () => 0, sleep: () => new Promise<void>(() => undefined) };
    const caller = new AbortController();
    const call = new Transport(URL_, timer).call({ ...GET, signal: caller.signal });
    setTimeout(() => caller.abort(new Error("enough")), 1);
    await expect(call).rejects.toThrow("enough");
    expect(asked).toHaveLength(1);
  });

  it("has what is left of its time, in whole milliseconds", async () => {
    const timer = new FakeTimer();
    const bounds = vi.spyOn(AbortSignal, "timeout");
    const asked = serving(() => {
      timer.ms += 8_999.75;
      throw cut();
    });
    expect((await failure(new Transport(URL_, timer).call(GET))).code).toBe("ANSWER_LOST");
    expect(asked).toHaveLength(4);
    expect(bounds.mock.calls.flat()).toEqual([10_000, 10_000, 10_000, 1_251]);
    bounds.mockRestore();
  });

  it("says why it did not leave", async () => {
    serving(refusedLine());
    const error = await failure(new Transport(URL_, new FakeTimer()).call(GET));
    expect(error.message).toBe(
      "GET /status: http://server/express/v1 does not answer: ECONNREFUSED",
    );
  });

  it("shows the newest command that was answered, until the server begins again", async () => {
    const asked = serving(
      json({}, 200, { "Acre-Sequence": "9007199254740993" }),
      json({}, 200, { "Acre-Sequence": "12" }),
      json({ code: "MAINTENANCE", message: "x" }, 503),
      json({}),
    );
    const transport = new Transport(URL_, new FakeTimer());
    for (let round = 0; round < 3; round += 1) await transport.call(GET);
    const shown = asked.map(({ headers }) => headers.get("Acre-Sequence"));
    expect(shown).toEqual([null, "9007199254740993", "9007199254740993", null]);
  });
});

describe("the URL of a server", () => {
  const made = async (url: string) =>
    new AcreClient(url, await fromSecretKey(await newSecretKey()));

  it.each(["localhost:8000", "", "/", "ws://server", "http://", "http:server", "ftp://server"])(
    "begins with http or https, not %j",
    async (url) => {
      const words = `the URL of a server begins with http:// or https://, not "${url}"`;
      await expect(made(url)).rejects.toThrow(new TypeError(words));
    },
  );

  it("may have a path, and a slash at its end", async () => {
    expect((await made("https://server/acre/")).url).toBe("https://server/acre");
  });
});

describe("a prediction order", () => {
  const duplicate = () => json({ code: "DUPLICATE_CLIENT_ORDER_ID", message: "x" }, 409);
  const placed = () => json({ order: { orderId: 5 } });
  const order = { marketId: 1, side: "yes", price: 40, contracts: 5 } as const;

  async function place(...answers: Answer[]): Promise<[number, Asked[]]> {
    const signer = await fromSecretKey(await newSecretKey());
    const client = new AcreClient("http://server", signer, { timer: new FakeTimer() });
    const asked = serving(...answers);
    return [(await client.predictions.placeOrder(order)).orderId, asked];
  }

  it("whose first answer was lost is placed once, by the same id and key", async () => {
    const [id, asked] = await place(cut(), duplicate(), placed());
    const [first, second, third] = asked;
    expect(id).toBe(5);
    expect(second?.init.body).toBe(first?.init.body);
    const keys = [first, second].map((one) => one?.headers.get("Idempotency-Key"));
    expect(keys[0]).toBe(keys[1]);
    const { clientOrderId } = JSON.parse(String(first?.init.body));
    expect(third?.path).toBe(`/express/v1/predictions/orders/by-client-id/${clientOrderId}`);
  });

  it("that never had an answer is looked for, and lost when it is not there", async () => {
    const lines = Array.from({ length: 6 }, cut);
    expect((await place(...lines, placed()))[0]).toBe(5);
    const none = json({ code: "ORDER_NOT_FOUND", message: "x" }, 404);
    expect((await failure(place(...lines, none))).code).toBe("ANSWER_LOST");
  });

  it("of another one's id is refused", async () => {
    expect((await failure(place(duplicate(), placed()))).code).toBe("DUPLICATE_CLIENT_ORDER_ID");
  });
});

describe("a login", () => {
  const now = "Sat, 28 Nov 2026 12:00:00 GMT";
  const nowS = Date.parse(now) / 1000;

  async function made(...answers: Answer[]) {
    const signer = await fromSecretKey(await newSecretKey());
    const { address } = signer;
    const text = `acre wants you to sign in with your Solana account:\n${address}\n\nHello`;
    const signed = vi.spyOn(signer, "signMessage");
    const timer = new FakeTimer();
    const transport = new Transport(URL_, timer);
    const login = new Login(transport, signer, timer);
    const asked = serving(json({ message: text }), ...answers);
    return { address, asked, login, signed, signer, text, timer, transport };
  }

  function session(name: string): Response {
    const times = {
      accessTokenExpirationTime: nowS + 900,
      refreshTokenExpirationTime: nowS + 9_000,
    };
    const tokens = { accessToken: name, refreshToken: `${name}-refresh` };
    return json({ ...tokens, ...times }, 200, { Date: now });
  }

  it("is made once by calls at the same time, and renewed before it ends", async () => {
    const { asked, login, timer } = await made(session("one"), session("two"));
    expect(await Promise.all([login.token(), login.token()])).toEqual(["one", "one"]);
    timer.ms += 839_000;
    expect(await login.token()).toBe("one");
    timer.ms += 2_000;
    expect(await login.token()).toBe("two");
    expect(asked.map(({ path }) => path.split("?")[0])).toEqual([
      "/express/v1/auth/login",
      "/express/v1/auth/login",
      "/express/v1/auth/refresh-token",
    ]);
    expect(asked[2]?.init.body).toBe('{"refreshToken":"one-refresh"}');
  });

  it("signs nothing but a sign-in text of its own address", async () => {
    const { address, login, signed } = await made(session("one"));
    for (const text of [
      "Acre v1 localnet\nwithdraw-margin",
      `x wants you to sign in with your Solana account:\nother`,
      `x wants you to sign in with your Solana account: \n${address}`,
      "",
      null,
    ]) {
      serving(json({ message: text }));
      expect((await failure(login.token())).code).toBe("LOGIN_REFUSED");
    }
    expect(signed).not.toHaveBeenCalled();
  });

  it("signs for the domain that the wallet knows alone", async () => {
    const { signed, signer, text, timer, transport } = await made();
    serving(json({ message: text }), session("one"));
    const other = new Login(transport, signer, timer, "acre.example");
    expect((await failure(other.token())).code).toBe("LOGIN_REFUSED");
    expect(signed).not.toHaveBeenCalled();
    serving(json({ message: text }), session("one"));
    expect(await new Login(transport, signer, timer, "acre").token()).toBe("one");
  });

  it("after a lost answer has a new text", async () => {
    const { asked, login, text } = await made(cut(), json({ message: "" }), session("two"));
    await failure(login.token());
    expect(asked).toHaveLength(3);
    serving(json({ message: text }), session("two"));
    expect(await login.token()).toBe("two");
  });

  it("is made by the first call that the server wants one for", async () => {
    const { asked, login, text, timer, transport } = await made();
    const unauthorized = json({ code: "NO_TOKEN", message: "x" }, 401);
    const answers: Answer[] = [
      unauthorized,
      json({ message: text }),
      session("one"),
      json({ ok: 1 }),
    ];
    const found = serving(...answers);
    const express = expressApi(transport, login);
    expect(await express.get("/predictions/portfolio")).toEqual({ ok: 1 });
    expect(await express.get("/predictions/portfolio")).toEqual({ ok: 1 });
    expect(found.map(({ headers }) => headers.get("Authorization"))).toEqual([
      null,
      null,
      null,
      "Bearer one",
      "Bearer one",
    ]);
    expect([asked.length, timer.slept]).toEqual([0, []]);
  });

  it("sends parameters where they belong, and each write with a key of its own", async () => {
    const { login, transport } = await made();
    const asked = serving(json({ info: [1], pagination: { nextCursor: "c", limit: 2 } }));
    const main = mainApi(transport, login);
    const page = await main.page("/user/{user}/commands", {
      path: { user: "a/b" },
      query: { limit: 2, cursor: undefined },
    });
    expect(page).toEqual({ info: [1], nextCursor: "c" });
    const body = { marginAccountId: 1 };
    const route = "/user/{user}/transaction/close-margin-account";
    await main.post(route, { path: { user: "a" }, body });
    await main.post(route, { path: { user: "a" }, body });
    await main.post(route, { path: { user: "a" }, body, idempotencyKey: "mine" });
    expect(asked[0]?.path).toBe("/express/v1/user/a%2Fb/commands?limit=2");
    const keys = asked.map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys[0]).toBeNull();
    expect(keys[1]).not.toBe(keys[2]);
    expect(keys[3]).toBe("mine");
  });
});
