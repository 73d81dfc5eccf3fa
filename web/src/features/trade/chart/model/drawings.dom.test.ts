import { expect, it } from "vitest";
import { setAreaUnit } from "@/domain/reader/area";
import { type Drawing, storeDrawings, storedDrawings } from "./drawings";

const LEVEL: Drawing = { kind: "level", price: 1000 };
const TREND: Drawing = { kind: "trend", from: { time: 1, price: 2 }, to: { time: 3, price: 4 } };

it("are kept in the server's unit of area", () => {
  setAreaUnit("sqm");
  storeDrawings({ AUS: [LEVEL, TREND] });
  expect(storedDrawings()["AUS"]).toEqual([LEVEL, TREND]);
  setAreaUnit("sqft");
  const [line, sloped] = storedDrawings()["AUS"] ?? [];
  expect(line).toMatchObject({ price: expect.closeTo(92.90304, 9) });
  expect(sloped).toMatchObject({ from: { time: 1, price: expect.closeTo(0.18580608, 9) } });
});
