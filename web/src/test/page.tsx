/** What tests of components share: queries that are asked once, and a wallet with its session. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import type { ReactElement, ReactNode } from "react";
import { writeTokens } from "@/api/auth/stored-tokens";
import { useWallet } from "@/state/wallet-store";

const ALIVE_S = 3_600;

export function renderPage(
  element: ReactElement,
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
): RenderResult {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return render(element, { wrapper });
}

/** Until the end of the test; one that is signed in has the access token "access". */
export function connectWallet(address: string, signedIn = true): void {
  const { session } = useWallet.getInitialState();
  useWallet.setState({ isReady: true, session: { ...session, address, signedIn } });
  if (!signedIn) return;
  const expirationTime = Math.floor(Date.now() / 1000) + ALIVE_S;
  writeTokens(address, {
    accessToken: "access",
    accessTokenExpirationTime: expirationTime,
    refreshTokenExpirationTime: expirationTime,
  });
}
