"""Curves of cost against size, for `bench.growth`."""
