import { expect, it } from "vitest";
import { skewText, statusText } from "./banner-texts";
import { connectionHealth } from "./freshness";

const fine = {
  exchange: "active",
  server: "ok",
  isOnline: true,
  isServerUnreachable: false,
  isStreamDown: false,
  isSlow: false,
};

it("is silent when all is well", () => {
  expect(statusText(fine)).toBeNull();
  expect(skewText(0)).toBeNull();
});

it("says the most important thing first", () => {
  expect(statusText({ ...fine, isOnline: false, isServerUnreachable: true })).toMatch(/offline/);
  expect(statusText({ ...fine, isServerUnreachable: true, exchange: "halted" })).toMatch(/lost/);
  expect(statusText({ ...fine, exchange: "halted", isStreamDown: true })).toMatch(/halted/);
  expect(statusText({ ...fine, exchange: "paused" })).toMatch(/paused/);
  expect(statusText({ ...fine, server: "maintenance" })).toMatch(/maintenance/);
  expect(statusText({ ...fine, server: "degraded" })).toMatch(/slow at the moment/);
  expect(statusText({ ...fine, isStreamDown: true, isSlow: true })).toMatch(/Reconnecting/);
  expect(statusText({ ...fine, isSlow: true })).toMatch(/slow/);
});

it("says which way the clock is wrong, and by how much", () => {
  expect(skewText(90)).toMatch(/clock is 1m 30s ahead of the server/);
  expect(skewText(-7200)).toMatch(/clock is 2h 00m behind the server/);
});

it("distinguishes a slow connection from a lost one", () => {
  const open = { state: "open", isDown: false, roundTripMs: 20, lastTickAtMs: 1 } as const;
  expect(connectionHealth(open)).toBe("good");
  expect(connectionHealth({ ...open, roundTripMs: 1500 })).toBe("slow");
  expect(connectionHealth(open, true, true)).toBe("slow");
  expect(connectionHealth(open, false)).toBe("off");
  expect(connectionHealth({ ...open, state: "waiting" })).toBe("connecting");
  expect(connectionHealth({ ...open, state: "waiting", isDown: true })).toBe("off");
});
