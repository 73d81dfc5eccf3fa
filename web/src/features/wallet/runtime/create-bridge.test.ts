// @vitest-environment node
import { type WalletName, WalletReadyState } from "@solana/wallet-adapter-base";
import { type Connection, type PublicKey, Transaction } from "@solana/web3.js";
import { describe, expect, it, vi } from "vitest";
import { explainWalletError } from "../model/wallet-errors";
import { FakeAdapter } from "../testing/fake-adapter";
import { unsignedTransaction } from "../testing/transactions";
import { createBridge } from "./create-bridge";

const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const NONCE = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM";
const TEXT = `acre wants you to sign in\nwith ünïcode\nNonce: ${NONCE}`;

const connection = {
  rpcEndpoint: "http://127.0.0.1:8080/rpc",
  sendRawTransaction: vi.fn(() => Promise.resolve("sig")),
} as unknown as Connection;

async function open(adapter = new FakeAdapter("Here", WalletReadyState.Installed)) {
  await adapter.connect();
  const address = adapter.keypair.publicKey.toBase58();
  return { adapter, address, bridge: createBridge(adapter, connection, address) };
}

const neverAnswers = () => new Promise<never>(() => undefined);

/** A wallet of the Wallet Standard that knows the given chains only. */
class StandardAdapter extends FakeAdapter {
  readonly standard = true;
  readonly wallet;

  constructor(chains: readonly string[]) {
    super("Standard", WalletReadyState.Installed);
    const account = { address: this.keypair.publicKey.toBase58(), chains };
    const feature = {};
    this.wallet = {
      chains,
      accounts: [account],
      features: {
        "standard:connect": feature,
        "standard:events": feature,
        "solana:signTransaction": feature,
      },
    };
  }
}

describe("bridge to a wallet", () => {
  it("offers what the wallet can do, and nothing else", async () => {
    const { bridge } = await open();
    expect(bridge.signIn).toBeNull();
    expect(bridge.signMessage).toBeNull();
    expect(bridge.signMemo).not.toBeNull();
  });

  it("signs a memo in a transaction that no node would take", async () => {
    const { bridge, address } = await open();
    const bytes = Buffer.from((await bridge.signMemo?.(TEXT)) ?? "", "base64");
    const signed = Transaction.from(bytes);
    expect(signed.verifySignatures()).toBe(true);
    expect(signed.feePayer?.toBase58()).toBe(address);
    expect(signed.recentBlockhash).toBe(NONCE);
    const [memo, ...others] = signed.instructions;
    expect(others).toEqual([]);
    expect(memo?.programId.toBase58()).toBe(MEMO_PROGRAM);
    expect(memo?.data.toString("utf8")).toBe(TEXT);
  });

  it("does not wait for a wallet that has gone while it was asked", async () => {
    const { adapter, bridge } = await open();
    vi.spyOn(adapter, "signTransaction").mockImplementation(neverAnswers);
    const tx = unsignedTransaction(adapter.publicKey as PublicKey);
    const onSigned = vi.fn();
    const sent = bridge.signAndSend(tx, onSigned).catch(explainWalletError);
    const memo = bridge.signMemo?.(TEXT).catch(explainWalletError);
    await adapter.disconnect();
    await expect(sent).resolves.toMatchObject({ kind: "disconnected" });
    await expect(memo).resolves.toMatchObject({ kind: "disconnected" });
    expect(onSigned).not.toHaveBeenCalled();
    expect(adapter.listenerCount("disconnect")).toBe(0);
  });

  it("refuses a wallet of another network before the wallet is asked", async () => {
    const { adapter, bridge } = await open(new StandardAdapter(["solana:mainnet"]));
    const signTransaction = vi.spyOn(adapter, "signTransaction");
    const tx = unsignedTransaction(adapter.publicKey as PublicKey);
    const refusal = bridge.signAndSend(tx, () => undefined).catch(explainWalletError);
    await expect(refusal).resolves.toMatchObject({ kind: "wrongChain" });
    expect(signTransaction).not.toHaveBeenCalled();
  });

  it("uses a wallet that offers this network", async () => {
    const { adapter, bridge } = await open(new StandardAdapter(["solana:localnet"]));
    const tx = unsignedTransaction(adapter.publicKey as PublicKey);
    await expect(bridge.signAndSend(tx, () => undefined)).resolves.toHaveProperty("signature");
    expect(adapter.name).toBe("Standard" as WalletName);
  });
});
