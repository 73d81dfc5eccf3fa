// @vitest-environment node
import {
  WalletConfigError,
  WalletReadyState,
  WalletSignTransactionError,
} from "@solana/wallet-adapter-base";
import { type Connection, Keypair, SendTransactionError } from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, it, vi } from "vitest";
import { FakeAdapter } from "../testing/fake-adapter";
import { unsignedTransaction } from "../testing/transactions";
import { signAndSend } from "./sign-and-send";

function fakeConnection() {
  const sent: Uint8Array[] = [];
  const sendRawTransaction = vi.fn(async (raw: Uint8Array) => {
    sent.push(raw);
    return "ignored";
  });
  return { sent, sendRawTransaction, connection: { sendRawTransaction } as unknown as Connection };
}

function connectedAdapter() {
  const adapter = new FakeAdapter("Here", WalletReadyState.Installed);
  adapter.publicKey = adapter.keypair.publicKey;
  return { adapter, address: adapter.keypair.publicKey.toBase58() };
}

describe("sign and send", () => {
  it.each([0, "legacy"] as const)(
    "signs a version %s transaction, then sends it to our node",
    async (version) => {
      const { adapter, address } = connectedAdapter();
      const { connection, sent, sendRawTransaction } = fakeConnection();
      const onSigned = vi.fn();
      const tx = unsignedTransaction(adapter.keypair.publicKey, version);
      const { signature, resend } = await signAndSend(connection, adapter, address, tx, onSigned);
      expect(onSigned).toHaveBeenCalledOnce();
      expect(sendRawTransaction).toHaveBeenCalledExactlyOnceWith(sent[0], {
        preflightCommitment: "confirmed",
      });
      expect(bs58.decode(signature)).toEqual(sent[0]?.slice(1, 65));
      await resend?.();
      expect(sent[1]).toEqual(sent[0]);
    },
  );

  it("refuses a transaction that another wallet would pay for", async () => {
    const { adapter, address } = connectedAdapter();
    const { connection, sent } = fakeConnection();
    const tx = unsignedTransaction(Keypair.generate().publicKey);
    await expect(signAndSend(connection, adapter, address, tx, () => undefined)).rejects.toThrow(
      "for another wallet",
    );
    expect(sent).toEqual([]);
  });

  it("falls back to sign-and-send when the wallet cannot sign apart from sending", async () => {
    const { adapter, address } = connectedAdapter();
    const { connection } = fakeConnection();
    adapter.refusal = new WalletConfigError();
    const sendTransaction = vi.spyOn(adapter, "sendTransaction").mockResolvedValue("wallet-sig");
    const tx = unsignedTransaction(adapter.keypair.publicKey);
    const sent = await signAndSend(connection, adapter, address, tx, () => undefined);
    expect(sent).toEqual({ signature: "wallet-sig", resend: null });
    expect(sendTransaction).toHaveBeenCalledOnce();
  });

  it("does not fall back when the person said no", async () => {
    const { adapter, address } = connectedAdapter();
    const { connection } = fakeConnection();
    adapter.refusal = new WalletSignTransactionError("User rejected the request.");
    const sendTransaction = vi.spyOn(adapter, "sendTransaction");
    const tx = unsignedTransaction(adapter.keypair.publicKey);
    await expect(signAndSend(connection, adapter, address, tx, () => undefined)).rejects.toThrow(
      "User rejected",
    );
    expect(sendTransaction).not.toHaveBeenCalled();
  });

  it("takes the node's refusal as final, a lost connection as open", async () => {
    const { adapter, address } = connectedAdapter();
    const { connection, sendRawTransaction } = fakeConnection();
    const tx = unsignedTransaction(adapter.keypair.publicKey);
    sendRawTransaction.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const sent = await signAndSend(connection, adapter, address, tx, () => undefined);
    expect(sent.resend).not.toBeNull();
    const refusal = new SendTransactionError({
      action: "send",
      signature: "",
      transactionMessage: "Blockhash not found",
    });
    sendRawTransaction.mockRejectedValueOnce(refusal);
    await expect(signAndSend(connection, adapter, address, tx, () => undefined)).rejects.toBe(
      refusal,
    );
  });
});
