import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useQueryFailure } from "./query-failure";

it("keeps the reason while the query asks again, until data or another query come", () => {
  const first = { data: undefined as unknown, error: null as unknown, errorUpdateCount: 0 };
  const { result, rerender } = renderHook(useQueryFailure, { initialProps: first });
  expect(result.current).toBeNull();
  rerender({ ...first, error: "away", errorUpdateCount: 1 });
  expect(result.current).toBe("away");
  rerender({ ...first, errorUpdateCount: 1 });
  expect(result.current).toBe("away");
  rerender({ ...first, data: [], errorUpdateCount: 1 });
  expect(result.current).toBeNull();
  rerender({ ...first, error: "away again", errorUpdateCount: 2 });
  rerender(first);
  expect(result.current).toBeNull();
});
