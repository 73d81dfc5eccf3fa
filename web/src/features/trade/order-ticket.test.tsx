import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { decodeMarket } from "@/lib/decode";
import { useWallet } from "@/lib/wallet-store";
import { wireAccount, wireLimit, wireMarket, wireQuote } from "@/test/rows";
import { OrderTicket } from "./order-ticket";

const market = decodeMarket(wireMarket());
const first = useWallet.getState();
let quote: Record<string, unknown> = {};
let accounts: unknown[] = [];
const posts: { path: string; body: unknown }[] = [];

function answer(path: string): unknown {
  if (path.endsWith("/margin-accounts")) return accounts;
  if (path.endsWith("/position-modification-limits")) return [wireLimit()];
  if (path.endsWith("/quote/modify-position")) return quote;
  return { tx: "dHg=", blockhash: "b", lastValidBlockHeight: 5 };
}

beforeEach(() => {
  quote = wireQuote();
  accounts = [wireAccount()];
  posts.length = 0;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, init?: RequestInit) => {
      if (init?.method === "POST") posts.push({ path, body: JSON.parse(String(init.body)) });
      return new Response(JSON.stringify({ info: answer(path) }));
    }),
  );
  useWallet.setState({
    ...first,
    isReady: true,
    session: { ...first.session, address: "wallet" },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  useWallet.setState(first);
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <OrderTicket market={market} />
    </QueryClientProvider>,
  );
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

it("tells what holding costs, and in words when it pays", async () => {
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

it("marks an amount it can not read and asks nothing", async () => {
  show();
  await userEvent.type(await screen.findByLabelText("Amount"), "12x");
  expect(screen.getByText(/Enter a number/)).toBeTruthy();
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
  useWallet.setState({ session: { ...first.session, openConnectDialog } });
  show();
  await userEvent.click(screen.getByRole("button", { name: /Connect a wallet/ }));
  expect(openConnectDialog).toHaveBeenCalledOnce();
});
