import { render } from "@testing-library/react";
import { createElement } from "react";
import { expect, it } from "vitest";
import { useEngineNow } from "@/api/live";
import { engineClock } from "./clock";

it("shows engine time where a second of it passes faster than a look at the clock", () => {
  engineClock.set({ now: 1_000, rate: 1_000_000_000 });
  let seen: number | null = null;
  const Probe = () => {
    seen = useEngineNow();
    return null;
  };
  render(createElement(Probe));
  expect(seen).toBeGreaterThanOrEqual(1_000);
});
