import { expect, it } from "vitest";
import { EngineClock } from "./clock";

function clockAt() {
  let nowMs = 1000;
  const clock = new EngineClock(() => nowMs);
  return { clock, pass: (ms: number) => (nowMs += ms) };
}

it("is unknown before the first reading", () => {
  expect(clockAt().clock.now()).toBeNull();
  expect(clockAt().clock.realSecondsUntil(5)).toBeNull();
});

it("runs at the engine's rate between readings", () => {
  const { clock, pass } = clockAt();
  clock.set({ now: 1_000_000, rate: 1440 });
  pass(500);
  expect(clock.now()).toBe(1_000_720);
  expect(clock.realSecondsUntil(1_000_720 + 1440)).toBe(1);
  expect(clock.realSecondsUntil(0)).toBe(0);
});

it("does not step back for a reading that was late on its way", () => {
  const { clock, pass } = clockAt();
  clock.set({ now: 1_000_000, rate: 1440 });
  pass(1000);
  clock.set({ now: 1_000_720, rate: 1440 });
  expect(clock.now()).toBe(1_001_440);
});

it("follows a large correction", () => {
  const { clock } = clockAt();
  clock.set({ now: 1_000_000, rate: 1 });
  clock.set({ now: 500_000, rate: 1 });
  expect(clock.now()).toBe(500_000);
});
