import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { decodePosition } from "@/api/decode-account";
import { useWallet } from "@/state/wallet-store";
import { renderPage } from "@/test/page";
import { wirePosition, wireQuote } from "@/test/rows";
import { CloseDialog } from "./close-dialog";

const sell = { openInterestDelta: { size: "-28600000", notional: "-3000000000" } };
const send = vi.fn(async () => ({ status: "cancelled" }) as const);
let fillPrice = "10495000000";

beforeEach(() => {
  fillPrice = "10495000000";
  send.mockClear();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("fetch", async () => {
    return new Response(JSON.stringify({ info: wireQuote({ ...sell, fillPrice }) }));
  });
  useWallet.setState({ send });
});

afterEach(() => {
  vi.useRealTimers();
});

/** The dialog with a quote that has grown too old to be sent without asking again. */
async function showWithOldQuote() {
  const entry = { position: decodePosition(wirePosition()), market: null, realized: null };
  renderPage(<CloseDialog entry={entry} accountId={0} address="wallet" onClosed={vi.fn()} />);
  const button = await screen.findByRole("button", { name: "Close position" });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  vi.setSystemTime(Date.now() + 5_000);
  return button;
}

it("closes once, on a quote that was asked anew", async () => {
  const button = await showWithOldQuote();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(await screen.findByText(/You declined it in the wallet/)).toBeTruthy();
  expect(send).toHaveBeenCalledOnce();
});

it("does not close at a price that has moved by more than the slippage", async () => {
  const button = await showWithOldQuote();
  fillPrice = "10390049999";
  fireEvent.click(button);
  expect(await screen.findByText(/The price has moved/)).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
});
