import { afterEach, expect, it, vi } from "vitest";
import { isForeign, tradeKeyAction } from "./trade-keys";

afterEach(() => document.body.replaceChildren());

it("gives B and S the sides, digits the sizes, M the markets and Escape the amount", () => {
  const keys = { markets: vi.fn(), side: vi.fn(), size: vi.fn(), clear: vi.fn() };
  for (const key of ["b", "S", "1", "5", "m", "Escape"]) tradeKeyAction(key, keys)?.();
  expect(keys.side.mock.calls).toEqual([["long"], ["short"]]);
  expect(keys.size.mock.calls).toEqual([[0], [4]]);
  expect(keys.markets).toHaveBeenCalledOnce();
  expect(keys.clear).toHaveBeenCalledOnce();
  expect([tradeKeyAction("6", keys), tradeKeyAction("x", keys)]).toEqual([null, null]);
  expect(tradeKeyAction("m", {})).toBeNull();
});

it("leaves keys to fields, dialogs and other programs", () => {
  const press = (change: object) => ({
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    defaultPrevented: false,
    target: document.body,
    ...change,
  });
  const field = document.createElement("input");
  const slider = Object.assign(document.createElement("input"), { type: "range" });
  expect(isForeign(press({}), "b")).toBe(false);
  expect(isForeign(press({ target: slider }), "b")).toBe(false);
  expect(isForeign(press({ target: field }), "b")).toBe(true);
  expect(isForeign(press({ target: field }), "Escape")).toBe(false);
  for (const held of ["ctrlKey", "metaKey", "altKey", "repeat", "defaultPrevented"]) {
    expect(isForeign(press({ [held]: true }), "b")).toBe(true);
  }
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  document.body.append(dialog);
  expect(isForeign(press({}), "b")).toBe(true);
});
