"""File-type detection for imports."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from chain.catalogue.lines import CatalogueError, SourceFile
from chain.catalogue.statistics import Metric
from chain.importers.fhfa import MASTER_COLUMNS, read_master, read_metros
from chain.importers.fred import DATE_COLUMNS, read_fred
from chain.importers.reading import Collector, Reading, Region
from chain.importers.realtor import CODE, MONTH, read_realtor
from chain.importers.redfin import NEW, OLD, read_redfin
from chain.importers.zillow import NEEDED, read_zillow

Read = Callable[[SourceFile, Collector, str], Reading]


def _zillow(metric: Metric) -> Read:
    def read(file: SourceFile, collector: Collector, kind: str) -> Reading:
        return read_zillow(file, collector, kind, metric)

    return read


SMOOTHED: Final = "smoothed by the publisher, prints take it as it is"
REPEATED: Final = "index of repeat sales, not seasonally adjusted, prints take it as it is"
RAW: Final = "raw figures of each period"


class Kind(NamedTuple):
    """A kind of file: how it is read, who publishes it, what it holds and how smooth that is."""

    read: Read
    publisher: str
    text: str
    smoothness: str = RAW
    index_metric: Metric | None = None  # of which daily prints can be made


KINDS: Final = {
    "zillow-zhvi": Kind(
        _zillow(Metric.HOME_VALUE),
        "Zillow Research",
        "typical home values (ZHVI), wide",
        SMOOTHED,
        Metric.HOME_VALUE,
    ),
    "zillow-zori": Kind(
        _zillow(Metric.RENT), "Zillow Research", "typical rents (ZORI), wide", SMOOTHED
    ),
    "zillow-inventory": Kind(
        _zillow(Metric.ACTIVE_LISTINGS), "Zillow Research", "homes for sale, wide"
    ),
    "zillow-sales": Kind(_zillow(Metric.SALES), "Zillow Research", "homes sold, wide"),
    "fhfa-master": Kind(
        read_master, "FHFA", "HPI_master.csv, long", REPEATED, Metric.PRICE_PER_UNIT
    ),
    "fhfa-metro": Kind(
        read_metros,
        "FHFA",
        "hpi_at_metro.csv, without a header",
        REPEATED,
        Metric.PRICE_PER_UNIT,
    ),
    "redfin": Kind(
        read_redfin,
        "Redfin Data Center",
        "market tracker, the older TSV or the CSV of 2026",
        "raw monthly medians, prints smooth them over twelve months",
        Metric.SALE_PRICE_PER_UNIT,
    ),
    "fred": Kind(read_fred, "FRED", "two columns: a date and one series"),
    "realtor": Kind(read_realtor, "Realtor.com", "inventory core metrics of metros"),
}
# What the names of Zillow's files hold.
ZILLOW_NAMES: Final = {
    "zhvi": "zillow-zhvi",
    "zori": "zillow-zori",
    "invt_fs": "zillow-inventory",
    "sales_count": "zillow-sales",
}


def read_file(path: Path, kind: str, wanted: Callable[[Region], bool]) -> Reading:
    """Read a whole file; raise CatalogueError for the first thing that is wrong with it."""
    with SourceFile(path) as file:
        reading = KINDS[kind].read(file, Collector(wanted), kind)
        reading.sha256 = file.sha256()
    return reading


def kind_of(path: Path) -> str:
    """Return the kind of a file by its first line and, for Zillow's, its name."""
    with SourceFile(path) as file:
        first = next(file.lines(), "")
    delimiter = "\t" if "\t" in first else ","
    cells = [cell.strip().strip('"') for cell in first.strip().split(delimiter)]
    lower = {cell.lower() for cell in cells}
    if set(NEEDED) <= set(cells):
        found = [kind for name, kind in ZILLOW_NAMES.items() if name in path.name.lower()]
        if len(found) == 1:
            return found[0]
        raise CatalogueError(
            f"{path.name}: is a file of Zillow whose name does not say what it holds; name the kind"
        )
    if set(MASTER_COLUMNS) <= set(cells):
        return "fhfa-master"
    if {MONTH, CODE} <= set(cells):
        return "realtor"
    if {OLD.begin, OLD.region} <= lower or {NEW.begin, NEW.region} <= lower:
        return "redfin"
    if len(cells) == 2 and cells[0] in DATE_COLUMNS:
        return "fred"
    # a name of a metropolitan area holds a comma in quotes
    numbers = first.strip().rsplit(",", 5)[1:] if first.startswith('"') else cells[1:]
    if len(numbers) == 5 and all(cell.strip('" ').isdigit() for cell in numbers[:3]):
        return "fhfa-metro"
    raise CatalogueError(f"{path.name}, row 1: is the beginning of no kind of file that is known")
