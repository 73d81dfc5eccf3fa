"""Regional statistics in a data directory, next to its markets and prices.

Each file may be absent, and its figures are unknown then. When a figure was out is reckoned from
its period: a month's after PUBLICATION_LAG_MONTHS, a year's population on 1 April after it, a
survey of mortgage rates on the next day, the incomes of 2023 on 1 October 2024. State tax rates
carry no date and no publisher and count as always known.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from chain.catalogue.facts import AreaHistory
from chain.catalogue.statistics import (
    EPOCH_YEAR,
    EVERYWHERE,
    MONTHS_PER_YEAR,
    PRICE_PLACES,
    RATE_PLACES,
    Figure,
    Key,
    Metric,
    Statistics,
    month_start_s,
    places_of,
)
from chain.catalogue.table import Row, read_rows
from chain.catalogue.weeks import SATURDAY, WEEK_DAYS, months_of_weeks
from engine.programmes.index_series import DAY_S, PUBLICATION_LAG_MONTHS

RENTS_FILE: Final = "rents_metro_monthly.csv"
VALUES_FILE: Final = "zhvi_metro_monthly.csv"
OBSERVED_FILE: Final = "ppsf_metro_monthly_observed.csv"
WEEKLY_FILE: Final = "activity_metro_weekly.csv.gz"
DEMOGRAPHICS_FILE: Final = "demographics_metro_annual.csv"
MORTGAGE_FILE: Final = "mortgage_30y_weekly.csv"
MARKETS_FILE: Final = "markets.csv"
SNAPSHOTS_FILE: Final = "realtor_metro_snapshots.csv"

USD_MAX: Final = 10**9
COUNT_MAX: Final = 10**9
RATE_MAX: Final = 100
INCOME_OUT_S: Final = 1_727_740_800  # 2024-10-01
POPULATION_MONTHS: Final = 15  # from the start of a year to 1 April after it
# The estimates up to 2019 and those from 2020 on are of two counts of the people: no growth there.
POPULATION_BREAK: Final = 2020


ZILLOW: Final = "Zillow Research"
REALTOR: Final = "Realtor.com Economic Research"
CENSUS: Final = "U.S. Census Bureau"
FREDDIE_MAC: Final = "Freddie Mac"


class _Column(NamedTuple):
    """A column of a monthly file."""

    metric: Metric
    name: str
    is_price: bool = True
    is_optional: bool = False


_MONTHLY: Final = {
    RENTS_FILE: (
        _Column(Metric.RENT, "zori_usd"),
        _Column(Metric.RENT_LEGACY, "zri_legacy_usd", is_optional=True),
    ),
    VALUES_FILE: (_Column(Metric.HOME_VALUE, "zhvi_usd"),),
    OBSERVED_FILE: (_Column(Metric.SALE_PRICE_PER_UNIT, "sold_ppsf_usd"),),
}
_SNAPSHOTS: Final = (
    _Column(Metric.LIST_PRICE, "median_listing_price"),
    _Column(Metric.NEW_LISTINGS, "new_listing_count", is_price=False),
    _Column(Metric.PENDING, "pending_listing_count", is_price=False),
    _Column(Metric.DAYS_ON_MARKET, "median_days_on_market", is_price=False),
)


@dataclass(slots=True)
class _Series:
    """Figures under way; the periods of a series must ascend."""

    regions: frozenset[int]
    figures: dict[Key, list[Figure]] = field(default_factory=dict)

    def region(self, row: Row) -> int:
        """Return the region of a row, which must be one of markets.csv."""
        region = row.whole("region_id")
        if region not in self.regions:
            raise row.refuse("region_id", f"{region} is not in {MARKETS_FILE}")
        return region

    def add(self, row: Row, column: str, key: Key, figure: Figure) -> None:
        """Add a figure behind the last one of its series."""
        known = self.figures.setdefault(key, [])
        if known and figure.period_s <= known[-1].period_s:
            is_same = figure.period_s == known[-1].period_s
            raise row.refuse(
                column, "appears twice" if is_same else "dates of a region must ascend"
            )
        known.append(figure)


def region_statistics(
    directory: Path, regions: frozenset[int], histories: Mapping[int, AreaHistory]
) -> Statistics:
    """Return the figures of a directory; raise CatalogueError for a bad file."""
    series = _Series(regions)
    _from_histories(series, histories)
    for name, columns in _MONTHLY.items():
        _read_months(series, directory / name, columns)
    _read_weeks(series, directory / WEEKLY_FILE)
    _read_snapshots(series, directory / SNAPSHOTS_FILE)
    _read_population(series, directory / DEMOGRAPHICS_FILE)
    _read_mortgage_rates(series, directory / MORTGAGE_FILE)
    _read_market_figures(series, directory / MARKETS_FILE)
    return Statistics(series.figures)


def _from_histories(series: _Series, histories: Mapping[int, AreaHistory]) -> None:
    """Take sales, listings and index prices, which are read with the markets."""
    for acre_id, history in histories.items():
        for activity in history.activity:
            for metric, value in (
                (Metric.SALES, activity.sales),
                (Metric.ACTIVE_LISTINGS, activity.listings),
            ):
                figure = Figure(activity.month_start_s, activity.published_at_s, value, ZILLOW)
                series.figures.setdefault((acre_id, metric), []).append(figure)
        series.figures[acre_id, Metric.PRICE_PER_UNIT] = [
            _month_figure(
                history.first_month + number,
                None if np.isnan(price) else round(price * 10**PRICE_PLACES),
            )
            for number, price in enumerate(history.price_usd.tolist())
        ]


def _month_figure(month: int, value: int | None, publisher: str = ZILLOW) -> Figure:
    out_s = month_start_s(month + 1 + PUBLICATION_LAG_MONTHS)
    return Figure(month_start_s(month), out_s, value, publisher)


def _rows(path: Path, columns: tuple[str, ...], optional: tuple[str, ...] = ()) -> Iterator[Row]:
    """Yield the rows of a file that may be absent."""
    if path.exists():
        yield from read_rows(path, columns, optional)


def _value(row: Row, column: _Column) -> int | None:
    """Return the value of a column; prices must be above 0."""
    places = places_of(column.metric)
    read = row.positive_scaled_or_none if column.is_price else row.scaled_or_none
    return read(column.name, places, high=USD_MAX)


def _read_months(series: _Series, path: Path, columns: tuple[_Column, ...]) -> None:
    needed = tuple(column.name for column in columns if not column.is_optional)
    optional = tuple(column.name for column in columns if column.is_optional)
    for row in _rows(path, ("date", "region_id", *needed), optional):
        region, month = series.region(row), row.month("date")
        for column in columns:
            figure = _month_figure(month, _value(row, column))
            series.add(row, "date", (region, column.metric), figure)


def _read_snapshots(series: _Series, path: Path) -> None:
    """Read Realtor.com's months; a figure that a weekly count already gives stays."""
    names = tuple(column.name for column in _SNAPSHOTS)
    found = _Series(series.regions)
    for row in _rows(path, ("month_date_yyyymm", "region_id"), names):
        region, month = series.region(row), _compact_month(row, "month_date_yyyymm")
        for column in _SNAPSHOTS:
            figure = _month_figure(month, _value(row, column), REALTOR)
            found.add(row, "month_date_yyyymm", (region, column.metric), figure)
    for key, figures in found.figures.items():
        known = {figure.period_s: figure for figure in figures if figure.value is not None}
        for figure in series.figures.get(key, ()):
            if figure.value is not None:
                known[figure.period_s] = figure
        series.figures[key] = [known[period_s] for period_s in sorted(known)]


