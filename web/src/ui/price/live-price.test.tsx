import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { parsePrice } from "@/domain/parse";
import { LivePrice } from "./live-price";

it("tints a change by its direction, and neither the first price nor an unknown one", () => {
  const price = (raw: string | null) => <LivePrice value={raw === null ? null : parsePrice(raw)} />;
  const { container, rerender } = render(price("10300000000"));
  const way = () => container.firstElementChild?.getAttribute("data-way");
  expect([container.textContent, way()]).toEqual(["$103.00", "flat"]);
  const first = container.firstElementChild;
  rerender(price("10400000000"));
  expect([container.textContent, way()]).toEqual(["$104.00", "up"]);
  expect(container.firstElementChild).not.toBe(first);
  const second = container.firstElementChild;
  rerender(price("10400000000"));
  expect(container.firstElementChild).toBe(second);
  rerender(price("10399999999"));
  expect(way()).toBe("down");
  rerender(price(null));
  expect([container.textContent, way()]).toEqual(["–", "flat"]);
  rerender(price("10300000000"));
  expect(way()).toBe("flat");
});
