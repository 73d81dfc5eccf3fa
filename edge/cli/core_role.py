"""The role `core`: one process with sequencer, engine, projector, chain workers and web service."""

import argparse
import sys

from chain.catalogue.table import CatalogueError
from chain.genesis import GenesisError
from edge.cli.foreground import run_in_foreground
from edge.cli.main import EXIT_CONFIGURATION
from edge.projector.projector import WrongDatabaseError
from edge.service import run_core
from edge.settings import Settings
from edge.store.migrate import MigrationError
from engine.journal import JournalCorruptError
from engine.sequencer import ReplayError

# What a new start cannot mend; each says in a sentence what is wrong and where.
LASTING_ERRORS = (
    CatalogueError,
    GenesisError,
    JournalCorruptError,
    MigrationError,
    ReplayError,
    WrongDatabaseError,
)


def run(settings: Settings, _parsed: argparse.Namespace) -> int:
    """Run the core until it is told to stop."""
    try:
        return run_in_foreground(run_core(settings))
    except LASTING_ERRORS as error:
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_CONFIGURATION
