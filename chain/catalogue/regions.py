"""The regions of a data directory: markets.csv with the files of prices and activity beside it.

The directory stays where it is; nothing of it is stored here. Every refusal names file, row,
column and reason, and nothing is loaded from a directory with a refused file.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from chain.catalogue.facts import (
    AreaHistory,
    Catalogue,
    Histories,
    MarketFacts,
    MonthlyActivity,
)
from chain.catalogue.lines import CatalogueError
from chain.catalogue.region_statistics import region_statistics
from chain.catalogue.statistics import month_start_s
from chain.catalogue.table import Row, read_rows
from engine.programmes.index_series import PUBLICATION_LAG_MONTHS

MARKETS_FILE = "markets.csv"
PRICES_FILE = "ppsf_metro_monthly_spliced.csv"
ACTIVITY_FILE = "activity_metro_monthly.csv"
SNAPSHOTS_FILE = "realtor_metro_snapshots.csv"

START_S = 1_420_070_400  # 2015-01-01 00:00 UTC
REGIONS_MAX = 1_024  # maxMarkets of the exchange
MONTHS_MAX = 2_400
SQFT_MAX = 1_000_000
MEDIAN_SQFT = 1_800  # where the directory does not say
SYMBOL = re.compile(r"[A-Z0-9-]{2,12}")
NAME_LENGTH_MAX = 80
ACRE_ID_MAX = 2**32 - 1
PRICE_USD_MAX = 1_000_000.0

SOURCE = (
    "median value per sq ft to 2016-02, scaled by the typical home value after; smoothed by the"
    " publisher and therefore not smoothed again"
)
ATTRIBUTION = "Zillow Research"


def regions_catalogue(directory: Path) -> Catalogue:
    """Return the regions of a directory; raise CatalogueError for a bad or missing file."""
    facts = _read_markets(directory)
    series = _read_prices(directory / PRICES_FILE, facts)
    activity = _read_activity(directory / ACTIVITY_FILE, facts)
    histories = {
        acre_id: AreaHistory(
            first_month=prices.first_month,
            price_usd=prices.filled(),
            sales=None,
            is_smoothed=True,
            activity=tuple(activity.get(acre_id, ())),
        )
        for acre_id, prices in series.items()
    }
    for market in facts.values():
        if market.acre_id not in histories:
            raise CatalogueError(
                f"{PRICES_FILE}: no price for region {market.acre_id} ({market.symbol}) of"
                f" {MARKETS_FILE}"
            )
    statistics = region_statistics(directory, frozenset(facts), histories)
    catalogue = Catalogue(
        tuple(facts.values()), START_S, Histories(lambda: histories), lambda: statistics
    )
    for market in catalogue.markets:
        if catalogue.print_at(market.acre_id, START_S - 1) is None:
            raise CatalogueError(
                f"{PRICES_FILE}: region {market.acre_id} ({market.symbol}) has no price before"
                " the start of the replay"
            )
    return catalogue


def _read_markets(directory: Path) -> dict[int, MarketFacts]:
    columns = ("region_id", "code", "region_name", "state", "size_rank", "lat", "lon", "city_lat")
    sqft = _read_median_sqft(directory / SNAPSHOTS_FILE)
    facts: dict[int, MarketFacts] = {}
    symbols: set[str] = set()
    for row in read_rows(directory / MARKETS_FILE, (*columns, "city_lon"), ("cbsa_code",)):
        market = _facts(row, sqft)
        if market.acre_id in facts:
            raise row.refuse("region_id", f"{market.acre_id} appears twice")
        if market.symbol in symbols:
            raise row.refuse("code", f"{market.symbol} appears twice")
        if len(facts) == REGIONS_MAX:
            raise row.refuse("region_id", f"more than {REGIONS_MAX} regions")
        facts[market.acre_id] = market
        symbols.add(market.symbol)
    if not facts:
        raise CatalogueError(f"{MARKETS_FILE}: no region")
    return facts


def _facts(row: Row, sqft: Mapping[int, int]) -> MarketFacts:
    acre_id = row.whole("region_id")
    if acre_id > ACRE_ID_MAX:
        raise row.refuse("region_id", f"{acre_id} is above {ACRE_ID_MAX}")
    symbol = row.text("code")
    if not SYMBOL.fullmatch(symbol):
        raise row.refuse("code", f"{symbol!r} is not 2 to 12 of A-Z, 0-9 and -")
    name = row.text("region_name")
    if not name.isascii() or len(name) > NAME_LENGTH_MAX:
        raise row.refuse("region_name", f"{name!r} is not ASCII of at most {NAME_LENGTH_MAX}")
    state = row.text("state")
    if not re.fullmatch(r"[A-Z]{2}", state):
        raise row.refuse("state", f"{state!r} is not two capital letters")
    is_country = state == "US"
    has_city = bool(row.optional_text("city_lat"))
    latitude, longitude = ("city_lat", "city_lon") if has_city else ("lat", "lon")
    return MarketFacts(
        acre_id=acre_id,
        symbol=symbol,
        name=name,
        state="" if is_country else state,
        country="US",
        category="country" if is_country else "metro",
        metric="sqft",
        price_feed=f"index:{symbol}",
        latitude=row.number_between(latitude, -90, 90),
        longitude=row.number_between(longitude, -180, 180),
        median_sqft=sqft.get(acre_id, MEDIAN_SQFT),
        tags=_tags(row.whole("size_rank"), is_country),
        source=SOURCE,
        attribution=ATTRIBUTION,
        cbsa_code=row.optional_text("cbsa_code"),
    )


def _tags(size_rank: int, is_country: bool) -> tuple[str, ...]:
    if is_country:
        return ("united-states", "national")
    return ("united-states", "large") if size_rank <= 10 else ("united-states",)


def _read_median_sqft(path: Path) -> dict[int, int]:
    """Return the latest listed home size of each region; the file may be absent."""
    if not path.exists():
        return {}
    sqft: dict[int, int] = {}
    latest: dict[int, int] = {}
    for row in read_rows(path, ("month_date_yyyymm", "region_id", "median_square_feet")):
        month, region = row.whole("month_date_yyyymm"), row.whole("region_id")
        size = row.positive_or_none("median_square_feet")
        if size is not None and not 1 <= size <= SQFT_MAX:
            raise row.refuse("median_square_feet", f"{size} is outside 1…{SQFT_MAX}")
        if size is not None and month > latest.get(region, 0):
            sqft[region], latest[region] = round(size), month
    return sqft


@dataclass(slots=True)
class _Prices:
    first_month: int
    last_month: int
    by_month: dict[int, float] = field(default_factory=dict)

    def filled(self) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        months = range(self.first_month, self.last_month + 1)
        return np.array([self.by_month.get(month, math.nan) for month in months])


def _next_month(row: Row, last_month: int) -> int:
    month = row.month("date")
    if month == last_month:
        raise row.refuse("date", "the month appears twice")
    if month < last_month:
        raise row.refuse("date", "dates of a region must ascend")
    if month > last_month + MONTHS_MAX:
        raise row.refuse("date", f"gap of more than {MONTHS_MAX} months")
    return month


def _read_prices(path: Path, facts: Mapping[int, MarketFacts]) -> dict[int, _Prices]:
    series: dict[int, _Prices] = {}
    for row in read_rows(path, ("date", "region_id", "ppsf_usd")):
        region = row.whole("region_id")
        if region not in facts:
            raise row.refuse("region_id", f"{region} is not in {MARKETS_FILE}")
        known = series.get(region)
        if known is None:
            month = row.month("date")
            known = series[region] = _Prices(month, month)
        else:
            month = _next_month(row, known.last_month)
        known.last_month = month
        price = row.positive_or_none("ppsf_usd")
        if price is not None:
            if price > PRICE_USD_MAX:
                raise row.refuse("ppsf_usd", f"{price} is above {PRICE_USD_MAX:.0f}")
            known.by_month[month] = price
    return series


def _read_activity(
    path: Path, facts: Mapping[int, MarketFacts]
) -> dict[int, list[MonthlyActivity]]:
    columns = (
        "date",
        "region_id",
        "for_sale_inventory",
        "sales_count",
        "months_of_inventory",
        "sales_volume_usd",
    )
    activity: dict[int, list[MonthlyActivity]] = {}
    last_months: dict[int, int] = {}
    for row in read_rows(path, columns):
        region = row.whole("region_id")
        if region not in facts:
            raise row.refuse("region_id", f"{region} is not in {MARKETS_FILE}")
        is_first = region not in last_months
        month = row.month("date") if is_first else _next_month(row, last_months[region])
        last_months[region] = month
        activity.setdefault(region, []).append(
            MonthlyActivity(
                month_start_s=month_start_s(month),
                published_at_s=month_start_s(month + 1 + PUBLICATION_LAG_MONTHS),
                sales=_whole(row.not_negative_or_none("sales_count")),
                volume_usd=_whole(row.not_negative_or_none("sales_volume_usd")),
                median_usd=None,
                listings=_whole(row.not_negative_or_none("for_sale_inventory")),
                inventory_months=row.not_negative_or_none("months_of_inventory"),
            )
        )
    return activity


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
