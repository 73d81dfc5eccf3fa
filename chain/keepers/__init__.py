"""Loops of public acts by real transactions: settle requests, liquidate accounts."""
