import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { useTokenState } from "@/api/auth/token-state";
import { useNetwork } from "@/api/network";
import { useShellDialog } from "@/app/shell/shell-dialogs";
import { useAccountSelection } from "@/domain/account";
import { engineClock } from "@/domain/clock";
import { serverClock } from "@/domain/server-clock";
import { useWalletState } from "@/features/wallet/wallet-state";
import { useFavorites } from "@/state/favorites";
import { useDisplay, usePreferences } from "@/state/preferences";
import { useTheme } from "@/state/theme";
import { useNotices } from "@/state/toast";
import { useWallet } from "@/state/wallet-store";

// The files share their modules, and so these clocks and stores.
const RESETS = [
  () => engineClock.reset(),
  () => serverClock.reset(),
  () => useAccountSelection.setState(useAccountSelection.getInitialState(), true),
  () => useDisplay.setState(useDisplay.getInitialState(), true),
  () => useFavorites.setState(useFavorites.getInitialState(), true),
  () => useNetwork.setState(useNetwork.getInitialState(), true),
  () => useNotices.setState(useNotices.getInitialState(), true),
  () => usePreferences.setState(usePreferences.getInitialState(), true),
  () => useShellDialog.setState(useShellDialog.getInitialState(), true),
  () => useTheme.setState(useTheme.getInitialState(), true),
  () => useTokenState.setState(useTokenState.getInitialState(), true),
  () => useWallet.setState(useWallet.getInitialState(), true),
  () => useWalletState.setState(useWalletState.getInitialState(), true),
];

configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  globalThis.localStorage?.clear();
  for (const reset of RESETS) reset();
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
