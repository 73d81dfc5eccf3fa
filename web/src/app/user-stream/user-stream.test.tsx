import { QueryClient, useQuery } from "@tanstack/react-query";
import { act, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useTokenState } from "@/api/auth/token-state";
import { commandOutcomes } from "@/api/command-outcomes";
import { decodeSummaries } from "@/api/decode-market";
import { rpcCall } from "@/api/http";
import {
  balancesQuery,
  ladderQuoteQuery,
  limitsQuery,
  marginAccountsQuery,
  modifyQuoteQuery,
  settlementRequestsQuery,
  summariesQuery,
} from "@/api/queries";
import { wireOrderEvent } from "@/features/trade/orders/model/testing/order";
import { useSendCommand } from "@/features/wallet/send/use-send-command";
import { fakeBridge } from "@/features/wallet/testing/fake-bridge";
import { useWalletState } from "@/features/wallet/wallet-state";
import { shownAccountsQuery } from "@/state/shown-accounts";
import { clearNotices, useNotices } from "@/state/toast";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wireQuote, wireSummary, wireTrade } from "@/test/rows";
import { type Call, fakeServer } from "@/test/server";
import { fakeStream } from "@/test/socket";
import { UserStream } from "./user-stream";

const USER = "user";
const CHANNEL = `user:${USER}`;
const BASE = `/api/v1/user/${USER}`;
const SNAPSHOT = {
  marginAccounts: [wireAccount()],
  lpPositions: [],
  settlementRequests: [],
  portfolio: { availablePoints: "0", openInterestPoints: "0" },
  orders: [],
};
/** Of each test's one order. */
let signature = "";
let orders = 0;

const command = (change: object = {}) => ({
  signature,
  slot: 9,
  name: "modify-position",
  nonce: 1,
  status: "applied",
  code: null,
  details: {},
  timestamp: 1,
  ...change,
});

/** What the stream says of an order that was filled. */
const filled = () => ({
  events: [
    { kind: "trade", ...wireTrade({ signature }) },
    { kind: "command", ...command() },
  ],
  marginAccounts: [wireAccount({ marginCollateral: "999000000" })],
});

const INPUT = {
  marginAccountId: 0,
  marketId: 3,
  side: "long",
  input: "1000000",
  inputKind: "notionalDelta",
} as const;

/** Every read of a wallet that the trade page makes; by the clock none of them is repeated. */
function TradePage() {
  const once = { refetchInterval: false } as const;
  const accounts = useQuery({ ...marginAccountsQuery(USER), ...once });
  useQuery({ ...settlementRequestsQuery(USER), ...once });
  useQuery({ ...balancesQuery(USER), ...once });
  useQuery({ ...limitsQuery(USER, 0, 3), ...once });
  useQuery({ ...modifyQuoteQuery(USER, INPUT), ...once });
  useQuery({ ...ladderQuoteQuery(USER, INPUT), ...once });
  useQuery({ ...shownAccountsQuery(USER), ...once });
  const { send, stage } = useSendCommand();
  useEffect(() => useWallet.setState({ send, stage }), [send, stage]);
  return <output>{String(accounts.data?.[0]?.collateral ?? "")}</output>;
}

let server: ReturnType<typeof fakeStream>;
let calls: readonly Call[];
let client: QueryClient;
/** What the node does when it gets the transaction. */
let onSent: () => void;
let commands: readonly object[];
let orderEvents: readonly object[];
let trades: readonly object[];

