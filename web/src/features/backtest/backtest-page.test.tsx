import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "@/test/page";
import { BacktestPage } from "./backtest-page";
import { FILE_BYTES_MAX } from "./model/saved-run";
import { savedRun } from "./model/saved-run.sample";

vi.mock("@/ui/charts/series-chart", () => ({
  SeriesChart: ({ label }: { readonly label: string }) => <figure aria-label={label} />,
}));

const fetched = vi.fn();

beforeEach(() => vi.stubGlobal("fetch", fetched));

async function openFile(content: string) {
  renderPage(<BacktestPage />);
  const file = new File([content], "run.json", { type: "application/json" });
  await userEvent.upload(screen.getByLabelText("Backtest file"), file);
}

describe("backtest page", () => {
  it("shows a file and sends nothing", async () => {
    await openFile(JSON.stringify(savedRun()));
    const table = await screen.findByRole("region", { name: "Strategies" });
    expect(within(table).getByText("−2.00%")).toBeTruthy();
    expect(within(table).getByText("1,200")).toBeTruthy();
    expect(screen.getByRole("figure", { name: /Equity of momentum/ })).toBeTruthy();
    expect(screen.getByText("leverage 1, lookback_days 365")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  it("shows the warning of parameters that were fitted on the test period first", async () => {
    const run = savedRun();
    run.strategies[0]?.warnings.push("the parameters were fitted on days of the test period");
    await openFile(JSON.stringify(run));
    expect((await screen.findByRole("alert")).textContent).toMatch(/momentum: the parameters/);
  });

  it("takes a dropped file and shows the strategy that is chosen", async () => {
    const run = savedRun();
    const [first] = run.strategies;
    if (first) run.strategies.push({ ...first, name: "own" });
    renderPage(<BacktestPage />);
    const files = [new File([JSON.stringify(run)], "run.json")];
    fireEvent.drop(screen.getByRole("main"), { dataTransfer: { files } });
    await userEvent.selectOptions(await screen.findByLabelText("Strategy"), "own");
    expect(screen.getByRole("figure", { name: /Equity of own/ })).toBeTruthy();
  });

  it("says what is wrong with a file", async () => {
    await openFile("[]");
    expect((await screen.findByRole("alert")).textContent).toMatch(/not an object/);
  });

  it("does not read a file that is too large", async () => {
    renderPage(<BacktestPage />);
    const file = new File(["{}"], "run.json");
    Object.defineProperty(file, "size", { value: FILE_BYTES_MAX + 1 });
    await userEvent.upload(screen.getByLabelText("Backtest file"), file, { applyAccept: false });
    expect((await screen.findByRole("alert")).textContent).toMatch(/larger than 8 MB/);
  });
});