def _compact_month(row: Row, column: str) -> int:
    number = row.whole(column)
    year, month = divmod(number, 100)
    if not (1900 <= year <= 2200 and 1 <= month <= MONTHS_PER_YEAR):
        raise row.refuse(column, f"{number} is no month like 202501")
    return (year - EPOCH_YEAR) * MONTHS_PER_YEAR + month - 1


def _read_weeks(series: _Series, path: Path) -> None:
    """Make months of weeks: listings of all Saturdays of a month, the price of its last one."""
    weeks: dict[int, dict[int, tuple[int | None, int | None]]] = {}
    for row in _rows(path, ("date", "region_id", "new_listings", "median_list_price_usd")):
        region, day = series.region(row), _saturday(row)
        known = weeks.setdefault(region, {})
        if known and day <= next(reversed(known)):
            raise row.refuse("date", "dates of a region must ascend")
        known[day] = (
            row.scaled_or_none("new_listings", 0, high=COUNT_MAX),
            row.positive_scaled_or_none("median_list_price_usd", 6, high=USD_MAX),
        )
    for region, known in weeks.items():
        for place, metric in enumerate((Metric.NEW_LISTINGS, Metric.LIST_PRICE)):
            months = months_of_weeks({day: both[place] for day, both in known.items()}, metric)
            figures = [_month_figure(month, value) for month, value in months.items()]
            series.figures.setdefault((region, metric), []).extend(figures)


