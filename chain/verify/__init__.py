"""Checking an exchange from outside: journal, chain, snapshots and roots against each other."""
