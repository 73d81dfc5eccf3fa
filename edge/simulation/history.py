"""The history of a run, of a catalogue or a file, as an array of days by markets."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from chain.catalogue import Catalogue
from edge.simulation.history_file import read_history
from engine.programmes.index_series import DAY_S, E8, DailyPrints
from engine.simulation.prints import History
from engine.simulation.run import BURN_IN_DAYS, YEAR_DAYS


def load_history(catalogue: Catalogue, markets: int | None, years: int) -> History:
    """Return the history of so many markets of a catalogue, None: all; see `join`."""
    chosen = catalogue.markets[:markets]
    return join([(market.symbol, catalogue.prints(market.acre_id)) for market in chosen], years)


def load_file(path: Path, markets: int | None, years: int) -> History:
    """Return the history of so many regions of a file, None: all; see `join`."""
    return join(read_history(path)[:markets], years)


def join(series: Sequence[tuple[str, DailyPrints]], years: int) -> History:
    """Return the last `years` before the end of the history, and the burn-in before them.

    Where the history is shorter, all of it. A market whose history begins later begins later; all
    end together, with the first that ends.
    """
    series = [(symbol, prints) for symbol, prints in series if len(prints.price_e8)]
    if not series:
        raise ValueError("no market has a history")
    starts = {symbol: int(prints.published_at_s[0]) // DAY_S for symbol, prints in series}
    last = min(int(prints.published_at_s[-1]) // DAY_S for _, prints in series)
    late = [symbol for symbol, start in starts.items() if start > last]
    if late:
        raise ValueError(f"{late[0]} begins after another market has ended")
    wanted = last - (years * YEAR_DAYS + BURN_IN_DAYS)
    first = max(wanted, min(starts.values()))
    series.sort(key=lambda item: max(starts[item[0]], first))
    price = np.full((last - first + 1, len(series)), np.nan)
    for column, (_, prints) in enumerate(series):
        day = prints.published_at_s // DAY_S - first
        is_inside = (day >= 0) & (day < len(price))
        price[day[is_inside], column] = prints.price_e8[is_inside] / E8
    return History(tuple(symbol for symbol, _ in series), first, price)
