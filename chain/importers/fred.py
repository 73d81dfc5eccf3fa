"""FRED's files of two columns: a date and a series, whose name says what it is."""

import re
from typing import Final, NamedTuple

from chain.catalogue.lines import CatalogueError, SourceFile
from chain.catalogue.statistics import RATE_PLACES, Metric, places_of
from chain.catalogue.table import Row, Table, shown
from chain.importers.dates import day_number, day_of, month_number
from chain.importers.limits import COUNT_MAX, INDEX_MAX, PERCENT_MAX, USD_MAX
from chain.importers.reading import EVERYWHERE, Collector, Level, Reading, Region, Step

DATE_COLUMNS: Final = ("observation_date", "DATE", "date")
MORTGAGE_COLUMNS: Final = ("MORTGAGE30US", "mortgage_30y_pct")


class _Source(NamedTuple):
    metric: Metric
    step: Step
    places: int
    high: int
    is_positive: bool = True


MORTGAGE: Final = _Source(Metric.MORTGAGE_RATE, Step.DAY, RATE_PLACES - 2, PERCENT_MAX)
METROS: Final = {
    r"ATNHPIUS([0-9]{5})Q": _Source(
        Metric.HOUSE_PRICE_INDEX, Step.QUARTER, places_of(Metric.HOUSE_PRICE_INDEX), INDEX_MAX
    ),
    r"ACTLISCOU([0-9]{5})": _Source(
        Metric.ACTIVE_LISTINGS, Step.MONTH, 0, COUNT_MAX, is_positive=False
    ),
    r"NEWLISCOU([0-9]{5})": _Source(
        Metric.NEW_LISTINGS, Step.MONTH, 0, COUNT_MAX, is_positive=False
    ),
    r"MEDDAYONMAR([0-9]{5})": _Source(
        Metric.DAYS_ON_MARKET, Step.MONTH, 0, COUNT_MAX, is_positive=False
    ),
    r"MEDLISPRI([0-9]{5})": _Source(Metric.LIST_PRICE, Step.MONTH, 6, USD_MAX),
}


def read_fred(file: SourceFile, collector: Collector, kind: str) -> Reading:
    """Read a file of one series; the mortgage rate holds for all areas."""
    table = Table(file.name, file.lines(), ())
    if len(table.header) != 2 or table.header[0] not in DATE_COLUMNS:
        raise CatalogueError(
            f"{file.name}, row 1: must hold a date ({', '.join(DATE_COLUMNS)}) and one series"
        )
    date_column, name = table.header
    source, region = _source(file.name, name)
    table.need(date_column)
    table.need(name)
    for row in table.rows():
        collector.row_count += 1
        period = _period(row, date_column, source.step)
        collector.order(row, date_column, (name,), period)
        read = row.positive_scaled_or_none if source.is_positive else row.scaled_or_none
        value = read(name, source.places, high=source.high)
        collector.add(row, region, source.metric, source.step, {period: value})
    return collector.reading(kind, file.name)


def _source(file_name: str, name: str) -> tuple[_Source, Region]:
    if name in MORTGAGE_COLUMNS:
        return MORTGAGE, EVERYWHERE
    for pattern, source in METROS.items():
        if match := re.fullmatch(pattern, name):
            return source, Region(Level.METRO, "", match[1])
    raise CatalogueError(
        f"{file_name}, row 1, column {shown(name, quoted=False)}: is no series that is used here:"
        " MORTGAGE30US, or ATNHPIUS…Q, ACTLISCOU…, NEWLISCOU…, MEDDAYONMAR…, MEDLISPRI… with the"
        " code of a metropolitan area"
    )


def _period(row: Row, column: str, step: Step) -> int:
    text = row.text(column)
    day = day_of(text)
    if day is None:
        raise row.refuse(column, f"{shown(text)} is no date like 2000-01-31")
    if step is Step.DAY:
        return day_number(day)
    if day.day != 1 or (step is Step.QUARTER and day.month % 3 != 1):
        raise row.refuse(column, f"{text} is not the first day of a {step}")
    return month_number(day) + (2 if step is Step.QUARTER else 0)
