import { beforeEach, describe, expect, it, vi } from "vitest";
import { ServerClock } from "./server-clock";

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 0, 1, 12);

beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(NOW_MS);
});

describe("server clock", () => {
  it("is the device's until an answer has come", () => {
    expect(new ServerClock().nowMs()).toBe(NOW_MS);
  });

  it("goes by the server's answer, to the half second", () => {
    const clock = new ServerClock();
    clock.note("Thu, 01 Jan 2026 10:00:00 GMT");
    expect(clock.nowMs()).toBe(NOW_MS - 2 * HOUR_MS + 500);
    clock.note("Thu, 01 Jan 2026 13:00:00 GMT");
    expect(clock.nowMs()).toBe(NOW_MS + HOUR_MS + 500);
  });

  it("ignores what it cannot read", () => {
    const clock = new ServerClock();
    clock.note(null);
    clock.note("soon");
    expect(clock.nowMs()).toBe(NOW_MS);
  });

  it("warns of a clock only when it is more than a minute off", () => {
    const clock = new ServerClock();
    const tell = vi.fn();
    const end = clock.subscribe(tell);
    const ahead = (seconds: number) => {
      vi.spyOn(Date, "now").mockReturnValue(NOW_MS + seconds * 1000 + 500);
      clock.note("Thu, 01 Jan 2026 12:00:00 GMT");
      return clock.skewS();
    };
    expect([60, 61, 70, -3_600, 0].map(ahead)).toEqual([0, 61, 61, -3_600, 0]);
    expect(tell).toHaveBeenCalledTimes(3);
    end();
    ahead(3_600);
    expect(tell).toHaveBeenCalledTimes(3);
  });
});
