"""Fills the table of routes: every module `routes` or `*_routes` of a resource, in their order."""

import pkgutil
from importlib import import_module

import edge.api


def load_routes() -> None:
    """Import the modules that declare routes; a second call does nothing."""
    for found in pkgutil.walk_packages(edge.api.__path__, "edge.api."):
        if found.name.rpartition(".")[2].endswith("routes"):
            import_module(found.name)
