import { afterEach, expect, it } from "vitest";
import { formatAmount, formatExact } from "../format";
import { parseCollateral } from "../parse";
import { formatDateTime, formatDay, formatTime, readerLocale, setLocale } from "./locale";

afterEach(() => setLocale("en-US"));

const AT_S = Date.UTC(2010, 1, 4, 14, 5) / 1000;
const amount = parseCollateral("1234567500000");

it("writes dates in American English unless told otherwise", () => {
  expect(formatDay(AT_S)).toBe("Feb 4, 2010");
  expect(formatTime(AT_S)).toBe("14:05");
  expect(formatDateTime(AT_S)).toBe("Feb 4, 2010, 14:05");
});

it.each([
  ["en-GB", "4 Feb 2010", "1,234,567.50"],
  ["en-IN", "4 Feb 2010", "12,34,567.50"],
  ["de-CH", "4. Feb. 2010", "1’234’567.50"],
  // A decimal comma would mislead beside a field that takes a decimal point.
  ["de-DE", "4. Feb. 2010", "1,234,567.50"],
])("writes dates and groups of digits as in %s", (tag, day, text) => {
  setLocale(tag);
  expect(formatDay(AT_S)).toBe(day);
  expect(formatAmount(amount, "CollateralE6").replace("'", "’").replace("'", "’")).toBe(text);
  expect(formatExact(amount, "CollateralE6")).toBe("1234567.5");
});

it("keeps the Gregorian calendar and the digits 0 to 9", () => {
  setLocale("th-TH-u-ca-buddhist-nu-thai");
  expect(formatDay(AT_S)).toMatch(/^4 .* 2010$/);
  expect(formatAmount(amount, "CollateralE6")).toBe("1,234,567.50");
});

it("takes an unknown or invalid locale for American English", () => {
  for (const tag of ["", "not a tag", "xx-invalid-tag-that-is-long"]) {
    setLocale(tag);
    expect(readerLocale()).toBe("en-US");
  }
});
