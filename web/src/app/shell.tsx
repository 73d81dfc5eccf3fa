import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Toaster } from "sonner";
import { useTheme } from "@/lib/theme";
import { Header } from "./header";
import { ReplayBanner } from "./replay-banner";
import css from "./shell.module.css";
import { ShortcutKeys } from "./shortcut-keys";
import { StatusBanner } from "./status-banner";
import { WalletBoundary } from "./wallet-boundary";

const WalletBridge = lazy(async () => {
  const module = await import("./wallet-bridge");
  return { default: module.WalletBridge };
});

export function Shell() {
  const theme = useTheme((state) => state.theme);
  return (
    <div className={css["shell"]}>
      <a href="#content" className={css["skip"]}>
        Skip to content
      </a>
      <Header />
      <ReplayBanner />
      <StatusBanner />
      <div id="content" className={css["content"]} tabIndex={-1}>
        <Outlet />
      </div>
      <ShortcutKeys />
      <WalletBoundary>
        <Suspense fallback={null}>
          <WalletBridge />
        </Suspense>
      </WalletBoundary>
      <Toaster
        theme={theme}
        position="top-center"
        offset={{ top: 52 }}
        mobileOffset={{ top: 56 }}
        closeButton
        toastOptions={{ duration: 6000, className: css["toast"] ?? "" }}
      />
    </div>
  );
}