def _saturday(row: Row) -> int:
    day = _day(row, "date")
    if day % WEEK_DAYS != SATURDAY:
        raise row.refuse("date", f"{row.text('date')} is no Saturday")
    return day


def _day(row: Row, column: str) -> int:
    """Return the day of `2000-01-31`, counted from 1970-01-01."""
    text = row.text(column)
    row.month(column)
    try:
        return int(np.datetime64(text, "D").astype(np.int64))
    except ValueError:
        raise row.refuse(column, f"{text!r} is no date like 2000-01-31") from None


def _read_population(series: _Series, path: Path) -> None:
    for row in _rows(path, ("year", "region_id", "population")):
        region, year = series.region(row), row.whole("year")
        if not 1900 <= year <= 2200:
            raise row.refuse("year", f"{year} is no year")
        month = (year - EPOCH_YEAR) * MONTHS_PER_YEAR
        people = row.positive_scaled_or_none("population", 0, high=COUNT_MAX)
        out_s = month_start_s(month + POPULATION_MONTHS)
        figure = Figure(month_start_s(month), out_s, people, CENSUS)
        before = series.figures.get((region, Metric.POPULATION), [])[-1:]
        series.add(row, "year", (region, Metric.POPULATION), figure)
        growth = None
        is_next = bool(before) and before[0].period_s == month_start_s(month - MONTHS_PER_YEAR)
        if is_next and people and before[0].value and year != POPULATION_BREAK:
            growth = (people - before[0].value) * 10**RATE_PLACES // before[0].value
        key = (region, Metric.POPULATION_GROWTH)
        series.add(row, "year", key, Figure(figure.period_s, out_s, growth, CENSUS))


def _read_mortgage_rates(series: _Series, path: Path) -> None:
    for row in _rows(path, ("date", "mortgage_30y_pct")):
        day = _day(row, "date")
        value = row.positive_scaled_or_none("mortgage_30y_pct", RATE_PLACES - 2, high=RATE_MAX)
        figure = Figure(day * DAY_S, (day + 1) * DAY_S, value, FREDDIE_MAC)
        series.add(row, "date", (EVERYWHERE, Metric.MORTGAGE_RATE), figure)


def _read_market_figures(series: _Series, path: Path) -> None:
    columns = ("median_household_income_2023", "state_property_tax_rate")
    for row in _rows(path, ("region_id",), columns):
        region = series.region(row)
        income = row.positive_scaled_or_none(columns[0], 6, high=USD_MAX)
        tax = row.scaled_or_none(columns[1], RATE_PLACES, high=1)
        year_s = month_start_s((2023 - EPOCH_YEAR) * MONTHS_PER_YEAR)
        income_figure = Figure(year_s, INCOME_OUT_S, income, CENSUS)
        series.add(row, columns[0], (region, Metric.HOUSEHOLD_INCOME), income_figure)
        series.add(row, columns[1], (region, Metric.PROPERTY_TAX_RATE), Figure(0, 0, tax))
