import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { decodeMarket } from "@/api/decode-market";
import { useOneClick } from "@/api/one-click";
import type { Market } from "@/domain/model";
import { setPreferences } from "@/state/preferences";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wireLimit, wireMarket, wirePosition, wireQuote } from "@/test/rows";
import { OrderTicket } from "./order-ticket";

const market = decodeMarket(wireMarket());
let quote: unknown = null;
let limit: unknown = null;
let accounts: unknown[] = [];
const posts: { path: string; body: unknown }[] = [];

function answer(path: string): unknown {
  if (path.endsWith("/margin-accounts")) return accounts;
  if (path.endsWith("/position-modification-limits")) return [limit];
  if (path.endsWith("/quote/modify-position")) return quote;
  return { tx: "dHg=", blockhash: "b", lastValidBlockHeight: 5 };
}

beforeEach(() => {
  quote = wireQuote();
  limit = wireLimit();
  accounts = [wireAccount()];
  posts.length = 0;
  setPreferences({ owner: null, defaultLeverage: "1", tradeMode: "basic" });
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init?: RequestInit) => {
      if (init?.method === "POST") posts.push({ path, body: JSON.parse(String(init.body)) });
      return new Response(JSON.stringify({ info: answer(path) }));
    }),
  );
  connectWallet("wallet");
});

afterEach(() => {
  vi.useRealTimers();
});

function show(client?: QueryClient) {
  const { rerender } = renderPage(<OrderTicket market={market} />, client);
  return (next: Market) => rerender(<OrderTicket market={next} />);
}

it("shows the server's quote and sends the order it quoted", async () => {
  const send = vi.fn(async (build: () => Promise<unknown>, _label: string) => {
    await build();
    return { status: "applied", signature: "s" } as const;
  });
  useWallet.setState({ send });
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  expect(await screen.findByText("$104.95")).toBeTruthy();
  const button = await screen.findByRole("button", { name: "Open long AUS" });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  await userEvent.click(button);
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[1]).toBe("Open long AUS");
  expect(posts.find(({ path }) => path.endsWith("/transaction/modify-position"))?.body).toEqual({
    marginAccountId: 0,
    marketId: 3,
    side: "long",
    input: "3000000000",
    inputKind: "notionalDelta",
    slippageRate: "0.01",
  });
  await waitFor(() => expect(screen.getByLabelText("Amount")).toHaveProperty("value", ""));
});

it.each([
  ["wallet", [], true],
  ["wallet", [3], true],
  ["wallet", [4], false],
  ["another", [], false],
])("marks an order of one-click trading: key of %s, markets %j: %s", async (owner, markets, is) => {
  useOneClick.setState({ active: { owner, key: "key", expiresAt: null, markets } });
  show();
  const button = await screen.findByRole("button", { name: "Open long AUS" });
  expect(button.textContent?.includes("One-click")).toBe(is);
  expect(button.title).toBe(is ? "One-click: no wallet prompt" : "");
  useOneClick.setState({ active: null });
});

const outcome = (label: string) =>
  screen.getByText(label).closest("dt")?.nextElementSibling?.textContent;

it("shows what the order does in four rows", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await waitFor(() => expect(outcome("You put up")).toBe("$304.50"));
  expect(outcome("Liquidated at")).toBe("$75.50 (−28.0%)");
  expect(outcome("Break-even in 30 days")).toBe("$105.61 (+0.72%)");
  expect(outcome("Fees and funding, 30 days")).toBe("$18.91");
  expect(screen.getByText("Fees and funding, 30 days").closest("div")?.title).toBe(
    "Fee $4.50 · price impact +0.080% · funding 0.0100% per day (longs pay shorts).",
  );
});

