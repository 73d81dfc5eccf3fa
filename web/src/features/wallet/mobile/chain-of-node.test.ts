import { describe, expect, it } from "vitest";
import { chainOfGenesis } from "./chain-of-node";

describe("chain of the node", () => {
  it.each([
    ["5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", "solana:mainnet"],
    ["EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG", "solana:devnet"],
    ["4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY", "solana:testnet"],
    ["AGzmLFqMyC2muqCJY5jTazSpHiDEoF4q6aeKD1inoAi9", "solana:localnet"],
    [undefined, "solana:localnet"],
  ])("genesis %s is %s", (genesisHash, chain) => {
    expect(chainOfGenesis(genesisHash)).toBe(chain);
  });
});
