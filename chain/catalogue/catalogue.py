"""Market catalogue: the Texas table by default, or the regions of a data directory."""

from pathlib import Path

from chain.catalogue.facts import Catalogue
from chain.catalogue.regions import regions_catalogue
from chain.catalogue.texas import texas_catalogue


def load_catalogue(data_dir: Path | None) -> Catalogue:
    """Return the Texas catalogue, or that of a data directory (CatalogueError for bad data)."""
    if data_dir is None:
        return texas_catalogue()
    return regions_catalogue(data_dir)
