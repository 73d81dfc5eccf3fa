import { describe, expect, it } from "vitest";
import {
  AUTHORIZATION_KEY,
  clearAuthorization,
  type MobileAuthorization,
  readAuthorization,
  writeAuthorization,
} from "./authorization-cache";

const GRANTED: MobileAuthorization = {
  auth_token: "token",
  accounts: [{ address: "AAAA" }],
  wallet_uri_base: null,
  chain: "solana:localnet",
  capabilities: {
    features: ["solana:signTransactions"],
    supports_sign_and_send_transactions: true,
  },
};

describe("authorization cache", () => {
  it("keeps an authorization under its own key until it is cleared", () => {
    writeAuthorization(GRANTED);
    expect(Object.keys(localStorage)).toEqual(["mobile_wallet_authorization_cache"]);
    expect(readAuthorization("solana:localnet")).toEqual(GRANTED);
    clearAuthorization();
    expect(readAuthorization("solana:localnet")).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it("does not take one of another chain", () => {
    writeAuthorization(GRANTED);
    expect(readAuthorization("solana:mainnet")).toBeNull();
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["no token", JSON.stringify({ ...GRANTED, auth_token: 1 })],
    ["no account", JSON.stringify({ ...GRANTED, accounts: [] })],
    ["an account without an address", JSON.stringify({ ...GRANTED, accounts: [{}] })],
    ["no capabilities", JSON.stringify({ ...GRANTED, capabilities: null })],
  ])("takes %s for nothing", (_name, stored) => {
    localStorage.setItem(AUTHORIZATION_KEY, stored);
    expect(readAuthorization("solana:localnet")).toBeNull();
  });
});
