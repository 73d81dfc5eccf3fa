"""The role `chain-node`: the embedded Solana node on loopback, its store in the state directory."""

import argparse
import contextlib
import sqlite3
import sys

from chain.gc_tuning import tune_gc
from chain.node.server.server import NodeServer
from chain.node.state.store_health import StoreError
from edge.cli.foreground import run_in_foreground
from edge.cli.main import EXIT_CONFIGURATION, EXIT_TEMPORARY
from edge.core.cluster_settings import NODE
from edge.core.network_settings import LOOPBACK_LISTEN
from edge.core.settings import Settings
from edge.process.disk import full_disk_sentence
from edge.process.stop_limit import stopping_on_error


def run(settings: Settings, _parsed: argparse.Namespace) -> int:
    """Run the node until a stop signal or a fatal error."""
    try:
        return run_in_foreground(_serve(settings), log_format=settings.observe.log_format)
    except StoreError as error:
        # SQLite's own trouble with the disk may pass; a file that is none of ours does not
        is_passing = isinstance(error.__cause__, sqlite3.OperationalError)
        return _say(settings, error, EXIT_TEMPORARY if is_passing else EXIT_CONFIGURATION)
    except (OSError, sqlite3.OperationalError) as error:  # a port that is taken, a full disk
        return _say(settings, error, EXIT_TEMPORARY)


def _say(settings: Settings, error: Exception, status: int) -> int:
    full = full_disk_sentence(settings.home)
    sentence = f"{error}. {full}" if full else str(error)
    with contextlib.suppress(OSError):  # the log may be on the full disk
        print(f"acre: {sentence}", file=sys.stderr)
    return status


async def _serve(settings: Settings) -> None:
    home = settings.home / "chain"
    node = await NodeServer.start(
        home,
        port=settings.node_port,
        slot_ms=settings.slot_ms,
        # only a machine of its own serves others
        listen=settings.network.listen if settings.cluster.role == NODE else LOOPBACK_LISTEN,
    )
    tune_gc()
    try:
        with stopping_on_error("the node"):
            await node.failed
    finally:
        await node.stop()
