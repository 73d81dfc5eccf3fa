import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { renderPage } from "@/test/page";
import { fakeServer, refusal } from "@/test/server";
import { WALLET_GUIDES } from "./model/wallet-guide";
import { WalletsPage } from "./wallets-page";

const clock = { now: 1, rate: 1 };

function open(env: string) {
  fakeServer({
    "GET /express/v1/status": () => ({
      body: { env, status: "ok", exchange: "active", clock, lastPrintAt: null },
    }),
  });
  renderPage(<WalletsPage />);
}

describe("wallets page", () => {
  it("offers the burner wallet in the local environment", async () => {
    open("local");
    expect(await screen.findByText(/choose the burner wallet/)).toBeTruthy();
  });

  it("speaks of real money, and of no burner wallet, on mainnet", async () => {
    open("mainnet");
    expect(await screen.findByText(/with real money/)).toBeTruthy();
    expect(screen.queryByText(/burner/)).toBeNull();
  });

  it("links every wallet's site in a new tab without telling it where from", async () => {
    open("local");
    const links = screen.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      WALLET_GUIDES.map(({ site }) => site),
    );
    for (const link of links) {
      expect(link.getAttribute("target")).toBe("_blank");
      expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    }
  });

  it("shows the steps of another device", async () => {
    open("local");
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Computer");
    await userEvent.click(screen.getByRole("tab", { name: "iPhone and iPad" }));
    expect(screen.getByText(/from the App Store/)).toBeTruthy();
  });

  it("says so when the server does not answer, and asks again", async () => {
    fakeServer({ "GET /express/v1/status": () => refusal(500, "INTERNAL") });
    renderPage(<WalletsPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("The server's state could not be loaded")).toBeTruthy();
  });
});
