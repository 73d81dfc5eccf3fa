import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "@/test/page";
import { type Answer, fakeServer, refusal } from "@/test/server";
import { ReturnPanel } from "./return-panel";
import { ScenarioPanel } from "./scenario-panel";

const standing = (value: string, sharePrice: string) => ({
  timestamp: 1_262_304_000,
  value,
  unrealizedPnl: "0",
  shares: "1",
  sharePrice,
});
const RETURN = {
  start: standing("100000000", "100000000"),
  end: standing("95000000", "95000000"),
  deposited: "0",
  withdrawn: "0",
  parts: {
    fees: "2000000",
    surcharge: "0",
    funding: "1400000",
    holding: "100000",
    trading: "-8500000",
    other: "0",
  },
  total: "-5000000",
  sharePriceChange: "-0.05",
};
const at = (move: string, change: string, sharePrice: string, sharePriceChange: string) => ({
  move,
  value: "100000000",
  change,
  sharePrice,
  sharePriceChange,
});
const SCENARIOS = {
  asOf: 1,
  value: "100000000",
  sharePrice: "100000000",
  allMarkets: [
    at("-0.2", "4000000", "104000000", "0.04"),
    at("0", "0", "100000000", "0"),
    at("0.2", "-4000000", "96000000", "-0.04"),
  ],
  markets: [],
};

function serve(path: string, answers: readonly Answer[]): void {
  let count = 0;
  fakeServer({
    [`GET /api/v1/account/${path}`]: () => answers[Math.min(count++, answers.length - 1)] as Answer,
  });
}

it("shows the parts of the return with their sum, losses by sign and arrow", async () => {
  serve("lp-return", [{ body: { info: RETURN } }]);
  renderPage(<ReturnPanel />);
  const parts = await screen.findByLabelText("Parts of the return");
  const figures = within(parts)
    .getAllByRole("definition")
    .map((figure) => figure.textContent);
  expect(figures).toEqual([
    "▲+$2.00",
    "$0.00",
    "▲+$1.40",
    "▲+$0.10",
    "▼−$8.50",
    "$0.00",
    "▼−$5.00",
  ]);
  expect(screen.getByText("−5.0000%")).toBeTruthy();
  expect(screen.getByText(/not guaranteed/)).toBeTruthy();
});

it("says that the pool is empty", async () => {
  const none = { ...RETURN, start: standing("0", "100000000"), end: standing("0", "100000000") };
  serve("lp-return", [{ body: { info: none } }]);
  renderPage(<ReturnPanel />);
  await screen.findByText("Nothing in the pool yet");
});

it.each([
  ["lp-return", <ReturnPanel key="r" />, RETURN, "Parts of the return"],
  ["lp-scenarios", <ScenarioPanel key="s" />, SCENARIOS, "Share price by move of the indexes"],
])("%s: a failure is said and can be tried again", async (path, panel, body, label) => {
  serve(path, [refusal(500, "INTERNAL"), { body: { info: body } }]);
  renderPage(panel);
  await screen.findByRole("alert");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByLabelText(label);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("draws no line where no move changes a share", async () => {
  const flat = SCENARIOS.allMarkets.map((row) => ({ ...row, change: "0", sharePriceChange: "0" }));
  serve("lp-scenarios", [{ body: { info: { ...SCENARIOS, allMarkets: flat } } }]);
  renderPage(<ScenarioPanel />);
  await screen.findByText(/no move changes a share/);
  expect(screen.getAllByRole("row")).toHaveLength(4);
});

it("shows what a share would be worth, and that it is no forecast", async () => {
  serve("lp-scenarios", [{ body: { info: SCENARIOS } }]);
  renderPage(<ScenarioPanel />);
  await screen.findByRole("table");
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual([
    "All indexesShare priceChangePoolGain/loss",
    "−20%$1.040000▲+4.0000%$100▲+$4",
    "Today$1.0000000.0000%$100$0",
    "+20%$0.960000▼−4.0000%$100▼−$4",
  ]);
  expect(screen.getByText(/Not a forecast/)).toBeTruthy();
});
