import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useReducer } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { engineClock } from "@/domain/clock";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { type Answer, fakeServer, refusal } from "@/test/server";
import { readQuestion } from "../api";
import { FIRST_FORM, formReducer } from "../model/order-form";
import { wireOrder, wireQuestion } from "../testing/wire-order";
import { OrderTicket } from "./order-ticket";

const ORDERS = "POST /express/v1/predictions/markets/7/orders";
let place: () => Answer | Promise<Answer>;
let positions: readonly object[];
let isParticipating: boolean;
let available: string;
let calls: ReturnType<typeof fakeServer>;

function points(available: string) {
  const portfolio = { availablePoints: available, openInterestPoints: "0" };
  return { body: { portfolio, realizedPnl: "0", unrealizedPnl: "0" } };
}

beforeEach(() => {
  engineClock.set({ now: 1_421_000_000, rate: 1 });
  place = () => ({ status: 201, body: { order: wireOrder() } });
  [positions, isParticipating, available] = [[], true, "5000000000"];
  calls = fakeServer({
    [ORDERS]: () => place(),
    "GET /express/v1/predictions/portfolio": () => points(available),
    "GET /express/v1/predictions/positions": () => ({ body: { positions } }),
    "GET /express/v1/ppps3/participants/wallet": () => ({
      body: { user: "wallet", isParticipating, participatedAt: null },
    }),
    "POST /express/v1/ppps3/participants": () => ({ body: {} }),
  });
  connectWallet("wallet");
});

const posts = () => calls.filter(({ method }) => method === "POST");

const BOOK = { sequence: 1, yes: new Map([[58, 100]]), no: new Map([[39, 100]]) };
const PRICES = { yes: 61, no: 42 };

function Ticket({ question }: { readonly question: ReturnType<typeof readQuestion> }) {
  const [values, dispatch] = useReducer(formReducer, FIRST_FORM);
  return <OrderTicket {...{ question, values, dispatch }} book={BOOK} prices={PRICES} />;
}

function show(change: Parameters<typeof wireQuestion>[0] = {}) {
  const page = (next: typeof change) => <Ticket question={readQuestion(wireQuestion(next))} />;
  const { rerender } = renderPage(page(change));
  return (next: typeof change) => rerender(page(next));
}

async function typeLimit(price: string, contracts: string) {
  await userEvent.click(screen.getByRole("radio", { name: "Limit" }));
  await userEvent.type(screen.getByLabelText("Price"), price);
  await userEvent.type(screen.getByLabelText("Contracts"), contracts);
}

const FILLED = {
  type: "market",
  filledContracts: 9,
  contracts: 9,
  remainingContracts: 0,
  averagePrice: "61",
  feePoints: "4282200",
  reservedPoints: "0",
  status: "filled",
} as const;

it("buys for points at the market and shows what the server says was done", async () => {
  place = () => ({ status: 201, body: { order: wireOrder(FILLED) } });
  show();
  await waitFor(() => expect(screen.getByRole("button", { name: "Max" })).toBeTruthy());
  await userEvent.type(screen.getByLabelText("Amount"), "610");
  expect(screen.getByText(/^Pay/).textContent).toBe("Pay 553.28 → win 900 (+346.72)");
  expect(screen.getByText("1.62×")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Buy 9 YES for 553.28" }));
  expect(
    await screen.findByText("Bought 9 YES at 61 for 549 points. Fee 4.28 points."),
  ).toBeTruthy();
  expect(posts()[0]?.body).toEqual({
    type: "market",
    side: "yes",
    price: 61,
    contracts: 9,
    timeInForce: "ioc",
    selfTradePrevention: "cancelResting",
  });
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "");
});

it("takes an amount from a chip and all available points", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "100" }));
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "100");
  const max = screen.getByRole("button", { name: "Max" });
  await waitFor(() => expect(max).toHaveProperty("disabled", false));
  await userEvent.click(max);
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "5000");
});

