import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { toast } from "@/state/toast";
import { useWallet } from "@/state/wallet-store";
import { renderPage } from "@/test/page";
import { wireAccount } from "@/test/rows";
import { fakeServer, refusal } from "@/test/server";
import { FaucetButton } from "./faucet";
import { useSendCommand } from "./send/use-send-command";
import { DepositDialog, WithdrawDialog } from "./transfer-dialog";
import { useWalletState, type WalletBridge } from "./wallet-state";

const USER = "UserAddress";
const BASE = `/api/v1/user/${USER}`;
const BUILT = { tx: "AA==", blockhash: "hash", lastValidBlockHeight: 150 };

const APPLIED = {
  signature: "sig",
  slot: 1,
  name: "any",
  nonce: 1,
  status: "applied",
  code: null,
  details: {},
  timestamp: 1,
};

function server(builders: Parameters<typeof fakeServer>[0] = {}, env = "local") {
  return fakeServer({
    "GET /express/v1/status": () => ({
      body: {
        env,
        status: "ok",
        exchange: "active",
        lastPrintAt: 1,
        clock: { now: 1, rate: 1440 },
        chainSlot: 1,
        followedSlot: 1,
      },
    }),
    [`GET ${BASE}/sol-balance`]: () => ({ body: { info: { balance: "2000000000" } } }),
    [`GET ${BASE}/collateral-balance`]: () => ({ body: { info: { balance: "10000000000" } } }),
    [`GET ${BASE}/quote/withdraw-margin`]: () => ({
      body: { info: { maxWithdrawableAmount: "500000000" } },
    }),
    "GET /api/v1/account/exchange": () => ({
      body: {
        info: {
          settlementDelay: 86_400,
          specification: { minSettlementAmount: "1000000", maxKeeperTipRate: "0.01" },
        },
      },
    }),
    [`GET ${BASE}/commands`]: () => ({ body: { info: [APPLIED], pagination: {} } }),
    ...builders,
  });
}

const built = () => ({ body: { info: BUILT } });

function show(element: React.ReactNode) {
  return renderPage(
    <>
      <Sender />
      {element}
    </>,
  );
}

/** Publishes the sending of commands, as the app does. */
function Sender() {
  const { send, stage } = useSendCommand();
  useEffect(() => useWallet.setState({ send, stage }), [send, stage]);
  return null;
}

beforeEach(() => {
  const bridge: WalletBridge = {
    signIn: null,
    signMessage: null,
    signMemo: null,
    signAndSend: async (_tx, onSigned) => {
      onSigned();
      return { signature: "sig", resend: null };
    },
    signOrder: () => Promise.reject(new Error("unused")),
    sweepKey: () => Promise.resolve(false),
    signatureStatus: () => Promise.resolve({ isConfirmed: true, error: null }),
    blockHeight: () => Promise.resolve(1),
    disconnect: () => Promise.resolve(),
  };
  const wallet = { name: "Here", icon: "data:,", address: USER, isBurner: true };
  useWalletState.getState().setConnected(wallet, bridge);
});

