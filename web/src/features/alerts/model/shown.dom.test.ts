import { beforeEach, expect, it } from "vitest";
import type { AlertEvent } from "@/generated/api";
import { takeUnshown } from "./shown";

const events = (...ids: number[]) =>
  ids.map((id) => ({ id, isRead: false }) as unknown as AlertEvent);
const take = (...ids: number[]) => takeUnshown("wallet", events(...ids)).map(({ id }) => id);

beforeEach(() => localStorage.clear());

it("shows each event once, oldest first", () => {
  expect(take(2, 1)).toEqual([1, 2]);
  expect(take(2, 1)).toEqual([]);
  expect(take(3, 2, 1)).toEqual([3]);
});

it("shows at most three of many at once", () => {
  expect(take(9, 8, 7, 6, 5)).toEqual([7, 8, 9]);
  expect(take(9, 8, 7, 6, 5)).toEqual([]);
});

it("shows no event that was read elsewhere", () => {
  const read = [{ id: 4, isRead: true } as unknown as AlertEvent];
  expect(takeUnshown("wallet", read)).toEqual([]);
});

it("ignores a stored text that is no number", () => {
  localStorage.setItem("alerts-shown-wallet", "x");
  expect(take(1)).toEqual([1]);
});
