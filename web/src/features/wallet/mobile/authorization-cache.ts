import type { SolanaChain } from "@solana/wallet-standard-chains";
import { asList, asObject, text, textOrNull } from "@/api/json";

/** Where the last authorization is kept (API 10). */
export const AUTHORIZATION_KEY = "mobile_wallet_authorization_cache";

export interface MobileCapabilities {
  readonly features: readonly string[];
  readonly supports_sign_and_send_transactions: boolean;
}

/** What a wallet app has granted, as the protocol names it. Addresses are base64. */
export interface MobileAuthorization {
  readonly auth_token: string;
  readonly accounts: readonly { readonly address: string }[];
  /** Where the wallet wants to be opened next time; https, or null for any wallet. */
  readonly wallet_uri_base: string | null;
  readonly chain: SolanaChain;
  readonly capabilities: MobileCapabilities;
}

function parseAuthorization(stored: string): MobileAuthorization {
  const row = asObject(JSON.parse(stored), "authorization");
  const capabilities = asObject(row["capabilities"], "capabilities");
  return {
    auth_token: text(row, "auth_token"),
    accounts: asList(row["accounts"], "accounts").map((account) => ({
      address: text(asObject(account, "account"), "address"),
    })),
    wallet_uri_base: textOrNull(row, "wallet_uri_base"),
    chain: text(row, "chain") as SolanaChain,
    capabilities: {
      features: asList(capabilities["features"], "features").map(String),
      supports_sign_and_send_transactions:
        capabilities["supports_sign_and_send_transactions"] === true,
    },
  };
}

/** The authorization of this chain; an unreadable one or one of another chain counts as none. */
export function readAuthorization(chain: SolanaChain): MobileAuthorization | null {
  try {
    const stored = localStorage.getItem(AUTHORIZATION_KEY);
    if (stored === null) return null;
    const authorization = parseAuthorization(stored);
    return authorization.chain === chain && authorization.accounts.length > 0
      ? authorization
      : null;
  } catch {
    return null;
  }
}

/** Keeps it for the next visit; without storage the wallet is asked again then. */
export function writeAuthorization(authorization: MobileAuthorization): void {
  try {
    localStorage.setItem(AUTHORIZATION_KEY, JSON.stringify(authorization));
  } catch {
    // A full or forbidden storage must not stop who has just connected.
  }
}

export function clearAuthorization(): void {
  try {
    localStorage.removeItem(AUTHORIZATION_KEY);
  } catch {
    // Nothing could have been stored either.
  }
}
