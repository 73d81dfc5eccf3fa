"""What the exchange owes, as one root that anybody can check (docs/solvency.md)."""
