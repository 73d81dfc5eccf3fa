import { createPublicKey, verify, webcrypto } from "node:crypto";
import { isWalletAdapterCompatibleStandardWallet } from "@solana/wallet-adapter-base";
import { SolanaSignMessage, SolanaSignTransaction } from "@solana/wallet-standard-features";
import { PublicKey, Transaction, VersionedTransaction } from "@solana/web3.js";
import { StandardConnect, StandardDisconnect, StandardEvents } from "@wallet-standard/features";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { unsignedTransaction } from "../testing/transactions";
import { BURNER_SEED_KEY } from "./burner-key";
import { BurnerWallet } from "./burner-wallet";

const SPKI_HEADER = Buffer.from("302a300506032b6570032100", "hex");

function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const der = Buffer.concat([SPKI_HEADER, new PublicKey(address).toBytes()]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return verify(null, message, key, signature);
}

async function connected() {
  const wallet = new BurnerWallet();
  const { accounts } = await wallet.features[StandardConnect].connect();
  const account = accounts[0];
  if (!account) throw new Error("no account");
  return { wallet, account };
}

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  });
  vi.stubGlobal("crypto", webcrypto);
});

describe("burner wallet", () => {
  it("is a Wallet Standard wallet that the adapter library accepts, for the local chain only", () => {
    const wallet = new BurnerWallet();
    expect(isWalletAdapterCompatibleStandardWallet(wallet)).toBe(true);
    expect(wallet.chains).toEqual(["solana:localnet"]);
    expect(wallet.name).toBe("Burner wallet (local only)");
  });

  it("keeps its key in local storage, so that a reload finds the same address", async () => {
    const { account } = await connected();
    expect(localStorage.getItem(BURNER_SEED_KEY)).not.toBeNull();
    expect((await connected()).account.address).toBe(account.address);
  });

  it("makes no key when asked silently", async () => {
    const { accounts } = await new BurnerWallet().features[StandardConnect].connect({
      silent: true,
    });
    expect(accounts).toEqual([]);
    expect(localStorage.getItem(BURNER_SEED_KEY)).toBeNull();
  });

  it("takes a damaged seed for none", async () => {
    localStorage.setItem(BURNER_SEED_KEY, "0OIl");
    const { account } = await connected();
    expect(new PublicKey(account.address)).toBeTruthy();
  });

  it("signs messages that verify under its address", async () => {
    const { wallet, account } = await connected();
    const message = new TextEncoder().encode("sign me");
    const [output] = await wallet.features[SolanaSignMessage].signMessage({ account, message });
    expect(output?.signature).toHaveLength(64);
    expect(isSignedBy(account.address, message, output?.signature ?? new Uint8Array())).toBe(true);
    const other = new TextEncoder().encode("sign mf");
    expect(isSignedBy(account.address, other, output?.signature ?? new Uint8Array())).toBe(false);
  });

  it.each([0, "legacy"] as const)("signs version %s transactions", async (version) => {
    const { wallet, account } = await connected();
    const unsigned = Buffer.from(
      unsignedTransaction(new PublicKey(account.address), version),
      "base64",
    );
    const [output] = await wallet.features[SolanaSignTransaction].signTransaction({
      account,
      transaction: unsigned,
    });
    const bytes = output?.signedTransaction ?? new Uint8Array();
    const signed = VersionedTransaction.deserialize(bytes);
    const [signature] = signed.signatures;
    expect(signed.version).toBe(version);
    expect(
      isSignedBy(account.address, signed.message.serialize(), signature ?? new Uint8Array()),
    ).toBe(true);
    if (version === "legacy") expect(Transaction.from(bytes).verifySignatures()).toBe(true);
  });

  it("signs nothing for an account that is not its own, or after disconnecting", async () => {
    const { wallet, account } = await connected();
    const message = new Uint8Array([1]);
    const sign = (address: string) =>
      wallet.features[SolanaSignMessage].signMessage({ account: { ...account, address }, message });
    await expect(sign(PublicKey.default.toBase58())).rejects.toThrow("does not hold this account");
    await wallet.features[StandardDisconnect].disconnect();
    await expect(sign(account.address)).rejects.toThrow("does not hold this account");
  });

  it("notifies its listeners when the account comes and goes", async () => {
    const wallet = new BurnerWallet();
    const counts: number[] = [];
    const off = wallet.features[StandardEvents].on("change", ({ accounts }) =>
      counts.push(accounts?.length ?? -1),
    );
    await wallet.features[StandardConnect].connect();
    await wallet.features[StandardDisconnect].disconnect();
    off();
    await wallet.features[StandardConnect].connect();
    expect(counts).toEqual([1, 0]);
  });
});
