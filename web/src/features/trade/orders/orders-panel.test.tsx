import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { engineClock } from "@/domain/clock";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wireSummary, wireTrade } from "@/test/rows";
import { type Call, fakeServer } from "@/test/server";
import { wireOrderEvent, wireWaiting } from "./model/testing/order";
import { OrderCount, OrdersPanel } from "./orders-panel";

vi.mock("@tanstack/react-router", () => ({
  Link: ({ children }: { readonly children: string }) => <a href="/trade/AUS">{children}</a>,
  useParams: () => ({ symbol: "AUS" }),
}));

const user = "/api/v1/user/wallet";
const BUILT = { tx: "dHg=", blockhash: "b", lastValidBlockHeight: 5 };
let calls: readonly Call[];
let orders = [wireWaiting()];

beforeEach(() => {
  engineClock.set({ now: 1_420_100_000, rate: 1 });
  orders = [
    wireWaiting(),
    wireWaiting({
      orderId: 5,
      orderType: "auction",
      side: "long",
      size: "10000000",
      triggerPrice: null,
      isLocked: true,
    }),
    wireWaiting({ orderId: 4, marginAccountId: 9 }),
  ];
  const build = () => ({ body: { info: BUILT } });
  calls = fakeServer({
    [`GET ${user}/margin-accounts`]: () => ({ body: { info: [wireAccount()] } }),
    [`GET ${user}/perp-orders`]: () => ({ body: { info: orders } }),
    [`GET ${user}/history/perp-order`]: () => ({
      body: {
        info: [
          wireOrderEvent({ event: "ended", endReason: "filled" }),
          wireOrderEvent({
            event: "filled",
            size: "28600000",
            matchedSize: "20000000",
            fillPrice: "10495000000",
            tradeFee: "1500000",
            surcharge: "0",
          }),
          wireOrderEvent({ orderType: "auction", size: "28600000" }),
        ],
        pagination: { nextCursor: null },
      },
    }),
    [`GET ${user}/history/trade`]: () => ({
      body: { info: [wireTrade({ orderId: 7 })], pagination: { nextCursor: null } },
    }),
    [`POST ${user}/transaction/cancel-perp-order`]: build,
    [`POST ${user}/transaction/cancel-perp-orders`]: build,
    [`POST ${user}/transaction/amend-perp-order`]: build,
    "GET /express/v1/market/search": () => ({
      body: { markets: [wireSummary()], nextCursor: null, total: 1 },
    }),
    "GET /express/v1/market/AUS/auction": () => ({
      body: {
        marketId: 3,
        timestamp: 1_420_156_800,
        locksAt: 1_420_156_740,
        orderCount: 2,
        side: null,
        size: "0",
      },
    }),
    "GET /express/v1/market/AUS/auctions": () => ({
      body: {
        auctions: [
          {
            timestamp: 1_420_070_400,
            marketId: 3,
            indexPrice: "10486000000",
            orderCount: 2,
            bought: "28600000",
            sold: "20000000",
            matched: "20000000",
            poolSize: "8600000",
            poolPrice: "10495000000",
          },
        ],
        nextCursor: null,
      },
    }),
  });
  connectWallet("wallet");
});

function sends(outcome: object = { status: "applied", signature: "s" }) {
  const send = vi.fn(async (build: () => Promise<unknown>, _label: string) => {
    await build();
    return outcome as never;
  });
  useWallet.setState({ send });
  return send;
}

const bodyOf = (end: string) => calls.findLast(({ path }) => path.endsWith(end))?.body;
const row = async (name: string) => {
  const cell = await screen.findByText(name);
  return within(cell.closest("tr") as HTMLElement);
};

