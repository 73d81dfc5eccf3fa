import {
  WalletConfigError,
  WalletSignInError,
  WalletSignMessageError,
} from "@solana/wallet-adapter-base";
import bs58 from "bs58";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeServer, refusal } from "@/test/server";
import { fakeBridge } from "../testing/fake-bridge";
import type { WalletBridge } from "../wallet-state";
import { canSignIn, obtainTokens } from "./sign-in";

const USER = "UserAddress";
const TEXT = "acre wants you to sign in";
const FIELDS = { domain: "acre", address: USER, nonce: "abcdefgh", notBefore: null };
const SIGNATURE = new Uint8Array(64).fill(7);
const PAIR = {
  accessToken: "access",
  accessTokenExpirationTime: 4_000_000_000,
  refreshTokenExpirationTime: 4_000_000_000,
};

const BY_FEATURE = "POST /express/v1/auth/login";
const BY_MESSAGE = "POST /api/v1/auth/login";
const BY_MEMO = "POST /api/v1/auth/login/hardware-wallet";

function server(routes: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    "GET /express/v1/auth/login": () => ({ body: { message: TEXT, fields: FIELDS } }),
    "GET /api/v1/auth/login/message": () => ({ body: { message: TEXT } }),
    [BY_FEATURE]: () => ({ body: { ...PAIR, address: USER, isNewUser: false } }),
    [BY_MESSAGE]: () => ({ body: { info: PAIR } }),
    [BY_MEMO]: () => ({ body: { info: PAIR } }),
    ...routes,
  });
}

function able(part: Partial<WalletBridge> = {}): WalletBridge {
  return fakeBridge({
    signIn: vi.fn(async () => ({
      address: USER,
      message: new TextEncoder().encode("as written by the wallet"),
      signature: SIGNATURE,
    })),
    signMessage: vi.fn(() => Promise.resolve(SIGNATURE)),
    signMemo: vi.fn(() => Promise.resolve("dHg=")),
    ...part,
  });
}

const posts = (calls: ReturnType<typeof fakeServer>) =>
  calls.filter(({ method }) => method === "POST").map(({ path, body }) => ({ path, body }));

let calls: ReturnType<typeof fakeServer>;

beforeEach(() => {
  calls = server();
});

describe("ways to sign in", () => {
  it("lets a wallet that can sign in write the message from the server's fields", async () => {
    const bridge = able();
    await expect(obtainTokens(bridge, USER, "Here")).resolves.toEqual(PAIR);
    expect(bridge.signIn).toHaveBeenCalledExactlyOnceWith(FIELDS);
    expect(bridge.signMessage).not.toHaveBeenCalled();
    expect(posts(calls)).toEqual([
      {
        path: "/express/v1/auth/login",
        body: {
          address: USER,
          signedMessage: btoa("as written by the wallet"),
          signature: bs58.encode(SIGNATURE),
          useCookie: true,
        },
      },
    ]);
  });

  it("has a device sign the message as the memo of a transaction", async () => {
    const bridge = able({ signIn: null, signMessage: null });
    await obtainTokens(bridge, USER, "Ledger");
    expect(bridge.signMemo).toHaveBeenCalledExactlyOnceWith(TEXT);
    expect(posts(calls)).toEqual([
      {
        path: "/api/v1/auth/login/hardware-wallet",
        body: { address: USER, tx: "dHg=", useCookie: true },
      },
    ]);
  });

  it("continues to the next way when one is not supported after all", async () => {
    const bridge = able({
      signIn: () => Promise.reject(new WalletConfigError()),
      signMessage: () =>
        Promise.reject(new WalletSignMessageError("signMessage is not supported on Ledger")),
    });
    await expect(obtainTokens(bridge, USER, "Here")).resolves.toEqual(PAIR);
    expect(bridge.signMemo).toHaveBeenCalledOnce();
  });

  it("continues when the wallet has written a message that is not the server's", async () => {
    const issued = "Unauthorized: login message was not issued for this address";
    calls = server({ [BY_FEATURE]: () => refusal(401, "MESSAGE_NOT_ISSUED", issued) });
    await expect(obtainTokens(able(), USER, "Here")).resolves.toEqual(PAIR);
    expect(posts(calls).map(({ path }) => path)).toEqual([
      "/express/v1/auth/login",
      "/api/v1/auth/login",
    ]);
  });

  it("asks no second time after a person's no", async () => {
    const bridge = able({
      signIn: () => Promise.reject(new WalletSignInError("User rejected the request.")),
    });
    await expect(obtainTokens(bridge, USER, "Here")).rejects.toThrow("User rejected");
    expect(bridge.signMessage).not.toHaveBeenCalled();
    expect(posts(calls)).toEqual([]);
  });

  it("takes no sign-in of another account", async () => {
    const bridge = able({
      signIn: async () => ({
        address: "Other",
        message: new Uint8Array([1]),
        signature: SIGNATURE,
      }),
    });
    await expect(obtainTokens(bridge, USER, "Here")).rejects.toThrow("another account");
    expect(posts(calls)).toEqual([]);
  });

  it("says so when a wallet can sign nothing", async () => {
    expect(canSignIn(fakeBridge())).toBe(false);
    expect(canSignIn(able())).toBe(true);
    await expect(obtainTokens(fakeBridge(), USER, "Watcher")).rejects.toThrow(
      "Watcher can sign neither messages nor transactions",
    );
  });
});
