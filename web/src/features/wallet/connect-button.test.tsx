import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useTokenState } from "@/api/auth/token-state";
import { ConnectButton } from "./connect-button";
import { useWalletState, type WalletBridge } from "./wallet-state";

const USER = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const initialState = useWalletState.getState();

function connect(): WalletBridge {
  const bridge: WalletBridge = {
    signIn: null,
    signMessage: null,
    signMemo: null,
    signAndSend: () => Promise.reject(new Error("unused")),
    signatureStatus: () => Promise.resolve(null),
    blockHeight: () => Promise.resolve(0),
    disconnect: vi.fn(() => Promise.resolve()),
  };
  const wallet = { name: "Here", icon: "data:,", address: USER, isBurner: false };
  useWalletState.getState().setConnected(wallet, bridge);
  return bridge;
}

beforeEach(() => {
  useTokenState.setState({ session: null });
  useWalletState.setState({ ...initialState, status: "idle", isRequested: false }, true);
});

describe("connect button", () => {
  it("asks for the dialog and for the wallet chunk", async () => {
    render(<ConnectButton />);
    await userEvent.click(screen.getByRole("button", { name: "Connect wallet" }));
    expect(useWalletState.getState()).toMatchObject({ isDialogOpen: true, isRequested: true });
  });

  it("shows the connected address and disconnects from its menu", async () => {
    const bridge = connect();
    render(<ConnectButton />);
    const button = screen.getByRole("button", { name: "Wallet 9xQe…VFin" });
    expect(button.getAttribute("title")).toBe(USER);
    await userEvent.click(button);
    expect(screen.getByText("Connected, not signed in")).toBeTruthy();
    expect(screen.getByRole("menuitem", { name: "Sign in" })).toBeTruthy();
    await userEvent.click(screen.getByRole("menuitem", { name: "Disconnect" }));
    expect(bridge.disconnect).toHaveBeenCalledOnce();
  });

  it("opens the dialog again to change the wallet", async () => {
    connect();
    render(<ConnectButton />);
    await userEvent.click(screen.getByRole("button", { name: /^Wallet / }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Change wallet" }));
    expect(useWalletState.getState().isDialogOpen).toBe(true);
  });
});
