import { describe, expect, it } from "vitest";
import { parseToken } from "@/domain/parse";
import { depositState } from "./pool";
import { drawnPoints } from "./series";

describe("a deposit", () => {
  const row = (isMature: boolean, removable: string, canClose = false) => ({
    isMature,
    canClose,
    maxRemovable: parseToken(removable),
  });

  it("is maturing, mature, blocked by the pool's minimum, or drained", () => {
    expect(depositState(row(false, "0"))).toBe("maturing");
    expect(depositState(row(true, "1"))).toBe("mature");
    expect(depositState(row(true, "0"))).toBe("blocked");
    expect(depositState(row(true, "0", true))).toBe("drained");
  });
});

it("draws raw values of a kind at its scale", () => {
  expect(drawnPoints([{ timestamp: 7, raw: 101_000_000n }], "PriceE8")).toEqual([
    { time: 7, value: 1.01 },
  ]);
});
