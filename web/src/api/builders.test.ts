import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Call, fakeServer, refusal } from "@/test/server";
import { buildClosePosition, buildModifyPosition } from "./builders";
import { useOneClick } from "./one-click";

const INPUT = {
  marginAccountId: 0,
  marketId: 3,
  side: "long",
  input: "1000000",
  inputKind: "notionalDelta",
} as const;
const WORST = { slippageRate: "0.01" };
const BUILT = { tx: "AA==", blockhash: "hash", lastValidBlockHeight: 150 };
const ACTIVE = { owner: "owner", key: "key", expiresAt: null, markets: [] };
const route = (user: string, name: string) => `POST /api/v1/user/${user}/transaction/${name}`;
const built = () => ({ body: { info: BUILT } });

let calls: readonly Call[];

function serve(delegated: () => { readonly status?: number; readonly body: unknown } = built) {
  calls = fakeServer({
    [route("owner", "modify-position")]: built,
    [route("owner", "close-position")]: built,
    [route("key", "modify-position")]: delegated,
    [route("key", "close-position")]: delegated,
  });
}
const users = () => calls.map(({ path }) => path.split("/")[4]);
const build = () => buildModifyPosition("owner", INPUT, WORST);

beforeEach(() => {
  serve();
  useOneClick.setState({ active: ACTIVE });
});

afterEach(() => {
  useOneClick.setState({ active: null });
  vi.unstubAllGlobals();
});

it("builds orders for the browser key, which names the owner", async () => {
  const order = await build();
  expect(calls[0]?.body).toEqual({ ...INPUT, ...WORST, owner: "owner" });
  expect(order.delegation).toMatchObject({ key: "key", owner: "owner", input: INPUT });
  const close = { marginAccountId: 0, marketId: 3 };
  await buildClosePosition("owner", close, WORST);
  expect(users()).toEqual(["key", "key"]);
});

it("builds for the wallet without one-click trading, or for another wallet", async () => {
  useOneClick.setState({ active: { ...ACTIVE, owner: "other" } });
  expect(await build()).toEqual(BUILT);
  useOneClick.setState({ active: null });
  expect(await build()).toEqual(BUILT);
  expect(users()).toEqual(["owner", "owner"]);
});

it("does not ask for an order in a market that the key may not trade", async () => {
  useOneClick.setState({ active: { ...ACTIVE, markets: [4, 5] } });
  expect((await build()).fallback).toContain("off in this market");
  expect(users()).toEqual(["owner"]);
});

it.each([
  ["NOT_OWNER", 403, {}, "turned off", true],
  ["DELEGATE_EXPIRED", 409, {}, "expired", true],
  ["DELEGATE_MARKET", 409, {}, "off in this market", false],
  ["DELEGATE_LIMIT", 409, {}, "limit for today is used up", false],
  ["INSUFFICIENT_COLLATERAL", 409, { asset: "SOL" }, "too little SOL", false],
])(
  "falls back to the wallet after %s, with a sentence",
  async (code, status, details, text, isOver) => {
    serve(() => refusal(status, code, code, { details }));
    const order = await build();
    expect(order.fallback).toContain(text);
    expect(order.delegation).toBeUndefined();
    expect(users()).toEqual(["key", "owner"]);
    expect(useOneClick.getState().active === null).toBe(isOver);
  },
);

it("reports a refusal that concerns the order itself", async () => {
  serve(() => refusal(409, "INSUFFICIENT_MARGIN"));
  await expect(build()).rejects.toMatchObject({ code: "INSUFFICIENT_MARGIN" });
  serve(() => refusal(409, "INSUFFICIENT_COLLATERAL"));
  await expect(build()).rejects.toMatchObject({ code: "INSUFFICIENT_COLLATERAL" });
  expect(users()).toEqual(["key"]);
});