it("names what is received, what comes back and what no price liquidates", async () => {
  quote = wireQuote({
    costOfHolding: { oneDay: "4612345", sevenDays: "0", thirtyDays: "-18912345" },
    freeMarginChange: "290000000",
    realizedPnl: "-250000",
    liquidationPrice: null,
  });
  accounts = [wireAccount({ positions: [wirePosition({ side: "short" })] })];
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await waitFor(() => expect(outcome("You get back")).toBe("$290.00"));
  expect(outcome("Liquidated at")).toBe("none");
  expect(outcome("Realized P&L")).toBe("▼−$0.25");
  expect(outcome("Fees and funding, 30 days")).toBe("you earn $18.91");
});

it("shows the account's change at moved prices and where it is liquidated", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  const strip = (await screen.findByText("If the index moves")).closest("figure");
  const cells = [...(strip?.querySelectorAll("dd") ?? [])].map(({ textContent }) => textContent);
  expect(cells).toEqual(["liq.", "−$157", "−$66", "+$54", "+$144", "+$294"]);
});

it("shows no figures before input and none of an order that can not execute", async () => {
  quote = wireQuote({ isExecutable: false, reasons: ["INSUFFICIENT_MARGIN"] });
  show();
  expect(await screen.findByText("Enter an amount to see what the order does.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await screen.findByText(/Not enough free margin/);
  for (const label of ["You put up", "Liquidated at", "Fill price", "If the index moves"]) {
    expect(screen.queryByText(label)).toBeNull();
  }
});

it("lists the first steps of a wallet without an account", async () => {
  accounts = [];
  show();
  const steps = await screen.findByRole("list", { name: "First steps" });
  expect([...steps.children].map(({ textContent }) => textContent)).toEqual([
    "Connect a walletdone",
    "Get test money",
    "Deposit",
    "Place your first trade",
  ]);
});

it("takes side and size by single keys, and Escape empties the amount", async () => {
  show();
  await waitFor(() => expect(slider().disabled).toBe(false));
  fireEvent.keyDown(document.body, { key: "s" });
  expect(screen.getByLabelText<HTMLInputElement>(/Short/).checked).toBe(true);
  fireEvent.keyDown(document.body, { key: "b" });
  expect(screen.getByLabelText<HTMLInputElement>(/Long/).checked).toBe(true);
  fireEvent.keyDown(document.body, { key: "2" });
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "2500");
  fireEvent.keyDown(screen.getByLabelText("Amount"), { key: "5" });
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "2500");
  fireEvent.keyDown(screen.getByLabelText("Amount"), { key: "Escape" });
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "");
});

it("says why an order can not execute and does not send it", async () => {
  quote = wireQuote({ isExecutable: false, reasons: ["INSUFFICIENT_MARGIN"] });
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  expect(await screen.findByText(/Not enough free margin/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Open long AUS" })).toHaveProperty("disabled", true);
});

it("takes a limit price and says when the quote lies beyond it", async () => {
  const send = vi.fn(async (build: () => Promise<unknown>) => {
    await build();
    return { status: "cancelled" } as const;
  });
  useWallet.setState({ send });
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await screen.findByText("$104.95");
  await userEvent.click(screen.getByRole("radio", { name: "Limit price" }));
  const price = screen.getByLabelText("Limit price");
  const button = screen.getByRole("button", { name: "Open long AUS" });
  await userEvent.type(price, "104.9");
  expect(screen.getByText(/above your limit/)).toBeTruthy();
  expect(button).toHaveProperty("disabled", true);
  await userEvent.clear(price);
  await userEvent.click(screen.getByRole("button", { name: "Use quoted price" }));
  expect(price).toHaveProperty("value", "104.95");
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  await userEvent.click(button);
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  const body = posts.find(({ path }) => path.endsWith("/transaction/modify-position"))?.body;
  expect(body).toMatchObject({ acceptablePrice: "10495000000" });
  expect(body).not.toHaveProperty("slippageRate");
});

it("keeps the form and says so when the signature is declined", async () => {
  useWallet.setState({ send: async () => ({ status: "cancelled" }) });
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await screen.findByText("$104.95");
  const button = screen.getByRole("button", { name: "Open long AUS" });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  await userEvent.click(button);
  expect(await screen.findByText(/You declined it in the wallet/)).toBeTruthy();
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "3000");
});

it("refuses an amount above the largest order in words", async () => {
  show();
  await userEvent.type(await screen.findByLabelText("Amount"), "10,000.01");
  expect(await screen.findByText("Max order now: $10,000.00.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Open long AUS" })).toHaveProperty("disabled", true);
});

