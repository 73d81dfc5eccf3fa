import { WalletNotConnectedError, WalletReadyState } from "@solana/wallet-adapter-base";
import { Keypair } from "@solana/web3.js";
import { describe, expect, it, vi } from "vitest";
import { explainWalletError } from "../model/wallet-errors";
import { AUTHORIZATION_KEY, type MobileAuthorization } from "./authorization-cache";
import { toBase64 } from "./base64";
import { MobileWalletAdapter } from "./mobile-adapter";

const { publicKey } = Keypair.generate();
const GRANTED: MobileAuthorization = {
  auth_token: "token",
  accounts: [{ address: toBase64(publicKey.toBytes()) }],
  wallet_uri_base: null,
  chain: "solana:localnet",
  capabilities: { features: [], supports_sign_and_send_transactions: true },
};

function storeGranted() {
  localStorage.setItem(AUTHORIZATION_KEY, JSON.stringify(GRANTED));
}

describe("mobile wallet adapter", () => {
  it("is installed once an authorization shows that an app is there", async () => {
    storeGranted();
    const adapter = new MobileWalletAdapter("solana:localnet");
    const [readiness, connected] = [vi.fn(), vi.fn()];
    adapter.on("readyStateChange", readiness).on("connect", connected);
    expect(adapter.readyState).toBe(WalletReadyState.Loadable);
    await adapter.autoConnect();
    expect(readiness).toHaveBeenCalledExactlyOnceWith(WalletReadyState.Installed);
    expect(connected).toHaveBeenCalledOnce();
    expect(adapter.publicKey?.toBase58()).toBe(publicKey.toBase58());
  });

  it("stays disconnected by itself without an authorization of this chain", async () => {
    storeGranted();
    const adapter = new MobileWalletAdapter("solana:devnet");
    await adapter.autoConnect();
    expect(adapter.connected).toBe(false);
    expect(adapter.readyState).toBe(WalletReadyState.Loadable);
  });

  it("forgets the authorization when it disconnects", async () => {
    storeGranted();
    const adapter = new MobileWalletAdapter("solana:localnet");
    const gone = vi.fn();
    adapter.on("disconnect", gone);
    await adapter.autoConnect();
    await adapter.disconnect();
    expect(gone).toHaveBeenCalledOnce();
    expect(adapter.publicKey).toBeNull();
    expect(localStorage.getItem(AUTHORIZATION_KEY)).toBeNull();
    await expect(adapter.signMessage(new Uint8Array())).rejects.toThrow();
  });

  it("says that it does not sign apart from sending when the app does not", async () => {
    storeGranted();
    const adapter = new MobileWalletAdapter("solana:localnet");
    adapter.on("error", () => undefined);
    await adapter.autoConnect();
    const refused = await adapter.signAllTransactions([]).catch((error: unknown) => error);
    expect(explainWalletError(refused).kind).toBe("unsupported");
  });

  it("opens nothing on a page that is not secure", async () => {
    vi.stubGlobal("isSecureContext", false);
    const adapter = new MobileWalletAdapter("solana:localnet");
    const failed = vi.fn();
    adapter.on("error", failed);
    const refused = await adapter.connect().catch((error: unknown) => error);
    expect(failed).toHaveBeenCalledOnce();
    expect(explainWalletError(refused).message).toBe(
      "Wallet apps can only be reached from a secure page (https).",
    );
    expect(adapter.connecting).toBe(false);
  });

  it("signs nothing before it is connected", async () => {
    const adapter = new MobileWalletAdapter("solana:localnet");
    adapter.on("error", () => undefined);
    await expect(adapter.signMessage(new Uint8Array())).rejects.toMatchObject({
      error: expect.any(WalletNotConnectedError),
    });
  });
});
