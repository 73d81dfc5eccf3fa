"""Blocks of the chain → ordered commands for the sequencer (chain.md §2)."""
