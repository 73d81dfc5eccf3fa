"""The role `edge`: one of the processes that serve the web, with a replica of the exchange."""

import argparse
import contextlib
import sys

from chain.catalogue import CatalogueError
from chain.client.wallet import BadKeyFileError
from edge.cli.foreground import run_in_foreground
from edge.cli.main import EXIT_CONFIGURATION, EXIT_TEMPORARY, EXIT_UNAVAILABLE
from edge.cli.roles.core import cause_of
from edge.core.edge_process import run_edge
from edge.core.settings import Settings
from edge.core.writer_status import OtherSecretError
from edge.observe.traces import TracesError
from edge.process.descriptors import DescriptorError, raise_descriptors
from edge.process.disk import is_passing
from edge.process.stop_budget import STOP_MAX_S
from edge.store.migrate import MigrationError, OldSchemaError
from edge.store.pool import DATABASE_ERRORS
from engine.feed import NewerWriterError, OlderWriterError, ReplicaDiffersError
from engine.journal import JournalError
from engine.sequencer import ReplayError

LASTING_ERRORS = (
    BadKeyFileError,
    CatalogueError,
    DescriptorError,
    MigrationError,
    NewerWriterError,
    OtherSecretError,
    ReplayError,
    TracesError,
)
# The next start builds the replica again, or finds a writer of this version.
PASSING_ERRORS = (JournalError, OldSchemaError, OlderWriterError, ReplicaDiffersError)


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Serve until a stop signal."""
    if not settings.edge_workers:
        return _say("ACRE_EDGE_WORKERS is 0: the core serves the web.", EXIT_CONFIGURATION)
    try:
        raise_descriptors()
        return run_in_foreground(
            run_edge(settings, parsed.number),
            STOP_MAX_S + settings.observe.drain_s,
            log_format=settings.observe.log_format,
        )
    except Exception as error:
        cause = cause_of(error)
        if isinstance(cause, LASTING_ERRORS):
            return _say(str(cause), EXIT_CONFIGURATION)
        if isinstance(cause, PASSING_ERRORS) or is_passing(cause):
            return _say(str(cause), EXIT_TEMPORARY)
        if isinstance(cause, DATABASE_ERRORS):
            return _say(f"the database does not answer: {cause!r}", EXIT_UNAVAILABLE)
        raise


def _say(sentence: str, status: int) -> int:
    with contextlib.suppress(OSError):  # the log may be on a full disk
        print(f"acre: {sentence}", file=sys.stderr)
    return status
