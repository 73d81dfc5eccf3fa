import {
  WalletConnectionError,
  WalletDisconnectedError,
  WalletReadyState,
} from "@solana/wallet-adapter-base";
import { ConnectionProvider, WalletProvider } from "@solana/wallet-adapter-react";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toast } from "@/state/toast";
import { FakeAdapter } from "../testing/fake-adapter";
import { useWalletState, WALLET_NAME_KEY } from "../wallet-state";
import { reportConnectionError } from "./connection-errors";
import { CLOSE_DELAY_MS } from "./use-choose-wallet";
import { CONNECT_MAX_MS, useConnectTimeout } from "./use-connect-timeout";
import { useWalletSync } from "./use-wallet-sync";
import { WalletDialog } from "./wallet-dialog";

const initialState = useWalletState.getState();

function Runtime() {
  useWalletSync(true);
  useConnectTimeout();
  return <WalletDialog />;
}

function renderDialog(...adapters: FakeAdapter[]) {
  return render(
    <ConnectionProvider endpoint="http://127.0.0.1/rpc">
      <WalletProvider wallets={adapters} autoConnect onError={reportConnectionError}>
        <button type="button" onClick={() => useWalletState.getState().openDialog()}>
          open
        </button>
        <Runtime />
      </WalletProvider>
    </ConnectionProvider>,
  );
}

async function openDialog() {
  await userEvent.click(screen.getByRole("button", { name: "open" }));
  return screen.findByRole("dialog");
}

const installed = () => new FakeAdapter("Here", WalletReadyState.Installed);
const missing = () => new FakeAdapter("There", WalletReadyState.NotDetected);

beforeEach(() => {
  useWalletState.setState(initialState, true);
});

afterEach(() => {
  vi.useRealTimers();
});

