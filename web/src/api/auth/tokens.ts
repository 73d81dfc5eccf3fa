import { ApiError } from "@/api/http";
import { serverClock } from "@/domain/server-clock";
import { underLock } from "./lock";
import { endOldSession, refreshTokens } from "./session-api";
import {
  isAlive,
  readSession,
  readToken,
  removeTokens,
  type SessionTokens,
  takeOldRefreshTokens,
  writeTokens,
} from "./stored-tokens";
import { useTokenState } from "./token-state";

/** The user has to sign in (again); the message is the contract's. */
export class UnauthorizedError extends Error {
  override name = "UnauthorizedError";
}

/** Sessions that are ended at once; others of older versions end by themselves. */
const OLD_SESSIONS_MAX = 5;

/** By the server's clock, which dated the tokens. */
function now_s(): number {
  return Math.floor(serverClock.nowMs() / 1000);
}

/** Stores what came with a fresh cookie and shows it to the app. */
export function keepTokens(address: string, tokens: SessionTokens): void {
  writeTokens(address, tokens);
  useTokenState.getState().setSession({
    address,
    accessToken: tokens.accessToken,
    expirationTime: tokens.accessTokenExpirationTime,
  });
}

export function forgetTokens(address: string): void {
  removeTokens(address);
  if (useTokenState.getState().session?.address === address) {
    useTokenState.getState().setSession(null);
  }
}

/** The server has ended the session, not the user here: the pages say so. */
function sessionEnded(address: string): void {
  forgetTokens(address);
  useTokenState.setState({ endedFor: address });
}

/** Ends sessions of older versions, whose refresh tokens scripts could read. */
export function dropOldSessions(): void {
  for (const token of takeOldRefreshTokens().slice(0, OLD_SESSIONS_MAX)) {
    void endOldSession(token).catch(() => undefined);
  }
}

/** Shows the stored session of an address without asking the server; false when none is usable. */
export function adoptStoredSession(address: string): boolean {
  const access = readToken(address);
  if (access === null || !isAlive(access, now_s())) return false;
  useTokenState
    .getState()
    .setSession({ address, accessToken: access.token, expirationTime: access.expirationTime });
  return true;
}

const refreshesInFlight = new Map<string, Promise<string>>();

/**
 * Renews the session of an address and returns the new access token. Concurrent calls share one
 * request; another tab that was faster is noticed by the stored token having changed.
 */
export function refreshOnce(address: string, staleToken: string): Promise<string> {
  const running = refreshesInFlight.get(address);
  if (running) return running;
  const refresh = underLock(address, () => rotate(address, staleToken)).finally(() =>
    refreshesInFlight.delete(address),
  );
  refreshesInFlight.set(address, refresh);
  return refresh;
}

async function rotate(address: string, staleToken: string): Promise<string> {
  const access = readToken(address);
  if (access !== null && isAlive(access, now_s()) && access.token !== staleToken) {
    adoptStoredSession(address);
    return access.token;
  }
  const session = readSession(address);
  if (session === null) throw new UnauthorizedError("Unauthorized: no refresh token");
  if (!isAlive(session, now_s())) {
    forgetTokens(address);
    throw new UnauthorizedError("Unauthorized: stored token expired");
  }
  try {
    const tokens = await refreshTokens(address);
    // Who signed out meanwhile stays signed out.
    if (readSession(address) === null) {
      throw new UnauthorizedError("Unauthorized: no refresh token");
    }
    keepTokens(address, tokens);
    return tokens.accessToken;
  } catch (error) {
    // Only a definite no ends the session; a lost connection does not. It is about the session that
    // was there: a later sign-in, or a sign-out of the user's own, is none of its business.
    if (error instanceof ApiError && error.status === 401) {
      const now = readToken(address)?.token;
      if (readSession(address) !== null && now === access?.token) sessionEnded(address);
      throw new UnauthorizedError(error.message);
    }
    throw error;
  }
}

/** The access token of an address, refreshed when it has expired. Throws `UnauthorizedError`. */
export async function accessTokenOf(address: string): Promise<string> {
  if (typeof window === "undefined") {
    throw new UnauthorizedError("Unauthorized: no token provided");
  }
  const access = readToken(address);
  if (access === null) throw new UnauthorizedError("Unauthorized: no access token stored");
  if (isAlive(access, now_s())) return access.token;
  return await refreshOnce(address, access.token);
}

/**
 * Calls the server with the access token of an address. An expired token is refreshed exactly once
 * and the call repeated exactly once; after that the user must log in again. A token that is refused
 * before its time belongs to a session that was ended elsewhere.
 */
export async function withAccessToken<T>(
  address: string,
  call: (accessToken: string) => Promise<T>,
): Promise<T> {
  const token = await accessTokenOf(address);
  try {
    return await call(token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (error.code === "INVALID_TOKEN" && readToken(address)?.token === token) {
      sessionEnded(address);
    }
    if (!error.expiredToken) throw error;
    return await call(await refreshOnce(address, token));
  }
}
