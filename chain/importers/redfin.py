"""Redfin's market tracker: the older tab-separated file, and that of 2026 with units in headers.

Both hold a row a month, place and kind of home. Only monthly figures without seasonal adjustment
are kept. Of all homes the figures, of each kind of home the count for sale.
"""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple

from chain.catalogue.lines import CatalogueError, SourceFile
from chain.catalogue.statistics import Metric, places_of
from chain.catalogue.table import Row, Table, shown
from chain.importers.dates import day_of, is_month_end, month_number
from chain.importers.limits import COUNT_MAX, PER_UNIT_MAX, USD_MAX
from chain.importers.reading import Collector, Level, Reading, Region, Step

ALL_HOMES: Final = "All Residential"
TYPES: Final = {
    "Single Family Residential": Metric.SINGLE_FAMILY,
    "Condo/Co-op": Metric.CONDO,
    "Townhouse": Metric.TOWNHOUSE,
    "Multi-Family (2-4 Unit)": Metric.MULTI_FAMILY,
}
LEVELS: Final = {
    "national": Level.COUNTRY,
    "country": Level.COUNTRY,
    "metro": Level.METRO,
    "place": Level.CITY,
    "city": Level.CITY,
}
METRO_ENDING: Final = " metro area"
ADJUSTED: Final = {"t": True, "true": True, "f": False, "false": False, "": False}
INVENTORY: Final = Metric.ACTIVE_LISTINGS
HIGHEST: Final = {
    Metric.SALE_PRICE: USD_MAX,
    Metric.LIST_PRICE: USD_MAX,
    Metric.SALE_PRICE_PER_UNIT: PER_UNIT_MAX,
}


class _Layout(NamedTuple):
    """The names of one of the two files."""

    delimiter: str
    begin: str
    end: str
    region_type: str
    region: str
    property_type: str
    frequency: str
    monthly: str
    adjusted: str
    updated: str
    measures: dict[str, Metric]


OLD: Final = _Layout(
    delimiter="\t",
    begin="period_begin",
    end="period_end",
    region_type="region_type",
    region="region",
    property_type="property_type",
    frequency="period_duration",
    monthly="30",
    adjusted="is_seasonally_adjusted",
    updated="last_updated",
    measures={
        "homes_sold": Metric.SALES,
        "median_sale_price": Metric.SALE_PRICE,
        "median_ppsf": Metric.SALE_PRICE_PER_UNIT,
        "new_listings": Metric.NEW_LISTINGS,
        "inventory": INVENTORY,
        "median_list_price": Metric.LIST_PRICE,
        "pending_sales": Metric.PENDING,
        "median_dom": Metric.DAYS_ON_MARKET,
    },
)
NEW: Final = _Layout(
    delimiter=",",
    begin="period begin",
    end="period end",
    region_type="region type",
    region="region name",
    property_type="property type",
    frequency="frequency",
    monthly="monthly",
    adjusted="seasonally adjusted",
    updated="last updated",
    measures={
        "homes sold": Metric.SALES,
        "median sale price nsa ($)": Metric.SALE_PRICE,
        "median sale price per sq.ft. ($)": Metric.SALE_PRICE_PER_UNIT,
        "new listings": Metric.NEW_LISTINGS,
        "inventory": INVENTORY,
        "median new listing price ($)": Metric.LIST_PRICE,
        "pending sales": Metric.PENDING,
        "median days on market (days)": Metric.DAYS_ON_MARKET,
    },
)
_UNIT: Final = re.compile(r" \([^()]*\)$")


def is_old(header: str) -> bool:
    """Tell the older file by its first line."""
    return "\t" in header


