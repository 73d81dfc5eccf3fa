"""The role `core`: one process with sequencer, engine, projector, chain workers and web service."""

import argparse
import contextlib
import sys

from chain.catalogue import CatalogueError
from chain.client.errors import ChainError
from chain.client.wallet import BadKeyFileError
from chain.custody.multisig import CustodyError
from chain.follower.follower import FinalizedForkError
from chain.genesis import GenesisError
from chain.oracle.source import OracleError
from edge.cli.foreground import run_in_foreground
from edge.cli.main import EXIT_CONFIGURATION, EXIT_TEMPORARY, EXIT_UNAVAILABLE
from edge.core.main import run_core
from edge.core.settings import Settings
from edge.observe.traces import TracesError
from edge.process.descriptors import DescriptorError, raise_descriptors
from edge.process.disk import full_disk_sentence, is_passing
from edge.process.stop_budget import STOP_MAX_S
from edge.projector.projector import WrongDatabaseError
from edge.store.migrate import MigrationError
from edge.store.pool import DATABASE_ERRORS
from engine.journal import (
    JournalArchiveError,
    JournalCorruptError,
    JournalFailedError,
    JournalFullError,
    JournalLockedError,
)
from engine.sequencer import ChainRewoundError, ReplayError, SequencerOverloadedError

EXIT_REWOUND = EXIT_TEMPORARY  # a new start continues without what the chain has abandoned

# What a new start can mend: it continues without what the chain abandoned, from what is durable,
# once the archive is mounted, or once there is room. A full disk ends the start only; a core that
# runs waits for room.
PASSING_ERRORS = (
    ChainRewoundError,
    JournalArchiveError,
    JournalFailedError,
    JournalFullError,
    JournalLockedError,
    SequencerOverloadedError,
)
# What a new start cannot mend; each says in a sentence what is wrong and where.
LASTING_ERRORS = (
    BadKeyFileError,
    CatalogueError,
    CustodyError,
    DescriptorError,
    FinalizedForkError,
    GenesisError,
    JournalCorruptError,
    MigrationError,
    OracleError,
    ReplayError,
    TracesError,
    WrongDatabaseError,
)


def run(settings: Settings, _parsed: argparse.Namespace) -> int:
    """Run the core until a stop signal."""
    try:
        raise_descriptors()
        return run_in_foreground(
            run_core(settings),
            STOP_MAX_S + settings.core_drain_s,
            log_format=settings.observe.log_format,
        )
    except Exception as error:
        ending = ending_of(cause_of(error))
        if ending is None:
            raise
        sentence, status = ending
        full = full_disk_sentence(settings.home) if status == EXIT_TEMPORARY else ""
        return _say(f"{sentence}. {full}" if full else sentence, status)


def ending_of(cause: BaseException) -> tuple[str, int] | None:
    """Return sentence and exit status of an error that is foreseen, None of any other."""
    if isinstance(cause, LASTING_ERRORS):
        return str(cause), EXIT_CONFIGURATION
    if isinstance(cause, PASSING_ERRORS):
        return str(cause), EXIT_TEMPORARY
    if is_passing(cause):
        return f"the machine has trouble: {cause}", EXIT_TEMPORARY
    if isinstance(cause, ChainError):  # only at the start: the loops wait for a node
        return f"the chain node does not answer: {cause}", EXIT_UNAVAILABLE
    if isinstance(cause, DATABASE_ERRORS):  # so too
        return f"the database does not answer: {cause!r}", EXIT_UNAVAILABLE
    return None


def cause_of(error: BaseException) -> BaseException:
    """Return the root cause of the process's end, from its task group and the sequencer."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error.__cause__, JournalFailedError):
        return error.__cause__
    return error


def _say(sentence: str, status: int) -> int:
    with contextlib.suppress(OSError):  # the log may be on a full disk
        print(f"acre: {sentence}", file=sys.stderr)
    return status
