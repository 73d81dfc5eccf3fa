import { describe, expect, it } from "vitest";
import { chainOf, requireChain, WrongChainError } from "./chain";
import { explainWalletError } from "./wallet-errors";

describe("chain of an endpoint", () => {
  it.each([
    ["https://devnet.acre.example/rpc", "solana:devnet"],
    ["https://api.testnet.solana.com", "solana:testnet"],
    ["https://localnet.example/rpc", "solana:localnet"],
    ["http://localhost:8899", "solana:localnet"],
    ["http://127.0.0.1:8080/rpc", "solana:localnet"],
    ["https://acre.example/rpc", "solana:mainnet"],
  ])("%s is %s", (endpoint, chain) => {
    expect(chainOf(endpoint)).toBe(chain);
  });
});

describe("chains of a wallet", () => {
  it("must contain ours, unless it names none", () => {
    expect(() => requireChain(["solana:localnet"], "solana:localnet")).not.toThrow();
    expect(() => requireChain(null, "solana:localnet")).not.toThrow();
    expect(() => requireChain(["solana:mainnet"], "solana:localnet")).toThrow(WrongChainError);
    expect(() => requireChain([], "solana:localnet")).toThrow(WrongChainError);
  });

  it("is explained in words", () => {
    const error = new WrongChainError("wrong network");
    expect(explainWalletError(error).kind).toBe("wrongChain");
  });
});
