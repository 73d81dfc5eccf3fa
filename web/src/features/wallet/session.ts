import bs58 from "bs58";
import { toast } from "sonner";
import { ApiError } from "@/lib/api";
import { readToken } from "./model/stored-tokens";
import { explainWalletError } from "./model/wallet-errors";
import { forgetTokens, keepTokens } from "./tokens";
import { login, loginMessage, logout } from "./wallet-api";
import { useWalletState } from "./wallet-state";

export class SignInError extends Error {
  override readonly name = "SignInError";
}

/** Signs in with the connected wallet: server's message → signature → tokens. Throws on refusal. */
export async function signIn(): Promise<void> {
  const { wallet, bridge } = useWalletState.getState();
  if (wallet === null || bridge === null) throw new SignInError("Connect a wallet first.");
  if (bridge.signMessage === null) {
    throw new SignInError(
      `${wallet.name} cannot sign messages, so it cannot sign in here. Trading works without it.`,
    );
  }
  const message = await loginMessage(wallet.address);
  const signature = await bridge.signMessage(new TextEncoder().encode(message));
  keepTokens(wallet.address, await login(wallet.address, message, bs58.encode(signature)));
}

function explain(error: unknown): string {
  if (error instanceof ApiError) return error.humanText;
  if (error instanceof SignInError) return error.message;
  return explainWalletError(error).message;
}

let signInInFlight: Promise<void> | null = null;

/** Signs in and tells the outcome in words; concurrent calls ask the wallet once. */
export function signInWallet(): Promise<void> {
  signInInFlight ??= signIn()
    .catch((error: unknown) => {
      toast.error(`Not signed in. ${explain(error)}`, { id: "wallet-sign-in" });
    })
    .finally(() => {
      signInInFlight = null;
    });
  return signInInFlight;
}

/** Ends the session at the server and lets the wallet go. */
export async function disconnectWallet(): Promise<void> {
  const { wallet, bridge } = useWalletState.getState();
  if (wallet === null || bridge === null) return;
  const refresh = readToken("refresh", wallet.address);
  forgetTokens(wallet.address);
  // The session also ends by itself; a server that is away must not keep the wallet connected.
  if (refresh !== null) void logout(refresh.token).catch(() => undefined);
  await bridge.disconnect();
}
