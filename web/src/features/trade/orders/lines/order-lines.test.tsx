import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { decodeMarket } from "@/api/decode-market";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wireMarket } from "@/test/rows";
import { type Call, fakeServer } from "@/test/server";
import type { PriceCanvas } from "../../chart/price-canvas";
import { decodeOrder, waitingOrdersQuery } from "../api";
import { wireWaiting } from "../model/testing/order";
import { OrderLines } from "./order-lines";

const market = decodeMarket(wireMarket());
const user = "/api/v1/user/wallet";
let calls: readonly Call[];
let client: QueryClient;
let canvas: PriceCanvas;

/** A chart of $200 in 200 pixels: a pixel is a dollar, 0 at the lower end. */
function fakeCanvas(): PriceCanvas {
  const box = document.createElement("div");
  const parent = document.createElement("div");
  parent.append(box);
  document.body.append(parent);
  return {
    box,
    chart: { paneSize: () => ({ width: 300, height: 200 }) },
    yOf: (price: number) => 200 - price,
    anchorAt: ({ y }: { y: number }) => ({ time: 0, price: 200 - y }),
    addLayer: vi.fn(),
    removeLayer: vi.fn(),
    setAxisLabels: vi.fn(),
  } as unknown as PriceCanvas;
}

beforeEach(() => {
  document.body.replaceChildren();
  // jsdom has no pointer capture.
  HTMLElement.prototype.setPointerCapture = () => undefined;
  calls = fakeServer({
    [`GET ${user}/margin-accounts`]: () => ({ body: { info: [wireAccount()] } }),
    [`GET ${user}/perp-orders`]: () => ({ body: { info: [wireWaiting()] } }),
    [`POST ${user}/transaction/amend-perp-order`]: () => ({
      body: { info: { tx: "dHg=", blockhash: "b", lastValidBlockHeight: 5 } },
    }),
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  canvas = fakeCanvas();
  connectWallet("wallet");
});

async function line() {
  renderPage(<OrderLines canvas={canvas} market={market} />, client);
  const chip = await screen.findByText("Stop sell 28.60 sq ft");
  return chip.parentElement as HTMLElement;
}

const pointer = { pointerId: 1, button: 0, clientX: 50 };

/** Presses the line at $99 and moves it to a price. */
function pull(strip: HTMLElement, price: number) {
  fireEvent.pointerDown(strip, { ...pointer, clientY: 101 });
  fireEvent.pointerMove(strip, { ...pointer, clientY: 200 - price });
}

function sends(outcome: object = { status: "applied", signature: "s" }) {
  const send = vi.fn(async (build: () => Promise<unknown>) => {
    await build();
    return outcome as never;
  });
  useWallet.setState({ send });
  return send;
}

const labels = () => vi.mocked(canvas.setAxisLabels).mock.lastCall;

it("are labeled on the axis, which makes room for where they are", async () => {
  await line();
  expect(labels()?.[0]).toEqual([
    { id: "order:7", value: 99, text: "99.00", color: "down", look: "plain" },
  ]);
  expect(labels()?.[1]).toEqual([99]);
});

it("are dragged, asked about and amended", async () => {
  sends();
  const strip = await line();
  pull(strip, 88);
  expect(labels()).toEqual([[expect.objectContaining({ value: 88 })], [99]]);
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.pointerUp(strip, { ...pointer, clientY: 112 });
  expect(screen.getByText("Move stop sell to $88.00, worst price $87.12?")).toBeTruthy();
  expect(document.activeElement?.textContent).toBe("Move");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.findLast(({ path }) => path.endsWith("/amend-perp-order"))?.body).toEqual({
    marginAccountId: 0,
    orderId: 7,
    inputKind: "sizeDelta",
    triggerPrice: "8800000000",
    acceptablePrice: "8712000000",
  });
});

it("stay with the pointer while the orders change", async () => {
  const strip = await line();
  pull(strip, 88);
  const other = [wireWaiting({ orderId: 9, triggerPrice: "8000000000" }), wireWaiting()];
  const { queryKey } = waitingOrdersQuery("wallet");
  client.setQueryData(queryKey, other.map(decodeOrder));
  await waitFor(() => expect(labels()?.[0].map(({ value }) => value)).toEqual([80, 88]));
  fireEvent.pointerMove(strip, { ...pointer, clientY: 113 });
  expect(labels()?.[0].map(({ value }) => value)).toEqual([80, 87]);
});

it("go back with Escape, of the drag and of the question, and the page sees no key", async () => {
  const send = sends();
  const seen = vi.fn();
  document.addEventListener("keydown", seen);
  const strip = await line();
  pull(strip, 88);
  await userEvent.keyboard("{Escape}");
  expect(labels()?.[0][0]?.value).toBe(99);
  fireEvent.pointerUp(strip, { ...pointer, clientY: 112 });
  expect(screen.queryByRole("dialog")).toBeNull();
  pull(strip, 77);
  fireEvent.pointerUp(strip, { ...pointer, clientY: 123 });
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(send).not.toHaveBeenCalled();
  expect(seen).not.toHaveBeenCalled();
  document.removeEventListener("keydown", seen);
});

it("say why they could not be moved", async () => {
  sends({ status: "failed", code: "TRIGGER_PASSED", message: "m" });
  const strip = await line();
  pull(strip, 120);
  fireEvent.pointerUp(strip, { ...pointer, clientY: 80 });
  await userEvent.click(screen.getByRole("button", { name: "Move" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/already beyond this one/);
  await userEvent.click(screen.getByRole("button", { name: "Keep as it is" }));
  expect(labels()?.[0][0]?.value).toBe(99);
});

it("a press without a move is none, and locked ones do not move", async () => {
  const strip = await line();
  fireEvent.pointerDown(strip, { ...pointer, clientY: 101 });
  fireEvent.pointerUp(strip, { ...pointer, clientY: 101 });
  expect(screen.queryByRole("dialog")).toBeNull();
  const { queryKey } = waitingOrdersQuery("wallet");
  client.setQueryData(queryKey, [decodeOrder(wireWaiting({ isLocked: true }))]);
  await waitFor(() => expect(strip.dataset["moves"]).toBe("false"));
  pull(strip, 88);
  expect(labels()?.[0][0]?.value).toBe(99);
});
