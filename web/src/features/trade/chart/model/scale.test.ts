import { expect, it } from "vitest";
import { axisText, type Scale, scaleText } from "./scale";

const scale = (mode: Scale["mode"], unit: Scale["unit"] = "price"): Scale => ({
  mode,
  unit,
  fromZero: false,
});

it.each([
  ["linear", "price", 1234.567, "1,234.57"],
  ["log", "price", 103.2, "103.20"],
  ["percent", "price", -1.666, "−1.67%"],
  ["percent", "price", 5, "+5.00%"],
  ["rebased", "price", 13.7, "113.7%"],
  ["rebased", "price", -13.7, "86.3%"],
  ["linear", "rate", -0.001, "0.00%"],
] as const)("writes %s %s %d as %s", (mode, unit, value, text) => {
  expect(scaleText(value, scale(mode, unit))).toBe(text);
});

it.each([
  [50, "103"],
  [5, "103.2"],
  [0.5, "103.20"],
  [0.05, "103.200"],
])("gives ticks of an axis of %d the decimals that it needs", (span, text) => {
  expect(axisText(103.2, scale("linear"), span)).toBe(text);
});
