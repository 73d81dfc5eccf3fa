/** The kinds of device that a wallet is chosen for. */
export type Device = "desktop" | "android" | "iphone";

export const DEVICES: readonly Device[] = ["desktop", "android", "iphone"];

/** By the browser's own words. An iPad that passes for a Mac is known by its touch points. */
export function deviceOf({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, "userAgent" | "maxTouchPoints">): Device {
  if (/android/i.test(userAgent)) return "android";
  const isTabletAsMac = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  return /iPhone|iPad|iPod/.test(userAgent) || isTabletAsMac ? "iphone" : "desktop";
}
