/** The tokens of one address in local storage, under the names of the contract (chapter 10). */

export interface StoredToken {
  token: string;
  expirationTime: number;
}

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  accessTokenExpirationTime: number;
  refreshTokenExpirationTime: number;
}

export type TokenKind = "access" | "refresh";

export function tokenKey(kind: TokenKind, address: string): string {
  return `user_${kind}_token_info_v2_${address}`;
}

function isStoredToken(value: unknown): value is StoredToken {
  if (typeof value !== "object" || value === null) return false;
  const candidate = value as Partial<StoredToken>;
  return typeof candidate.token === "string" && typeof candidate.expirationTime === "number";
}

export function readToken(kind: TokenKind, address: string): StoredToken | null {
  try {
    const text = localStorage.getItem(tokenKey(kind, address));
    if (text === null) return null;
    const value: unknown = JSON.parse(text);
    return isStoredToken(value) ? value : null;
  } catch {
    return null;
  }
}

function writeToken(kind: TokenKind, address: string, value: StoredToken): void {
  try {
    localStorage.setItem(tokenKey(kind, address), JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs a sign-in after the next page load, nothing more.
  }
}

export function writeTokens(address: string, pair: TokenPair): void {
  writeToken("access", address, {
    token: pair.accessToken,
    expirationTime: pair.accessTokenExpirationTime,
  });
  writeToken("refresh", address, {
    token: pair.refreshToken,
    expirationTime: pair.refreshTokenExpirationTime,
  });
}

export function removeTokens(address: string): void {
  try {
    localStorage.removeItem(tokenKey("access", address));
    localStorage.removeItem(tokenKey("refresh", address));
  } catch {
    // Nothing is stored where storage is forbidden.
  }
}

export function isAlive(token: StoredToken, now_s: number): boolean {
  return token.expirationTime > now_s;
}
