"""Strategies against the engine: compiled by numba, over its own C interface.

Only `acre backtest` imports this package, and with it numba.
"""