it("marks an amount it can not read and asks nothing", async () => {
  show();
  await userEvent.type(await screen.findByLabelText("Amount"), "12x");
  expect(screen.getByText("Enter a number, e.g. 1,500.50.")).toBeTruthy();
  expect(posts.filter(({ path }) => path.endsWith("/quote/modify-position"))).toEqual([]);
});

it("leads to a first deposit without an account", async () => {
  accounts = [];
  const openDialog = vi.fn();
  useWallet.setState({ openDialog });
  show();
  const button = await screen.findByRole("button", { name: /Deposit to start/ });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  await userEvent.click(button);
  expect(openDialog).toHaveBeenCalledWith({ kind: "deposit", marginAccountId: null });
});

it("leads to the wallet without one", async () => {
  const openConnectDialog = vi.fn();
  useWallet.setState({ session: { ...useWallet.getInitialState().session, openConnectDialog } });
  show();
  await userEvent.click(screen.getByRole("button", { name: "Connect wallet to trade" }));
  expect(openConnectDialog).toHaveBeenCalledOnce();
});

/** Lets the quote on the page grow too old to be sent without asking again. */
async function showWithOldQuote() {
  vi.useFakeTimers({ toFake: ["Date"] });
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  const button = await screen.findByRole("button", { name: "Open long AUS" });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  vi.setSystemTime(Date.now() + 5_000);
  return button;
}

it("sends one order however often it is clicked while the quote is renewed", async () => {
  const send = vi.fn(async () => ({ status: "cancelled" }) as const);
  useWallet.setState({ send });
  const button = await showWithOldQuote();
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText(/You declined it in the wallet/);
  expect(send).toHaveBeenCalledOnce();
});

it("sends nothing when the order is changed while its quote is renewed", async () => {
  const send = vi.fn(async () => ({ status: "cancelled" }) as const);
  useWallet.setState({ send });
  const button = await showWithOldQuote();
  fireEvent.click(button);
  fireEvent.click(screen.getByLabelText(/Short/));
  expect(await screen.findByText(/The order changed/)).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
});

it("sends nothing when an old quote can not be renewed", async () => {
  const send = vi.fn(async () => ({ status: "cancelled" }) as const);
  useWallet.setState({ send });
  const button = await showWithOldQuote();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
  fireEvent.click(button);
  expect(await screen.findByText("No fresh quote arrived. Nothing was sent.")).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
});

it("takes the amount along to another market, but no price", async () => {
  const turnTo = show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await userEvent.click(screen.getByRole("radio", { name: "Limit price" }));
  await userEvent.type(screen.getByLabelText("Limit price"), "104.9");
  turnTo({ ...market, marketId: 4, symbol: "DAL" });
  expect(screen.getByLabelText("Limit price")).toHaveProperty("value", "");
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "3000");
  expect(screen.getByRole("button", { name: "Open long DAL" })).toHaveProperty("disabled", true);
});

const PROFILE = { owner: "wallet", defaultLeverage: "2.5", tradeMode: "advanced" } as const;
const slider = () => screen.getByRole<HTMLInputElement>("slider");

