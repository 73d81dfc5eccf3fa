import { describe, expect, it } from "vitest";
import { accessTokenOf } from "./tokens";

describe("outside a browser", () => {
  it("there is no stored token to use", async () => {
    await expect(accessTokenOf("UserAddress")).rejects.toThrow("Unauthorized: no token provided");
  });
});
