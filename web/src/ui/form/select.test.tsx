import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Select } from "./select";

const OPTIONS = [
  { value: "oi", label: "Open interest" },
  { value: "name", label: "Name" },
] as const;

it("names the list and reports the selected value", async () => {
  const onChange = vi.fn();
  render(<Select label="Sort by" options={OPTIONS} value="oi" onChange={onChange} hideLabel />);
  const list = screen.getByRole<HTMLSelectElement>("combobox", { name: "Sort by" });
  expect(list.value).toBe("oi");
  await userEvent.selectOptions(list, "Name");
  expect(onChange).toHaveBeenCalledWith("name");
});

it("does not change while disabled", async () => {
  const onChange = vi.fn();
  render(<Select label="Sort by" options={OPTIONS} value="oi" onChange={onChange} isDisabled />);
  await userEvent.selectOptions(screen.getByRole("combobox"), "Name");
  expect(onChange).not.toHaveBeenCalled();
});
