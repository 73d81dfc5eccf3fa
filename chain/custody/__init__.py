"""Money out of the vault: payouts and reconciliation."""
