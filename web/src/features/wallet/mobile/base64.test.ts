import { describe, expect, it } from "vitest";
import { fromBase64, toBase64 } from "./base64";

describe("base64", () => {
  it("reads both alphabets, with and without padding", () => {
    const bytes = Uint8Array.of(0xfb, 0xff, 0xfe, 0x01);
    expect(toBase64(bytes)).toBe("+//+AQ==");
    for (const text of ["+//+AQ==", "+//+AQ", "-__-AQ"]) expect(fromBase64(text)).toEqual(bytes);
  });
});
