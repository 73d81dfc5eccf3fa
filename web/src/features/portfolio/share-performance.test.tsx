import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { parseCollateral, parseRate } from "@/domain/parse";
import { renderPage } from "@/test/page";
import { fakeServer } from "@/test/server";
import type { Performance } from "./model/performance";
import { SharePerformance } from "./share-performance";

const PERFORMANCE: Performance = {
  points: [
    { at: 1, pnl: parseCollateral("0"), returned: parseRate("0") },
    { at: 2, pnl: parseCollateral("-12500000"), returned: parseRate("-0.0125") },
  ],
  parts: {} as Performance["parts"],
};

it("shares the return of the chosen range, and the amount only when asked", async () => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  fakeServer({});
  renderPage(<SharePerformance range="1m" performance={PERFORMANCE} onClose={() => undefined} />);
  const text = () => screen.getByRole("img").getAttribute("aria-label");
  expect(text()).toBe("Portfolio, Return −1.25%, Period 1 month");
  await userEvent.click(screen.getByRole("checkbox", { name: "Show amounts" }));
  expect(text()).toBe("Portfolio, Return −1.25%, Period 1 month, P&L −$12.50");
});
