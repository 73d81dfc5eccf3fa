/**
 * The calls that make, renew and end a session. The refresh token is in a cookie that no script can
 * read: the browser sends it by itself, and an address says which wallet's is meant.
 */

import { expressApi, mainApi, query } from "@/api/http";
import { asObject, count, text } from "@/api/json";
import type { HardwareLoginBody, LoginBody, SignInFields } from "@/generated/api";
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
  const body = await mainApi.bare(`/auth/login/message${query({ address })}`);
  return text(asObject(body, "login message"), "message");
}

async function signIn(
  api: { post: (path: string, body: unknown) => Promise<unknown> },
  path: string,
  body: LoginBody | HardwareLoginBody,
): Promise<SessionTokens> {
  const post = () => api.post(path, { ...body, useCookie: true });
  return toTokens(await underLock(body.address, post));
}

export async function login(
  address: string,
  message: string,
  signature: string,
): Promise<SessionTokens> {
  return await signIn(mainApi, "/auth/login", { address, message, signature });
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
): Promise<SessionTokens> {
  return await signIn(expressApi, "/auth/login", { address, signedMessage, signature });
}

/** Login with a signed memo transaction, base64; the server never sends it. */
export async function loginByTransaction(address: string, tx: string): Promise<SessionTokens> {
  return await signIn(mainApi, "/auth/login/hardware-wallet", { address, tx });
}

/** Renews the session of an address by its cookie; the caller holds the lock. */
export async function refreshTokens(address: string): Promise<SessionTokens> {
  return toTokens(await mainApi.bare("/auth/refresh-token", { address }));
}

/** Ends the session of an address and clears its cookie. */
export async function logout(address: string): Promise<void> {
  await underLock(address, () => mainApi.bare("/auth/logout", { address }));
}

/** Ends a session of an older version, whose refresh token scripts could read. */
export async function endOldSession(refreshToken: string): Promise<void> {
  await mainApi.bare("/auth/logout", { refreshToken });
}
