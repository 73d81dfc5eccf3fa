"""FHFA's house price indexes: `HPI_master.csv`, and `hpi_at_metro.csv`, which has no header."""

from typing import Final

from chain.catalogue.lines import SourceFile
from chain.catalogue.statistics import Metric, places_of
from chain.catalogue.table import MISSING, Row, Table
from chain.importers.dates import YEAR_MAX, YEAR_MIN
from chain.importers.limits import INDEX_MAX
from chain.importers.reading import Collector, Level, Reading, Region, Step

METRIC: Final = Metric.HOUSE_PRICE_INDEX
MASTER_COLUMNS: Final = (
    "hpi_type",
    "hpi_flavor",
    "frequency",
    "level",
    "place_name",
    "place_id",
    "yr",
    "period",
    "index_nsa",
    "index_sa",
)
METRO_COLUMNS: Final = ("metro", "code", "year", "quarter", "index", "standard error")
PERIODS: Final = {"monthly": 12, "quarterly": 4}
USED: Final = ("traditional", "all-transactions", "quarterly")
LEVELS: Final = {"MSA": Level.METRO, "USA or Census Division": Level.COUNTRY}
NO_INDEX: Final = "-"  # how hpi_at_metro.csv says that there is none


def read_master(file: SourceFile, collector: Collector, kind: str) -> Reading:
    """Read the long file; of its flavours the quarterly all-transactions indexes are kept."""
    table = Table(file.name, file.lines(), MASTER_COLUMNS)
    for row in table.rows():
        collector.row_count += 1
        frequency = row.text("frequency")
        if frequency not in PERIODS:
            raise row.refuse("frequency", f"is neither of {', '.join(PERIODS)}")
        flavour = (row.text("hpi_type"), row.text("hpi_flavor"), frequency)
        period = _period(row, "yr", "period", PERIODS[frequency])
        key = (*flavour, row.text("level"), row.text("place_id"))
        collector.order(row, "period", key, period)
        for column in ("index_nsa", "index_sa"):
            value = row.positive_scaled_or_none(column, places_of(METRIC), high=INDEX_MAX)
            region = _place(row)
            if column == "index_nsa" and flavour == USED and region is not None:
                collector.add(row, region, METRIC, Step.QUARTER, {_last_month(period): value})
    return collector.reading(kind, file.name)


def read_metros(file: SourceFile, collector: Collector, kind: str) -> Reading:
    """Read the file of metropolitan areas: name, code, year, quarter, index, its error."""
    table = Table(file.name, file.lines(), METRO_COLUMNS, header=METRO_COLUMNS, first_row=1)
    for row in table.rows():
        collector.row_count += 1
        period = _period(row, "year", "quarter", 4)
        code = row.text("code")
        collector.order(row, "quarter", (code,), period)
        text = row.optional_text("index")
        value = None
        if text != NO_INDEX and text not in MISSING:
            value = row.positive_scaled_or_none("index", places_of(METRIC), high=INDEX_MAX)
        region = Region(Level.METRO, row.text("metro"), code)
        collector.add(row, region, METRIC, Step.QUARTER, {_last_month(period): value})
    return collector.reading(kind, file.name)


def _period(row: Row, year_column: str, column: str, count: int) -> int:
    """Return a month or quarter as a number that ascends with time."""
    year, period = row.whole(year_column), row.whole(column)
    if not YEAR_MIN <= year <= YEAR_MAX:
        raise row.refuse(year_column, f"{year} is no year")
    if not 1 <= period <= count:
        raise row.refuse(column, f"{period} is not between 1 and {count}")
    return year * count + period - 1


def _last_month(quarter: int) -> int:
    """Return the last month of a quarter, counted from 1970-01."""
    return (quarter - 1970 * 4) * 3 + 2


def _place(row: Row) -> Region | None:
    level = LEVELS.get(row.text("level"))
    code = row.text("place_id")
    if level is None or (level is Level.COUNTRY and code != "USA"):
        return None
    return Region(level, row.text("place_name"), code if level is Level.METRO else "")
