"""The role `core`: one process with sequencer, engine, projector, chain workers and web service."""

import argparse
import sys

from chain.catalogue import CatalogueError
from chain.custody.multisig import CustodyError
from chain.errors import ChainError
from chain.follower.follower import FinalizedForkError
from chain.genesis import GenesisError
from chain.oracle.source import OracleError
from edge.cli.foreground import run_in_foreground
from edge.cli.main import EXIT_CONFIGURATION, EXIT_UNAVAILABLE
from edge.projector.projector import WrongDatabaseError
from edge.service import run_core
from edge.settings import Settings
from edge.store.migrate import MigrationError
from engine.journal import JournalCorruptError
from engine.sequencer import ChainRewoundError, ReplayError

EXIT_REWOUND = 75  # sysexits.h: a new start goes on without what the chain has abandoned

# What a new start cannot mend; each says in a sentence what is wrong and where.
LASTING_ERRORS = (
    CatalogueError,
    CustodyError,
    FinalizedForkError,
    GenesisError,
    JournalCorruptError,
    MigrationError,
    OracleError,
    ReplayError,
    WrongDatabaseError,
)


def run(settings: Settings, _parsed: argparse.Namespace) -> int:
    """Run the core until it is told to stop."""
    try:
        return run_in_foreground(run_core(settings))
    except Exception as error:
        cause = cause_of(error)
        if isinstance(cause, ChainRewoundError):
            return _say(str(cause), EXIT_REWOUND)
        if isinstance(cause, ChainError):  # only at the start: the loops wait for a node
            return _say(f"the chain node does not answer: {cause}", EXIT_UNAVAILABLE)
        if not isinstance(cause, LASTING_ERRORS):
            raise
        return _say(str(cause), EXIT_CONFIGURATION)


def cause_of(error: Exception) -> Exception:
    """Return what made the process end, out of the group of its tasks."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def _say(sentence: str, status: int) -> int:
    print(f"acre: {sentence}", file=sys.stderr)
    return status
