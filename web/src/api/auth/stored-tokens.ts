/**
 * What local storage has of a session, under the names of API 10: the access
 * token, and how long the session lives. Its refresh token is in a cookie that no script can read.
 */

export interface StoredToken {
  token: string;
  expirationTime: number;
}

export type StoredSession = Pick<StoredToken, "expirationTime">;

export interface SessionTokens {
  accessToken: string;
  accessTokenExpirationTime: number;
  refreshTokenExpirationTime: number;
}

export type TokenKind = "access" | "refresh";

const REFRESH_KEY = /^user_refresh_token_info_v2_(.+)$/;

export function tokenKey(kind: TokenKind, address: string): string {
  return `user_${kind}_token_info_v2_${address}`;
}

function read(key: string): Partial<StoredToken> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

export function readToken(address: string): StoredToken | null {
  const { token, expirationTime } = read(tokenKey("access", address)) ?? {};
  if (typeof token !== "string" || typeof expirationTime !== "number") return null;
  return { token, expirationTime };
}

export function readSession(address: string): StoredSession | null {
  const { expirationTime } = read(tokenKey("refresh", address)) ?? {};
  return typeof expirationTime === "number" ? { expirationTime } : null;
}

function write(kind: TokenKind, address: string, value: StoredToken | StoredSession): void {
  try {
    localStorage.setItem(tokenKey(kind, address), JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs a sign-in after the next page load, nothing more.
  }
}

export function writeTokens(address: string, tokens: SessionTokens): void {
  write("access", address, {
    token: tokens.accessToken,
    expirationTime: tokens.accessTokenExpirationTime,
  });
  write("refresh", address, { expirationTime: tokens.refreshTokenExpirationTime });
}

export function removeTokens(address: string): void {
  try {
    localStorage.removeItem(tokenKey("access", address));
    localStorage.removeItem(tokenKey("refresh", address));
  } catch {
    // Nothing is stored where storage is forbidden.
  }
}

/** Removes the sessions of older versions, which kept refresh tokens here, and returns those. */
export function takeOldRefreshTokens(): readonly string[] {
  const tokens: string[] = [];
  try {
    for (const key of Object.keys(localStorage)) {
      const address = REFRESH_KEY.exec(key)?.[1];
      const token = address === undefined ? undefined : read(key)?.token;
      if (address === undefined || token === undefined) continue;
      removeTokens(address);
      if (typeof token === "string") tokens.push(token);
    }
  } catch {
    // Nothing is stored where storage is forbidden.
  }
  return tokens;
}

export function isAlive(token: StoredSession, now_s: number): boolean {
  return token.expirationTime > now_s;
}
