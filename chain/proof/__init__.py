"""Liabilities of the exchange as one verifiable root (docs/solvency.md)."""
