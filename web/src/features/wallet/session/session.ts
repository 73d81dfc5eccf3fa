import { logout } from "@/api/auth/session-api";
import { readSession } from "@/api/auth/stored-tokens";
import { forgetTokens, keepTokens } from "@/api/auth/tokens";
import { ApiError } from "@/api/http";
import { toast } from "@/state/toast";
import { explainWalletError } from "../model/wallet-errors";
import { useWalletState } from "../wallet-state";
import { obtainTokens, SignInError } from "./sign-in";

const DONE_MS = 4_000;
const REFUSED_MS = 12_000;

/** One notice per wallet: what another one is asked says nothing of it. */
const noticeOf = (address: string) => ({ id: `wallet-sign-in-${address}` });

/** Signs in with the connected wallet: server's message → signature → tokens. Throws on refusal. */
async function signIn(): Promise<void> {
  const { wallet, bridge } = useWalletState.getState();
  if (wallet === null || bridge === null) throw new SignInError("Connect a wallet first.");
  // The burner signs without asking, so there is nothing to confirm.
  if (!wallet.isBurner) {
    toast.loading(`Confirm the sign-in in ${wallet.name}`, {
      ...noticeOf(wallet.address),
      description: "It costs nothing and sends no transaction.",
    });
  }
  keepTokens(wallet.address, await obtainTokens(bridge, wallet.address, wallet.name));
  if (!wallet.isBurner) {
    toast.success("Signed in", {
      ...noticeOf(wallet.address),
      description: wallet.name,
      duration: DONE_MS,
    });
  }
}

function explain(error: unknown): string {
  if (error instanceof ApiError) return error.humanText;
  if (error instanceof SignInError) return error.message;
  return explainWalletError(error).message;
}

const signInsInFlight = new Map<string, Promise<void>>();

/** Signs in and shows the outcome; concurrent calls for one wallet prompt once. */
export function signInWallet(): Promise<void> {
  const address = useWalletState.getState().wallet?.address ?? "";
  const running = signInsInFlight.get(address);
  if (running) return running;
  const started = signIn()
    .catch((error: unknown) => {
      toast.error("Not signed in", {
        ...noticeOf(address),
        description: explain(error),
        duration: REFUSED_MS,
      });
    })
    .finally(() => signInsInFlight.delete(address));
  signInsInFlight.set(address, started);
  return started;
}

/** Ends the session at the server and lets the wallet go. */
export async function disconnectWallet(): Promise<void> {
  const { wallet, bridge } = useWalletState.getState();
  if (wallet === null || bridge === null) return;
  const wasSignedIn = readSession(wallet.address) !== null;
  forgetTokens(wallet.address);
  // The session also ends by itself; a server that is away must not keep the wallet connected.
  if (wasSignedIn) void logout(wallet.address).catch(() => undefined);
  await bridge.disconnect();
}
