import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { DetailedMarket } from "@/domain/model";
import { SPECIFICATION } from "@/test/specification";
import { PARAMETER_NAMES } from "./parameter-names";
import { SpecificationDrawer } from "./specification-drawer";

const market = { name: "Austin, TX", metric: "sqft", specification: SPECIFICATION };

it("says every parameter in words, with its value and a sentence", async () => {
  const close = vi.fn();
  render(<SpecificationDrawer market={market as DetailedMarket} onClose={close} />);
  const drawer = screen.getByRole("dialog", { name: "Contract specification" });
  for (const label of Object.values(PARAMETER_NAMES)) {
    const row = within(drawer).getByText(label).parentElement as HTMLElement;
    const [value, meaning] = within(row).getAllByRole("definition");
    expect(value?.textContent, label).not.toBe("");
    expect(meaning?.textContent, label).toMatch(/\.$/);
  }
  expect(drawer.textContent).not.toMatch(/kDrift|sRefRate|liquidationCapacityMultiplier/);
  await userEvent.click(within(drawer).getByRole("button", { name: "Close" }));
  expect(close).toHaveBeenCalledOnce();
});
