/** A small file of `acre backtest --save`, for tests. */
export function savedRun() {
  return {
    format: "acre-backtest",
    version: 1,
    markets: ["USA", "LA"],
    split: "walk-forward: 1 tests of 5 years",
    strategies: [
      {
        name: "momentum",
        summary: "monthly: long after a rise",
        candidates: 3,
        warnings: [] as string[],
        annualReturn: -0.02,
        fitReturn: -0.01,
        drawdown: 0.25,
        turnover: 0.5,
        startE6: 20_000_000_000,
        partsE6: {
          price: 6_000_000_000,
          impact: 0,
          funding: -9_000_000_000,
          fees: -1_000_000_000,
          surcharge: 0,
          liquidationFees: 0,
          badDebtCovered: 0,
        },
        counts: { trades: 1_200, liquidations: 3, refusals: 0 },
        curve: [
          ["2000-01-01", 1],
          ["2001-01-01", 0.8],
        ],
        folds: [
          {
            fit: { first: "1990-01-01", last: "1999-12-31" },
            test: { first: "2000-01-01", last: "2001-01-01" },
            params: { leverage: 1, lookback_days: 365 },
            fitReturn: -0.1,
            testReturn: -0.2,
          },
        ],
        markets: [{ symbol: "USA", tests: 1, totalReturn: -0.2, trades: 600, liquidations: 1 }],
      },
    ],
  };
}
