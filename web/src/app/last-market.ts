/** The market traded last, so that "Trade" opens it again. */
const STORAGE_KEY = "lastMarket";
const SYMBOL = /^[A-Za-z0-9_-]{1,32}$/;

export function lastMarket(): string | null {
  try {
    const symbol = localStorage.getItem(STORAGE_KEY);
    return symbol !== null && SYMBOL.test(symbol) ? symbol : null;
  } catch {
    return null;
  }
}

export function rememberMarket(symbol: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, symbol);
  } catch {
    // Not remembered; the busiest market is opened next time.
  }
}
