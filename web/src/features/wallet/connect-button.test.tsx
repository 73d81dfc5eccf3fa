import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useTokenState } from "@/api/auth/token-state";
import { useWallet } from "@/state/wallet-store";
import { renderPage } from "@/test/page";
import { wireAccount } from "@/test/rows";
import { fakeServer } from "@/test/server";
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
    signOrder: () => Promise.reject(new Error("unused")),
    sweepKey: () => Promise.resolve(false),
    signatureStatus: () => Promise.resolve(null),
    blockHeight: () => Promise.resolve(0),
    disconnect: vi.fn(() => Promise.resolve()),
  };
  const wallet = { name: "Here", icon: "data:,", address: USER, isBurner: false };
  useWalletState.getState().setConnected(wallet, bridge);
  return bridge;
}

function renderButton(): Promise<HTMLElement> {
  const rootRoute = createRootRoute({ component: ConnectButton });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  renderPage(<RouterProvider router={createRouter({ routeTree: rootRoute, history })} />);
  return screen.findByRole("button");
}

interface Held {
  readonly accounts?: readonly object[];
  readonly collateral?: string;
  readonly env?: string;
}

function serve({ accounts = [], collateral = "0", env = "local" }: Held) {
  const base = `/api/v1/user/${USER}`;
  const info = (value: unknown) => () => ({ body: { info: value } });
  return fakeServer({
    "GET /express/v1/status": () => ({ body: { env } }),
    [`GET ${base}/margin-accounts`]: info(accounts),
    [`GET ${base}/settlement-requests`]: info([]),
    [`GET ${base}/sol-balance`]: info({ balance: "0" }),
    [`GET ${base}/collateral-balance`]: info({ balance: collateral }),
  });
}

async function openMenu(held: Held): Promise<void> {
  serve(held);
  connect();
  const { session } = useWallet.getInitialState();
  useWallet.setState({ session: { ...session, address: USER } });
  await userEvent.click(await renderButton());
}

beforeEach(() => {
  useTokenState.setState({ session: null });
  useWalletState.setState({ ...initialState, status: "idle", isRequested: false }, true);
});

describe("connect button", () => {
  it("asks for the dialog and for the wallet chunk", async () => {
    await userEvent.click(await renderButton());
    expect(useWalletState.getState()).toMatchObject({ isDialogOpen: true, isRequested: true });
  });

  it("shows the connected address and disconnects from its menu", async () => {
    const bridge = connect();
    serve({});
    const button = await renderButton();
    expect(button.getAttribute("aria-label")).toBe("Wallet 9xQe…VFin");
    expect(button.getAttribute("title")).toBe(USER);
    await userEvent.click(button);
    expect(screen.getByText("Connected, not signed in")).toBeTruthy();
    expect(screen.getByRole("menuitem", { name: "Sign in" })).toBeTruthy();
    await userEvent.click(screen.getByRole("menuitem", { name: "Disconnect" }));
    expect(bridge.disconnect).toHaveBeenCalledOnce();
  });

  it("opens the dialog again to change the wallet", async () => {
    await openMenu({});
    await userEvent.click(screen.getByRole("menuitem", { name: "Change wallet" }));
    expect(useWalletState.getState().isDialogOpen).toBe(true);
  });
});

describe("the account hub", () => {
  it("offers test money first, then a deposit, and no withdrawal without an account", async () => {
    await openMenu({});
    const items = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
    await screen.findByRole("menuitem", { name: "Get test money" });
    expect(
      items()
        .slice(0, 3)
        .map((text) => text?.trim()),
    ).toEqual(["Get test money", "Deposit", "Profile"]);
  });

  it("shows the value and offers a trade once there is money in an account", async () => {
    await openMenu({ accounts: [wireAccount()], env: "mainnet" });
    expect(await screen.findByRole("menuitem", { name: "Trade" })).toBeTruthy();
    expect(screen.getByRole("menuitem", { name: "Withdraw" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Get test money" })).toBeNull();
    expect(screen.getByText("Account value").parentElement?.textContent).toContain("$1,000.00");
    expect(screen.getByText("Solana mainnet")).toBeTruthy();
  });

  it("opens the deposit of the account in use", async () => {
    await openMenu({ accounts: [wireAccount({ id: 4 })] });
    await screen.findByRole("menuitem", { name: "Withdraw" });
    await userEvent.click(screen.getByRole("menuitem", { name: "Deposit" }));
    expect(useWallet.getState().dialog).toEqual({ kind: "deposit", marginAccountId: 4 });
  });
});
