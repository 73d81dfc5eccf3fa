import { lazy, type ReactNode, Suspense } from "react";
import { ChunkBoundary } from "./chunk-boundary";
import { useSessionKeeper } from "./session/use-session-keeper";
import { useWalletState } from "./wallet-state";

const loadRuntime = () => import("./runtime/wallet-runtime");

const WalletRuntime = lazy(async () => ({ default: (await loadRuntime()).WalletRuntime }));

/** Fetches the runtime ahead of its use, as when the pointer comes near the connect button. */
export function preloadRuntime(): void {
  void loadRuntime().catch(() => undefined);
}

/**
 * Stands once in the app. The chain libraries load beside the children, never around them, so that
 * nothing waits for them and nothing mounts again when they arrive.
 */
export function WalletRoot({ children }: { readonly children?: ReactNode }) {
  const isRequested = useWalletState((state) => state.isRequested);
  useSessionKeeper();
  return (
    <>
      {children}
      {isRequested && (
        <ChunkBoundary>
          <Suspense fallback={null}>
            <WalletRuntime />
          </Suspense>
        </ChunkBoundary>
      )}
    </>
  );
}
