import { expect, test } from "vitest";
import { Gates, TARGETS } from "./targets.mjs";

test("each target says whether it is met; at the limit it is", () => {
  const gates = new Gates();
  gates.check("LCP desktop /", 800, TARGETS.lcpMs.desktop);
  gates.check("CLS slow /", 0.051, TARGETS.cls);
  gates.check("INP p75", 24, TARGETS.inpMs);
  expect(gates.all).toEqual([
    { target: "LCP desktop /", value: 800, most: 800, isMet: true },
    { target: "CLS slow /", value: 0.051, most: 0.05, isMet: false },
    { target: "INP p75", value: 24, most: 150, isMet: true },
  ]);
  expect(gates.notMet).toEqual(["CLS slow /"]);
});

test("what could not be measured is not met", () => {
  const gates = new Gates();
  gates.check("tick to paint p95 at 50/s", null, TARGETS.paintMs);
  expect(gates.notMet).toEqual(["tick to paint p95 at 50/s"]);
});
