import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { engineClock } from "@/domain/clock";
import { Countdown } from "./countdown";

const NOW_S = Date.UTC(2010, 0, 2) / 1000;
const DAY_S = 86_400;

function shown(untilS: number | null, rate: number) {
  vi.spyOn(performance, "now").mockReturnValue(0);
  engineClock.set({ now: NOW_S, rate });
  const { container } = render(<Countdown untilS={untilS} done="due" />);
  return container.firstElementChild;
}

it("shows the reader's wait and keeps index time in the tooltip", () => {
  const one = shown(NOW_S + DAY_S, 1440);
  expect(one?.textContent).toBe("1m 00s");
  expect(one?.getAttribute("title")).toBe("Jan 3, 2010, 00:00 UTC, index time, in 1d 00h");
});

it("has one time only where both clocks agree", () => {
  const one = shown(NOW_S + DAY_S, 1);
  expect(one?.textContent).toBe("1d 00h");
  expect(one?.getAttribute("title")).toBe("Jan 3, 2010, 00:00 UTC, index time");
});

it("says when the time has come, and nothing about an unknown one", () => {
  expect(shown(NOW_S - 1, 1)?.textContent).toBe("due");
  expect(shown(null, 1)?.textContent).toBe("–");
});
