import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { noteMetrics } from "@/domain/reader/area";
import { setDisplay, useDisplay } from "@/state/preferences";
import { renderPage } from "@/test/page";
import { DisplayPanel } from "./display-panel";

// Other tests of the worker may have met a market in square meters.
beforeEach(() => noteMetrics([]));
afterEach(() => {
  setDisplay({ locale: null, area: "sqft" });
  noteMetrics([]);
});

const format = () => screen.getByLabelText("Format") as HTMLSelectElement;

it("writes dates as chosen, keeps the choice here, and goes back to the browser's", async () => {
  renderPage(<DisplayPanel />);
  expect(format().value).toBe("browser");
  expect(screen.getByText("Feb 4, 2026, 14:05")).toBeTruthy();
  await userEvent.selectOptions(format(), "English (UK)");
  expect(screen.getByText("4 Feb 2026, 14:05")).toBeTruthy();
  expect(JSON.parse(localStorage.getItem("display") ?? "")).toEqual({
    locale: "en-GB",
    area: "sqft",
  });
  await userEvent.selectOptions(format(), "Browser default");
  expect(useDisplay.getState().locale).toBeNull();
});

it("never writes a decimal comma, which amount fields refuse", async () => {
  renderPage(<DisplayPanel />);
  const labels = [...format().options].map(({ label }) => label);
  for (const label of labels) {
    await userEvent.selectOptions(format(), label);
    expect(screen.getByText(/\.78$/).textContent).toBe("123,456.78");
  }
  await userEvent.selectOptions(format(), "Deutsch");
  expect(screen.getByText("4. Feb. 2026, 14:05")).toBeTruthy();
});

it("names a stored locale that is not in the list", () => {
  setDisplay({ locale: "sv-SE", area: "sqft" });
  renderPage(<DisplayPanel />);
  expect(format().value).toBe("sv-SE");
});

it("shows areas in square meters where asked, and asks only where every market is in feet", async () => {
  const { unmount } = renderPage(<DisplayPanel />);
  expect(screen.getByText("1,800.00 sq ft")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Area"), "Square meters");
  expect(screen.getByText("167.23 m²")).toBeTruthy();
  expect(JSON.parse(localStorage.getItem("display") ?? "")).toMatchObject({ area: "sqm" });
  unmount();
  noteMetrics(["sqft", "sqm"]);
  renderPage(<DisplayPanel />);
  expect(screen.queryByLabelText("Area")).toBeNull();
});
