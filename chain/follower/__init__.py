"""Blocks of the chain → ordered commands for the sequencer (rules/chain-commands.md)."""
