import { describe, expect, it } from "vitest";
import { fakeServer } from "@/test/server";
import { findWallet, readWalletKey } from "./find-wallet";

const ADDRESS = "9LUwcfeGA9S8eFRdEzxQPXMoU7WWfkAkDuqfPMHTwtUG";

describe("readWalletKey", () => {
  it("knows an address from a username", () => {
    expect(readWalletKey(` ${ADDRESS} `)).toEqual({ key: ADDRESS, isAddress: true, error: null });
    expect(readWalletKey("demo_1")).toEqual({ key: "demo_1", isAddress: false, error: null });
  });

  it("refuses in words what is neither", () => {
    expect(readWalletKey("  ").error).toBe("Enter a wallet address or a username.");
    // 0, O, I and l are in no address; 21 characters are no username.
    for (const text of ["ab", "two words", "x".repeat(21), ADDRESS.replace("9", "0")]) {
      expect(readWalletKey(text).error).toMatch(/^Enter an address/);
    }
  });
});

describe("findWallet", () => {
  it("asks only for usernames", async () => {
    const calls = fakeServer({
      "GET /express/v1/ppps3/leaderboard/demo_1": () => ({ body: { user: ADDRESS } }),
    });
    expect(await findWallet({ key: ADDRESS, isAddress: true, error: null })).toBe(ADDRESS);
    expect(calls).toHaveLength(0);
    expect(await findWallet({ key: "demo_1", isAddress: false, error: null })).toBe(ADDRESS);
  });
});
