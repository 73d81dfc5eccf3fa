"""The newest published figures of an area, and where each is from (API 7.8)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from chain.catalogue.statistics import EVERYWHERE, Figure, Metric, Statistics
from edge.api.context import Context
from edge.api.housing.schemas import Fallback, Source
from edge.api.markets.lookup import market_of_symbol
from engine.programmes.deals.real_estate import months_of_supply_floor_e12

RENTS: Final = (Metric.RENT, Metric.RENT_LEGACY)  # the second one until the first begins
HOME_PRICES: Final = (Metric.SALE_PRICE, Metric.HOME_VALUE)


class Area(NamedTuple):
    """Whose figures they are; `symbol` is None where it is no market."""

    acre_id: int | None
    symbol: str | None
    name: str


ALL_AREAS: Final = Area(EVERYWHERE, None, "United States")


def area_and_wider(context: Context, symbol: str) -> tuple[Area, list[Area]]:
    """Return the area of a market and the wider ones, nearest first; raise MARKET_NOT_FOUND."""
    view = market_of_symbol(context, symbol)
    wider = [
        Area(facts.acre_id, facts.symbol, facts.name)
        for category in ("state", "country")
        for facts in context.areas.values()
        if facts.category == category
        and facts.country == view.country
        and (category == "country" or facts.state == view.state)
        and facts.acre_id != view.acre_id
    ]
    return Area(view.acre_id, view.symbol, view.name), wider


class Newest:
    """Takes figures by their names in the answer; notes sources and the newest publication.

    Of a figure to come only where it is from and the date of its first publication are noted.
    """

    def __init__(
        self, statistics: Statistics, area: Area, now_s: int, wider: Sequence[Area] = ()
    ) -> None:
        self._statistics = statistics
        self._area = area
        self._wider = wider
        self._now_s = now_s
        self.as_of: int | None = None
        self.sources: list[Source] = []
        self.fallbacks: list[Fallback] = []

    def take(self, name: str, *metrics: Metric, can_be_wider: bool = False) -> int | None:
        """Take the first of the metrics that is out; if none is, note a wider area's."""
        return self._take(name, self._area, metrics, can_be_wider=can_be_wider)

    def everywhere(self, name: str, metric: Metric) -> int | None:
        """Take a figure that is the same for all areas."""
        return self._take(name, ALL_AREAS, (metric,))

    def home_price_e6(self, name: str) -> int | None:
        """Take the median sale price, or the value of a typical home where that is newer."""
        sold, valued = (self.newest(metric) for metric in HOME_PRICES)
        is_newer = sold is None or (valued is not None and valued.period_s > sold.period_s)
        metrics = HOME_PRICES[::-1] if is_newer else HOME_PRICES
        return self._take(name, self._area, metrics, can_be_wider=True)

    def supply_e12(self, name: str) -> int | None:
        """Take the months of supply of the last month with both sales and listings."""
        metrics = (Metric.SALES, Metric.ACTIVE_LISTINGS)
        self.note(name, *metrics)
        sales, listings = (
            self._statistics.known(self._area.acre_id, metric, self._now_s) for metric in metrics
        )
        for month_s in sorted(sales.keys() & listings.keys(), reverse=True):
            pair = sales[month_s], listings[month_s]
            supply_e12 = months_of_supply_floor_e12(pair[0].value, pair[1].value)
            if supply_e12 is not None:
                for figure in pair:
                    self._date(figure)
                return supply_e12
        return None

    def newest(self, metric: Metric) -> Figure | None:
        """Return a figure of the area without taking it."""
        return self._statistics.newest(self._area.acre_id, metric, self._now_s)

    def note(self, name: str, *metrics: Metric) -> None:
        """Note the sources of a figure that is made of these metrics, if all have one."""
        self.derive(name, also=metrics)

    def derive(self, name: str, *inputs: str, also: Sequence[Metric] = ()) -> None:
        """Note the sources of a figure made of others and of metrics, if all have one."""
        found = [one for one in self.sources if one.figure in inputs]
        more = [self._source(name, self._area, metric) for metric in also]
        if {one.figure for one in found} == set(inputs) and None not in more:
            self.sources += [msgspec.structs.replace(one, figure=name) for one in found]
            self.sources += [one for one in more if one is not None]

    def _take(
        self, name: str, area: Area, metrics: Sequence[Metric], *, can_be_wider: bool = False
    ) -> int | None:
        for metric in metrics:
            figure = self._statistics.newest(area.acre_id, metric, self._now_s)
            source = self._source(name, area, metric)
            if figure is not None and source is not None:
                self.sources.append(source)
                return self._date(figure)
        coming = [self._source(name, area, metric) for metric in metrics]
        known = [source for source in coming if source is not None]
        if known:
            self.sources.append(min(known, key=lambda source: source.first_published_at or 0))
        if can_be_wider:
            self._note_wider(name, metrics)
        return None

    def _note_wider(self, name: str, metrics: Sequence[Metric]) -> None:
        for area in self._wider:
            for metric in metrics:
                figure = self._statistics.newest(area.acre_id, metric, self._now_s)
                source = self._source(name, area, metric)
                if figure is not None and source is not None:
                    fields = msgspec.structs.asdict(source)
                    self.fallbacks.append(Fallback(**fields, value=str(figure.value)))
                    return

    def _source(self, name: str, area: Area, metric: Metric) -> Source | None:
        first = self._statistics.first(area.acre_id, metric)
        if first is None:
            return None
        shown = self._statistics.newest(area.acre_id, metric, self._now_s) or first
        return Source(
            figure=name,
            series=metric.value,
            publisher=shown.publisher or None,
            area=area.symbol,
            area_name=area.name,
            first_published_at=first.published_at_s or None,
        )

    def _date(self, figure: Figure) -> int | None:
        if figure.published_at_s > 0:  # figures without a date do not say how new the rest is
            self.as_of = max(figure.published_at_s, self.as_of or 0)
        return figure.value
