import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { engineClock } from "@/domain/clock";
import { renderPage } from "@/test/page";
import { fakeServer, refusal } from "@/test/server";
import { ReplayLine } from "./replay-line";

const replay = { source: "s", attribution: "a", date: "2008-01-01", historyEnds: "2024-12-31" };
const at = (rate: number, more: object = {}) => ({
  body: { status: "ok", env: "local", clock: { now: 1_200_000_000, rate }, replay, ...more },
});

afterEach(() => {
  vi.unstubAllGlobals();
  engineClock.reset();
});

it("offers three speeds and says the one that the server runs at", async () => {
  let rate = 1_440;
  const calls = fakeServer({
    "GET /express/v1/status": () => at(rate),
    "POST /express/v1/replay-speed": () => {
      rate = 8_640;
      return { body: { now: 1_200_000_007, rate } };
    },
  });
  renderPage(<ReplayLine />);
  const choice = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Demo speed" });
  expect([...choice.options].map(({ text }) => text)).toEqual([
    "1 day per minute",
    "1 day per 10s",
    "1 day per 2s",
  ]);
  expect(choice.selectedOptions[0]?.text).toBe("1 day per minute");
  fireEvent.change(choice, { target: { value: "10" } });
  await waitFor(() => expect(engineClock.rate).toBe(8_640));
  const sent = calls.find(({ method }) => method === "POST");
  expect(sent?.body).toEqual({ secondsPerDay: 10 });
  await waitFor(() => expect(choice.value).toBe("10"));
});

it("shows a speed that was set elsewhere, and goes back to it when the server refuses", async () => {
  fakeServer({
    "GET /express/v1/status": () => at(2_880),
    "POST /express/v1/replay-speed": () => refusal(429, "RATE_LIMITED"),
  });
  renderPage(<ReplayLine />);
  const choice = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Demo speed" });
  expect([...choice.options].map(({ text }) => text)).toEqual([
    "1 day per 30s",
    "1 day per minute",
    "1 day per 10s",
    "1 day per 2s",
  ]);
  fireEvent.change(choice, { target: { value: "2" } });
  await waitFor(() => expect(choice.value).toBe("30"));
  expect(engineClock.rate).toBe(1);
});

it.each([
  ["another environment", { env: "dev" }],
  ["prices that are no replay", { replay: null }],
])("only says the speed for %s", async (_, more) => {
  fakeServer({ "GET /express/v1/status": () => at(1_440, more) });
  renderPage(<ReplayLine />);
  await screen.findByText(/1 day per minute/);
  expect(screen.queryByRole("combobox")).toBeNull();
});
