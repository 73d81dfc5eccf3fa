/** A wallet by what a person types: its address or the username of its profile. */
import { expressApi, type RequestOptions } from "./http";

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const USERNAME = /^[A-Za-z0-9_]{3,20}$/;

export type WalletKey =
  | { readonly key: string; readonly isAddress: boolean; readonly error: null }
  | { readonly key: null; readonly error: string };

/** No text is both: an address has at least 32 characters, a username at most 20. */
export function readWalletKey(text: string): WalletKey {
  const key = text.trim();
  if (ADDRESS.test(key)) return { key, isAddress: true, error: null };
  if (USERNAME.test(key)) return { key, isAddress: false, error: null };
  const error = key === "" ? "Enter a wallet address or a username." : WRONG_KEY;
  return { key: null, error };
}

const WRONG_KEY = "Enter an address (32–44 letters and digits) or a username (3–20 characters).";

/** The address behind a key; an unknown username is an ApiError NOT_FOUND. */
export async function findWallet(
  key: Extract<WalletKey, { error: null }>,
  options: RequestOptions = {},
): Promise<string> {
  if (key.isAddress) return key.key;
  const path = { key: key.key };
  return (await expressApi.get("/ppps3/leaderboard/{key}", { path, ...options })).user;
}
