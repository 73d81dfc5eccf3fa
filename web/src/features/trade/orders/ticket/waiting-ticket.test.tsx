import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { decodeMarket } from "@/api/decode-market";
import { engineClock } from "@/domain/clock";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wireLimit, wireMarket, wirePosition, wireQuote } from "@/test/rows";
import { type Call, fakeServer, refusal } from "@/test/server";
import { OrderTicket } from "../../ticket/order-ticket";
import type { PlacedBody } from "../model/memo-lines";
import { wireOrderQuote } from "../model/testing/order";

const market = decodeMarket(wireMarket());
const START_S = 1_420_100_000;
const BUILT = { tx: "dHg=", blockhash: "b", lastValidBlockHeight: 5 };
let calls: readonly Call[];
let quote = wireOrderQuote();
let accounts = [wireAccount()];
const user = "/api/v1/user/wallet";

beforeEach(() => {
  localStorage.clear();
  engineClock.set({ now: START_S, rate: 1 });
  quote = wireOrderQuote();
  accounts = [wireAccount()];
  calls = fakeServer({
    [`GET ${user}/margin-accounts`]: () => ({ body: { info: accounts } }),
    [`POST ${user}/quote/position-modification-limits`]: () => ({ body: { info: [wireLimit()] } }),
    [`POST ${user}/quote/modify-position`]: () => ({ body: { info: wireQuote() } }),
    [`POST ${user}/quote/place-perp-order`]: () => ({ body: { info: quote } }),
    [`POST ${user}/transaction/place-perp-order`]: () => ({ body: { info: BUILT } }),
    [`POST ${user}/transaction/modify-position`]: () => ({ body: { info: BUILT } }),
    "GET /express/v1/market/AUS/auction": () => ({
      body: {
        marketId: 3,
        timestamp: 1_420_156_800,
        locksAt: 1_420_156_740,
        orderCount: 12,
        side: "long",
        size: "1200000000000",
      },
    }),
    "GET /express/v1/market/AUS/auctions": () => ({ body: { auctions: [], nextCursor: null } }),
  });
  connectWallet("wallet");
});

function applied() {
  const send = vi.fn(async (build: () => Promise<unknown>, _label: string) => {
    await build();
    return { status: "applied", signature: "s" } as const;
  });
  useWallet.setState({ send });
  return send;
}

async function show(mode?: string) {
  const shown = renderPage(<OrderTicket market={market} />);
  if (mode !== undefined) await userEvent.click(screen.getByRole("radio", { name: mode }));
  return shown;
}

const bodyOf = (end: string) => calls.findLast(({ path }) => path.endsWith(end))?.body;
const asked = () => bodyOf("/quote/place-perp-order");
const amount = () => screen.findByLabelText("Amount");
const outcome = (label: string) =>
  screen.getByText(label).closest("dt")?.nextElementSibling?.textContent;

async function ready(name: string) {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  return button;
}

it("says beside Now what waiting saves, and takes it with one click", async () => {
  await show();
  await userEvent.type(await amount(), "3000");
  const saving = await screen.findByRole("button", {
    name: /^Save \$4\.10: fill at the next price/,
  });
  expect(saving.textContent).toContain("up to $5.90 if matched");
  await userEvent.click(saving);
  expect(screen.getByRole("radio", { name: "At next price update" }).ariaChecked).toBe("true");
  expect(await amount()).toHaveProperty("value", "3000");
});

describe("an order of the next price update", () => {
  it("shows what it costs matched and with the pool, and is placed as quoted", async () => {
    const send = applied();
    await show("At next price update");
    await userEvent.type(await amount(), "3000");
    const button = await ready("Open long AUS at update");
    expect(outcome("Cost at the update")).toBe("$0.60 to $2.40");
    expect(outcome("Cost if filled now")).toBe("$6.50");
    expect(screen.getByText(/Holds \$1\.00 of margin/)).toBeTruthy();
    expect(await screen.findByText(/12 orders · buyers ahead by 1\.20M sq ft/)).toBeTruthy();
    await userEvent.click(button);
    await waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect(send.mock.calls[0]?.[1]).toBe("Open long AUS at update");
    const { expiresAt, ...placed } = bodyOf("/transaction/place-perp-order") as PlacedBody;
    expect(expiresAt - START_S - 30 * 86_400).toBeLessThan(60);
    expect(placed).toEqual({
      marginAccountId: 0,
      marketId: 3,
      side: "long",
      input: "3000000000",
      inputKind: "notionalDelta",
      orderType: "auction",
      slippageRate: "0.01",
    });
    await waitFor(() => expect(screen.getByLabelText("Amount")).toHaveProperty("value", ""));
  });

  it("is the choice of the wallet the next time, and of no other", async () => {
    const { unmount } = await show("At next price update");
    unmount();
    const again = await show();
    const chosen = () => screen.getByRole("radio", { name: "At next price update" }).ariaChecked;
    expect(chosen()).toBe("true");
    again.unmount();
    connectWallet("another");
    await show();
    expect(chosen()).toBe("false");
  });
});

