"""The role `postgres`: stays beside the embedded server, stops it in order, ends with it."""

import argparse
import signal
import sys
from types import FrameType

from edge.cli.lifeline import attach_lifeline
from edge.cli.main import EXIT_CONFIGURATION
from edge.database.embedded import EmbeddedPostgres, PostgresError
from edge.settings import Settings

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class _StopAsked(BaseException):
    pass


def run(settings: Settings, _parsed: argparse.Namespace) -> int:
    """Run the server until it is told to stop; returns its status."""
    for number in STOP_SIGNALS:
        signal.signal(number, _ask_to_stop)
    postgres = None
    try:
        attach_lifeline()
        postgres = EmbeddedPostgres(settings.home / "postgres")
        return abs(postgres.start().wait())
    except PostgresError as error:
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_CONFIGURATION
    except _StopAsked:
        return 0
    finally:
        if postgres is not None:
            postgres.stop()


def _ask_to_stop(_number: int, _frame: FrameType | None) -> None:
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise _StopAsked
