"""`acre backtest`: its markets, the user's own strategies, the report and the saved run."""
