"""Run one asynchronous role until it ends or a signal asks it to stop."""

import asyncio
import contextlib
import signal
from collections.abc import Coroutine
from typing import Any

import uvloop

from edge.cli.lifeline import attach_lifeline
from edge.cli.log_format import log_to_stderr


def run_in_foreground(work: Coroutine[Any, Any, None]) -> int:
    """Run the coroutine until it ends; SIGTERM and SIGINT cancel it. Returns the exit status."""
    log_to_stderr()
    attach_lifeline()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_until_signal(work))


async def _until_signal(work: Coroutine[Any, Any, None]) -> int:
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
    return 0
