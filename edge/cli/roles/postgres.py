"""The role `postgres`: stays beside the embedded server, stops it in order, ends with it."""

import argparse
import contextlib
import signal
import sys
from types import FrameType

from edge.cli.lifeline import attach_lifeline
from edge.cli.logs import log_tail
from edge.cli.main import EXIT_CONFIGURATION, EXIT_DAMAGED, EXIT_TEMPORARY
from edge.core.settings import Settings
from edge.database.embedded import (
    CONNECTIONS_MAX,
    EmbeddedPostgres,
    PostgresError,
    PostgresTroubleError,
    damage_in,
)
from edge.http.limits import DATABASE_CONNECTIONS_EACH
from edge.process.disk import full_disk_sentence

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class _StopAsked(BaseException):
    pass


def run(settings: Settings, _parsed: argparse.Namespace) -> int:
    """Run the server until a stop signal; returns its status."""
    for number in STOP_SIGNALS:
        signal.signal(number, _ask_to_stop)
    postgres = None
    try:
        attach_lifeline()
        connections = CONNECTIONS_MAX + settings.edge_workers * DATABASE_CONNECTIONS_EACH
        postgres = EmbeddedPostgres(settings.home / "postgres", connections=connections)
        return _ended(settings, abs(postgres.start().wait()))
    except PostgresTroubleError as error:
        return _say(str(error), EXIT_TEMPORARY)
    except PostgresError as error:
        return _say(str(error), EXIT_CONFIGURATION)
    except OSError as error:
        reason = full_disk_sentence(settings.home) or f"The embedded PostgreSQL: {error}."
        return _say(reason, EXIT_TEMPORARY)
    except _StopAsked:
        return 0
    finally:
        if postgres is not None:
            postgres.stop()


def _ended(settings: Settings, status: int) -> int:
    """Return the status of a server that ended by itself; damaged data are named."""
    damage = damage_in(log_tail(settings.home / "logs" / "postgres.log")) if status else ""
    if not damage:
        return status
    return _say(
        f"The data in {settings.home / 'postgres'} are damaged ({damage}). Move this directory "
        "away and start again: history is projected again from the journal. Sessions, profiles, "
        "taken idempotency keys and the past values of portfolios are lost with it.",
        EXIT_DAMAGED,
    )


def _say(sentence: str, status: int) -> int:
    with contextlib.suppress(OSError):  # the log may be on a full disk
        print(f"acre: {sentence}", file=sys.stderr)
    return status


def _ask_to_stop(_number: int, _frame: FrameType | None) -> None:
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise _StopAsked
