import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { parseCollateral, parseRate } from "@/domain/parse";
import { Amount, Multiple, Rate } from "./amount";

const shown = (element: React.ReactElement) => render(element).container.textContent;

it("shows direction by sign and arrow, not by colour alone", () => {
  expect(
    shown(<Amount value={parseCollateral("-41230000")} kind="CollateralE6" unit="USD" trend />),
  ).toBe("▼−$41.23");
  expect(
    shown(<Amount value={parseCollateral("1000000")} kind="CollateralE6" unit="USD" trend />),
  ).toBe("▲+$1.00");
});

it("shows a dash for an unknown amount, not a zero", () => {
  expect(shown(<Amount value={null} kind="CollateralE6" unit="USD" />)).toBe("–");
  expect(shown(<Rate value={undefined} />)).toBe("–");
});

it("shows rates and multiples", () => {
  expect(shown(<Rate value={parseRate("0.0525")} />)).toBe("5.25%");
  expect(shown(<Multiple value={parseRate("3.014")} />)).toBe("3.01×");
});

it("gives no direction to what rounds to nothing", () => {
  expect(shown(<Amount value={parseCollateral("-1")} kind="CollateralE6" trend />)).toBe("0.00");
  expect(shown(<Rate value={parseRate("-0.00001")} trend />)).toBe("0.00%");
});
