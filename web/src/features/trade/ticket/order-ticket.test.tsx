import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { decodeMarket } from "@/api/decode-market";
import type { Market } from "@/domain/model";
import { setPreferences } from "@/state/preferences";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wireLimit, wireMarket, wireQuote } from "@/test/rows";
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

it("shows the holding cost, and says so when it pays", async () => {
  const costOfHolding = { oneDay: "4612345", sevenDays: "0", thirtyDays: "-18912345" };
  quote = wireQuote({ costOfHolding });
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  await waitFor(() => expect(figure("Cost of 1 day")).toBe("$4.61"));
  expect(figure("Cost of 7 days")).toBe("$0.00");
  expect(figure("Cost of 30 days")).toBe("you receive $18.91");
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
  await userEvent.click(screen.getByRole("button", { name: "Price" }));
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
  expect(await screen.findByText("The largest order now is $10,000.00.")).toBeTruthy();
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
  const button = await screen.findByRole("button", { name: /Deposit to open/ });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  await userEvent.click(button);
  expect(openDialog).toHaveBeenCalledWith({ kind: "deposit", marginAccountId: null });
});

it("leads to the wallet without one", async () => {
  const openConnectDialog = vi.fn();
  useWallet.setState({ session: { ...useWallet.getInitialState().session, openConnectDialog } });
  show();
  await userEvent.click(screen.getByRole("button", { name: /Connect a wallet/ }));
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
  expect(await screen.findByText(/The order was changed/)).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
});

it("sends nothing when an old quote can not be renewed", async () => {
  const send = vi.fn(async () => ({ status: "cancelled" }) as const);
  useWallet.setState({ send });
  const button = await showWithOldQuote();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
  fireEvent.click(button);
  expect(await screen.findByText("No fresh quote came. Nothing was sent.")).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
});

it("takes the amount along to another market, but no price", async () => {
  const turnTo = show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await userEvent.click(screen.getByRole("button", { name: "Price" }));
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
  expect(await screen.findByText(/from your profile/)).toBeTruthy();
  expect(slider().value).toBe("250");
  expect(slider().getAttribute("aria-valuetext")).toBe("2.5× from your profile, no amount is set");
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "");
  expect(screen.getByRole("button", { name: "Open long AUS" })).toHaveProperty("disabled", true);
  expect(posts.filter(({ path }) => /modify-position$/.test(path))).toEqual([]);
  expect(screen.getByText("Figures as in your profile")).toBeTruthy();
  expect(screen.getByText("Break-even, 30 days")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "2.5×" }));
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "2500");
  expect(screen.queryByText(/your profile/)).toBeNull();
});

it("takes a profile that comes late until the first touch, and not after it", async () => {
  show();
  await waitFor(() => expect(slider().disabled).toBe(false));
  expect(slider().value).toBe("0");
  act(() => setPreferences({ ...PROFILE, defaultLeverage: "2" }));
  expect(slider().value).toBe("200");
  await userEvent.click(screen.getByLabelText(/Short/));
  act(() => setPreferences({ ...PROFILE, tradeMode: "basic" }));
  expect(slider().value).toBe("0");
  expect(screen.queryByText(/from your profile/)).toBeNull();
  expect(screen.getByRole("button", { name: "Advanced" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
});

const isPressed = (name: string) =>
  screen.getByRole("button", { name }).getAttribute("aria-pressed") === "true";

it.each(["wallet", null])("shows another wallet its own figures, touched by %s", async (first) => {
  setPreferences(PROFILE);
  if (first === null) {
    act(() => useWallet.setState({ session: useWallet.getInitialState().session }));
  }
  show();
  await userEvent.click(screen.getByRole("button", { name: "Price" }));
  expect(isPressed("Advanced")).toBe(true);
  act(() => connectWallet("other"));
  expect(isPressed("Basic")).toBe(true);
  act(() => setPreferences({ ...PROFILE, owner: "other" }));
  expect(isPressed("Advanced")).toBe(true);
  await waitFor(() => expect(slider().disabled).toBe(false));
  expect(screen.queryByText(/no amount is set/)).toBeNull();
  expect(slider().value).toBe("0");
});

it("keeps the figures that were chosen by hand whichever wallet is connected", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Advanced" }));
  await userEvent.click(screen.getByLabelText(/Short/));
  act(() => connectWallet("other"));
  act(() => setPreferences({ ...PROFILE, owner: "other", tradeMode: "basic" }));
  expect(isPressed("Advanced")).toBe(true);
});

it("changes nothing in a ticket that was typed in before the profile came", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await screen.findByText("$104.95");
  const asked = posts.length;
  act(() => setPreferences(PROFILE));
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "3000");
  expect(slider().value).toBe("300");
  expect(screen.queryByText("Break-even, 30 days")).toBeNull();
  expect(posts).toHaveLength(asked);
  await userEvent.clear(screen.getByLabelText("Amount"));
  expect(slider().value).toBe("0");
});

it("says when the profile's leverage is more than the market allows", async () => {
  setPreferences({ ...PROFILE, defaultLeverage: "50" });
  show();
  expect(await screen.findByText(/your profile says 50×/)).toBeTruthy();
  expect(slider().value).toBe("1000");
});

it("shows fewer figures in the basic mode, and all when asked", async () => {
  show();
  const extra = ["Required after", "Funding, next hour", "Break-even, 30 days"];
  for (const label of extra) expect(screen.queryByText(label)).toBeNull();
  for (const label of ["Fill price", "Fee", "Liquidation price", "Cost of 30 days"]) {
    expect(screen.getByText(label)).toBeTruthy();
  }
  await userEvent.click(screen.getByRole("button", { name: "Advanced" }));
  for (const label of extra) expect(screen.getByText(label)).toBeTruthy();
});

const chips = () =>
  [...(slider().nextElementSibling?.children ?? [])].map(({ textContent }) => textContent);

it("keeps chips and slider while nothing can be executed, and lets nothing be chosen", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  show(client);
  await userEvent.type(screen.getByLabelText("Amount"), "3000");
  await waitFor(() => expect(slider().disabled).toBe(false));
  const [before, place] = [chips(), slider().value];
  expect(before).toContain("2×");
  limit = wireLimit({ maxPositionModification: null });
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(slider().disabled).toBe(true));
  expect(chips()).toEqual(before);
  expect(slider().value).toBe(place);
  expect(screen.getByRole("button", { name: "2×" })).toHaveProperty("disabled", true);
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

it("folds the further figures away where that is asked, and never the three that matter", () => {
  renderPage(<OrderTicket market={market} isFolded />);
  const details = screen.getByText("Details").parentElement;
  expect(details).toHaveProperty("open", false);
  expect(details?.textContent).toContain("Cost of 30 days");
  for (const label of ["Fill price", "Liquidation price", "Fee"]) {
    expect(details?.contains(screen.getByText(label))).toBe(false);
  }
});
