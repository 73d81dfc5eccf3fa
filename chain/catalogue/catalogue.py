"""Market catalogue: one that comes with Acre, or the regions of a data directory."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from chain.catalogue.facts import Catalogue
from chain.catalogue.lines import CatalogueError
from chain.catalogue.regions import regions_catalogue
from chain.catalogue.statistics import day_text
from chain.catalogue.texas import texas_catalogue
from chain.catalogue.us import us_catalogue

CATALOGUES: Final = {"us": us_catalogue, "texas": texas_catalogue}
DEFAULT_CATALOGUE: Final = "us"


def load_catalogue(
    data_dir: Path | None, name: str = DEFAULT_CATALOGUE, start_s: int | None = None
) -> Catalogue:
    """Return that of a data directory, else the named one; its replay begins at `start_s`.

    Raises CatalogueError for bad data and for a start outside of them.
    """
    catalogue = CATALOGUES[name]() if data_dir is None else regions_catalogue(data_dir)
    if start_s is None:
        return catalogue
    first_s, end_s = catalogue.first_s, catalogue.end_s
    if not first_s <= start_s < end_s:
        raise CatalogueError(
            f"ACRE_DEMO_START is {day_text(start_s)}, but these markets have prices from "
            f"{day_text(first_s)} to {day_text(end_s)}; name a day from the first to the one "
            "before the last."
        )
    return replace(catalogue, start_s=start_s)
