import { expect, it } from "vitest";
import { spark } from "./spark";

it("scales the line so that its strike is inside", () => {
  expect(spark([10, 20], 30, 100, 24)).toEqual({ path: "M0.0 22.0L100.0 12.0", strikeY: 2 });
});

it("draws nothing of a single value, and a flat line at the foot", () => {
  expect(spark([10], 30, 100, 24)).toEqual({ path: "", strikeY: null });
  expect(spark([10, 10], null, 100, 24)).toEqual({ path: "M0.0 22.0L100.0 22.0", strikeY: null });
});
