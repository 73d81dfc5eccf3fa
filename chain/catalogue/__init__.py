from chain.catalogue.catalogue import load_catalogue
from chain.catalogue.facts import AreaHistory, Catalogue, Histories, MarketFacts, MonthlyActivity
from chain.catalogue.lines import CatalogueError

__all__ = [
    "AreaHistory",
    "Catalogue",
    "CatalogueError",
    "Histories",
    "MarketFacts",
    "MonthlyActivity",
    "load_catalogue",
]
