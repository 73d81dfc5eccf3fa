import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { Stat, Stats } from "./stat";

it("pairs each label with its value and note", () => {
  const { container } = render(
    <Stats label="Pool">
      <Stat label="Share price" value="$1.00" note="started at $1.00" size="large" />
      <Stat label="Open interest" value="$12.0K" />
    </Stats>,
  );
  const list = container.querySelector("dl");
  expect(list?.getAttribute("aria-label")).toBe("Pool");
  expect(screen.getAllByRole("term").map((one) => one.textContent)).toEqual([
    "Share price",
    "Open interest",
  ]);
  const [price] = screen.getAllByRole("definition");
  expect(within(price as HTMLElement).getByText("started at $1.00")).toBeTruthy();
});