it("lists the account's orders with what they wait for, and counts them", async () => {
  renderPage(
    <>
      <OrderCount />
      <OrdersPanel />
    </>,
  );
  const stop = await row("Stop sell");
  expect(stop.getByText("$99.00")).toBeTruthy();
  expect(stop.getByText("Waiting")).toBeTruthy();
  expect(screen.getByText("(2)", { exact: false })).toBeTruthy();
  const locked = await row("Price update buy");
  expect(locked.getByText("Locked for the price update")).toBeTruthy();
  for (const button of locked.getAllByRole("button")) {
    expect(button).toHaveProperty("disabled", true);
  }
  expect(await screen.findByText(/2 orders · balanced/)).toBeTruthy();
  expect(
    screen.getByText(/Last, at \$104\.86: 2 orders: 20\.0 sq ft matched, 8\.6 sq ft with the pool/),
  ).toBeTruthy();
});

it("cancels one, and all of the account", async () => {
  const send = sends();
  renderPage(<OrdersPanel />);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel Stop sell 7" }));
  await waitFor(() =>
    expect(bodyOf("/cancel-perp-order")).toEqual({ marginAccountId: 0, orderId: 7 }),
  );
  expect(send.mock.calls[0]?.[1]).toBe("Cancel stop sell AUS");
  await userEvent.click(screen.getByRole("button", { name: "Cancel all 2" }));
  await waitFor(() => expect(bodyOf("/cancel-perp-orders")).toEqual({ marginAccountId: 0 }));
});

it("amends what was changed, and says why it could not", async () => {
  sends({ status: "failed", code: "ORDER_LOCKED", message: "m" });
  renderPage(<OrdersPanel />);
  await userEvent.click(await screen.findByRole("button", { name: "Amend Stop sell 7" }));
  const dialog = within(await screen.findByRole("dialog"));
  const price = dialog.getByLabelText("Price");
  await userEvent.clear(price);
  expect(dialog.getByRole("alert").textContent).toBe("Price: Enter an amount.");
  await userEvent.type(price, "98.5");
  await userEvent.click(dialog.getByRole("button", { name: "Change order" }));
  await waitFor(() =>
    expect(bodyOf("/amend-perp-order")).toEqual({
      marginAccountId: 0,
      orderId: 7,
      inputKind: "sizeDelta",
      triggerPrice: "9850000000",
    }),
  );
  expect((await dialog.findByRole("alert")).textContent).toMatch(/locked until it arrives/);
});

it("gives an order another end, counted from now", async () => {
  sends();
  renderPage(<OrdersPanel />);
  await userEvent.click(await screen.findByRole("button", { name: "Amend Stop sell 7" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("button", { name: "No changes" })).toBeTruthy();
  await userEvent.click(dialog.getByRole("radio", { name: "7 d" }));
  await userEvent.click(dialog.getByRole("button", { name: "Change order" }));
  await waitFor(() => expect(bodyOf("/amend-perp-order")).toBeTruthy());
  const { expiresAt, ...rest } = bodyOf("/amend-perp-order") as { expiresAt: number };
  expect(rest).toEqual({ marginAccountId: 0, orderId: 7, inputKind: "sizeDelta" });
  expect(expiresAt - (engineClock.now() ?? 0) - 7 * 86_400).toBeGreaterThan(-60);
  expect(expiresAt - (engineClock.now() ?? 0) - 7 * 86_400).toBeLessThanOrEqual(0);
});

it("shows what ended orders traded, and with whom in sum", async () => {
  renderPage(<OrdersPanel />);
  await userEvent.click(await screen.findByRole("radio", { name: "History" }));
  const past = await row("Price update buy");
  expect(past.getByText("Filled")).toBeTruthy();
  expect(
    past.getByText("20.00 sq ft matched at $104.86, 8.60 sq ft with the pool at $104.95"),
  ).toBeTruthy();
});

it("is private: without a session it says so and asks for nothing", async () => {
  connectWallet("wallet", false);
  renderPage(<OrdersPanel />);
  expect(await screen.findByText("Orders are private")).toBeTruthy();
  expect(calls.some(({ path }) => path.endsWith("/perp-orders"))).toBe(false);
});
