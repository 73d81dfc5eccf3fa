"""Market data: facts, monthly activity and the daily prints of the index."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from chain.catalogue.statistics import Statistics
from engine.programmes.index_series import (
    PUBLICATION_LAG_MONTHS,
    DailyPrints,
    Floats,
    daily_prints,
    smooth_trailing_year,
)


@dataclass(frozen=True, slots=True)
class MarketFacts:
    """Facts of one area; they do not change over time."""

    acre_id: int
    symbol: str
    name: str
    state: str
    country: str
    category: str
    metric: str
    price_feed: str
    latitude: float
    longitude: float
    median_sqft: int
    tags: tuple[str, ...]
    source: str
    attribution: str
    cbsa_code: str = ""  # of the metropolitan area as publishers number it; empty: unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthlyActivity:
    """Sales of one area in one month; None where the source has no figure.

    The figures were out from `published_at_s` on; showing them earlier would look ahead.
    """

    month_start_s: int
    published_at_s: int
    sales: int | None
    volume_usd: int | None
    median_usd: int | None
    listings: int | None
    inventory_months: float | None


@dataclass(frozen=True, slots=True)
class AreaHistory:
    """The source figures of one area from `first_month` (counted from 1970-01) on.

    One for each period of `period_months`: 1 or 3. Quarters are never smoothed here.
    """

    first_month: int
    price_usd: Floats  # per unit of area, NaN: missing
    sales: Floats | None  # weights of the smoothing; None: weigh evenly
    is_smoothed: bool  # the publisher smoothed already: taken as it is
    activity: tuple[MonthlyActivity, ...]
    period_months: int = 1
    lag_months: int = PUBLICATION_LAG_MONTHS

    def prints(self) -> DailyPrints:
        """Return the daily prints of the index."""
        levels = self.price_usd
        if not self.is_smoothed:
            levels = smooth_trailing_year(levels, self.sales)
        return daily_prints(self.first_month, levels, self.lag_months, self.period_months)


class Histories:
    """The histories of a catalogue, read on first use; prints are computed once per area."""

    def __init__(self, load: Callable[[], Mapping[int, AreaHistory]]) -> None:
        self._load = load
        self._prints: dict[int, DailyPrints] = {}

    @cached_property
    def by_acre_id(self) -> Mapping[int, AreaHistory]:
        """Every area's history."""
        return self._load()

    def prints(self, acre_id: int) -> DailyPrints:
        """Return the area's prints; the arrays are read-only."""
        known = self._prints.get(acre_id)
        if known is None:
            known = self.by_acre_id[acre_id].prints()
            known.published_at_s.flags.writeable = False
            known.price_e8.flags.writeable = False
            self._prints[acre_id] = known
        return known


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The markets, their history, and the engine time at which a replay of it begins."""

    markets: tuple[MarketFacts, ...]
    start_s: int
    histories: Histories = field(repr=False, compare=False)
    load_statistics: Callable[[], Statistics] = field(
        default=lambda: Statistics({}), repr=False, compare=False
    )

    def prints(self, acre_id: int) -> DailyPrints:
        """Return all daily prints of an area, ascending; raise KeyError for an unknown area."""
        return self.histories.prints(acre_id)

    def print_at(self, acre_id: int, time_s: int) -> tuple[int, int] | None:
        """Return (published_at_s, price_e8) of the last print out by `time_s`, None before all."""
        published_at_s, price_e8 = self.prints(acre_id)
        index = int(np.searchsorted(published_at_s, time_s, side="right")) - 1
        if index < 0:
            return None
        return int(published_at_s[index]), int(price_e8[index])

    def activity(self, acre_id: int) -> tuple[MonthlyActivity, ...]:
        """Return the monthly figures of an area, ascending; KeyError for an unknown area."""
        return self.histories.by_acre_id[acre_id].activity

    @property
    def first_s(self) -> int:
        """Publish time of the first print of any market."""
        firsts = [self.prints(market.acre_id).published_at_s[:1] for market in self.markets]
        return min((int(first[0]) for first in firsts if len(first)), default=0)

    @property
    def end_s(self) -> int:
        """Publish time of the last print of any market."""
        ends = [self.prints(market.acre_id).published_at_s[-1:] for market in self.markets]
        return max((int(end[0]) for end in ends if len(end)), default=0)
