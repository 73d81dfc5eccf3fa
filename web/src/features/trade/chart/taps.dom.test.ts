import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Spot } from "./model/drawings";
import { onTaps } from "./taps";

const box = document.createElement("div");
const take = vi.fn<(at: Spot) => void>();
let end = () => {};

beforeEach(() => {
  document.body.append(box);
  box.getBoundingClientRect = () => ({ left: 100, top: 50 }) as DOMRect;
  end = onTaps(box, take);
});
afterEach(() => {
  end();
  take.mockClear();
});

function fire(type: string, x: number, y: number, pointerId = 1, button = 0) {
  const event = new MouseEvent(type, { clientX: x, clientY: y, button, bubbles: true });
  box.dispatchEvent(Object.assign(event, { pointerId }));
}

function tap(x: number, y: number) {
  fire("pointerdown", x, y);
  fire("pointerup", x, y);
}

it("takes both of two fast clicks, at one place or two", () => {
  tap(110, 60);
  tap(110, 60);
  tap(300, 90);
  expect(take.mock.calls).toEqual([[{ x: 10, y: 10 }], [{ x: 10, y: 10 }], [{ x: 200, y: 40 }]]);
});

it("takes no scrolling, no other button and no gesture that the browser took over", () => {
  fire("pointerdown", 110, 60);
  fire("pointerup", 116, 60);
  fire("pointerdown", 110, 60, 1, 2);
  fire("pointerup", 110, 60, 1, 2);
  fire("pointerdown", 110, 60);
  fire("pointercancel", 110, 60);
  fire("pointerup", 110, 60);
  expect(take).not.toHaveBeenCalled();
});

it("takes no zooming with two fingers, and taps again after it", () => {
  fire("pointerdown", 110, 60, 1);
  fire("pointerdown", 200, 60, 2);
  fire("pointerup", 200, 60, 2);
  fire("pointerup", 110, 60, 1);
  expect(take).not.toHaveBeenCalled();
  tap(110, 60);
  expect(take).toHaveBeenCalledOnce();
});

it("takes nothing after its end", () => {
  end();
  tap(110, 60);
  expect(take).not.toHaveBeenCalled();
});
