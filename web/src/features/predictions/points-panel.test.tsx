import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { useWallet } from "@/state/wallet-store";
import { connectWallet, renderPage } from "@/test/page";
import { type Answer, fakeServer, refusal } from "@/test/server";
import { PointsPanel } from "./points-panel";

let joined: boolean;
let season: () => Answer;
let calls: ReturnType<typeof fakeServer>;

beforeEach(() => {
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
  connectWallet("wallet");
});

function show() {
  renderPage(<PointsPanel />);
}

it("offers one click to join, and then shows the grant", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Join" }));
  expect(await screen.findByText("10,000.00")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Join" })).toBeNull();
});

it("joins the program without an end once the season is over", async () => {
  season = () => refusal(409, "SEASON_CLOSED");
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Join" }));
  expect(await screen.findByText("10,000.00")).toBeTruthy();
  expect(calls.find(({ path }) => path.startsWith("/api/v1/perpetual"))?.body).toEqual({
    user: "wallet",
    isForPerpetualPoints: true,
  });
});

it("says why joining was refused, and can be tried again", async () => {
  season = () => refusal(429, "RATE_LIMITED");
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Join" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Too many requests. Wait a moment.");
  expect(screen.getByRole("button", { name: "Join" })).toHaveProperty("disabled", false);
});

it("asks for a wallet first, and says that points are no money", () => {
  useWallet.setState({ session: useWallet.getInitialState().session });
  show();
  expect(screen.getByRole("button", { name: "Connect wallet" })).toBeTruthy();
  expect(screen.getByText(/Points have no cash value/)).toBeTruthy();
});