it("sends the typed limit order and shows the exchange's answer", async () => {
  show();
  await typeLimit("40", "10");
  await userEvent.click(screen.getByRole("button", { name: "Buy 10 YES at 40" }));
  expect(
    await screen.findByText("Order placed: buy 10 YES resting at 40. 400 points reserved."),
  ).toBeTruthy();
  expect(posts()[0]?.body).toEqual({
    type: "limit",
    side: "yes",
    price: 40,
    contracts: 10,
    timeInForce: "gtc",
    selfTradePrevention: "cancelResting",
  });
  expect(screen.getByLabelText("Contracts")).toHaveProperty("value", "");
  expect(screen.getByLabelText("Price")).toHaveProperty("value", "40");
});

it("sends once when it is clicked twice", async () => {
  let finish: (answer: Answer) => void = () => undefined;
  place = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  show();
  await typeLimit("40", "10");
  await userEvent.dblClick(screen.getByRole("button", { name: "Buy 10 YES at 40" }));
  expect(screen.getByRole("button", { name: "Sending…" })).toHaveProperty("disabled", true);
  finish({ status: 201, body: { order: wireOrder() } });
  await screen.findByText(/10 YES resting at 40/);
  expect(posts()).toHaveLength(1);
});

it("keeps the form and says why when the exchange refuses", async () => {
  place = () => refusal(409, "POST_ONLY_WOULD_CROSS");
  show();
  await typeLimit("40", "10");
  await userEvent.click(screen.getByText("Order options"));
  await userEvent.click(screen.getByLabelText("Post only"));
  await userEvent.click(screen.getByRole("button", { name: "Buy 10 YES at 40" }));
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
  expect(posts()[0]?.body).toMatchObject({ postOnly: true });
  expect(screen.getByLabelText("Contracts")).toHaveProperty("value", "10");
});

it("refuses more than there is before sending", async () => {
  show();
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/portfolio"))).toBe(true));
  await userEvent.type(screen.getByLabelText("Amount"), "5000.01");
  expect(await screen.findByText("You have 5,000.00 points.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Buy YES" })).toHaveProperty("disabled", true);
});

it("keeps what is typed and sends nothing when the question closes meanwhile", async () => {
  const change = show();
  await typeLimit("40", "10");
  change({ status: "closed" });
  expect(screen.getByText("This question is closed for orders.")).toBeTruthy();
  expect(screen.getByLabelText("Contracts")).toHaveProperty("value", "10");
  expect(screen.getByRole("button", { name: /^Buy 10/ })).toHaveProperty("disabled", true);
});

it("sells held contracts at the bids for their side", async () => {
  const held = {
    marketId: 7,
    side: "yes",
    contracts: 30,
    averagePrice: "50",
    costPoints: "1500000000",
  };
  const row = { ...held, currentPrice: 58, unrealizedPnl: "0", payoutPoints: null };
  positions = [row];
  show();
  await userEvent.click(screen.getByRole("radio", { name: "Sell" }));
  expect(screen.getByRole("radio", { name: "YES 58" })).toHaveProperty("checked", true);
  await screen.findByText("You hold 30");
  await userEvent.type(screen.getByLabelText("Contracts"), "10");
  await userEvent.click(screen.getByRole("button", { name: "Sell 10 YES for 575.13" }));
  await waitFor(() =>
    expect(posts()[0]?.body).toMatchObject({
      type: "market",
      side: "no",
      price: 42,
      contracts: 10,
    }),
  );
});

it("lets a wallet without points join before it trades", async () => {
  isParticipating = false;
  available = "0";
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Get 10,000 free points" }));
  await waitFor(() => expect(posts()[0]?.path).toBe("/express/v1/ppps3/participants"));
});

it("leads to the wallet and to the signature when they are missing", async () => {
  const openConnectDialog = vi.fn();
  useWallet.setState({ session: { ...useWallet.getInitialState().session, openConnectDialog } });
  show();
  await userEvent.click(screen.getByRole("button", { name: "Connect wallet" }));
  expect(openConnectDialog).toHaveBeenCalledOnce();
});

it("hides the previous order from another wallet and keeps what was typed", async () => {
  show();
  await typeLimit("40", "10");
  await userEvent.click(screen.getByRole("button", { name: "Buy 10 YES at 40" }));
  const said = await screen.findByText(/10 YES resting at 40/);
  act(() => useWallet.setState((state) => ({ session: { ...state.session, address: "other" } })));
  expect(said.isConnected).toBe(false);
  expect(screen.queryByText(/resting at 40/)).toBeNull();
  expect(screen.getByLabelText("Price")).toHaveProperty("value", "40");
});
