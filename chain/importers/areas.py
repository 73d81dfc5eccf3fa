"""Mapping of a publisher's regions to our areas."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from chain.catalogue.facts import MarketFacts
from chain.catalogue.lines import CatalogueError
from chain.catalogue.statistics import Metric
from chain.importers.reading import EVERYWHERE, Level, Region, Series

NATIONAL: Final = frozenset({"usa", "us", "u.s.", "national"})
THE_STATES: Final = "united states"
DIVISION: Final = "(msad)"  # FHFA: a part of a metropolitan area that stands for it


class Match(NamedTuple):
    """An area and how well a region fits it; 0 is best."""

    acre_id: int | None
    rank: int


class Areas:
    """Finds areas by code, then by name, then by the first city of a longer name."""

    def __init__(self, markets: Iterable[MarketFacts]) -> None:
        self._by_code: dict[str, int] = {}
        self._by_name: dict[str, int] = {}
        self._levels: dict[int, str] = {}
        self.symbols: dict[int, str] = {}
        for market in markets:
            if market.cbsa_code:
                self._by_code.setdefault(market.cbsa_code, market.acre_id)
            self._by_name.setdefault(market.name.casefold(), market.acre_id)
            self._levels[market.acre_id] = market.category
            self.symbols[market.acre_id] = market.symbol

    def find(self, region: Region) -> Match | None:
        """Return the area of a region; None: no market follows it."""
        if region == EVERYWHERE:
            return Match(None, 0)
        if region.code in self._by_code:
            return Match(self._by_code[region.code], 0)
        name = " ".join(region.name.casefold().split()).removesuffix(DIVISION).strip()
        if region.level is Level.COUNTRY and name in NATIONAL:
            name = THE_STATES
        acre_id = self._by_name.get(name)
        if acre_id is not None:
            is_same = self._levels[acre_id] == region.level
            return Match(acre_id, 1 if is_same else 2)
        cities, comma, states = name.partition(", ")
        short = f"{cities.partition('-')[0]}{comma}{states.partition('-')[0]}"
        acre_id = self._by_name.get(short) if region.level is Level.METRO else None
        return None if acre_id is None else Match(acre_id, 3)

    def is_wanted(self, region: Region) -> bool:
        """Return whether a market follows a region."""
        return self.find(region) is not None

    def assigned(self, series: Iterable[Series]) -> dict[tuple[int | None, Metric], Series]:
        """Return the series of each area, of several the best fitting; refuse a tie."""
        best: dict[tuple[int | None, Metric], tuple[int, Series]] = {}
        for one in series:
            match = self.find(one.region)
            if match is None:
                continue
            key = match.acre_id, one.metric
            known = best.get(key)
            if known is not None and known[0] == match.rank:
                symbol = self.symbols[match.acre_id] if match.acre_id is not None else "all"
                raise CatalogueError(
                    f"{one.place}: {one.region.name or one.region.code!r} and"
                    f" {known[1].region.name or known[1].region.code!r} would both be {symbol}"
                )
            if known is None or match.rank < known[0]:
                best[key] = match.rank, one
        return {key: one for key, (_, one) in best.items()}
