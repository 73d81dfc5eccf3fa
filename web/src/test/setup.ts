import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { useWallet } from "@/state/wallet-store";

configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  globalThis.localStorage?.clear();
  useWallet.setState(useWallet.getInitialState(), true);
});

// jsdom has neither; components ask for both.
globalThis.matchMedia ??= ((media: string) => ({
  matches: false,
  media,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})) as typeof globalThis.matchMedia;

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
