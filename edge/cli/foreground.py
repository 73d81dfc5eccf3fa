"""Run one asynchronous role until it ends or a signal asks it to stop.

A stop has a deadline: a role that hangs while it stops logs where its tasks wait and ends.
"""

import asyncio
import contextlib
import faulthandler
import signal
from collections.abc import Coroutine

import uvloop

from edge.cli.lifeline import attach_lifeline
from edge.cli.log_format import log_to_stderr
from edge.core.observe_settings import TEXT
from edge.process.heartbeat import keep_beating
from edge.process.stop_budget import STOP_MAX_S
from edge.process.stop_limit import arm_stop_limit, has_begun, limit_stop


def run_in_foreground(
    work: Coroutine[object, None, None],
    stop_max_s: float = STOP_MAX_S,
    log_format: str = TEXT,
) -> int:
    """Run the coroutine until it ends; SIGTERM and SIGINT cancel it. Returns the exit status.

    A signal during a stop changes nothing: an error that began it is still raised.
    """
    log_to_stderr(log_format)
    faulthandler.enable()  # the supervisor aborts a role that hangs: its stacks are logged
    attach_lifeline()
    arm_stop_limit()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_until_signal(work, stop_max_s))


async def _until_signal(work: Coroutine[object, None, None], stop_max_s: float) -> int:
    loop = asyncio.get_running_loop()
    keep_beating()
    task = asyncio.ensure_future(work)

    def stop() -> None:
        if not has_begun():
            limit_stop("a signal", stop_max_s)
            task.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    with contextlib.suppress(asyncio.CancelledError):
        await task
    return 0
