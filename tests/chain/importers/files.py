"""Files in the formats of the publishers, with invented figures."""

import calendar
import math
from collections.abc import Callable, Iterable
from pathlib import Path

from chain.catalogue import Catalogue, Histories, MarketFacts
from chain.catalogue.statistics import Statistics
from chain.importers.importing import Importer
from chain.importers.kinds import read_file
from chain.importers.reading import Reading, Region
from chain.importers.store import ImportStore

FIRST_YEAR = 2018


def market(acre_id: int, symbol: str, name: str, **changes: object) -> MarketFacts:
    facts: dict[str, object] = {
        "acre_id": acre_id,
        "symbol": symbol,
        "name": name,
        "state": name[-2:],
        "country": "US",
        "category": "metro",
        "metric": "sqft",
        "price_feed": f"index:{symbol}",
        "latitude": 0.0,
        "longitude": 0.0,
        "median_sqft": 2_000,
        "tags": (),
        "source": "invented",
        "attribution": "invented",
    }
    return MarketFacts(**{**facts, **changes})  # type: ignore[arg-type]


MARKETS = (
    market(1, "ELM", "Elmsford, TX", cbsa_code="11111"),
    market(2, "OAK", "Oakville, TX", cbsa_code="22222"),
    market(3, "USA", "United States", category="country", state=""),
)


def catalogue(statistics: Statistics | None = None) -> Catalogue:
    loaded = statistics or Statistics({})
    return Catalogue(MARKETS, 0, Histories(dict), lambda: loaded)


def importer(folder: Path, statistics: Statistics | None = None) -> tuple[Importer, ImportStore]:
    store = ImportStore(folder / "imports")
    return Importer(catalogue(statistics), store), store


def everybody(_region: Region) -> bool:
    return True


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(folder: Path, kind: str, text: str | bytes, name: str = "file.csv") -> Reading:
    return read_file(write(folder, name, text), kind, everybody)


def values(reading: Reading, name: str, metric: str) -> dict[int, int | None]:
    """Return the one series of a region, by its publisher's name or code."""
    (found,) = [
        one.values
        for one in reading.series
        if name in (one.region.name, one.region.code) and one.metric == metric
    ]
    return found


def month_ends(count: int, year: int = FIRST_YEAR) -> list[str]:
    months = [(year + n // 12, n % 12 + 1) for n in range(count)]
    return [f"{y}-{m:02}-{calendar.monthrange(y, m)[1]}" for y, m in months]


def month(year: int, number: int) -> int:
    return (year - 1970) * 12 + number - 1


def wavy(number: int) -> float:
    """A price that rises and falls over years."""
    return 200_000 * math.exp(0.004 * number + 0.1 * math.sin(number / 9))


def opposite(number: int) -> float:
    """A price that falls where `wavy` rises."""
    return 200_000 * math.exp(0.004 * number - 0.1 * math.sin(number / 9))


def zillow(regions: Iterable[tuple[int, str, Callable[[int], float]]], count: int = 60) -> str:
    """A wide file of months."""
    lines = ["RegionID,SizeRank,RegionName,RegionType,StateName," + ",".join(month_ends(count))]
    for region_id, name, price in regions:
        kind = "country" if name == "United States" else "msa"
        cells = ",".join(f"{price(n):.6f}" for n in range(count))
        lines.append(f'{region_id},{region_id},"{name}",{kind},TX,{cells}')
    return "\n".join(lines) + "\n"


MASTER_HEADER = (
    "hpi_type,hpi_flavor,frequency,level,place_name,place_id,yr,period,index_nsa,index_sa"
)
REDFIN_OLD = (
    "period_begin\tperiod_end\tperiod_duration\tregion_type\tregion\tis_seasonally_adjusted\t"
    "property_type\tmedian_sale_price\tmedian_sale_price_mom\tmedian_ppsf\thomes_sold\t"
    "new_listings\tinventory\tmonths_of_supply\tmedian_dom\tpending_sales\tmedian_list_price\t"
    "last_updated"
)
REDFIN_NEW = (
    '"LAST UPDATED","FREQUENCY","PERIOD BEGIN","PERIOD END","REGION ID","REGION TYPE",'
    '"REGION NAME","METRO","HOMES SOLD","HOMES SOLD MOM (%)","MEDIAN SALE PRICE NSA ($)",'
    '"MEDIAN SALE PRICE NSA MOM (%)","MEDIAN DAYS ON MARKET (DAYS)","NEW LISTINGS",'
    '"INVENTORY","PENDING SALES","MEDIAN NEW LISTING PRICE ($)",'
    '"MEDIAN SALE PRICE PER SQ.FT. ($)","MONTHS OF SUPPLY"'
)
REALTOR = (
    "month_date_yyyymm,cbsa_code,cbsa_title,HouseholdRank,median_listing_price,"
    "median_listing_price_mm,active_listing_count,median_days_on_market,new_listing_count,"
    "pending_listing_count,quality_flag"
)
GOOD = {
    "zillow-zhvi": zillow([(1, "Elmsford, TX", wavy)], 3),
    "zillow-zori": zillow([(1, "Elmsford, TX", wavy)], 3),
    "zillow-inventory": zillow([(1, "Elmsford, TX", wavy)], 3),
    "zillow-sales": zillow([(1, "Elmsford, TX", wavy)], 3),
    "fhfa-master": f"{MASTER_HEADER}\n"
    'traditional,all-transactions,quarterly,MSA,"Elmsford, TX",11111,2020,1,150.25,\n'
    'traditional,all-transactions,quarterly,MSA,"Elmsford, TX",11111,2020,2,151.5,\n',
    "fhfa-metro": '"Elmsford, TX",11111,2020,1,150.25,1.2\n"Elmsford, TX",11111,2020,2,151.5,1.2\n',
    "redfin": f"{REDFIN_OLD}\n"
    "2020-01-01\t2020-01-31\t30\tmetro\tElmsford, TX metro area\tfalse\tAll Residential\t"
    "300000\t0.01\t150.5\t80\t90\t200\t2.5\t40\t70\t310000\t2020-03-01 14:00:00\n",
    "fred": "observation_date,MORTGAGE30US\n2020-01-02,3.72\n2020-01-09,3.64\n",
    "realtor": f'{REALTOR}\n202001,11111,"Elmsford, TX",9,310000.0,0.01,200.0,40,90,70,0\n',
}
