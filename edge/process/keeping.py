"""Keeps a loop of the core running through trouble of the machine that passes."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from edge.process.disk import is_passing
from edge.process.stop_limit import limit_stop
from engine.sequencer import SequencerFailedError, SequencerOverloadedError

log = logging.getLogger("acre.core")

PAUSE_FIRST_S = 0.5
PAUSE_MAX_S = 30.0
QUIET_S = 60.0  # without errors for this long the backoff resets


@dataclass(slots=True)
class Trouble:
    """Loops that currently wait for resources, with the reason."""

    waiting: dict[str, str] = field(default_factory=dict)


async def keep_running(name: str, run: Callable[[], Awaitable[None]], trouble: Trouble) -> None:
    """Run a loop, and again after trouble that can pass: no file, no room, a disk's error.

    Any other error is raised: it ends the process, whose stop then has a deadline.
    """
    pause_s = PAUSE_FIRST_S
    while True:
        started_s = time.monotonic()
        try:
            await run()
            return
        except Exception as error:
            if not is_passing_group(error):
                _end_soon(name, error)
                raise
            trouble.waiting[name] = str(error)
        if time.monotonic() - started_s > QUIET_S:
            pause_s = PAUSE_FIRST_S
        fields = {"loop": name, "reason": trouble.waiting[name], "retry_s": pause_s}
        log.error("loop_waits_for_machine", extra=fields)
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, PAUSE_MAX_S)
        trouble.waiting.pop(name, None)


def is_passing_group(error: BaseException) -> bool:
    """Return whether an error, or every one of a group, is trouble that can pass.

    So is a sequencer that takes no command because its queue or the journal's disk is full.
    """
    if isinstance(error, BaseExceptionGroup):
        return all(is_passing_group(one) for one in error.exceptions)
    return isinstance(error, SequencerOverloadedError) or is_passing(error)


def _end_soon(name: str, error: Exception) -> None:
    if not isinstance(error, SequencerFailedError):  # which is logged where it happened
        log.critical("loop_failed", exc_info=error, extra={"loop": name})
    limit_stop(f"an error of {name}")
