"""Bounds of a backtest: what one command line can ask for."""

STRATEGIES_MAX = 20
MARKETS_MAX = 100
CANDIDATES_MAX = 64  # sets of parameters of one strategy
PARAMS_MAX = 16
STEPS_MAX = 1_000_000_000  # prints of all runs together: some minutes
