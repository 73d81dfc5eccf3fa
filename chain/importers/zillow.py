"""Zillow's wide files: a row a region, a column a month's end or a Saturday."""

from datetime import date
from typing import Final, NamedTuple

from chain.catalogue.lines import CatalogueError, SourceFile
from chain.catalogue.statistics import Metric, places_of
from chain.catalogue.table import Row, Table, shown
from chain.importers.dates import (
    SATURDAY,
    day_number,
    day_of,
    is_month_end,
    month_end_of,
    month_number,
)
from chain.importers.limits import COUNT_MAX, USD_MAX
from chain.importers.reading import Collector, Level, Reading, Region, Step

NEEDED: Final = ("RegionID", "RegionName")
FACTS: Final = frozenset(
    {
        *NEEDED,
        "SizeRank",
        "RegionType",
        "StateName",
        "State",
        "City",
        "Metro",
        "CountyName",
        "StateCodeFIPS",
        "MunicipalCodeFIPS",
    }
)
LEVELS: Final = {"country": Level.COUNTRY, "msa": Level.METRO, "city": Level.CITY}
PRICES: Final = frozenset({Metric.HOME_VALUE, Metric.RENT})


class _Period(NamedTuple):
    column: str
    number: int


def read_zillow(file: SourceFile, collector: Collector, kind: str, metric: Metric) -> Reading:
    """Read a file of one metric, which the file itself does not name."""
    table = Table(file.name, file.lines(), NEEDED)
    for column in ("RegionType", "State"):
        table.allow(column)
    step, periods = _periods(table)
    for period in periods:
        table.need(period.column)
    for row in table.rows():
        collector.row_count += 1
        collector.order(row, "RegionID", (row.whole("RegionID"),), 0)
        values = {period.number: _value(row, period.column, metric) for period in periods}
        region = _region(row)
        if region is not None:
            collector.add(row, region, metric, step, values)
    return collector.reading(kind, file.name)


def _periods(table: Table) -> tuple[Step, list[_Period]]:
    """Return the date columns: all month ends, or all Saturdays, ascending."""
    days = [(name, _day(table, name)) for name in table.header if name not in FACTS]
    if not days:
        raise CatalogueError(f"{table.name}, row 1: holds no column of a date")
    step = Step.MONTH if all(is_month_end(day) for _, day in days) else Step.WEEK
    before: date | None = None
    for name, day in days:
        if step is Step.WEEK and day.weekday() != SATURDAY:
            raise _refuse(table, name, "is neither a month's end, as all others, nor a Saturday")
        if before is not None and day <= before:
            same = "the date appears twice"
            raise _refuse(table, name, same if day == before else "dates must ascend")
        before = day
    number = month_number if step is Step.MONTH else day_number
    return step, [_Period(name, number(day)) for name, day in days]


def _day(table: Table, name: str) -> date:
    day = day_of(name) or month_end_of(name)
    if day is None:
        raise _refuse(
            table,
            name,
            "is no column of a Zillow file nor a date like 2000-01-31, 1/31/00, 2000-01",
        )
    return day


def _refuse(table: Table, column: str, reason: str) -> CatalogueError:
    return CatalogueError(f"{table.name}, row 1, column {shown(column, quoted=False)}: {reason}")


def _value(row: Row, column: str, metric: Metric) -> int | None:
    places = places_of(metric)
    if metric in PRICES:
        return row.positive_scaled_or_none(column, places, high=USD_MAX)
    return row.scaled_or_none(column, places, high=COUNT_MAX)


def _region(row: Row) -> Region | None:
    """Return the region; None for kinds of places that no market follows."""
    name, kind = row.text("RegionName"), row.optional_text("RegionType").lower()
    if not kind:  # older files
        kind = "msa" if "," in name else ("country" if name == "United States" else "")
    level = LEVELS.get(kind)
    if level is None:
        return None
    state = row.optional_text("State")
    return Region(level, f"{name}, {state}" if level is Level.CITY and state else name)
