import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { decodePosition } from "@/api/decode-account";
import { decodeSummaries } from "@/api/decode-market";
import { engineClock } from "@/domain/clock";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wirePosition, wireSummary } from "@/test/rows";
import { type Call, fakeServer } from "@/test/server";
import { ProtectDialog } from "./protect-dialog";

const user = "/api/v1/user/wallet";
const [market = null] = decodeSummaries({ markets: [wireSummary()] } as never);
const entry = { position: decodePosition(wirePosition()), market, realized: null };
const onClosed = vi.fn();
let calls: readonly Call[];

beforeEach(() => {
  onClosed.mockClear();
  engineClock.set({ now: 1_420_100_000, rate: 1 });
  calls = fakeServer({
    [`GET ${user}/margin-accounts`]: () => ({ body: { info: [wireAccount()] } }),
    [`GET ${user}/perp-orders`]: () => ({ body: { info: [] } }),
    [`POST ${user}/transaction/place-perp-order`]: () => ({
      body: { info: { tx: "dHg=", blockhash: "b", lastValidBlockHeight: 5 } },
    }),
  });
  connectWallet("wallet");
});

function sends(...outcomes: readonly object[]) {
  let turn = 0;
  const send = vi.fn(async (build: () => Promise<unknown>) => {
    await build();
    const outcome = outcomes[turn] ?? { status: "applied", signature: "s" };
    turn += 1;
    return outcome as never;
  });
  useWallet.setState({ send });
  return send;
}

const bodies = () =>
  calls.filter(({ path }) => path.endsWith("/place-perp-order")).map(({ body }) => body);
const target = () => screen.getByLabelText("Take profit (optional)");
const stop = () => screen.getByLabelText("Stop loss (optional)");
const show = () =>
  renderPage(<ProtectDialog entry={entry} accountId={0} address="wallet" onClosed={onClosed} />);

it("places both for the whole position, in one group", async () => {
  sends();
  show();
  await userEvent.type(target(), "120");
  await userEvent.type(stop(), "90");
  await userEvent.click(screen.getByRole("button", { name: "Place" }));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  const base = { marginAccountId: 0, marketId: 3, wholePosition: true, group: 1 };
  expect(bodies()).toEqual([
    expect.objectContaining({ ...base, orderType: "stop", triggerPrice: "9000000000" }),
    expect.objectContaining({ ...base, orderType: "takeProfit", triggerPrice: "12000000000" }),
  ]);
});

it("one alone has no group", async () => {
  sends();
  show();
  await userEvent.type(stop(), "90");
  await userEvent.click(screen.getByRole("button", { name: "Place" }));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect(bodies()).toHaveLength(1);
  expect(bodies()[0]).not.toHaveProperty("group");
});

it("does not place the stop again when the take profit was declined", async () => {
  sends({ status: "applied", signature: "s" }, { status: "cancelled" });
  show();
  await userEvent.type(target(), "120");
  await userEvent.type(stop(), "90");
  await userEvent.click(screen.getByRole("button", { name: "Place" }));
  expect(await screen.findByText("The stop loss is placed.")).toBeTruthy();
  expect(screen.getByText(/You declined it/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Place take profit" }));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect(bodies().map((body) => (body as { orderType: string }).orderType)).toEqual([
    "stop",
    "takeProfit",
    "takeProfit",
  ]);
});

it("says which price is on the wrong side, and sends nothing", async () => {
  const send = sends();
  show();
  await userEvent.type(target(), "90");
  expect(screen.getByText("Take profit must be above $104.86.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Place" }));
  expect(send).not.toHaveBeenCalled();
});
