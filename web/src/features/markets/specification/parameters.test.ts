import { describe, expect, it } from "vitest";
import { SPECIFICATION } from "@/test/specification";
import { describeSpecification } from "./parameters";

describe("the parameters", () => {
  const rows = describeSpecification(SPECIFICATION, "sqft").flatMap((group) => group.rows);
  const value = (name: string) => rows.find((row) => row.name === name)?.value;

  it("are all there, each once and explained", () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(SPECIFICATION).sort());
    expect(rows.every(({ meaning }) => meaning.endsWith("."))).toBe(true);
  });

  it("show every digit in force", () => {
    expect(value("spreadRate")).toBe("0.0125% per day");
    expect(value("minInitialMarginRatio")).toBe("10.00%");
    expect(value("initialMarginRatio")).toBe("2");
    expect(value("maxSideNotional")).toBe("$1,000,750.66");
    expect(value("maxSideSize")).toBe("8,472.27 sqft");
    expect(value("entryWindow")).toBe("30m 00s before, 5m 00s after");
    expect(value("levelN")).toBe("off");
  });
});
