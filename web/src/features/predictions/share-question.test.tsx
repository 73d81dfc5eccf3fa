import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPage } from "@/test/page";
import { fakeServer } from "@/test/server";
import type { LiveQuestion, Question } from "./model/question";
import { ShareQuestion } from "./share-question";
import { QUESTION } from "./testing/question";

const LIVE: LiveQuestion = {
  marketId: 7,
  status: "open",
  lastYesPrice: null,
  bestYesBid: 56,
  bestYesAsk: 60,
  volumeContracts: 0,
  openInterestContracts: 0,
};

function alt(question: Question, live: LiveQuestion | null): string | null {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  fakeServer({});
  const props = { title: "Above 300?", question, live, onClose: () => undefined };
  renderPage(<ShareQuestion {...props} />);
  return screen.getByRole("img").getAttribute("aria-label");
}

it("shares the chance and the prices of both sides", () => {
  expect(alt(QUESTION, LIVE)).toBe("Above 300?, Chance 58%, YES 60, NO 44, Closes Jan 2, 1970");
});

it("shares the outcome of a question that is over, not a chance", () => {
  expect(alt({ ...QUESTION, status: "resolved", outcome: "no" }, null)).toContain("Outcome NO");
});
