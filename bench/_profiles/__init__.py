"""Loads as single users make them, for `bench.profiles`."""
