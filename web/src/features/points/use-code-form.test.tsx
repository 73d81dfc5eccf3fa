import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { connectWallet, renderPage } from "@/test/page";
import { type Answer, fakeServer, refusal } from "@/test/server";
import { UseCodeForm } from "./use-code-form";

const ADDRESS = "9LUwcfeGA9S8eFRdEzxQPXMoU7WWfkAkDuqfPMHTwtUG";
const ROUTE = "POST /api/v1/points/referrals/use-code";

beforeEach(() => connectWallet(ADDRESS));

function show(answer: Answer, initial = "DEMO") {
  const calls = fakeServer({ [ROUTE]: () => answer });
  const onUsed = vi.fn();
  renderPage(<UseCodeForm address={ADDRESS} ownCode="Mine_1" initial={initial} onUsed={onUsed} />);
  return { calls, onUsed };
}

const press = () => userEvent.click(screen.getByRole("button", { name: "Use code" }));

it("uses the code of the link only when asked to", async () => {
  const used = { referredBy: "W", referredByCode: "DEMO", referredAt: 5 };
  const { calls, onUsed } = show({ body: { info: used } });
  expect(calls).toHaveLength(0);
  await press();
  await waitFor(() => expect(onUsed).toHaveBeenCalledWith(used));
  expect(calls[0]).toMatchObject({ body: { referralCode: "DEMO" }, token: "Bearer access" });
});

it("refuses the own code and what can be no code without asking the server", async () => {
  const { calls } = show({ body: {} }, "mine_1");
  await press();
  screen.getByText(/This is your own code/);
  const field = screen.getByLabelText("Referral code");
  await userEvent.clear(field);
  await userEvent.type(field, "no spaces");
  await press();
  screen.getByText(/^Use letters A to Z/);
  expect(calls).toHaveLength(0);
});

it.each([
  [404, "REFERRAL_CODE_NOT_FOUND", /Unknown code/],
  [409, "REFERRAL_ALREADY_USED", /already used a code/],
  [409, "REFERRAL_CYCLE", /You referred the owner/],
  [409, "REFERRAL_WINDOW_CLOSED", /within 7 days/],
  [429, "RATE_LIMITED", /Too many wrong codes/],
])("explains %i %s and keeps the form", async (status, code, words) => {
  const { onUsed } = show(refusal(status, code));
  await press();
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  expect((screen.getByLabelText("Referral code") as HTMLInputElement).value).toBe("DEMO");
  expect(onUsed).not.toHaveBeenCalled();
});
