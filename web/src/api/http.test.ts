import { describe, expect, it, vi } from "vitest";
import { ApiError, expressApi, mainApi, query } from "./http";

function answer(status: number, body: unknown): void {
  vi.stubGlobal(
    "fetch",
    vi.fn(
      async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
    ),
  );
}

describe("answers", () => {
  it("unwraps the main envelope and not the express one", async () => {
    answer(200, { info: { a: 1 } });
    expect(await mainApi.get("/account/markets")).toEqual({ a: 1 });
    expect(await expressApi.get("/status")).toEqual({ info: { a: 1 } });
  });

  it("hands out the cursor of a page", async () => {
    answer(200, { info: [1], pagination: { nextCursor: "c", limit: 50 } });
    expect(await mainApi.page("/account/markets")).toEqual({ info: [1], nextCursor: "c" });
  });

  it("fills in the path, and leaves out what is undefined", async () => {
    answer(200, { points: [] });
    const path = { symbol: "A/B" };
    await expressApi.get("/market/{symbol}/price-feed", { path, query: { window: "1m" } });
    await expressApi.get("/market/{symbol}/price-feed", { path, query: { window: undefined } });
    expect(vi.mocked(fetch).mock.calls.map(([url]) => url)).toEqual([
      "/express/v1/market/A%2FB/price-feed?window=1m",
      "/express/v1/market/A%2FB/price-feed",
    ]);
  });

  it("knows paths, parameters and answers by the table of routes", () => {
    const calls = () => [
      // @ts-expect-error: no such path
      mainApi.get("/account/market"),
      // @ts-expect-error: a path of the other base
      mainApi.get("/predictions/markets"),
      // @ts-expect-error: without its parameter
      expressApi.get("/market/{symbol}"),
      // @ts-expect-error: a parameter by another name
      expressApi.get("/market/{symbol}", { path: { market: "AUS" } }),
      expressApi.get("/market/{symbol}/price-feed", {
        path: { symbol: "A" },
        // @ts-expect-error: no such window
        query: { window: 7 },
      }),
      // @ts-expect-error: without its body
      expressApi.post("/faucet"),
      // @ts-expect-error: the answer has no such field
      expressApi.get("/status").then((status) => status.weather),
    ];
    expect(calls).toBeTypeOf("function");
  });

  it("reads what it wrote: the newest sequence of an answer goes with every request", async () => {
    const sent = () =>
      vi
        .mocked(fetch)
        .mock.calls.map(([, init]) => new Headers(init?.headers).get("Acre-Sequence"));
    const said = (sequence: string, status = 200) =>
      vi.stubGlobal(
        "fetch",
        vi.fn(async () => new Response("{}", { status, headers: { "Acre-Sequence": sequence } })),
      );
    answer(503, { message: "", code: "MAINTENANCE" });
    await expect(expressApi.get("/status")).rejects.toThrow();
    said("12");
    await expressApi.get("/status");
    await expressApi.get("/status");
    expect(sent()).toEqual([null, "12"]);
    said("11");
    await expressApi.get("/status");
    await expressApi.get("/status");
    expect(sent()).toEqual(["12", "12"]);
    said("nonsense", 503);
    await expect(expressApi.get("/status")).rejects.toThrow();
    await expect(expressApi.get("/status")).rejects.toThrow();
    expect(sent()).toEqual(["12", null]);
  });

  it("sends the token as a bearer", async () => {
    answer(200, { info: null });
    await mainApi.get("/account/markets", { token: "t" });
    const [, init] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect(new Headers(init?.headers).get("Authorization")).toBe("Bearer t");
  });
});

describe("errors", () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error : null),
    );

  it("carry the contract's code, details and our sentence", async () => {
    answer(409, {
      message: "Max side size",
      code: "MAX_SIDE_SIZE",
      details: { room: "5" },
      requestId: "r",
      expiredToken: false,
    });
    const error = await failure(mainApi.get("/account/markets"));
    expect(error).toMatchObject({ code: "MAX_SIDE_SIZE", status: 409, details: { room: "5" } });
    expect(error?.humanText).toContain("side of the market is full");
  });

  it("use the server's text for a code without a sentence", async () => {
    answer(400, { message: "Human text", code: "SOMETHING_NEW", details: {} });
    expect((await failure(mainApi.get("/account/markets")))?.humanText).toBe("Human text");
  });

  it("say so when the answer is not readable or the server away", async () => {
    answer(200, "<html>");
    expect((await failure(mainApi.get("/account/markets")))?.code).toBe("BAD_ANSWER");
    answer(502, "");
    expect((await failure(mainApi.get("/account/markets")))?.code).toBe("HTTP_ERROR");
    vi.stubGlobal(
      "fetch",
      vi.fn(() => Promise.reject(new TypeError("network"))),
    );
    expect((await failure(mainApi.get("/account/markets")))?.code).toBe("UNREACHABLE");
  });
});

it("writes query strings without undefined parts", () => {
  expect(query({ limit: 5, cursor: undefined, all: true })).toBe("?limit=5&all=true");
  expect(query({})).toBe("");
});
