import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Delegation } from "@/api/builders";
import { decodeQuote } from "@/api/decode-account";
import { decodeSummaries } from "@/api/decode-market";
import { closeQuoteQuery, modifyQuoteQuery, summariesQuery } from "@/api/queries";
import { wireQuote, wireSummary } from "@/test/rows";
import { fakeBridge } from "../testing/fake-bridge";
import { createKey, dropKey } from "./browser-key";
import { orderSigner } from "./order-signer";

const OWNER = "owner";
const INPUT = {
  marginAccountId: 0,
  marketId: 3,
  side: "long",
  input: "3000000000",
  inputKind: "notionalDelta",
} as const;
const BUILT = { tx: "AA==", blockhash: "hash", lastValidBlockHeight: 150 };
const BY_WALLET = { ...BUILT, tx: "BB==" };
const SENT = { signature: "sig", resend: null };

let client: QueryClient;
let key: string;

beforeEach(async () => {
  client = new QueryClient();
  const summaries = decodeSummaries({ markets: [wireSummary()] } as never);
  client.setQueryData(summariesQuery.queryKey, summaries);
  client.setQueryData(modifyQuoteQuery(OWNER, INPUT).queryKey, decodeQuote(wireQuote()));
  key = (await createKey(OWNER)).address;
});

afterEach(() => dropKey(OWNER));

function delegated(change: Partial<Delegation> = {}) {
  const delegation = {
    command: "modify-position",
    owner: OWNER,
    key,
    input: INPUT,
    worst: { slippageRate: "0.01" },
    bracket: {},
    byWallet: () => Promise.resolve(BY_WALLET),
    ...change,
  } as Delegation;
  return () => Promise.resolve({ ...BUILT, delegation });
}

async function signer() {
  const signOrder = vi.fn(() => Promise.resolve(SENT));
  const signAndSend = vi.fn(() => Promise.resolve(SENT));
  const made = await orderSigner(fakeBridge({ signOrder, signAndSend }), OWNER, client);
  return { ...made, signOrder, byWallet: signAndSend };
}

it("asks the key to sign the order that the form has shown", async () => {
  const { build, signAndSend, sender, signOrder, byWallet } = await signer();
  const built = await build(delegated());
  expect(sender()).toBe(key);
  await signAndSend(built.tx, () => undefined);
  expect(byWallet).not.toHaveBeenCalled();
  const order = {
    key,
    owner: OWNER,
    command: "modify-position",
    marginAccountId: 0,
    symbol: "AUS",
    size: 28_600_000n,
    isExact: false,
    limit: 10_599_950_000n,
    isLimitExact: false,
    stop: null,
    target: null,
  };
  expect(signOrder).toHaveBeenCalledWith(
    expect.objectContaining({ address: key }),
    { txBase64: "AA==", order },
    expect.anything(),
  );
});

it("closes wholly without a size, with the limit on the other side of the price", async () => {
  const input = { marginAccountId: 0, marketId: 3 };
  const quote = wireQuote({ openInterestDelta: { size: "-28600000", notional: "-3000000000" } });
  client.setQueryData(closeQuoteQuery(OWNER, input).queryKey, decodeQuote(quote));
  const { build, signAndSend, signOrder } = await signer();
  await build(delegated({ command: "close-position", input } as never));
  await signAndSend("AA==", () => undefined);
  const asked = signOrder.mock.calls[0] as unknown as [unknown, { readonly order: object }];
  expect(asked[1].order).toMatchObject({ size: null, limit: 10_390_050_000n });
});

it("leaves an order to the wallet when no quote of it was shown, or the key is another", async () => {
  for (const change of [{ input: { ...INPUT, input: "1" } }, { key: "another" }]) {
    const { build, signAndSend, sender, byWallet, signOrder } = await signer();
    const built = await build(delegated(change as never));
    expect(built).toEqual(BY_WALLET);
    expect(sender()).toBe(OWNER);
    await signAndSend(built.tx, () => undefined);
    expect(byWallet).toHaveBeenCalled();
    expect(signOrder).not.toHaveBeenCalled();
  }
});

it("leaves every other command to the wallet", async () => {
  const { build, sender } = await signer();
  expect(await build(() => Promise.resolve(BUILT))).toEqual(BUILT);
  expect(sender()).toBe(OWNER);
});
