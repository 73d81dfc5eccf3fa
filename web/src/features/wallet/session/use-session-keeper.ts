import { useEffect } from "react";
import { readToken, tokenKey } from "@/api/auth/stored-tokens";
import { useTokenState } from "@/api/auth/token-state";
import { adoptStoredSession, dropOldSessions, refreshOnce } from "@/api/auth/tokens";
import { serverClock } from "@/domain/server-clock";
import { toast } from "@/state/toast";
import { useWalletState } from "../wallet-state";
import { signInWallet } from "./session";
import { canSignIn } from "./sign-in";

/** The stream ends thirty seconds after its token, so the pair is rotated well before. */
const REFRESH_AHEAD_S = 60;
const REFRESH_RETRY_MS = 15_000;
/** However short the server makes its tokens, the pair is not rotated in a tight loop. */
const REFRESH_MIN_MS = 5_000;
const ENDED = {
  id: "session-ended",
  description:
    "This browser's session was ended elsewhere, or has run out. The wallet is still connected.",
  duration: 12_000,
};

/**
 * Keeps the session of the connected wallet alive: adopts the stored one, signs in after the user
 * has chosen a wallet, rotates the tokens before they expire, and follows other tabs.
 */
export function useSessionKeeper(): void {
  const address = useWalletState((state) => state.wallet?.address ?? null);
  useEffect(dropOldSessions, []);
  useEffect(() => (address === null ? undefined : startSession(address)), [address]);
  useEffect(() => (address === null ? undefined : keepFresh(address)), [address]);
  useEffect(() => (address === null ? undefined : followOtherTabs(address)), [address]);
  const isEnded = useTokenState((state) => state.endedFor !== null && state.endedFor === address);
  useEffect(() => {
    if (!isEnded) return undefined;
    toast.info("Signed out", ENDED);
    return () => toast.dismiss(ENDED.id);
  }, [isEnded]);
}

function startSession(address: string): () => void {
  void resume(address);
  return () => useTokenState.getState().setSession(null);
}

async function resume(address: string): Promise<void> {
  if (adoptStoredSession(address)) return;
  const access = readToken(address);
  if (access !== null) {
    const isRefreshed = await refreshOnce(address, access.token).then(
      () => true,
      () => false,
    );
    if (isRefreshed) return;
  }
  const { wasChosenByUser, wallet, bridge } = useWalletState.getState();
  if (wallet?.address !== address || bridge === null || !canSignIn(bridge)) return;
  // A wallet's window must not open by itself after a page load; the burner has no window.
  if (wasChosenByUser || wallet.isBurner) await signInWallet();
}

function keepFresh(address: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function schedule(): void {
    clearTimeout(timer);
    const { session } = useTokenState.getState();
    if (session === null) return;
    // A sign-in of the wallet before has ended late: it is stored, but it is not who is here.
    if (session.address !== address) {
      if (!adoptStoredSession(address)) useTokenState.getState().setSession(null);
      return;
    }
    const inMs = (session.expirationTime - REFRESH_AHEAD_S) * 1000 - serverClock.nowMs();
    timer = setTimeout(() => void rotate(session.accessToken), Math.max(REFRESH_MIN_MS, inMs));
  }
  async function rotate(staleToken: string): Promise<void> {
    try {
      await refreshOnce(address, staleToken);
    } catch {
      // A definite no has cleared the session; anything else is tried again until the token ends.
      if (useTokenState.getState().session !== null) {
        timer = setTimeout(schedule, REFRESH_RETRY_MS);
      }
    }
  }
  const unsubscribe = useTokenState.subscribe(schedule);
  schedule();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

function followOtherTabs(address: string): () => void {
  function onStorage(event: StorageEvent): void {
    if (event.key !== tokenKey("access", address)) return;
    if (!adoptStoredSession(address)) useTokenState.getState().setSession(null);
  }
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
