import {
  SOLANA_DEVNET_CHAIN,
  SOLANA_LOCALNET_CHAIN,
  SOLANA_MAINNET_CHAIN,
  SOLANA_TESTNET_CHAIN,
  type SolanaChain,
} from "@solana/wallet-standard-chains";

/** The public clusters by what `getGenesisHash` of each answers. */
const BY_GENESIS: ReadonlyMap<unknown, SolanaChain> = new Map([
  ["5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", SOLANA_MAINNET_CHAIN],
  ["EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG", SOLANA_DEVNET_CHAIN],
  ["4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY", SOLANA_TESTNET_CHAIN],
]);

/**
 * The chain named to a wallet app: by the node's genesis and not by its address, since every
 * node is reached at the page's own origin. A chain that is none of the public ones is a local one.
 */
export function chainOfGenesis(genesisHash: unknown): SolanaChain {
  return BY_GENESIS.get(genesisHash) ?? SOLANA_LOCALNET_CHAIN;
}
