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
let calls: ReturnType<typeof fakeServer>;

function points(available: string) {
  const portfolio = { availablePoints: available, openInterestPoints: "0" };
  return { body: { portfolio, realizedPnl: "0", unrealizedPnl: "0" } };
}

beforeEach(() => {
  engineClock.set({ now: 1_421_000_000, rate: 1 });
  place = () => ({ status: 201, body: { order: wireOrder() } });
  calls = fakeServer({
    [ORDERS]: () => place(),
    "GET /express/v1/predictions/portfolio": () => points("5000000000"),
    "GET /express/v1/predictions/positions": () => ({ body: { positions: [] } }),
  });
  connectWallet("wallet");
});

const posts = () => calls.filter(({ method }) => method === "POST");

function Ticket({ question }: { readonly question: ReturnType<typeof readQuestion> }) {
  const [values, dispatch] = useReducer(formReducer, FIRST_FORM);
  return <OrderTicket question={question} values={values} dispatch={dispatch} />;
}

function show(change: Parameters<typeof wireQuestion>[0] = {}) {
  const page = (next: typeof change) => <Ticket question={readQuestion(wireQuestion(next))} />;
  const { rerender } = renderPage(page(change));
  return (next: typeof change) => rerender(page(next));
}

async function type(price: string, contracts: string) {
  await userEvent.type(screen.getByLabelText("Price"), price);
  await userEvent.type(screen.getByLabelText("Contracts"), contracts);
}

it("sends the typed order and shows the exchange's answer", async () => {
  show();
  await type("40", "10");
  await userEvent.click(screen.getByRole("button", { name: "Buy 10 YES at 40" }));
  expect(
    await screen.findByText("10 rest in the book at 40, 400.00 points reserved."),
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
  await type("40", "10");
  await userEvent.dblClick(screen.getByRole("button", { name: "Buy 10 YES at 40" }));
  expect(screen.getByRole("button", { name: "Sending…" })).toHaveProperty("disabled", true);
  finish({ status: 201, body: { order: wireOrder() } });
  await screen.findByText(/10 rest in the book/);
  expect(posts()).toHaveLength(1);
});

it("keeps the form and says why when the exchange refuses", async () => {
  place = () => refusal(409, "POST_ONLY_WOULD_CROSS");
  show();
  await type("40", "10");
  await userEvent.click(screen.getByLabelText(/Post-only/));
  await userEvent.click(screen.getByRole("button", { name: "Buy 10 YES at 40" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/would have traded at once/);
  expect(posts()[0]?.body).toMatchObject({ postOnly: true });
  expect(screen.getByLabelText("Contracts")).toHaveProperty("value", "10");
});

it("refuses more than there is before sending", async () => {
  show();
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/portfolio"))).toBe(true));
  await type("99", "1000");
  expect(
    await screen.findByText("Needs 99,000.00 points; you have 5,000.00 available."),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: "Buy 1,000 YES at 99" })).toHaveProperty(
    "disabled",
    true,
  );
});

it("keeps what is typed and sends nothing when the question closes meanwhile", async () => {
  const change = show();
  await type("40", "10");
  change({ status: "closed" });
  expect(screen.getByText(/This question is closed for orders/)).toBeTruthy();
  expect(screen.getByLabelText("Contracts")).toHaveProperty("value", "10");
  expect(screen.getByRole("button", { name: /^Buy 10/ })).toHaveProperty("disabled", true);
});

it("explains that a sale is the purchase of the other side", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Sell" }));
  await type("62", "5");
  expect(screen.getByText(/Selling YES at 62 is sent as buying NO at 38/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Sell 5 YES at 62" }));
  await waitFor(() => expect(posts()[0]?.body).toMatchObject({ side: "no", price: 38 }));
});

it("leads to the wallet and to the signature when they are missing", async () => {
  const openConnectDialog = vi.fn();
  useWallet.setState({ session: { ...useWallet.getInitialState().session, openConnectDialog } });
  show();
  await userEvent.click(screen.getByRole("button", { name: "Connect a wallet to trade" }));
  expect(openConnectDialog).toHaveBeenCalledOnce();
});

it("hides the previous order from another wallet and keeps what was typed", async () => {
  show();
  await type("40", "10");
  await userEvent.click(screen.getByRole("button", { name: "Buy 10 YES at 40" }));
  const said = await screen.findByText(/rest in the book|filled/);
  act(() => useWallet.setState((state) => ({ session: { ...state.session, address: "other" } })));
  expect(said.isConnected).toBe(false);
  expect(screen.queryByText(/rest in the book|filled/)).toBeNull();
  expect(screen.getByLabelText("Price")).toHaveProperty("value", "40");
});
