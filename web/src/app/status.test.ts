import { expect, it } from "vitest";
import { connectionHealth } from "./data-age";
import { statusText } from "./status-banner";

const fine = { exchange: "active", server: "ok", isServerUnreachable: false, isStreamDown: false };

it("is silent when all is well", () => {
  expect(statusText(fine)).toBeNull();
});

it("says the most important thing first", () => {
  expect(statusText({ ...fine, isServerUnreachable: true, exchange: "halted" })).toMatch(/reached/);
  expect(statusText({ ...fine, exchange: "halted", isStreamDown: true })).toMatch(/halted/);
  expect(statusText({ ...fine, exchange: "paused" })).toMatch(/paused/);
  expect(statusText({ ...fine, server: "degraded" })).toMatch(/degraded/);
  expect(statusText({ ...fine, isStreamDown: true })).toMatch(/reconnecting/);
});

it("tells a slow connection from a lost one", () => {
  const open = { state: "open", roundTripMs: 20, lastTickAtMs: 1 } as const;
  expect(connectionHealth(open)).toBe("good");
  expect(connectionHealth({ ...open, roundTripMs: 1500 })).toBe("slow");
  expect(connectionHealth({ ...open, state: "waiting" })).toBe("off");
});
