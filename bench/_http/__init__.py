"""Servers under load: what the benchmarks over HTTP share."""
