/**
 * The calls that make, renew and end a session. The refresh token is in a cookie that no script can
 * read: the browser sends it by itself, and an address says which wallet's is meant.
 */

import { expressApi, mainApi } from "@/api/http";
import { asObject, count, text } from "@/api/json";
import type { SignInFields } from "@/generated/api";
import { underLock } from "./lock";
import type { SessionTokens } from "./stored-tokens";

function toTokens(value: unknown): SessionTokens {
  const body = asObject(value, "session");
  return {
    accessToken: text(body, "accessToken"),
    accessTokenExpirationTime: count(body, "accessTokenExpirationTime"),
    refreshTokenExpirationTime: count(body, "refreshTokenExpirationTime"),
  };
}

export async function loginMessage(address: string): Promise<string> {
  const body = await mainApi.getBare("/auth/login/message", { query: { address } });
  return text(asObject(body, "login message"), "message");
}

async function signIn(address: string, post: () => Promise<unknown>): Promise<SessionTokens> {
  return toTokens(await underLock(address, post));
}

export async function login(
  address: string,
  message: string,
  signature: string,
): Promise<SessionTokens> {
  const body = { address, message, signature, useCookie: true };
  return await signIn(address, () => mainApi.post("/auth/login", { body }));
}

/** The fields of a new message, for a wallet that writes and signs it itself. */
export async function loginFields(address: string): Promise<SignInFields> {
  const { fields } = await expressApi.get("/auth/login", { query: { address } });
  return fields;
}

/** Login with the message as the wallet wrote it, base64. */
export async function loginSigned(
  address: string,
  signedMessage: string,
  signature: string,
): Promise<SessionTokens> {
  const body = { address, signedMessage, signature, useCookie: true };
  return await signIn(address, () => expressApi.post("/auth/login", { body }));
}

/** Login with a signed memo transaction, base64; the server never sends it. */
export async function loginByTransaction(address: string, tx: string): Promise<SessionTokens> {
  const body = { address, tx, useCookie: true };
  return await signIn(address, () => mainApi.post("/auth/login/hardware-wallet", { body }));
}

/** Renews the session of an address by its cookie; the caller holds the lock. */
export async function refreshTokens(address: string): Promise<SessionTokens> {
  return toTokens(await mainApi.postBare("/auth/refresh-token", { body: { address } }));
}

/** Ends the session of an address and clears its cookie. */
export async function logout(address: string): Promise<void> {
  await underLock(address, () => mainApi.postBare("/auth/logout", { body: { address } }));
}

/** Ends a session of an older version, whose refresh token scripts could read. */
export async function endOldSession(refreshToken: string): Promise<void> {
  await mainApi.postBare("/auth/logout", { body: { refreshToken } });
}
