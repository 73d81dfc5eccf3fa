"""The United States: the country and 49 metropolitan areas, quarterly from 1980 to 2024-09.

PROVENANCE.md says from where. FHFA publishes a repeat-sales index without a level; a published
price of one quarter gives it one. Repeat sales of a whole quarter are smooth enough for the listing
rule as they are (docs/data.md has the noise by area), so nothing is smoothed again.
"""

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Final

import numpy as np

from chain.catalogue.facts import AreaHistory, Catalogue, Histories, MarketFacts
from chain.catalogue.statistics import (
    PRICE_PLACES,
    Figure,
    Metric,
    Statistics,
    month_start_s,
)
from chain.catalogue.table import EPOCH_YEAR, MONTHS_PER_YEAR, Row, read_rows
from engine.programmes.index_series import E8

FOLDER: Final = Path(__file__).parent
AREAS_FILE: Final = FOLDER / "us_areas.csv"
INDEX_FILE: Final = FOLDER / "us_hpi.csv"
START_S: Final = 1_196_467_200  # 2007-12-01 00:00 UTC, when the fall of 2007-Q3 was out
PERIOD_MONTHS: Final = 3
LAG_MONTHS: Final = 2  # after the end of a quarter
FIRST_MONTH: Final = (1980 - EPOCH_YEAR) * MONTHS_PER_YEAR  # of the first quarter
ANCHOR_QUARTER: Final = (2022 - 1980) * 4 + 1  # 2022-Q2, counted from the first
EVER: Final = FIRST_MONTH + 400 * MONTHS_PER_YEAR
MEDIAN_SQFT: Final = 1_800  # where the table has none: of the country
COUNTRY: Final = "USA"
INDEX_MAX: Final = 1_000_000

AREA_COLUMNS: Final = (
    "acre_id",
    "symbol",
    "name",
    "cbsa_code",
    "fhfa_name",
    "latitude",
    "longitude",
    "anchor_usd",
    "median_sqft",
)
LARGE_ID_MAX: Final = (
    840_015  # the table begins with the country, then the areas by population of 2020
)
PUBLISHER: Final = "FHFA"
METRO_LEVEL: Final = "Realtor.com"
COUNTRY_LEVEL: Final = "Redfin"
SOURCE: Final = (
    "quarterly index of repeat sales at the median listing price per sq ft of 2022-Q2: an index at"
    " a published level, not a published price"
)
ATTRIBUTION: Final = (
    "FHFA House Price Index; level by Realtor.com and Redfin, from the all-transactions index"
    " 1980-2024 and the median listing price of Realtor.com Economic Research (United States:"
    " Redfin Data Center)"
)


def us_catalogue() -> Catalogue:
    """Return the 50 areas; their history is read on first use."""
    rows = list(read_rows(AREAS_FILE, AREA_COLUMNS, ("state",)))
    markets = tuple(_facts(row) for row in rows)
    anchors = {row.text("symbol"): row.whole("anchor_usd") for row in rows}
    indexes = cache(partial(_read_indexes, tuple(anchors)))
    histories = Histories(lambda: _histories(markets, anchors, indexes()))
    return Catalogue(markets, START_S, histories, lambda: _statistics(markets, anchors, indexes()))


def _facts(row: Row) -> MarketFacts:
    symbol = row.text("symbol")
    is_country = symbol == COUNTRY
    return MarketFacts(
        acre_id=row.whole("acre_id"),
        symbol=symbol,
        name=row.text("name"),
        state=row.optional_text("state"),
        country="US",
        category="country" if is_country else "metro",
        metric="sqft",
        price_feed=f"index:{symbol}",
        latitude=row.number_between("latitude", -90, 90),
        longitude=row.number_between("longitude", -180, 180),
        median_sqft=MEDIAN_SQFT if is_country else row.whole("median_sqft"),
        tags=_tags(row.whole("acre_id"), is_country=is_country),
        source=SOURCE,
        attribution=ATTRIBUTION,
        cbsa_code="" if is_country else row.text("cbsa_code"),
    )


def _tags(acre_id: int, *, is_country: bool) -> tuple[str, ...]:
    if is_country:
        return ("united-states", "national")
    return ("united-states", "large") if acre_id <= LARGE_ID_MAX else ("united-states",)


def _read_indexes(symbols: tuple[str, ...]) -> dict[str, list[int]]:
    """Return each area's index by quarter from FIRST_MONTH on, in units of 1e-8."""
    indexes: dict[str, list[int]] = {symbol: [] for symbol in symbols}
    for number, row in enumerate(read_rows(INDEX_FILE, ("quarter_end", *symbols))):
        if row.month("quarter_end") != FIRST_MONTH + PERIOD_MONTHS * (number + 1) - 1:
            raise row.refuse("quarter_end", "does not follow the quarter before")
        for symbol in symbols:
            value = row.positive_scaled_or_none(symbol, PRICE_PLACES, high=INDEX_MAX)
            if value is None:
                raise row.refuse(symbol, "is missing")
            indexes[symbol].append(value)
    return indexes


def _price_e8(index: int, at_anchor: int, anchor_usd: int) -> int:
    """Return the price per sq ft, rounded to the nearest unit, ties up."""
    return (2 * index * anchor_usd * E8 + at_anchor) // (2 * at_anchor)


def _prices_e8(index: list[int], anchor_usd: int) -> list[int]:
    return [_price_e8(value, index[ANCHOR_QUARTER], anchor_usd) for value in index]


def _histories(
    markets: tuple[MarketFacts, ...],
    anchors: Mapping[str, int],
    indexes: Mapping[str, list[int]],
) -> dict[int, AreaHistory]:
    return {
        market.acre_id: AreaHistory(
            first_month=FIRST_MONTH,
            price_usd=np.array(_prices_e8(indexes[market.symbol], anchors[market.symbol])) / E8,
            sales=None,
            is_smoothed=True,
            activity=(),
            period_months=PERIOD_MONTHS,
            lag_months=LAG_MONTHS,
        )
        for market in markets
    }


def _statistics(
    markets: tuple[MarketFacts, ...],
    anchors: Mapping[str, int],
    indexes: Mapping[str, list[int]],
) -> Statistics:
    """Return index and price by quarter; a quarter stands at its last month, as imports have it."""
    series: dict[tuple[int | None, Metric], list[Figure]] = {}
    for market in markets:
        index = indexes[market.symbol]
        prices = _prices_e8(index, anchors[market.symbol])
        level = COUNTRY_LEVEL if market.symbol == COUNTRY else METRO_LEVEL
        for metric, values, publisher in (
            (Metric.HOUSE_PRICE_INDEX, index, PUBLISHER),
            (Metric.PRICE_PER_UNIT, prices, f"{PUBLISHER}, level by {level}"),
        ):
            months = range(FIRST_MONTH + PERIOD_MONTHS - 1, EVER, PERIOD_MONTHS)
            series[market.acre_id, metric] = [
                Figure(
                    month_start_s(month), month_start_s(month + 1 + LAG_MONTHS), value, publisher
                )
                for month, value in zip(months, values, strict=False)
            ]
    return Statistics(series)
