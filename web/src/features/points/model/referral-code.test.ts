import { describe, expect, it } from "vitest";
import { checkNewCode, checkUsedCode, referralLink, sameCode } from "./referral-code";

describe("checkNewCode", () => {
  it("takes what the server takes, trimmed", () => {
    expect(checkNewCode("  Maple_Street-7 ")).toEqual({ code: "Maple_Street-7", error: null });
    expect(checkNewCode("a".repeat(20)).error).toBeNull();
    expect(checkNewCode("abc").error).toBeNull();
  });

  it("refuses in words what the server would refuse", () => {
    expect(checkNewCode(" ").error).toBe("Enter a code.");
    expect(checkNewCode("a".repeat(21)).error).toBe("A code has at most 20 characters, not 21.");
    expect(checkNewCode("ab").error).toBe("A code has at least 3 characters.");
    for (const text of ["two words", "straße", "１２３４", "a.b.c", "🏠🏠🏠"]) {
      expect(checkNewCode(text).error).toMatch(/^Use letters A to Z/);
    }
  });

  it("counts characters, not units of their encoding", () => {
    expect(checkNewCode("🏠".repeat(20)).error).toMatch(/^Use letters A to Z/);
    expect(checkNewCode("🏠".repeat(21)).error).toMatch(/at most 20 characters, not 21/);
  });
});

describe("checkUsedCode", () => {
  it("knows the own code in any case of letters", () => {
    expect(checkUsedCode("demo", "DEMO").error).toMatch(/^This is your own code/);
    expect(checkUsedCode("demo", "OTHER")).toEqual({ code: "demo", error: null });
    expect(checkUsedCode("demo", null).error).toBeNull();
    expect(sameCode(" Demo", "dEMO ")).toBe(true);
  });
});

describe("referralLink", () => {
  it("stands on the page's own origin", () => {
    expect(referralLink("http://127.0.0.1:8080", "DEMO-1")).toBe(
      "http://127.0.0.1:8080/refer/DEMO-1",
    );
  });
});
