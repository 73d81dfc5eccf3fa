import { WalletSignMessageError } from "@solana/wallet-adapter-base";
import bs58 from "bs58";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readSession, readToken } from "@/api/auth/stored-tokens";
import { useTokenState } from "@/api/auth/token-state";
import { clearNotices, toast, useNotices } from "@/state/toast";
import { fakeServer, refusal } from "@/test/server";
import { fakeBridge } from "../testing/fake-bridge";
import { useWalletState, type WalletBridge } from "../wallet-state";
import { disconnectWallet, signInWallet } from "./session";

const USER = "UserAddress";
const MESSAGE = "GET /api/v1/auth/login/message";
const LOGIN = "POST /api/v1/auth/login";
const LOGOUT = "POST /api/v1/auth/logout";
const SIGNATURE = new Uint8Array(64).fill(7);
const TEXT = "acre wants you to sign in\nwith ünïcode";

const SESSION = {
  accessToken: "access",
  accessTokenExpirationTime: 4_000_000_000,
  refreshTokenExpirationTime: 4_000_000_000,
  address: USER,
  isNewUser: true,
};

function connect(part: Partial<WalletBridge> = {}, address = USER): WalletBridge {
  const bridge = fakeBridge({
    signMessage: vi.fn(() => Promise.resolve(SIGNATURE)),
    disconnect: vi.fn(() => Promise.resolve()),
    ...part,
  });
  const wallet = { name: "Here", icon: "data:,", address, isBurner: false };
  useWalletState.getState().setConnected(wallet, bridge);
  return bridge;
}

function goodServer() {
  return fakeServer({
    [MESSAGE]: () => ({ body: { message: TEXT } }),
    [LOGIN]: () => ({ body: { info: SESSION } }),
    [LOGOUT]: () => ({ status: 204, body: null }),
  });
}

function expectRefusal(description: unknown): void {
  expect(toast.error).toHaveBeenCalledExactlyOnceWith("Not signed in", {
    id: `wallet-sign-in-${USER}`,
    description,
    duration: 12_000,
  });
}

beforeEach(() => {
  useTokenState.setState({ session: null });
  useWalletState.getState().setDisconnected();
  vi.spyOn(toast, "error").mockReturnValue("");
});

describe("sign-in", () => {
  it("signs the server's message byte for byte and stores the tokens", async () => {
    const calls = goodServer();
    const bridge = connect();
    await signInWallet();
    expect(bridge.signMessage).toHaveBeenCalledExactlyOnceWith(new TextEncoder().encode(TEXT));
    expect(calls.at(-1)?.body).toEqual({
      address: USER,
      message: TEXT,
      signature: bs58.encode(SIGNATURE),
      useCookie: true,
    });
    expect(readToken(USER)?.token).toBe("access");
    expect(useTokenState.getState().session?.accessToken).toBe("access");
  });

  it("asks the wallet once for concurrent calls", async () => {
    goodServer();
    const bridge = connect();
    await Promise.all([signInWallet(), signInWallet()]);
    expect(bridge.signMessage).toHaveBeenCalledOnce();
  });

  it("asks a wallet that was changed to, though the one before has not answered", async () => {
    goodServer();
    let answer: (signature: Uint8Array) => void = () => undefined;
    const late = new Promise<Uint8Array>((resolve) => {
      answer = resolve;
    });
    connect({ signMessage: () => late });
    const first = signInWallet();
    const second = connect({}, "OtherAddress");
    await signInWallet();
    expect(second.signMessage).toHaveBeenCalledOnce();
    expect(readToken("OtherAddress")?.token).toBe("access");
    answer(SIGNATURE);
    await first;
  });

  it("shows a separate notice for each of two wallets", async () => {
    goodServer();
    clearNotices();
    let refuse: (error: Error) => void = () => undefined;
    const late = new Promise<Uint8Array>((_, reject) => {
      refuse = reject;
    });
    connect({ signMessage: () => late });
    const first = signInWallet();
    connect({}, "OtherAddress");
    await signInWallet();
    refuse(new WalletSignMessageError("User rejected the request."));
    await first;
    expectRefusal("You declined the request in the wallet.");
    expect(useNotices.getState().notices.map(({ id, title }) => [id, title])).toEqual([
      ["wallet-sign-in-OtherAddress", "Signed in"],
      [`wallet-sign-in-${USER}`, "Confirm the sign-in in Here"],
    ]);
  });

  it("explains a refusal and stores nothing", async () => {
    goodServer();
    connect({
      signMessage: () => Promise.reject(new WalletSignMessageError("User rejected the request.")),
    });
    await signInWallet();
    expectRefusal("You declined the request in the wallet.");
    expect(readToken(USER)).toBeNull();
  });

  it("says so when the wallet can sign nothing", async () => {
    goodServer();
    connect({ signMessage: null });
    await signInWallet();
    expectRefusal("Here can sign neither messages nor transactions, so it cannot sign in here.");
  });

  it("shows the server's refusal", async () => {
    fakeServer({ [MESSAGE]: () => refusal(429, "RATE_LIMITED") });
    connect();
    await signInWallet();
    expectRefusal("Too many requests. Wait a moment.");
  });
});

describe("disconnect", () => {
  it("ends the session at the server and forgets the tokens", async () => {
    const calls = goodServer();
    const bridge = connect();
    await signInWallet();
    await disconnectWallet();
    expect(calls.at(-1)).toMatchObject({
      path: "/api/v1/auth/logout",
      body: { address: USER },
    });
    expect(readSession(USER)).toBeNull();
    expect(bridge.disconnect).toHaveBeenCalledOnce();
  });

  it("lets the wallet go even when the server is away", async () => {
    goodServer();
    const bridge = connect();
    await signInWallet();
    fakeServer({});
    await disconnectWallet();
    expect(bridge.disconnect).toHaveBeenCalledOnce();
  });
});