beforeEach(() => {
  orders += 1;
  signature = `signature-${orders}`;
  onSent = () => undefined;
  commands = [];
  orderEvents = [];
  trades = [];
  const balance = () => ({ body: { info: { balance: "1" } } });
  const none = () => ({ body: { info: [] } });
  calls = fakeServer({
    "POST /rpc": ({ body }) => {
      const { method } = body as { readonly method: string };
      if (method === "sendTransaction") onSent();
      return { body: { result: method === "getBlockHeight" ? 1 : null } };
    },
    [`GET ${BASE}/margin-accounts`]: () => ({ body: { info: [wireAccount()] } }),
    [`GET ${BASE}/settlement-requests`]: none,
    [`GET ${BASE}/sol-balance`]: balance,
    [`GET ${BASE}/collateral-balance`]: balance,
    [`POST ${BASE}/quote/position-modification-limits`]: none,
    [`POST ${BASE}/quote/modify-position`]: () => ({ body: { info: wireQuote() } }),
    [`GET ${BASE}/profile/margin-account-ids`]: none,
    [`GET ${BASE}/commands`]: () => ({ body: { info: commands, pagination: {} } }),
    [`GET ${BASE}/history/perp-order`]: () => ({ body: { info: orderEvents, pagination: {} } }),
    [`GET ${BASE}/history/trade`]: () => ({ body: { info: trades, pagination: {} } }),
  });
  const wallet = { name: "Here", icon: "data:,", address: USER, isBurner: true };
  const bridge = fakeBridge({
    signAndSend: async (_tx, onSigned) => {
      onSigned();
      await rpcCall("sendTransaction", []);
      return { signature, resend: null };
    },
    signatureStatus: async () => {
      await rpcCall("getSignatureStatuses", []);
      return { isConfirmed: true, error: null };
    },
  });
  useWalletState.getState().setConnected(wallet, bridge);
  const expirationTime = Date.now() / 1_000 + 600;
  useTokenState.getState().setSession({ address: USER, accessToken: "t", expirationTime });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

afterEach(() => {
  server.end();
  useTokenState.getState().setSession(null);
  useWalletState.getState().setDisconnected();
});

async function openTradePage() {
  server = fakeStream({ [CHANNEL]: SNAPSHOT });
  const page = renderPage(
    <>
      <UserStream />
      <TradePage />
    </>,
    client,
  );
  await waitFor(() => expect(commandOutcomes.isLive).toBe(true));
  await settled();
  return page;
}

const settled = () => waitFor(() => expect(client.isFetching()).toBe(0));
const pathsOf = (from: number) => calls.slice(from).map(({ method, path }) => `${method} ${path}`);

async function sendOrder() {
  const built = { tx: "AA==", blockhash: "hash", lastValidBlockHeight: 150 };
  const from = calls.length;
  const { send } = useWallet.getState();
  const outcome = await act(() => send(() => Promise.resolve(built), "Open long"));
  await settled();
  return { outcome, requests: pathsOf(from) };
}

describe("an order with a live user stream", () => {
  it("costs at most three HTTP requests, from the transaction to the last figure", async () => {
    const page = await openTradePage();
    onSent = () => setTimeout(() => act(() => server.last().delta(CHANNEL, filled())));
    const { outcome, requests } = await sendOrder();
    expect(outcome).toEqual({ status: "applied", signature, command: "modify-position" });
    expect(requests.length).toBeLessThanOrEqual(3);
    expect(requests).toEqual([
      "POST /rpc",
      `POST ${BASE}/quote/position-modification-limits`,
      `POST ${BASE}/quote/modify-position`,
    ]);
    expect(page.getByRole("status").textContent).toBe("999000000");
  });

  it("ends as a notice of what was traded, at which price and for which fee", async () => {
    await openTradePage();
    const summaries = decodeSummaries({ markets: [wireSummary()] } as never);
    client.setQueryData(summariesQuery.queryKey, summaries);
    onSent = () => setTimeout(() => act(() => server.last().delta(CHANNEL, filled())));
    await sendOrder();
    await waitFor(() => expect(useNotices.getState().notices[0]?.kind).toBe("success"));
    expect(useNotices.getState().notices[0]).toMatchObject({
      title: "Bought 28.6 sq ft of Austin at $104.95, fee $4.50",
      command: "Open long",
      signature,
    });
  });

  it("is answered by an event that comes before the node's own answer", async () => {
    await openTradePage();
    onSent = () => act(() => server.last().delta(CHANNEL, filled()));
    const { outcome, requests } = await sendOrder();
    expect(outcome).toMatchObject({ status: "applied" });
    expect(requests.length).toBeLessThanOrEqual(3);
  });

  it("says why the exchange refused it", async () => {
    await openTradePage();
    const refused = command({ status: "rejected", code: "SLIPPAGE_EXCEEDED" });
    onSent = () =>
      setTimeout(() => server.last().delta(CHANNEL, { events: [{ kind: "command", ...refused }] }));
    const { outcome, requests } = await sendOrder();
    expect(outcome).toMatchObject({ status: "rejected", code: "SLIPPAGE_EXCEEDED" });
    expect(requests).toEqual(["POST /rpc"]);
  });

  it("reads the commands once when its event was lost in a gap", async () => {
    await openTradePage();
    commands = [command({ signature: "older" }), command()];
    onSent = () => setTimeout(() => act(() => server.last().delta(CHANNEL, {}, 1)));
    const { outcome, requests } = await sendOrder();
    expect(outcome).toEqual({ status: "applied", signature, command: "modify-position" });
    expect(requests.filter((path) => path.endsWith("/commands"))).toHaveLength(1);
    expect(requests.filter((path) => path === "POST /rpc")).toHaveLength(1);
  });

  it("reads everything of the wallet after a gap", async () => {
    await openTradePage();
    const from = calls.length;
    act(() => server.last().delta(CHANNEL, {}, 1));
    await settled();
    expect(pathsOf(from)).toContain(`GET ${BASE}/sol-balance`);
    expect(pathsOf(from)).toContain(`GET ${BASE}/settlement-requests`);
  });
});

describe("a waiting order", () => {
  const fill = (orderId: number) =>
    wireOrderEvent({ event: "filled", orderId, orderType: "stop", size: "-28600000" });
  const titles = () => useNotices.getState().notices.map(({ title }) => title);

  it("that fills is said once, also after a gap, which adds what it hid", async () => {
    clearNotices();
    connectWallet(USER);
    await openTradePage();
    const events = [{ kind: "perpOrder", ...fill(501) }];
    act(() => server.last().delta(CHANNEL, { events }));
    await waitFor(() => expect(titles()).toHaveLength(1));
    orderEvents = [fill(502), fill(501)];
    act(() => server.last().delta(CHANNEL, {}, 1));
    await waitFor(() => expect(titles()).toHaveLength(2));
    act(() => server.last().delta(CHANNEL, {}, 1));
    await settled();
    expect(titles()).toEqual([
      expect.stringMatching(/^Order 502.* filled$/),
      expect.stringMatching(/^Order 501.* filled$/),
    ]);
  });
});

describe("an order without a live user stream", () => {
  it("is followed by polling once the socket is gone", async () => {
    await openTradePage();
    commands = [command()];
    act(() => server.last().onclose?.());
    expect(commandOutcomes.isLive).toBe(false);
    const { outcome, requests } = await sendOrder();
    expect(outcome).toEqual({ status: "applied", signature, command: "modify-position" });
    expect(requests).toContain(`GET ${BASE}/commands`);
    expect(requests).toContain(`GET ${BASE}/margin-accounts`);
  });

  it("ends as a notice with the facts of the history", async () => {
    await openTradePage();
    commands = [command()];
    trades = [wireTrade({ signature: "older", marketId: 7 }), wireTrade({ signature })];
    act(() => server.last().onclose?.());
    await sendOrder();
    await waitFor(() => expect(useNotices.getState().notices[0]?.kind).toBe("success"));
    expect(useNotices.getState().notices[0]?.title).toMatch(/^Bought 28\.6 .* at \$104\.95/);
  });

  it("is followed by polling when the server ends the channel", async () => {
    await openTradePage();
    const error = { type: "error", channel: CHANNEL, code: "RATE_LIMITED", message: "no" };
    act(() => server.last().receive(error));
    expect(commandOutcomes.isLive).toBe(false);
  });
});
