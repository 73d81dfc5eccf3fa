"""Unsigned transactions for users' wallets, one method per command (product.md §4.9)."""
