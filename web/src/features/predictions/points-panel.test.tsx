import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { writeTokens } from "@/lib/auth/stored-tokens";
import { useWallet } from "@/lib/wallet-store";
import { type Answer, fakeServer, refusal } from "@/test/server";
import { PointsPanel } from "./points-panel";

vi.setConfig({ testTimeout: 30_000 });

const first = useWallet.getState();
let joined: boolean;
let season: () => Answer;
let calls: ReturnType<typeof fakeServer>;

beforeEach(() => {
  localStorage.clear();
  const alive_s = Math.floor(Date.now() / 1000) + 600;
  writeTokens("wallet", {
    accessToken: "access",
    accessTokenExpirationTime: alive_s,
    refreshToken: "refresh",
    refreshTokenExpirationTime: alive_s,
  });
  joined = false;
  season = () => {
    joined = true;
    return { status: 201, body: { isParticipating: true } };
  };
  calls = fakeServer({
    "GET /express/v1/predictions/portfolio": () => {
      const availablePoints = joined ? "10000000000" : "0";
      const portfolio = { availablePoints, openInterestPoints: "0" };
      return { body: { portfolio, realizedPnl: "0", unrealizedPnl: "0" } };
    },
    "GET /express/v1/ppps3/participants/wallet": () => ({ body: { isParticipating: joined } }),
    "POST /express/v1/ppps3/participants": () => season(),
    "POST /api/v1/perpetual-points/participate": () => {
      joined = true;
      return { body: { info: { isParticipating: true } } };
    },
  });
  useWallet.setState({
    ...first,
    isReady: true,
    session: { ...first.session, address: "wallet", signedIn: true },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  useWallet.setState(first);
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <PointsPanel />
    </QueryClientProvider>,
  );
}

it("offers one click to take part, and then shows the grant", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Take part" }));
  expect(await screen.findByText("10,000.00")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Take part" })).toBeNull();
});

it("takes part in the programme without an end once the season is over", async () => {
  season = () => refusal(409, "SEASON_CLOSED");
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Take part" }));
  expect(await screen.findByText("10,000.00")).toBeTruthy();
  expect(calls.find(({ path }) => path.startsWith("/api/v1/perpetual"))?.body).toEqual({
    user: "wallet",
    isForPerpetualPoints: true,
  });
});

it("says why taking part was refused, and can be tried again", async () => {
  season = () => refusal(429, "RATE_LIMITED");
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Take part" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Too many requests. Wait a moment.");
  expect(screen.getByRole("button", { name: "Take part" })).toHaveProperty("disabled", false);
});

it("asks for a wallet first, and says that points are no money", () => {
  useWallet.setState({ session: first.session });
  show();
  expect(screen.getByRole("button", { name: "Connect a wallet" })).toBeTruthy();
  expect(screen.getByText(/Points have no cash value/)).toBeTruthy();
});
