import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderPage } from "@/test/page";
import { fakeServer, refusal } from "@/test/server";
import { StakeForms } from "./stake-forms";

it("says that the stake cannot be read, and retries on request", async () => {
  const calls = fakeServer({
    "GET /express/v1/staking/Owner/balance": () => refusal(503, "ENGINE_UNAVAILABLE"),
  });
  renderPage(<StakeForms address="Owner" />);
  const again = await screen.findByRole("button", { name: "Try again" });
  const asked = () =>
    calls.filter(({ path }) => path === "/express/v1/staking/Owner/balance").length;
  const before = asked();
  await userEvent.click(again);
  await waitFor(() => expect(asked()).toBe(before + 1));
  expect(screen.queryByText("Loading your stake")).toBeNull();
});
