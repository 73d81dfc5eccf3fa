"""Loops that do what anybody may do, by real transactions: settle requests, liquidate accounts."""
