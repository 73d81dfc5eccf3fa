import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { untilIdle } from "@/state/idle";
import { useDisplay } from "@/state/preferences";
import { useWallet } from "@/state/wallet-store";
import { Dialogs } from "../dialogs";
import { Optional, WalletBoundary } from "../wallet-boundary";
import { BottomNav } from "./bottom-nav";
import { Footer } from "./footer";
import { Header } from "./header";
import css from "./shell.module.css";
import { ShortcutKeys } from "./shortcut-keys";
import { StatusBanner } from "./status-banner";

// Dozens of files that the first paint does not need and that would delay the needed ones.
const WalletBridge = lazy(async () => {
  await untilIdle();
  const module = await import("../wallet-bridge");
  return { default: module.WalletBridge };
});

const RouteFocus = lazy(async () => ({ default: (await import("../route-focus")).RouteFocus }));

const Toaster = lazy(async () => {
  await untilIdle();
  return { default: (await import("./toaster")).Toaster };
});

const ProfileSync = lazy(async () => {
  const module = await import("@/features/profile/profile-sync");
  return { default: module.ProfileSync };
});

const AlertWatch = lazy(async () => {
  await untilIdle();
  const module = await import("@/features/alerts/alert-watch");
  return { default: module.AlertWatch };
});

export function Shell() {
  return (
    <div className={css["shell"]}>
      <a href="#content" className={css["skip"]}>
        Skip to content
      </a>
      <Header />
      <StatusBanner />
      <Profile />
      <Content />
      <Footer />
      <BottomNav />
      <ShortcutKeys />
      <Optional>
        <Suspense fallback={null}>
          <RouteFocus />
        </Suspense>
        <Dialogs />
      </Optional>
      <WalletBoundary>
        <Suspense fallback={null}>
          <WalletBridge />
        </Suspense>
      </WalletBoundary>
      <Optional>
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      </Optional>
    </div>
  );
}

/** The page; on wide screens it scrolls inside, so a new one has to begin at its top. */
function Content() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const written = useDisplay(({ locale, area }) => `${locale} ${area}`);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins at its top
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [pathname]);
  return (
    <div id="content" ref={box} className={css["content"]} tabIndex={-1}>
      <Outlet key={written} />
    </div>
  );
}

/** After sign-in: applies the profile's settings, shows what alerts report. */
function Profile() {
  const { address, signedIn } = useWallet((state) => state.session);
  if (address === null || !signedIn) return null;
  return (
    <Optional>
      <Suspense fallback={null}>
        <ProfileSync key={address} address={address} />
      </Suspense>
      <Suspense fallback={null}>
        <AlertWatch key={address} address={address} />
      </Suspense>
    </Optional>
  );
}
