"""The markets of a catalogue as a backtest takes them: all published prints, to a year."""

import numpy as np

from chain.catalogue import Catalogue
from engine.backtest.run import Series
from engine.programmes.index_series import DailyPrints


def load_series(
    catalogue: Catalogue,
    symbols: str | None = None,
    markets: int | None = None,
    from_year: int | None = None,
    to_year: int | None = None,
) -> tuple[Series, ...]:
    """Return the first `markets` of the catalogue, or those named, without prints outside years."""
    chosen = list(catalogue.markets)
    if symbols is not None:
        known = {market.symbol: market for market in chosen}
        wanted = symbols.split(",")
        unknown = [symbol for symbol in wanted if symbol not in known]
        if unknown or len(set(wanted)) < len(wanted):
            raise ValueError(f"no markets of the catalogue, or not each once: {symbols}.")
        chosen = [known[symbol] for symbol in wanted]
    found = []
    for market in chosen[:markets]:
        at_s, price_e8 = catalogue.prints(market.acre_id)
        inside = (at_s >= _year_s(from_year or 1970)) & (at_s < _year_s((to_year or 9998) + 1))
        if inside.any():
            found.append(Series(market.symbol, DailyPrints(at_s[inside], price_e8[inside])))
    if not found:
        raise ValueError("no market has prints in these years.")
    return tuple(found)


def _year_s(year: int) -> int:
    return int(np.datetime64(f"{year:04d}", "s").astype(np.int64))
