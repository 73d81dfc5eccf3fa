"""Run the node: `python -m chain.node --home DIR --port P`."""

import argparse
import asyncio
import ctypes
import logging
import os
import signal
import sys
from pathlib import Path

import uvloop

from chain.gc_tuning import tune_gc
from chain.node.server.server import NodeServer
from chain.node.state.store_health import StoreError

log = logging.getLogger("chain.node")

_PR_SET_PDEATHSIG = 1


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line and run until a signal; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m chain.node", description=__doc__)
    parser.add_argument("--home", type=Path, required=True, help="directory of the chain's store")
    parser.add_argument(
        "--port",
        type=int,
        default=8090,
        help="port; the next one is taken too; 0: any",
    )
    parser.add_argument("--slot-ms", type=int, default=400, help="milliseconds per slot")
    parser.add_argument("--faults", action="store_true", help="allow the method acreFault")
    parser.add_argument(
        "--die-with-parent", action="store_true", help="stop when the starting process ends"
    )
    options = parser.parse_args(arguments)
    if not 1 <= options.slot_ms <= 60_000:
        parser.error("--slot-ms must be from 1 to 60000")
    if not 0 <= options.port <= 65_534:
        parser.error("--port must be from 0 to 65534")
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    if options.die_with_parent:
        _die_with_parent()
    try:
        uvloop.run(_run(options))
    except (OSError, StoreError) as error:
        log.critical("node cannot run: %s", error)
        return 1
    return 0


async def _run(options: argparse.Namespace) -> None:
    server = await NodeServer.start(
        options.home, options.port, options.slot_ms, faults=options.faults
    )
    tune_gc()
    log.info(
        "node_started url=%s home=%s slot=%d", server.url, options.home, server.ledger.open_slot
    )
    stopped: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, _complete, stopped)
    await asyncio.wait([stopped, server.failed], return_when=asyncio.FIRST_COMPLETED)
    failure = server.failed.exception() if server.failed.done() else None
    await server.stop()
    if failure is not None:
        raise StoreError(f"the chain cannot continue: {failure}") from failure
    log.info("node_stopped slot=%d", server.ledger.open_slot)


def _complete(stopped: asyncio.Future[None]) -> None:
    if not stopped.done():
        stopped.set_result(None)


def _die_with_parent() -> None:
    """Ask the kernel for SIGTERM when the parent ends (Linux; elsewhere nothing happens)."""
    if not sys.platform.startswith("linux"):
        return
    parent = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        # The parent ended before the kernel knew of the wish.
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
