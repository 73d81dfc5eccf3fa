import type { SolanaChain } from "@solana/wallet-standard-chains";
import type { SolanaSignInInput } from "@solana/wallet-standard-features";
import type {
  AuthorizationResult,
  Chain,
  MobileWallet,
} from "@solana-mobile/mobile-wallet-adapter-protocol";
import type { MobileAuthorization, MobileCapabilities } from "./authorization-cache";

type AuthorizeRequest = Parameters<MobileWallet["authorize"]>[0];

/** How the wallet app shows who asks. */
function identity() {
  return { name: "Acre", uri: location.origin, icon: "favicon.svg" };
}

/**
 * The chain for both versions of the protocol. The old one knows the public clusters alone and
 * takes mainnet when none is named, so a local chain is named in its words too.
 */
function chainParameters(chain: SolanaChain): { chain: Chain; cluster?: string } {
  return chain === "solana:localnet" ? { chain, cluster: "localnet" } : { chain };
}

function kept(
  result: AuthorizationResult,
  chain: SolanaChain,
  { features, supports_sign_and_send_transactions }: MobileCapabilities,
): MobileAuthorization {
  return {
    auth_token: result.auth_token,
    accounts: result.accounts.map(({ address }) => ({ address })),
    wallet_uri_base: result.wallet_uri_base ?? null,
    chain,
    capabilities: { features, supports_sign_and_send_transactions },
  };
}

export interface Granted {
  readonly authorization: MobileAuthorization;
  readonly signIn: AuthorizationResult["sign_in_result"];
}

/** Asks for an account, and for a signed sign-in text with it when one is given. */
export async function authorize(
  wallet: MobileWallet,
  chain: SolanaChain,
  signInPayload?: SolanaSignInInput,
): Promise<Granted> {
  // One after the other: messages are numbered in the order in which they are asked for.
  const capabilities = await wallet.getCapabilities();
  const request = {
    identity: identity(),
    ...chainParameters(chain),
    ...(signInPayload ? { sign_in_payload: signInPayload } : {}),
  };
  const result = await wallet.authorize(request as AuthorizeRequest);
  return { authorization: kept(result, chain, capabilities), signIn: result.sign_in_result };
}

/** Shows an authorization of before; the wallet may give a new token. */
export async function reauthorize(
  wallet: MobileWallet,
  { auth_token, chain, capabilities }: MobileAuthorization,
): Promise<MobileAuthorization> {
  const request = { identity: identity(), auth_token, ...chainParameters(chain) };
  const result = await wallet.authorize(request as AuthorizeRequest);
  return kept(result, chain, capabilities);
}
