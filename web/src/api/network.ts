/** What the page knows of the line to the server: cut, or slow. */
import { create } from "zustand";

/** A request that takes longer shows a notice. */
const SLOW_MS = 3_000;

interface Network {
  readonly isOnline: boolean;
  /** True while an answer is awaited for longer than SLOW_MS. */
  readonly isSlow: boolean;
}

export const useNetwork = create<Network>()(() => ({
  isOnline: globalThis.navigator?.onLine ?? true,
  isSlow: false,
}));

let slowCount = 0;

/** Called when a request is sent; the result is called when it has ended, however. */
export function requestBegins(): () => void {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    slowCount += 1;
    useNetwork.setState({ isSlow: true });
  }, SLOW_MS);
  return () => {
    clearTimeout(timer);
    if (!isSlow) return;
    isSlow = false;
    slowCount -= 1;
    useNetwork.setState({ isSlow: slowCount > 0 });
  };
}

/** Follows what the browser says of the line; `onBack` once it is there again. */
export function watchLine(onBack: () => void): () => void {
  const onOnline = () => {
    useNetwork.setState({ isOnline: true });
    onBack();
  };
  const onOffline = () => useNetwork.setState({ isOnline: false });
  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
  return () => {
    window.removeEventListener("online", onOnline);
    window.removeEventListener("offline", onOffline);
  };
}