describe("deposit dialog", () => {
  it("deposits the whole balance by its Max button and closes when applied", async () => {
    const route = `POST ${BASE}/transaction/deposit-margin`;
    const calls = server({ [route]: built });
    const onOpenChange = vi.fn();
    show(<DepositDialog open onOpenChange={onOpenChange} marginAccountId={3} />);
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Max" })).toHaveProperty("disabled", false),
    );
    await userEvent.click(screen.getByRole("button", { name: "Max" }));
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "10000");
    await userEvent.click(screen.getByRole("button", { name: "Deposit" }));
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
    const call = calls.find(({ path }) => path.endsWith("deposit-margin"));
    expect(call?.body).toEqual({ marginAccountId: 3, margin: "10000000000" });
  });

  it("closes when applied, however long the figures take to come anew", async () => {
    let isSent = false;
    const balance = { body: { info: { balance: "10000000000" } } };
    server({
      [`GET ${BASE}/collateral-balance`]: () => (isSent ? new Promise(() => undefined) : balance),
      [`POST ${BASE}/transaction/deposit-margin`]: () => {
        isSent = true;
        return built();
      },
    });
    const onOpenChange = vi.fn();
    show(<DepositDialog open onOpenChange={onOpenChange} marginAccountId={3} />);
    await userEvent.type(screen.getByLabelText("Amount"), "1");
    await userEvent.click(screen.getByRole("button", { name: "Deposit" }));
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
  });

  it("names the command with its exact amount, however small", async () => {
    server({ [`POST ${BASE}/transaction/deposit-margin`]: built });
    const said = vi.spyOn(toast, "loading");
    show(<DepositDialog open onOpenChange={vi.fn()} marginAccountId={3} />);
    await userEvent.type(screen.getByLabelText("Amount"), "0.005");
    await userEvent.click(screen.getByRole("button", { name: "Deposit" }));
    await waitFor(() => expect(said).toHaveBeenCalled());
    expect(said.mock.calls[0]?.[0]).toBe("Deposit $0.005");
  });

  it("sends nothing for a wrong amount and ties the error to the field", async () => {
    const calls = server();
    show(<DepositDialog open onOpenChange={vi.fn()} marginAccountId={3} />);
    expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
    await userEvent.type(screen.getByLabelText("Amount"), "0");
    await userEvent.click(screen.getByRole("button", { name: "Deposit" }));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toBe("Enter an amount greater than 0.");
    expect(screen.getByLabelText("Amount").getAttribute("aria-describedby")).toBe(alert.id);
    expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("stays open with the exchange's reason when it refuses", async () => {
    const route = `POST ${BASE}/transaction/deposit-margin`;
    server({ [route]: () => refusal(409, "EXCHANGE_HALTED") });
    const onOpenChange = vi.fn();
    show(<DepositDialog open onOpenChange={onOpenChange} marginAccountId={3} />);
    await userEvent.type(screen.getByLabelText("Amount"), "5");
    await userEvent.click(screen.getByRole("button", { name: "Deposit" }));
    expect((await screen.findByRole("alert")).textContent).toContain("halted");
    expect(onOpenChange).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText("Amount"), "0");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("creates the first account by a deposit, its name under Advanced", async () => {
    const calls = server({
      [`POST ${BASE}/transaction/create-margin-account`]: built,
      [`GET ${BASE}/margin-accounts`]: () => ({ body: { info: [] } }),
    });
    const onOpenChange = vi.fn();
    show(<DepositDialog open onOpenChange={onOpenChange} marginAccountId={null} />);
    expect(screen.getByRole("dialog", { name: "Deposit" })).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: "5,000", hidden: false }));
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "5000");
    await userEvent.click(screen.getByText("Advanced"));
    await userEvent.type(screen.getByLabelText("Account name (optional)"), "First");
    await userEvent.click(screen.getByRole("button", { name: "Deposit" }));
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
    const call = calls.find(({ path }) => path.endsWith("create-margin-account"));
    expect(call?.body).toEqual({ margin: "5000000000", name: "First" });
  });

  it("creates a further account, also without a deposit", async () => {
    const calls = server({
      [`POST ${BASE}/transaction/create-margin-account`]: built,
      [`GET ${BASE}/margin-accounts`]: () => ({ body: { info: [wireAccount()] } }),
    });
    const onOpenChange = vi.fn();
    show(<DepositDialog open onOpenChange={onOpenChange} marginAccountId={null} />);
    await screen.findByRole("dialog", { name: "New account" });
    await userEvent.type(screen.getByLabelText("Account name (optional)"), "Spare");
    await userEvent.click(screen.getByRole("button", { name: "Create account" }));
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
    const call = calls.find(({ path }) => path.endsWith("create-margin-account"));
    expect(call?.body).toEqual({ name: "Spare" });
  });
});

describe("withdraw dialog", () => {
  it("withdraws with a tip and says when the money arrives", async () => {
    const calls = server({ [`POST ${BASE}/transaction/withdraw-margin`]: built });
    const onOpenChange = vi.fn();
    show(<WithdrawDialog open onOpenChange={onOpenChange} marginAccountId={3} />);
    expect(await screen.findByText(/^Arrives in your wallet in about 1d/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Amount"), "100");
    await userEvent.click(screen.getByText("Advanced"));
    await userEvent.type(screen.getByLabelText("Keeper tip (optional)"), "1");
    await userEvent.click(screen.getByRole("button", { name: "Withdraw" }));
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
    const call = calls.find(({ path }) => path.endsWith("transaction/withdraw-margin"));
    expect(call?.body).toEqual({ marginAccountId: 3, margin: "100000000", keeperTip: "1000000" });
  });

  it("refuses more than is free before anything is sent", async () => {
    const calls = server();
    show(<WithdrawDialog open onOpenChange={vi.fn()} marginAccountId={3} />);
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Max" })).toHaveProperty("disabled", false),
    );
    await userEvent.type(screen.getByLabelText("Amount"), "500.01");
    await userEvent.click(screen.getByRole("button", { name: "Withdraw" }));
    expect(screen.getByRole("alert").textContent).toBe("Available: $500.00.");
    expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  });
});

describe("faucet button", () => {
  it("asks for test money on a local server", async () => {
    const calls = server({
      "POST /express/v1/faucet": () => ({
        body: { signature: "s", sol: "2000000000", collateral: "10000000000", token: "1" },
      }),
    });
    show(<FaucetButton />);
    await userEvent.click(await screen.findByRole("button", { name: "Get test money" }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ address: USER }),
    );
  });

  it("does not exist elsewhere", async () => {
    const calls = server({}, "staging");
    show(<FaucetButton />);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole("button")).toBeNull();
  });
});
