import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { Alert, Alerts } from "@/generated/api";
import { connectWallet, renderPage } from "@/test/page";
import { type Answer, fakeServer, refusal } from "@/test/server";
import { AlertsPage } from "./alerts-page";

const search = vi.hoisted(() => ({ now: {} as Record<string, unknown> }));
vi.mock("@tanstack/react-router", () => ({ useSearch: () => search.now }));

const USER = "wallet";
const PATH = `/api/v1/user/${USER}/profile/alerts`;
const NONE = { marketId: null, price: null, moveBp: null, health: null, leadS: null };
const paid: Alert = {
  id: 4,
  kind: "paid",
  isActive: true,
  createdAt: 0,
  marginAccountId: null,
  predictionMarketId: null,
  ...NONE,
};
const answer = (change: Partial<Alerts> = {}): Answer => ({
  body: { info: { alerts: [], events: [], unread: 0, ...change } },
});
const market = { marketId: 7, symbol: "AUS", name: "Austin, TX" };

function show(routes: Record<string, () => Answer> = {}) {
  connectWallet(USER);
  const calls = fakeServer({
    [`GET ${PATH}`]: () => answer(),
    "GET /express/v1/market/search": () => ({ body: { markets: [market], nextCursor: null } }),
    [`GET /api/v1/user/${USER}/margin-accounts`]: () => ({ body: { info: [] } }),
    ...routes,
  });
  renderPage(<AlertsPage />);
  return calls;
}

beforeEach(() => {
  localStorage.clear();
  search.now = {};
});

const question = {
  marketId: 9,
  title: "Will the mayor sell?",
  acreId: null,
  strike: null,
  status: "open",
  closesAt: 90_000,
  resolvesAt: 90_000,
};
const questions = (...markets: object[]) => ({
  "GET /express/v1/predictions/markets": () => ({ body: { markets, nextCursor: null } }),
});

it("begins with the market and the price of the address", async () => {
  search.now = { market: "DAL", price: "98.761" };
  show({
    "GET /express/v1/market/search": () => ({
      body: {
        markets: [market, { marketId: 8, symbol: "DAL", name: "Dallas, TX" }],
        nextCursor: null,
      },
    }),
  });
  const field = await screen.findByLabelText("Index price reaches");
  expect((field as HTMLInputElement).value).toBe("98.76");
  await waitFor(() =>
    expect((screen.getByLabelText("Market") as HTMLSelectElement).value).toBe("8"),
  );
});

it("sets an alert for the question of the address", async () => {
  search.now = { question: 9 };
  const soon = { ...question, marketId: 3, title: "Sooner?", closesAt: 1 };
  const over = { ...question, marketId: 4, title: "Over?", status: "closed" };
  const calls = show({
    ...questions(soon, question, over),
    [`POST ${PATH}`]: () => answer(),
  });
  await screen.findByRole("option", { name: "Will the mayor sell?" });
  expect(screen.queryByRole("option", { name: "Over?" })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText("Before it closes"), "1 hour");
  await userEvent.click(screen.getByRole("button", { name: "Set alert" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      kind: "questionClosing",
      predictionMarketId: 9,
      leadS: 3_600,
    }),
  );
});

it("sends nothing for a question that is no longer open", async () => {
  search.now = { question: 4 };
  const calls = show(questions({ ...question, marketId: 4, status: "closed" }));
  await screen.findByLabelText("Before it closes");
  await userEvent.click(screen.getByRole("button", { name: "Set alert" }));
  expect(screen.getByRole("alert").textContent).toBe("No open questions.");
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
});

it("a wallet without alerts sees what they are for", async () => {
  show();
  expect(await screen.findByText("No alerts yet")).toBeTruthy();
  expect(screen.getByText("This browser has no notifications.")).toBeTruthy();
});

it("sets an alert for withdrawals and lists it", async () => {
  const calls = show({ [`POST ${PATH}`]: () => answer({ alerts: [paid] }) });
  await userEvent.click(await screen.findByRole("radio", { name: "Withdrawal" }));
  await userEvent.click(screen.getByRole("button", { name: "Set alert" }));
  const list = await screen.findByRole("list", { name: "Alerts" });
  expect(within(list).getByText("A withdrawal is paid")).toBeTruthy();
  expect(calls.some(({ method }) => method === "POST")).toBe(true);
});

it("refuses a price that is no number before it is sent", async () => {
  const calls = show();
  const field = await screen.findByLabelText("Index price reaches");
  await userEvent.type(field, "0");
  await userEvent.click(screen.getByRole("button", { name: "Set alert" }));
  expect(screen.getByRole("alert").textContent).toBe("Enter an amount greater than 0.");
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
});

it("shows the server's refusal", async () => {
  show({ [`POST ${PATH}`]: () => refusal(409, "TOO_MANY_ALERTS", "Too many alerts") });
  await userEvent.click(await screen.findByRole("radio", { name: "Withdrawal" }));
  await userEvent.click(screen.getByRole("button", { name: "Set alert" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Too many alerts."));
});

it("removes an alert", async () => {
  show({
    [`GET ${PATH}`]: () => answer({ alerts: [paid] }),
    [`POST ${PATH}/remove`]: () => answer(),
  });
  await userEvent.click(
    await screen.findByRole("button", { name: "Remove: A withdrawal is paid" }),
  );
  expect(await screen.findByText("No alerts yet")).toBeTruthy();
});
