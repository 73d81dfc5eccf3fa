"""The Texas table: 46 areas, monthly from 2000-01 to 2015-07 (PROVENANCE.md says from where)."""

import gzip
import io
import math
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

import numpy as np

from chain.catalogue.facts import (
    AreaHistory,
    Catalogue,
    Histories,
    MarketFacts,
    MonthlyActivity,
)
from chain.catalogue.statistics import Figure, Metric, Statistics, month_start_s
from chain.catalogue.table import Row, Table, read_rows
from engine.programmes.index_series import PUBLICATION_LAG_MONTHS

FOLDER = Path(__file__).parent
AREAS_FILE = FOLDER / "texas_areas.csv"
SALES_FILE = FOLDER / "texas_sales.csv.gz"
START_S = 1_262_304_000  # 2010-01-01 00:00 UTC
MEDIAN_SQFT = 1_800  # the reference home: the source has prices per home, not per area

AREA_COLUMNS = (
    "acre_id",
    "symbol",
    "name",
    "source_name",
    "category",
    "latitude",
    "longitude",
    "tags",
)
SALES_COLUMNS = (
    "symbol",
    "month",
    "sales",
    "volume_usd",
    "median_usd",
    "listings",
    "inventory_months",
)
SOURCE = (
    "monthly median sale price of existing homes, divided by a reference home of 1,800 sq ft and"
    " smoothed over the trailing 12 months"
)
PUBLISHER = "Texas Real Estate Research Center"
ATTRIBUTION = f"{PUBLISHER}, 2000-2015, from the txhousing table of plotnine (MIT)"


def texas_catalogue() -> Catalogue:
    """Return the 46 areas; their history is read on first use."""
    markets = tuple(_facts(row) for row in read_rows(AREAS_FILE, AREA_COLUMNS))
    acre_ids = {market.symbol: market.acre_id for market in markets}
    histories = Histories(partial(_load_sales, acre_ids))
    return Catalogue(markets, START_S, histories, lambda: _statistics(histories.by_acre_id))


def _statistics(histories: Mapping[int, AreaHistory]) -> Statistics:
    """Return the figures of the table; a price per unit is one of the reference home."""
    series: dict[tuple[int | None, Metric], list[Figure]] = {}
    for acre_id, history in histories.items():
        for month in history.activity:
            median = month.median_usd
            per_unit_e8 = None if median is None else _nearest(median * 10**8, MEDIAN_SQFT)
            for metric, value in (
                (Metric.SALES, month.sales),
                (Metric.SALE_PRICE, None if median is None else median * 10**6),
                (Metric.SALE_PRICE_PER_UNIT, per_unit_e8),
                (Metric.PRICE_PER_UNIT, per_unit_e8),
                (Metric.ACTIVE_LISTINGS, month.listings),
            ):
                figure = Figure(month.month_start_s, month.published_at_s, value, PUBLISHER)
                series.setdefault((acre_id, metric), []).append(figure)
    return Statistics(series)


def _nearest(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def _facts(row: Row) -> MarketFacts:
    symbol = row.text("symbol")
    return MarketFacts(
        acre_id=row.whole("acre_id"),
        symbol=symbol,
        name=row.text("name"),
        state="TX",
        country="US",
        category=row.text("category"),
        metric="sqft",
        price_feed=f"index:{symbol}",
        latitude=row.number_between("latitude", -90, 90),
        longitude=row.number_between("longitude", -180, 180),
        median_sqft=MEDIAN_SQFT,
        tags=("texas", *row.optional_text("tags").split()),
        source=SOURCE,
        attribution=ATTRIBUTION,
    )


def _load_sales(acre_ids: Mapping[str, int]) -> dict[int, AreaHistory]:
    with gzip.open(SALES_FILE, "rb") as packed:
        stream = io.StringIO(packed.read().decode("ascii"))
    return sales_histories(Table(SALES_FILE.name, stream, SALES_COLUMNS).rows(), acre_ids)


def sales_histories(rows: Iterable[Row], acre_ids: Mapping[str, int]) -> dict[int, AreaHistory]:
    """Return each area's history; rows are grouped by area, months follow each other."""
    activity: dict[int, list[MonthlyActivity]] = {}
    first_months: dict[int, int] = {}
    for row in rows:
        symbol = row.text("symbol")
        acre_id = acre_ids.get(symbol)
        if acre_id is None:
            raise row.refuse("symbol", f"{symbol} is no known area")
        month = row.month("month")
        months = activity.setdefault(acre_id, [])
        first_month = first_months.setdefault(acre_id, month)
        if month != first_month + len(months):
            raise row.refuse("month", "does not follow the month before")
        months.append(_activity(row, month))
    return {
        acre_id: AreaHistory(
            first_month=first_months[acre_id],
            price_usd=_floats(month.median_usd for month in months) / MEDIAN_SQFT,
            sales=_floats(month.sales for month in months),
            is_smoothed=False,
            activity=tuple(months),
        )
        for acre_id, months in activity.items()
    }


def _activity(row: Row, month: int) -> MonthlyActivity:
    return MonthlyActivity(
        month_start_s=month_start_s(month),
        published_at_s=month_start_s(month + 1 + PUBLICATION_LAG_MONTHS),
        sales=_whole(row.positive_or_none("sales")),
        volume_usd=_whole(row.positive_or_none("volume_usd")),
        median_usd=_whole(row.positive_or_none("median_usd")),
        listings=_whole(row.not_negative_or_none("listings")),
        inventory_months=row.not_negative_or_none("inventory_months"),
    )


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)


def _floats(values: Iterable[int | None]) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    return np.array([math.nan if value is None else float(value) for value in values])
