"""Market catalogue: one that comes with Acre, or the regions of a data directory."""

from pathlib import Path
from typing import Final

from chain.catalogue.facts import Catalogue
from chain.catalogue.regions import regions_catalogue
from chain.catalogue.texas import texas_catalogue
from chain.catalogue.us import us_catalogue

CATALOGUES: Final = {"texas": texas_catalogue, "us": us_catalogue}
DEFAULT_CATALOGUE: Final = "texas"


def load_catalogue(data_dir: Path | None, name: str = DEFAULT_CATALOGUE) -> Catalogue:
    """Return that of a data directory (CatalogueError for bad data), else the named one."""
    if data_dir is not None:
        return regions_catalogue(data_dir)
    return CATALOGUES[name]()
