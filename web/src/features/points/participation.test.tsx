import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { keepTokens } from "@/lib/auth/tokens";
import { useWallet } from "@/lib/wallet-store";
import { fakeServer, refusal } from "@/test/server";
import { ParticipationPanel } from "./participation";

vi.setConfig({ testTimeout: 60_000 });

const first = useWallet.getState();

afterEach(() => {
  vi.unstubAllGlobals();
  useWallet.setState(first);
  localStorage.clear();
});

function sessionOf(address: string) {
  useWallet.setState({
    isReady: true,
    session: { ...first.session, address, signedIn: true },
  });
}

it("does not tell a wallet what was refused to the one before", async () => {
  const later = Math.floor(Date.now() / 1000) + 3_600;
  keepTokens("one", {
    accessToken: "access",
    refreshToken: "refresh",
    accessTokenExpirationTime: later,
    refreshTokenExpirationTime: later,
  });
  fakeServer({
    "GET /api/v1/points/participate": () => ({
      body: { info: { isParticipating: false, participatedAt: null } },
    }),
    "POST /api/v1/points/participate": () => refusal(409, "SEASON_CLOSED"),
  });
  sessionOf("one");
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ParticipationPanel />
    </QueryClientProvider>,
  );
  const [season] = await screen.findAllByRole("button", { name: "Take part" });
  await vi.waitFor(() => expect(season).toHaveProperty("disabled", false));
  await userEvent.click(season as HTMLElement);
  await screen.findByRole("alert");
  act(() => sessionOf("two"));
  expect(screen.queryByRole("alert")).toBeNull();
});
