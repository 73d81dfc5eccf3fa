import { describe, expect, it } from "vitest";
import { deviceOf } from "./device";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15";

describe("device", () => {
  it.each([
    ["Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/153.0.0.0 Mobile", 5, "android"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", 5, "iphone"],
    [MAC, 5, "iphone"],
    [MAC, 0, "desktop"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/153.0.0.0", 10, "desktop"],
  ])("%s with %i touch points is %s", (userAgent, maxTouchPoints, device) => {
    expect(deviceOf({ userAgent, maxTouchPoints })).toBe(device);
  });
});
