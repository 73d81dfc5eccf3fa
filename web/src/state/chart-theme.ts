/** The chart's colors from the page's tokens, updated with the theme. */

export interface ChartTokens {
  readonly background: string;
  readonly text: string;
  readonly grid: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
  readonly liquidation: string;
  readonly quiet: string;
}

export function readChartTokens(): ChartTokens {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    background: token("surface-1"),
    text: token("text-3"),
    grid: token("line"),
    up: token("up"),
    down: token("down"),
    accent: token("accent"),
    liquidation: token("liquidation"),
    quiet: token("control-border"),
  };
}

/** A hex colour with an alpha channel. */
export function withAlpha(hex: string, alpha: number): string {
  const channel = Math.round(Math.min(1, Math.max(0, alpha)) * 255);
  return `${hex}${channel.toString(16).padStart(2, "0")}`;
}

export function chartTheme(tokens: ChartTokens) {
  return {
    chart: {
      layout: {
        background: { color: tokens.background },
        textColor: tokens.text,
        fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
        fontSize: 11,
      },
      grid: {
        vertLines: { color: withAlpha(tokens.grid, 0.45) },
        horzLines: { color: withAlpha(tokens.grid, 0.45) },
      },
      rightPriceScale: { borderColor: tokens.grid },
      timeScale: { borderColor: tokens.grid },
      crosshair: {
        vertLine: { color: tokens.quiet, labelBackgroundColor: tokens.quiet },
        horzLine: { color: tokens.quiet, labelBackgroundColor: tokens.quiet },
      },
    },
    area: {
      lineColor: tokens.accent,
      topColor: withAlpha(tokens.accent, 0.22),
      bottomColor: withAlpha(tokens.accent, 0.02),
      priceLineColor: tokens.accent,
    },
    candles: {
      upColor: tokens.up,
      downColor: tokens.down,
      borderUpColor: tokens.up,
      borderDownColor: tokens.down,
      wickUpColor: tokens.up,
      wickDownColor: tokens.down,
    },
    lines: { entry: tokens.text, liquidation: tokens.liquidation, market: tokens.quiet },
  } as const;
}
