"""The role `chain-node`: the embedded Solana node on loopback, its store in the state directory."""

import argparse
import sys

from chain.node.server import NodeServer
from chain.node.store import StoreError
from edge.cli.foreground import run_in_foreground
from edge.cli.main import EXIT_CONFIGURATION
from edge.settings import Settings


def run(settings: Settings, _parsed: argparse.Namespace) -> int:
    """Run the node until it is told to stop or cannot go on."""
    try:
        return run_in_foreground(_serve(settings))
    except StoreError as error:
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_CONFIGURATION
    except OSError as error:  # a port that is taken, a disk that is full: it may pass
        print(f"acre: {error}", file=sys.stderr)
        return 1


async def _serve(settings: Settings) -> None:
    home = settings.home / "chain"
    node = await NodeServer.start(home, port=settings.node_port, slot_ms=settings.slot_ms)
    try:
        await node.failed
    finally:
        await node.stop()
