import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { connectWallet, renderPage } from "@/test/page";
import { fakeServer, refusal } from "@/test/server";
import { ParticipationPanel } from "./participation";

it("does not tell a wallet what was refused to the one before", async () => {
  fakeServer({
    "GET /api/v1/points/participate": () => ({
      body: { info: { isParticipating: false, participatedAt: null } },
    }),
    "POST /api/v1/points/participate": () => refusal(409, "SEASON_CLOSED"),
  });
  connectWallet("one");
  renderPage(<ParticipationPanel />);
  const [season] = await screen.findAllByRole("button", { name: "Join" });
  await vi.waitFor(() => expect(season).toHaveProperty("disabled", false));
  await userEvent.click(season as HTMLElement);
  await screen.findByRole("alert");
  act(() => connectWallet("two"));
  expect(screen.queryByRole("alert")).toBeNull();
});
