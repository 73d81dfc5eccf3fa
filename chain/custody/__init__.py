"""Money out of the vault: payouts, the keeper that processes requests, reconciliation."""
