import bs58 from "bs58";
import {
  login,
  loginByTransaction,
  loginFields,
  loginMessage,
  loginSigned,
} from "@/api/auth/session-api";
import type { SessionTokens } from "@/api/auth/stored-tokens";
import { ApiError } from "@/api/http";
import { explainWalletError } from "../model/wallet-errors";
import type { WalletBridge } from "../wallet-state";

export class SignInError extends Error {
  override readonly name = "SignInError";
}

type Way = () => Promise<SessionTokens>;

/** The ways in that a wallet offers, the best first (API 2.1 and 2.4). */
function waysOf(bridge: WalletBridge, address: string): readonly Way[] {
  const { signIn, signMessage, signMemo } = bridge;
  const ways: Way[] = [];
  if (signIn !== null) ways.push(() => byFeature(signIn, address));
  if (signMessage !== null) ways.push(() => byMessage(signMessage, address));
  if (signMemo !== null) ways.push(() => byMemo(signMemo, address));
  return ways;
}

export function canSignIn(bridge: WalletBridge): boolean {
  return waysOf(bridge, "").length > 0;
}

/** The wallet writes the message from the server's fields and signs it, in one step. */
async function byFeature(
  signIn: NonNullable<WalletBridge["signIn"]>,
  address: string,
): Promise<SessionTokens> {
  const signed = await signIn(await loginFields(address));
  if (signed.address !== address) {
    throw new SignInError("The wallet signed in with another account. Choose the connected one.");
  }
  const message = btoa(String.fromCharCode(...signed.message));
  return await loginSigned(address, message, bs58.encode(signed.signature));
}

async function byMessage(
  signMessage: NonNullable<WalletBridge["signMessage"]>,
  address: string,
): Promise<SessionTokens> {
  const message = await loginMessage(address);
  const signature = await signMessage(new TextEncoder().encode(message));
  return await login(address, message, bs58.encode(signature));
}

/** For devices that sign only transactions: the message is the memo of a transaction that is never sent. */
async function byMemo(
  signMemo: NonNullable<WalletBridge["signMemo"]>,
  address: string,
): Promise<SessionTokens> {
  return await loginByTransaction(address, await signMemo(await loginMessage(address)));
}

/** True when another way may still work: this one is not offered, or its message is a foreign one. */
function isWorthAnotherWay(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === "MESSAGE_NOT_ISSUED";
  return explainWalletError(error).kind === "unsupported";
}

/** Tries the ways of a wallet until one is not refused as unsupported. */
export async function obtainTokens(
  bridge: WalletBridge,
  address: string,
  walletName: string,
): Promise<SessionTokens> {
  let last: unknown = new SignInError(
    `${walletName} can sign neither messages nor transactions, so it cannot sign in here.`,
  );
  for (const way of waysOf(bridge, address)) {
    try {
      return await way();
    } catch (error) {
      if (!isWorthAnotherWay(error)) throw error;
      last = error;
    }
  }
  throw last;
}
