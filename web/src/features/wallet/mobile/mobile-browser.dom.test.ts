import { describe, expect, it } from "vitest";
import { canReachMobileWallets } from "./mobile-browser";

const CHROME =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile";
const WEB_VIEW = "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Version/4.0 Chrome/153.0.0.0 Mobile";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/153.0.0.0";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";

describe("mobile browser", () => {
  it.each([
    ["Chrome on Android", CHROME, true, true],
    ["a page without https", CHROME, false, false],
    ["a web view in another app", WEB_VIEW, true, false],
    ["a computer", MAC, true, false],
    ["an iPhone", IPHONE, true, false],
  ])("%s", (_name, userAgent, isSecureContext, isReachable) => {
    const browser = { navigator: { userAgent }, isSecureContext } as Window;
    expect(canReachMobileWallets(browser)).toBe(isReachable);
  });
});
