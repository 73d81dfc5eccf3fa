"""What the exchange owes, as one root that anyone can verify (docs/solvency.md)."""
