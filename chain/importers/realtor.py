"""Realtor.com's file of metropolitan areas: a row a month and area."""

from typing import Final, NamedTuple

from chain.catalogue.lines import CatalogueError, SourceFile
from chain.catalogue.statistics import Metric
from chain.catalogue.table import Row, Table, shown
from chain.importers.dates import day_of, month_number
from chain.importers.limits import COUNT_MAX, USD_MAX
from chain.importers.reading import Collector, Level, Reading, Region, Step

MONTH: Final = "month_date_yyyymm"
CODE: Final = "cbsa_code"


class _Column(NamedTuple):
    metric: Metric
    places: int
    high: int


COLUMNS: Final = {
    "median_listing_price": _Column(Metric.LIST_PRICE, 6, USD_MAX),
    "active_listing_count": _Column(Metric.ACTIVE_LISTINGS, 0, COUNT_MAX),
    "new_listing_count": _Column(Metric.NEW_LISTINGS, 0, COUNT_MAX),
    "pending_listing_count": _Column(Metric.PENDING, 0, COUNT_MAX),
    "median_days_on_market": _Column(Metric.DAYS_ON_MARKET, 0, COUNT_MAX),
}


def read_realtor(file: SourceFile, collector: Collector, kind: str) -> Reading:
    """Read listings of the metropolitan areas."""
    table = Table(file.name, file.lines(), (MONTH, CODE))
    table.allow("cbsa_title")
    columns = [column for column in COLUMNS if column in table.header]
    if not columns:
        raise CatalogueError(f"{file.name}, row 1: holds none of {', '.join(COLUMNS)}")
    for column in columns:
        table.need(column)
    for row in table.rows():
        collector.row_count += 1
        month, region = _month(row), _region(row)
        collector.order(row, MONTH, (region.code,), month)
        for column in columns:
            metric, places, high = COLUMNS[column]
            is_price = metric is Metric.LIST_PRICE
            read = row.positive_scaled_or_none if is_price else row.scaled_or_none
            collector.add(row, region, metric, Step.MONTH, {month: read(column, places, high=high)})
    return collector.reading(kind, file.name)


def _month(row: Row) -> int:
    text = row.text(MONTH)
    day = day_of(f"{text[:4]}-{text[4:]}-01") if len(text) == 6 else None
    if day is None:
        raise row.refuse(MONTH, f"{shown(text)} is no month like 202501")
    return month_number(day)


def _region(row: Row) -> Region:
    code = row.text(CODE)
    if not (len(code) == 5 and code.isascii() and code.isdigit()):
        raise row.refuse(CODE, f"{shown(code)} is no code of five digits")
    return Region(Level.METRO, row.optional_text("cbsa_title"), code)