def read_redfin(file: SourceFile, collector: Collector, kind: str) -> Reading:
    """Read either file."""
    lines = file.lines()
    first = next(lines, "")
    layout = OLD if is_old(first) else NEW
    table = _table(file.name, first, lines, layout)
    measures = [name for name in layout.measures if name in table.header]
    for name in measures:
        table.need(name)
    newest = date.min
    for row in table.rows():
        collector.row_count += 1
        newest = max(newest, _updated(row, layout))
        month = _month(row, layout)
        home = row.optional_text(layout.property_type) or ALL_HOMES
        is_adjusted = _is_adjusted(row, layout)
        level, name = row.text(layout.region_type).lower(), row.text(layout.region)
        collector.order(row, layout.begin, (level, name, home, is_adjusted), month)
        for measure in measures:
            value = _value(row, measure, layout.measures[measure])
            metric = _metric(layout.measures[measure], home)
            if level in LEVELS and not is_adjusted and metric is not None:
                region = Region(LEVELS[level], name.removesuffix(METRO_ENDING))
                collector.add(row, region, metric, Step.MONTH, {month: value})
    reading = collector.reading(kind, file.name)
    reading.vintage = "" if newest == date.min else newest.isoformat()
    return reading


def _table(name: str, first: str, lines: Iterator[str], layout: _Layout) -> Table:
    """Return the table with its names in lower case, and refuse a unit that is another."""
    raw = Table(name, [first], (), delimiter=layout.delimiter)
    header = tuple(column.lower() for column in raw.header)
    table = Table(name, lines, (), header=header, delimiter=layout.delimiter)
    for column in (layout.begin, layout.end, layout.region_type, layout.region, layout.frequency):
        table.need(column)
    for column in (layout.property_type, layout.adjusted, layout.updated):
        table.allow(column)
    if not any(measure in header for measure in layout.measures):
        raise CatalogueError(f"{name}, row 1: holds none of {', '.join(layout.measures)}")
    known = {_UNIT.sub("", measure): measure for measure in layout.measures}
    for column in header:
        expected = known.get(_UNIT.sub("", column))
        if expected is not None and expected != column:
            raise CatalogueError(
                f"{name}, row 1, column {shown(column, quoted=False)}: has another unit than"
                f" {expected}"
            )
    return table


def _updated(row: Row, layout: _Layout) -> date:
    """Return the day of `2026-01-31 14:00:00` or `1/31/26`; the first day of all without one."""
    text = row.optional_text(layout.updated)[:10]
    day = day_of(text) if text else date.min
    if day is None:
        raise row.refuse(layout.updated, f"{shown(text)} is no date like 2026-01-31")
    return day


def _month(row: Row, layout: _Layout) -> int:
    frequency = row.text(layout.frequency)
    if frequency.lower() != layout.monthly:
        raise row.refuse(layout.frequency, f"{shown(frequency)} is not {layout.monthly}")
    begin, end = _day(row, layout.begin), _day(row, layout.end)
    if begin.day != 1 or not is_month_end(end) or month_number(begin) != month_number(end):
        raise row.refuse(layout.end, f"{begin} to {end} is no month")
    return month_number(begin)


def _day(row: Row, column: str) -> date:
    text = row.text(column)
    day = day_of(text)
    if day is None:
        raise row.refuse(column, f"{shown(text)} is no date like 2000-01-31")
    return day


def _is_adjusted(row: Row, layout: _Layout) -> bool:
    text = row.optional_text(layout.adjusted).lower()
    if text not in ADJUSTED:
        raise row.refuse(layout.adjusted, f"{shown(text)} is neither true nor false")
    return ADJUSTED[text]


def _metric(metric: Metric, home: str) -> Metric | None:
    """Return the metric of a measure and home type."""
    if home == ALL_HOMES:
        return metric
    return TYPES.get(home) if metric is INVENTORY else None


def _value(row: Row, column: str, metric: Metric) -> int | None:
    places, high = places_of(metric), HIGHEST.get(metric, COUNT_MAX)
    if metric in HIGHEST:
        return row.positive_scaled_or_none(column, places, high=high)
    return row.scaled_or_none(column, places, high=high)
