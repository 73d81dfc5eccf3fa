import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type * as Wire from "@/generated/api";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wirePosition, wireQuote, wireSummary } from "@/test/rows";
import { BasketDialog } from "./basket-dialog";

const MARKETS = [
  wireSummary(),
  wireSummary({ marketId: 4, symbol: "DAL", name: "Dallas, TX" }),
  wireSummary({ marketId: 5, symbol: "HOU", name: "Houston, TX" }),
];
const POSITIONS = [wirePosition(), wirePosition({ marketId: 4, side: "short" })];

function wireBasket(change: Partial<Wire.BasketQuote> = {}): Wire.BasketQuote {
  return {
    legs: [
      { marketId: 3, quote: wireQuote() },
      { marketId: 4, quote: wireQuote({ liquidationPrice: null }) },
    ],
    isExecutable: true,
    reasons: [],
    tradeFee: "9000000",
    surcharge: "0",
    realizedPnl: "0",
    marginCollateralAfter: "991000000",
    availableMarginAfter: "985000000",
    totalRequiredMarginAfter: "340000000",
    requiredMaintenanceAfter: "200000000",
    freeMarginChange: "-609000000",
    leverageMultiple: "6.1",
    healthRatio: "4.9",
    liquidationMove: "0.0751",
    pointsQuote: { perDay: "0", multiplier: "1" },
    ...change,
  };
}

const asked: { path: string; body: Record<string, unknown> }[] = [];
let quote = wireBasket();

beforeEach(() => {
  asked.length = 0;
  quote = wireBasket();
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (init?.body) asked.push({ path, body: JSON.parse(String(init.body)) });
    const body = path.includes("margin-accounts")
      ? { info: [wireAccount({ positions: POSITIONS })] }
      : path.includes("/quote/")
        ? { info: quote }
        : path.includes("/transaction/")
          ? { info: { tx: "AA==", blockhash: "b", lastValidBlockHeight: 1 } }
          : { markets: MARKETS };
    return new Response(JSON.stringify(body));
  });
  connectWallet("wallet");
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

async function fill() {
  const onClose = vi.fn();
  renderPage(<BasketDialog onClose={onClose} />);
  await userEvent.type(await screen.findByLabelText(/Amount 1/), "300");
  await userEvent.type(screen.getByLabelText(/Amount 2/), "250");
  await waitFor(() => expect(button("Send 2 orders").disabled).toBe(false));
  return onClose;
}

it("quotes both legs together and sends them with one signature", async () => {
  const send = vi.fn(async (build: () => Promise<unknown>) => {
    await build();
    return { status: "applied" } as never;
  });
  useWallet.setState({ send: send as never });
  const onClose = await fill();
  screen.getByText("7.51%");
  screen.getByText("$609.00");
  await userEvent.click(screen.getByRole("radio", { name: "3%" }));
  await userEvent.click(screen.getByRole("button", { name: "Send 2 orders" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(send).toHaveBeenCalledTimes(1);
  const sent = asked.find(({ path }) => path.includes("/transaction/modify-positions"))?.body;
  expect(sent).toEqual({
    marginAccountId: 0,
    legs: [
      {
        marketId: 3,
        side: "long",
        input: "300000000",
        inputKind: "notionalDelta",
        slippageRate: "0.03",
      },
      {
        marketId: 4,
        side: "short",
        input: "250000000",
        inputKind: "notionalDelta",
        slippageRate: "0.03",
      },
    ],
  });
});

it("says why the basket cannot be sent, and sends nothing", async () => {
  quote = wireBasket({ isExecutable: false, reasons: ["INSUFFICIENT_MARGIN"] });
  renderPage(<BasketDialog onClose={vi.fn()} />);
  await userEvent.type(await screen.findByLabelText(/Amount 1/), "300");
  await userEvent.type(screen.getByLabelText(/Amount 2/), "250");
  await screen.findByText(/margin/i, { selector: "p" });
  expect(button("Send 2 orders").disabled).toBe(true);
});

it("adds and removes legs, each market once", async () => {
  renderPage(<BasketDialog onClose={vi.fn()} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add a market" }));
  expect(button("Send 3 orders").disabled).toBe(true);
  expect(button("Add a market").disabled).toBe(true);
  const names = [...screen.getByLabelText<HTMLSelectElement>("Market 1").options];
  expect(names.map(({ text }) => text)).toEqual(["Austin, TX"]);
  await userEvent.click(screen.getByRole("button", { name: "Remove Dallas, TX" }));
  button("Send 2 orders");
});

it("fills in the closes of all positions by their sizes", async () => {
  renderPage(<BasketDialog onClose={vi.fn()} />);
  await userEvent.click(await screen.findByRole("button", { name: "Close all 2 positions" }));
  await waitFor(() => expect(asked.some(({ path }) => path.includes("/quote/"))).toBe(true));
  const legs = asked[0]?.body["legs"] as { side: string; inputKind: string }[];
  expect(legs.map(({ side }) => side)).toEqual(["short", "long"]);
  expect(legs.every(({ inputKind }) => inputKind === "sizeDelta")).toBe(true);
});

it("begins with the market of the page against the country", async () => {
  MARKETS.push(wireSummary({ marketId: 9, symbol: "USA", name: "USA", category: "country" }));
  renderPage(<BasketDialog symbol="HOU" onClose={vi.fn()} />);
  const first = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Market 1" });
  const second = screen.getByRole<HTMLSelectElement>("combobox", { name: "Market 2" });
  MARKETS.pop();
  expect([first.value, second.value]).toEqual(["5", "9"]);
});
