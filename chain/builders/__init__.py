"""Unsigned transactions for users' wallets, one method per command (API 4.9)."""
