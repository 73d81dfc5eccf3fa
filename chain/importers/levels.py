"""Prices of an index that has no level of its own: chained from the prices that are known."""

from collections.abc import Mapping, Sequence

from chain.catalogue.lines import CatalogueError
from chain.catalogue.statistics import Figure, day_text


def chained_prices(index: Sequence[Figure], prices: Mapping[int, int], name: str) -> list[Figure]:
    """Return the price of each period of `index` after the newest one of `prices`.

    A price is the one before times the change of the index in this file: a publisher who revises
    the past moves no price that was made before. Rounded to the nearest unit, ties up. Raises
    CatalogueError when no price is of a period of `index`, or the index ends before the prices.
    """
    known = sorted(figure for figure in index if figure.value is not None)
    common = [figure for figure in known if figure.period_s in prices]
    if not common:
        raise CatalogueError(f"{name}: no price of the catalogue is of a quarter of this index")
    newest_s = max(prices)
    if known[-1].period_s < newest_s:
        raise CatalogueError(
            f"{name}: ends before {day_text(newest_s)[:7]}, of which a price is known"
        )
    last = common[-1]
    price = prices[last.period_s]
    found = []
    for figure in known[known.index(last) + 1 :]:
        assert figure.value is not None
        assert last.value is not None
        price = (2 * price * figure.value + last.value) // (2 * last.value)
        last = figure
        if figure.period_s > newest_s:
            found.append(figure._replace(value=price))
    return found
