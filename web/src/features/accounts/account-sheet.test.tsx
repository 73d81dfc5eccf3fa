import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { decodeMarginAccount } from "@/api/decode-account";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { wireAccount, wirePosition } from "@/test/rows";
import { fakeServer } from "@/test/server";
import { AccountSheet } from "./account-sheet";

const empty = { marginCollateral: "0", canClose: true, name: "Old one", id: 4 };

function show(change: Record<string, unknown>, signedIn = true) {
  const onClose = vi.fn();
  connectWallet("wallet", signedIn);
  renderPage(
    <AccountSheet
      address="wallet"
      account={decodeMarginAccount(wireAccount(change))}
      isHidden={false}
      onClose={onClose}
    />,
  );
  return onClose;
}

it("says why an account that holds something cannot be closed", () => {
  show({ positions: [wirePosition()] });
  expect(screen.getByText("Close its position.")).toBeTruthy();
  expect(screen.getByText("Withdraw $1,000.00.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Hide" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Close account" })).toHaveProperty("disabled", true);
});

it("hides an empty account with the session's token", async () => {
  const calls = fakeServer({
    "POST /api/v1/user/wallet/profile/margin-account-ids/remove": () => ({ body: { info: [0] } }),
  });
  const onClose = show(empty);
  await userEvent.click(screen.getByRole("button", { name: "Hide" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls[0]).toMatchObject({ body: { marginAccountId: 4 }, token: "Bearer access" });
});

it("keeps the sheet open and says why it was not hidden", async () => {
  const refused = { message: "It is not empty", code: "MARGIN_ACCOUNT_NOT_EMPTY", details: {} };
  fakeServer({
    "POST /api/v1/user/wallet/profile/margin-account-ids/remove": () => ({
      status: 409,
      body: refused,
    }),
  });
  const onClose = show(empty);
  await userEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect((await screen.findByRole("alert")).textContent).toBe("It is not empty");
  expect(onClose).not.toHaveBeenCalled();
});

it("needs a signature to hide and none to close", async () => {
  const send = vi.fn(async (_build: unknown, _label: string) => ({
    status: "applied" as const,
    signature: "s",
  }));
  useWallet.setState({ send });
  const onClose = show(empty, false);
  expect(screen.getByRole("button", { name: "Hide" })).toHaveProperty("disabled", true);
  expect(screen.getByText(/Sign in with your wallet/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Close account" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[1]).toBe("Close Old one");
});
