import { ApiError } from "@/lib/api";
import { serverClock } from "@/lib/server-clock";
import { refreshTokens } from "./session-api";
import { isAlive, readToken, removeTokens, type TokenPair, writeTokens } from "./stored-tokens";
import { useTokenState } from "./token-state";

/** The user has to sign in (again); the message is the contract's. */
export class UnauthorizedError extends Error {
  override name = "UnauthorizedError";
}

/** By the server's clock, which dated the tokens. */
function now_s(): number {
  return Math.floor(serverClock.nowMs() / 1000);
}

/** Stores a fresh pair and shows it to the app. */
export function keepTokens(address: string, pair: TokenPair): void {
  writeTokens(address, pair);
  useTokenState.getState().setSession({
    address,
    accessToken: pair.accessToken,
    expirationTime: pair.accessTokenExpirationTime,
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

/** Shows the stored session of an address without asking the server; false when none is usable. */
export function adoptStoredSession(address: string): boolean {
  const access = readToken("access", address);
  if (access === null || !isAlive(access, now_s())) return false;
  useTokenState
    .getState()
    .setSession({ address, accessToken: access.token, expirationTime: access.expirationTime });
  return true;
}

const refreshesInFlight = new Map<string, Promise<string>>();

/**
 * Rotates the pair of an address and returns the new access token. Concurrent calls share one
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

/** One refresh at a time over all tabs, where the browser can tell. */
async function underLock(address: string, act: () => Promise<string>): Promise<string> {
  const locks = globalThis.navigator?.locks;
  return locks ? await locks.request(`acre-refresh-${address}`, act) : await act();
}

async function rotate(address: string, staleToken: string): Promise<string> {
  const access = readToken("access", address);
  if (access !== null && isAlive(access, now_s()) && access.token !== staleToken) {
    adoptStoredSession(address);
    return access.token;
  }
  const refresh = readToken("refresh", address);
  if (refresh === null) throw new UnauthorizedError("Unauthorized: no refresh token");
  if (!isAlive(refresh, now_s())) {
    forgetTokens(address);
    throw new UnauthorizedError("Unauthorized: stored token expired");
  }
  try {
    const pair = await refreshTokens(refresh.token);
    // Who signed out meanwhile stays signed out.
    if (readToken("refresh", address) === null) {
      throw new UnauthorizedError("Unauthorized: no refresh token");
    }
    keepTokens(address, pair);
    return pair.accessToken;
  } catch (error) {
    // Only a definite no ends the session; a lost connection does not. It is about the token that
    // was sent: a later sign-in, or a sign-out of the user's own, is none of its business.
    if (error instanceof ApiError && error.status === 401) {
      if (readToken("refresh", address)?.token === refresh.token) sessionEnded(address);
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
  const access = readToken("access", address);
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
    if (error.code === "INVALID_TOKEN" && readToken("access", address)?.token === token) {
      sessionEnded(address);
    }
    if (!error.expiredToken) throw error;
    return await call(await refreshOnce(address, token));
  }
}
