import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { parseCollateral } from "@/domain/parse";
import { connectWallet, renderPage } from "@/test/page";
import { fakeServer, refusal } from "@/test/server";
import type { Contest } from "./model/contest";
import { YourPlace } from "./your-place";

vi.mock("@tanstack/react-router", () => ({
  Link: ({ children }: { readonly children: ReactNode }) => <span>{children}</span>,
}));

const ADDRESS = "9LUwcfeGA9S8eFRdEzxQPXMoU7WWfkAkDuqfPMHTwtUG";
const CONTEST: Contest = {
  id: "royale",
  name: "Acre Royale",
  description: "",
  status: "live",
  startsAt: 1,
  endsAt: 2,
  metric: "percentChange",
  minCollateral: parseCollateral("100000000"),
  prizes: [],
  participants: 3,
  isJoined: false,
  winners: null,
};

function show(contest: Contest) {
  renderPage(<YourPlace contest={contest} />);
}

it("asks for the wallet, then for the signature, then to join", async () => {
  show(CONTEST);
  screen.getByRole("button", { name: "Connect wallet to join" });
});

it("asks who is connected to sign in", () => {
  connectWallet(ADDRESS, false);
  show(CONTEST);
  screen.getByRole("button", { name: "Sign in to join" });
});

it("joins with the bearer of the wallet", async () => {
  const calls = fakeServer({
    "POST /express/v1/contest/royale": () => ({
      body: { contestId: "royale", address: ADDRESS, joinedAt: 5 },
    }),
  });
  connectWallet(ADDRESS);
  show({ ...CONTEST, status: "upcoming" });
  screen.getByText(/results count from the start/);
  await userEvent.click(screen.getByRole("button", { name: "Join this contest" }));
  expect(calls).toEqual([
    {
      method: "POST",
      path: "/express/v1/contest/royale",
      body: { address: ADDRESS },
      token: "Bearer access",
    },
  ]);
});

it.each([
  ["CONTEST_CLOSED", 409, /This contest is over/],
  ["HIGH_RISK_USER", 403, /cannot take part in contests/],
])("explains %s and can be retried", async (code, status, words) => {
  fakeServer({ "POST /express/v1/contest/royale": () => refusal(status, code) });
  connectWallet(ADDRESS);
  show(CONTEST);
  await userEvent.click(screen.getByRole("button", { name: "Join this contest" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  screen.getByRole("button", { name: "Join this contest" });
});

it("shows the own result with what is missing for a prize", async () => {
  fakeServer({
    [`GET /express/v1/contest/royale/leaderboard/${ADDRESS}`]: () => ({
      body: {
        user: ADDRESS,
        tokenChange: "-2210000",
        percentChange: "-0.00221",
        positionCount: 1,
        collateralAmount: "99000000",
        openInterest: "1500000000",
        annualizedReturn: null,
        assetDash: false,
        rank: 2,
      },
    }),
  });
  connectWallet(ADDRESS);
  show({ ...CONTEST, isJoined: true });
  await screen.findByText("−0.22%");
  screen.getByText("of 3");
  screen.getByText(/Below the minimum now/);
});

it("offers nothing once it is over", () => {
  connectWallet(ADDRESS);
  show({ ...CONTEST, status: "finished" });
  screen.getByText(/This contest is over/);
  expect(screen.queryByRole("button")).toBeNull();
});
