/** The calls that make, renew and end a session. */
import type { SignInFields } from "@/generated/api";
import { expressApi, mainApi, query } from "@/lib/api";
import { asObject, count, text } from "@/lib/json";
import type { TokenPair } from "./stored-tokens";

function toTokenPair(value: unknown): TokenPair {
  const body = asObject(value, "session");
  return {
    accessToken: text(body, "accessToken"),
    refreshToken: text(body, "refreshToken"),
    accessTokenExpirationTime: count(body, "accessTokenExpirationTime"),
    refreshTokenExpirationTime: count(body, "refreshTokenExpirationTime"),
  };
}

export async function loginMessage(address: string): Promise<string> {
  const body = await mainApi.bare(`/auth/login/message${query({ address })}`);
  return text(asObject(body, "login message"), "message");
}

export async function login(
  address: string,
  message: string,
  signature: string,
): Promise<TokenPair> {
  return toTokenPair(await mainApi.post("/auth/login", { address, message, signature }));
}

/** The fields of a new message, for a wallet that writes and signs it itself. */
export async function loginFields(address: string): Promise<SignInFields> {
  const body = asObject(await expressApi.get(`/auth/login${query({ address })}`), "login fields");
  return asObject(body["fields"], "fields") as unknown as SignInFields;
}

/** Login with the message as the wallet wrote it, base64. */
export async function loginSigned(
  address: string,
  signedMessage: string,
  signature: string,
): Promise<TokenPair> {
  const body = { address, signedMessage, signature };
  return toTokenPair(await expressApi.post("/auth/login", body));
}

/** Login with a signed memo transaction, base64; the server never sends it. */
export async function loginByTransaction(address: string, tx: string): Promise<TokenPair> {
  return toTokenPair(await mainApi.post("/auth/login/hardware-wallet", { address, tx }));
}

export async function refreshTokens(refreshToken: string): Promise<TokenPair> {
  return toTokenPair(await mainApi.bare("/auth/refresh-token", { refreshToken }));
}

export async function logout(refreshToken: string): Promise<void> {
  await mainApi.bare("/auth/logout", { refreshToken });
}