describe("wallet dialog", () => {
  it("asks to connect and marks the detected wallet when one is installed", async () => {
    renderDialog(missing(), installed());
    const dialog = await openDialog();
    expect(dialog).toHaveProperty("tagName", "DIV");
    expect(screen.getByRole("heading").textContent).toBe("Connect a wallet on Solana to continue");
    expect(within(dialog).getByRole("button", { name: /Here.*Detected/ })).toBeTruthy();
    expect(within(dialog).queryByRole("button", { name: /There/ })).toBeNull();
  });

  it("toggles the other wallets by More options and Less options", async () => {
    renderDialog(missing(), installed());
    const dialog = await openDialog();
    await userEvent.click(within(dialog).getByRole("button", { name: "More options" }));
    expect(within(dialog).getByRole("button", { name: "There" })).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Less options" }));
    await waitFor(() => expect(within(dialog).queryByRole("button", { name: "There" })).toBeNull());
  });

  it("says that a wallet is needed when none is installed, and still lists the others", async () => {
    renderDialog(missing());
    const dialog = await openDialog();
    expect(screen.getByRole("heading").textContent).toBe(
      "You'll need a wallet on Solana to continue",
    );
    await userEvent.click(
      within(dialog).getByRole("button", { name: "Already have a wallet? View options" }),
    );
    expect(within(dialog).getByRole("button", { name: "There" })).toBeTruthy();
  });

  it("closes by Escape and gives the focus back", async () => {
    renderDialog(installed());
    await openDialog();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const opener = screen.getByRole("button", { name: "open" });
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it("closes by its close button", async () => {
    renderDialog(installed());
    const dialog = await openDialog();
    await userEvent.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("closes by a click on the overlay", async () => {
    renderDialog(installed());
    const dialog = await openDialog();
    const overlay = dialog.previousElementSibling ?? document.body;
    // Radix listens one tick later, so that the opening click does not close it.
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    fireEvent.pointerDown(overlay);
    fireEvent.click(overlay);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("keeps the focus inside in both directions", async () => {
    renderDialog(installed(), missing());
    const dialog = await openDialog();
    const { length } = within(dialog).getAllByRole("button");
    for (let step = 0; step <= length; step += 1) {
      await userEvent.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
    await userEvent.tab({ shift: true });
    expect(dialog.contains(document.activeElement)).toBe(true);
  });

  it("locks the scrolling of the page while it is open", async () => {
    renderDialog(installed());
    await openDialog();
    expect(document.body.hasAttribute("data-scroll-locked")).toBe(true);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.body.hasAttribute("data-scroll-locked")).toBe(false));
  });

  it("closes 150 ms after a wallet was chosen, stores its name and connects it", async () => {
    const adapter = installed();
    renderDialog(adapter);
    const dialog = await openDialog();
    vi.useFakeTimers();
    fireEvent.click(within(dialog).getByRole("button", { name: /Here/ }));
    await act(() => vi.advanceTimersByTimeAsync(CLOSE_DELAY_MS - 1));
    expect(useWalletState.getState().isDialogOpen).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(useWalletState.getState().isDialogOpen).toBe(false);
    expect(localStorage.getItem(WALLET_NAME_KEY)).toBe('"Here"');
    expect(useWalletState.getState().wallet?.address).toBe(adapter.keypair.publicKey.toBase58());
  });

  it("opens the site of a wallet that is not installed and stays disconnected", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    renderDialog(missing());
    const dialog = await openDialog();
    await userEvent.click(within(dialog).getByRole("button", { name: /View options/ }));
    await userEvent.click(within(dialog).getByRole("button", { name: "There" }));
    expect(open).toHaveBeenCalledExactlyOnceWith(
      "https://there.example",
      "_blank",
      "noopener,noreferrer",
    );
    expect(useWalletState.getState().wallet).toBeNull();
  });

  it("forgets a wallet whose connection was refused", async () => {
    const adapter = installed();
    adapter.refusal = new WalletConnectionError("User rejected the request.");
    renderDialog(adapter);
    const dialog = await openDialog();
    await userEvent.click(within(dialog).getByRole("button", { name: /Here/ }));
    await waitFor(() => expect(localStorage.getItem(WALLET_NAME_KEY)).toBeNull());
    expect(useWalletState.getState().status).toBe("disconnected");
  });

  it("gives up on a wallet that does not answer, says so and forgets it", async () => {
    const error = vi.spyOn(toast, "error").mockReturnValue("");
    const adapter = installed();
    vi.spyOn(adapter, "connect").mockImplementation(() => new Promise(() => undefined));
    renderDialog(adapter);
    const dialog = await openDialog();
    vi.useFakeTimers();
    fireEvent.click(within(dialog).getByRole("button", { name: /Here/ }));
    await act(() => vi.advanceTimersByTimeAsync(CONNECT_MAX_MS - 1));
    expect(useWalletState.getState().status).toBe("connecting");
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(useWalletState.getState().status).toBe("disconnected");
    expect(localStorage.getItem(WALLET_NAME_KEY)).toBeNull();
    expect(error).toHaveBeenCalledExactlyOnceWith("Here: no connection", {
      id: "wallet-connection",
      description: "The wallet did not answer in time. Open it and try again.",
    });
  });

  it("marks a wallet Detected as soon as it is found", async () => {
    const adapter = new FakeAdapter("Late", WalletReadyState.Loadable);
    renderDialog(adapter);
    const dialog = await openDialog();
    expect(screen.getByRole("heading").textContent).toContain("You'll need a wallet");
    act(() => {
      adapter.readyState = WalletReadyState.Installed;
      adapter.emit("readyStateChange", WalletReadyState.Installed);
    });
    expect(within(dialog).getByRole("button", { name: /Late.*Detected/ })).toBeTruthy();
    expect(screen.getByRole("heading").textContent).toContain("Connect a wallet");
  });

  it("ignores what a wallet does while the page unloads", async () => {
    const error = vi.spyOn(toast, "error").mockReturnValue("");
    localStorage.setItem(WALLET_NAME_KEY, '"Here"');
    const adapter = installed();
    renderDialog(adapter);
    await waitFor(() => expect(useWalletState.getState().status).toBe("connected"));
    act(() => {
      window.dispatchEvent(new Event("beforeunload"));
      adapter.emit("error", new WalletDisconnectedError());
      adapter.emit("disconnect");
    });
    expect(useWalletState.getState().status).toBe("connected");
    expect(localStorage.getItem(WALLET_NAME_KEY)).toBe('"Here"');
    expect(error).not.toHaveBeenCalled();
  });

  it("connects the stored wallet by itself after a page load", async () => {
    localStorage.setItem(WALLET_NAME_KEY, '"Here"');
    const adapter = installed();
    renderDialog(adapter);
    await waitFor(() => expect(useWalletState.getState().status).toBe("connected"));
    expect(useWalletState.getState().wasChosenByUser).toBe(false);
  });

  it("disconnects the old wallet when another one is chosen", async () => {
    localStorage.setItem(WALLET_NAME_KEY, '"Here"');
    const first = installed();
    const second = new FakeAdapter("Second", WalletReadyState.Installed);
    renderDialog(first, second);
    await waitFor(() => expect(first.connected).toBe(true));
    const dialog = await openDialog();
    await userEvent.click(within(dialog).getByRole("button", { name: /Second/ }));
    await waitFor(() => expect(useWalletState.getState().wallet?.name).toBe("Second"));
    expect(first.connected).toBe(false);
  });
});
