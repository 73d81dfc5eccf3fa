"""Parsed publisher files: integer series by region and metric."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from chain.catalogue.lines import CatalogueError
from chain.catalogue.statistics import Metric
from chain.catalogue.table import Row

SERIES_MAX: Final = 500_000  # of a file, also of regions that are not imported


class Level(StrEnum):
    """The kind of a region."""

    COUNTRY = "country"
    METRO = "metro"
    CITY = "city"


class Region(NamedTuple):
    """A place as its publisher calls it; `code` is that of a metropolitan area, or empty."""

    level: Level
    name: str
    code: str = ""


EVERYWHERE: Final = Region(Level.COUNTRY, "", "")  # of figures that hold for all areas


class Step(StrEnum):
    """The period length of a series; period numbers count months or days from 1970."""

    MONTH = "month"
    QUARTER = "quarter"  # by its last month
    WEEK = "week"  # by its Saturday
    DAY = "day"  # of a survey: any day


@dataclass(slots=True)
class Series:
    """The values of one metric in one region, by number of the period, ascending."""

    region: Region
    metric: Metric
    step: Step
    place: str  # file and row of the first value, for errors
    values: dict[int, int | None] = field(default_factory=dict)


@dataclass(slots=True)
class Reading:
    """A file that was read whole and without a fault."""

    kind: str
    file_name: str
    series: list[Series]
    row_count: int = 0
    sha256: str = ""
    vintage: str = ""  # the day of publication that the file itself names, or empty


class Collector:
    """Takes the values of a file row by row; keeps those of wanted regions only.

    Periods of a series must ascend, in every series of the file.
    """

    def __init__(self, wanted: Callable[[Region], bool]) -> None:
        self._wanted = wanted
        self._last: dict[tuple[object, ...], int] = {}
        self._series: dict[tuple[Region, Metric], Series] = {}
        self.row_count = 0

    def order(self, row: Row, column: str, key: tuple[object, ...], period: int) -> None:
        """Note the period of a row of a series; refuse one that does not ascend."""
        last = self._last.get(key)
        if last is None and len(self._last) == SERIES_MAX:
            raise row.refuse(column, f"more than {SERIES_MAX} series")
        if last is not None and period <= last:
            same = "the period appears twice in its series"
            raise row.refuse(column, same if period == last else "dates of a series must ascend")
        self._last[key] = period

    def add(
        self, row: Row, region: Region, metric: Metric, step: Step, values: dict[int, int | None]
    ) -> None:
        """Take values whose order was noted."""
        if not self._wanted(region):
            return
        series = self._series.get((region, metric))
        if series is None:
            series = Series(region, metric, step, row.place)
            self._series[region, metric] = series
        series.values.update(values)

    def reading(self, kind: str, file_name: str) -> Reading:
        """Return the accepted rows; a file without a row is refused."""
        if self.row_count == 0:
            raise CatalogueError(f"{file_name}: holds no row of data")
        return Reading(kind, file_name, list(self._series.values()), self.row_count)
