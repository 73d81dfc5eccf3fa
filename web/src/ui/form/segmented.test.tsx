import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Segmented } from "./segmented";

const OPTIONS = [
  { value: "1m", label: "1M" },
  { value: "1y", label: "1Y", title: "One year" },
  { value: "all", label: "All" },
] as const;
type Value = (typeof OPTIONS)[number]["value"];

const radio = (name: string) => screen.getByRole("radio", { name });
const selected = () =>
  screen
    .getAllByRole("radio")
    .filter((one) => one.getAttribute("aria-checked") === "true")
    .map((one) => one.textContent);

function Range({ first }: { readonly first: Value | null }) {
  const [value, setValue] = useState(first);
  return <Segmented label="Time range" options={OPTIONS} value={value} onChange={setValue} />;
}

it("selects by click and by arrow keys", async () => {
  const user = userEvent.setup();
  render(<Range first="1m" />);
  expect(screen.getByRole("radiogroup", { name: "Time range" })).toBeTruthy();
  expect(selected()).toEqual(["1M"]);
  await user.click(radio("All"));
  expect(selected()).toEqual(["All"]);
  // Held until the focus has moved, as a finger holds it.
  await user.keyboard("{ArrowLeft>}");
  await vi.waitFor(() => expect(selected()).toEqual(["1Y"]));
  await user.keyboard("{/ArrowLeft}");
  expect(document.activeElement).toBe(radio("1Y"));
});

it("may have no selection, and is one stop of the Tab key", async () => {
  const user = userEvent.setup();
  render(
    <>
      <Range first={null} />
      <button type="button">Next</button>
    </>,
  );
  expect(selected()).toEqual([]);
  await user.tab();
  await user.tab();
  expect(document.activeElement?.textContent).toBe("Next");
});

it("does not submit its form by Enter", async () => {
  const user = userEvent.setup();
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Range first="1m" />
      <button type="submit">Send</button>
    </form>,
  );
  await user.tab();
  await user.keyboard("{Enter}");
  expect(submit).not.toHaveBeenCalled();
});

it("does not change while disabled", async () => {
  const user = userEvent.setup();
  const onChange = vi.fn();
  render(<Segmented label="Side" options={OPTIONS} value="1m" onChange={onChange} isDisabled />);
  await user.click(radio("All"));
  expect(onChange).not.toHaveBeenCalled();
});