it("a limit order waits for its price; a bracket goes along", async () => {
  applied();
  await show("Limit");
  await userEvent.type(await amount(), "3000");
  expect(await screen.findByText("Enter a limit price.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Limit price/), "98");
  await userEvent.click(await screen.findByRole("checkbox", { name: /Take profit/ }));
  await userEvent.type(screen.getByLabelText(/^Stop loss/), "99");
  expect(await screen.findByText("Stop loss must be below $98.00.")).toBeTruthy();
  quote = wireOrderQuote({ lossToStop: "31000000" });
  await userEvent.clear(screen.getByLabelText(/^Stop loss/));
  await userEvent.type(screen.getByLabelText(/^Stop loss/), "97");
  await userEvent.click(await ready("Place limit: buy AUS"));
  await waitFor(() =>
    expect(bodyOf("/transaction/place-perp-order")).toMatchObject({
      orderType: "limit",
      triggerPrice: "9800000000",
      stopPrice: "9700000000",
    }),
  );
});

it("a stop against the position only reduces, at any price unless one is set", async () => {
  accounts = [wireAccount({ positions: [wirePosition()] })];
  await show("Stop");
  await userEvent.click(screen.getByLabelText("▼ Short"));
  await userEvent.type(await amount(), "300");
  await userEvent.type(screen.getByLabelText(/^Stop price/), "95");
  expect(screen.getByRole("checkbox", { name: /Reduce only/ })).toHaveProperty("checked", true);
  await waitFor(() =>
    expect(asked()).toEqual({
      marginAccountId: 0,
      marketId: 3,
      side: "short",
      input: "300000000",
      inputKind: "notionalDelta",
      orderType: "stop",
      triggerPrice: "9500000000",
      reduceOnly: true,
    }),
  );
  await userEvent.click(screen.getByRole("radio", { name: "Trailing" }));
  await waitFor(() => expect(asked()).toMatchObject({ orderType: "trailing", trailRate: "0.05" }));
});

it("says why an order is not placed, one reason at a time", async () => {
  quote = wireOrderQuote({ isPlaceable: false, placingReasons: ["TRIGGER_PASSED"] });
  await show("Stop");
  await userEvent.type(await amount(), "300");
  await userEvent.type(screen.getByLabelText(/^Stop price/), "95");
  expect(await screen.findByText(/already beyond this one/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Place stop: buy AUS" })).toHaveProperty(
    "disabled",
    true,
  );
  await userEvent.type(screen.getByLabelText(/^Stop price/), "x");
  expect(await screen.findByText(/Enter a number/)).toBeTruthy();
  expect(screen.queryByText(/already beyond this one/)).toBeNull();
});

it("an order below the minimum is not placed, though the exchange would take it", async () => {
  quote = wireOrderQuote({
    atTrigger: wireQuote({ isExecutable: false, reasons: ["POSITION_TOO_SMALL"] }),
  });
  await show("At next price update");
  await userEvent.type(await amount(), "0.5");
  expect(await screen.findByText("Minimum order is $1.00.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Open long AUS at update" })).toHaveProperty(
    "disabled",
    true,
  );
});

it("says what the server refuses, and keeps the order", async () => {
  const send = vi.fn(async () => ({
    status: "failed" as const,
    code: "TOO_MANY_OPEN_ORDERS",
    message: "m",
  }));
  useWallet.setState({ send });
  await show("At next price update");
  await userEvent.type(await amount(), "3000");
  await userEvent.click(await ready("Open long AUS at update"));
  expect(await screen.findByText(/At most 20 waiting orders per market/)).toBeTruthy();
  expect(await amount()).toHaveProperty("value", "3000");
});

it("an order that fills now takes the bracket along", async () => {
  applied();
  await show();
  await userEvent.type(await amount(), "3000");
  await userEvent.click(await screen.findByRole("checkbox", { name: /Take profit/ }));
  await userEvent.type(screen.getByLabelText(/^Take profit/, { selector: "[inputmode]" }), "120");
  await userEvent.click(await ready("Open long AUS"));
  await waitFor(() =>
    expect(bodyOf("/transaction/modify-position")).toMatchObject({ targetPrice: "12000000000" }),
  );
});

it("without a quote of the order the line says what Now means", async () => {
  calls = fakeServer({
    [`GET ${user}/margin-accounts`]: () => ({ body: { info: accounts } }),
    [`POST ${user}/quote/place-perp-order`]: () => refusal(400, "VALIDATION"),
  });
  await show();
  expect(await screen.findByText(/^Fills at once/)).toBeTruthy();
});