it("rests at the profile's leverage, sets no amount and sends nothing", async () => {
  setPreferences(PROFILE);
  show();
  expect(await screen.findByText("Default")).toBeTruthy();
  expect(slider().value).toBe("250");
  expect(slider().getAttribute("aria-valuetext")).toBe("Default 2.5×, no amount entered");
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "");
  expect(screen.getByRole("button", { name: "Open long AUS" })).toHaveProperty("disabled", true);
  expect(posts.filter(({ path }) => /modify-position$/.test(path))).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "2.5×" }));
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "2500");
  expect(screen.queryByText("Default")).toBeNull();
});

it("takes a profile that comes late until the first touch, and not after it", async () => {
  show();
  await waitFor(() => expect(slider().disabled).toBe(false));
  expect(slider().value).toBe("0");
  act(() => setPreferences({ ...PROFILE, defaultLeverage: "2" }));
  expect(slider().value).toBe("200");
  await userEvent.click(screen.getByLabelText(/Short/));
  act(() => setPreferences({ ...PROFILE, defaultLeverage: "3" }));
  expect(slider().value).toBe("0");
  expect(screen.queryByText("Default")).toBeNull();
});

it("leaves another wallet its own default", async () => {
  setPreferences(PROFILE);
  show();
  act(() => connectWallet("other"));
  await waitFor(() => expect(slider().disabled).toBe(false));
  expect(screen.queryByText("Default")).toBeNull();
  expect(screen.queryByRole("button", { name: "2.5×" })).toBeNull();
});

const details = () => screen.getByText("Details").parentElement as HTMLDetailsElement;

it.each([
  ["basic", false],
  ["advanced", true],
] as const)("opens the details as a profile in %s mode wants", async (tradeMode, isOpen) => {
  setPreferences({ ...PROFILE, tradeMode });
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await screen.findByText("$104.95");
  expect(details().open).toBe(isOpen);
  expect(details().textContent).toContain("Required margin after");
  expect(details().contains(screen.getByText("Fill price"))).toBe(false);
});

it("changes nothing in a ticket that was typed in before the profile came", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await screen.findByText("$104.95");
  const asked = posts.length;
  act(() => setPreferences(PROFILE));
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "3000");
  expect(slider().value).toBe("300");
  expect(posts).toHaveLength(asked);
  await userEvent.clear(screen.getByLabelText("Amount"));
  expect(slider().value).toBe("0");
});

it("says when the profile's leverage is more than the market allows", async () => {
  setPreferences({ ...PROFILE, defaultLeverage: "50" });
  show();
  expect(await screen.findByText(/your default is 50×/)).toBeTruthy();
  expect(slider().value).toBe("1000");
});

const chips = () =>
  [...(slider().nextElementSibling?.children ?? [])].map(({ textContent }) => textContent);

it("keeps chips and slider while nothing can be executed, and lets nothing be chosen", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  show(client);
  const before = chips();
  expect(before).toEqual(["1×", "2×", "3×", "5×", "10×"]);
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await waitFor(() => expect(slider().disabled).toBe(false));
  const place = slider().value;
  expect(chips()).toEqual(before);
  limit = wireLimit({ maxPositionModification: null });
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(slider().disabled).toBe(true));
  expect(chips()).toEqual(before);
  expect(slider().value).toBe(place);
  expect(screen.getByRole("button", { name: "2×" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "25%" })).toHaveProperty("disabled", true);
});

it("says everything in one line, which is there while there is nothing to say", async () => {
  const turnTo = show();
  const line = () => screen.getByRole("status").parentElement;
  expect(line()?.textContent).toMatch(/^Next price update in/);
  await userEvent.type(screen.getByLabelText("Amount"), "12x");
  expect(line()?.textContent).toBe("Enter a number, e.g. 1,500.50.");
  expect(screen.getByLabelText("Amount").getAttribute("aria-describedby")).toBe(
    screen.getByText("Enter a number, e.g. 1,500.50.").id,
  );
  turnTo({ ...market, isPaused: true });
  expect(line()?.textContent).toBe("This market is paused. You can still reduce and close.");
});
