"""A stop has a deadline: a process that hangs while it stops logs where it waits, and ends."""

import asyncio
import contextlib
import faulthandler
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from edge.process.stop_budget import STOP_MAX_S

EXIT_TEMPORARY = 75  # sysexits.h: another start may work

FRAMES_MAX = 20

_is_armed = threading.Event()
_running: list[threading.Timer] = []


def arm_stop_limit() -> None:
    """Let `limit_stop` end this process: it is a role of its own and nothing else runs in it."""
    _is_armed.set()


def limit_stop(reason: str, max_s: float = STOP_MAX_S) -> None:
    """End the process if it still runs after so many seconds; the first call counts."""
    if _running or not _is_armed.is_set():
        return
    loop = asyncio.get_running_loop()
    timer = threading.Timer(max_s, _give_up, (reason, max_s, loop))
    timer.daemon = True
    _running.append(timer)
    timer.start()


def has_begun() -> bool:
    """Return whether the stop of this process has begun."""
    return bool(_running)


@contextmanager
def stopping_on_error(name: str) -> Iterator[None]:
    """Begin the stop with an error that leaves the block: a later signal only waits for its end."""
    try:
        yield
    except Exception:
        limit_stop(f"an error of {name}")
        raise


def _places(task: "asyncio.Task[object]") -> str:
    """Return where a task waits, from its outermost coroutine to its innermost."""
    places: list[str] = []
    coroutine: object = task.get_coro()
    while len(places) < FRAMES_MAX and (frame := getattr(coroutine, "cr_frame", None)) is not None:
        places.append(f"{frame.f_code.co_qualname} {frame.f_code.co_filename}:{frame.f_lineno}")
        coroutine = getattr(coroutine, "cr_await", None)
    return " > ".join(places) or repr(task)


def _give_up(reason: str, max_s: float, loop: asyncio.AbstractEventLoop) -> None:
    """Log every waiting task and every thread; nothing may keep this from its end."""
    with contextlib.suppress(Exception):
        for task in asyncio.all_tasks(loop):
            sys.stderr.write(f"task {task.get_name()} waits: {_places(task)}\n")
        faulthandler.dump_traceback()
        sys.stderr.write(
            f"acre: the stop after {reason} took more than {max_s:.0f} s; the process ends here, "
            "the next start continues from the journal\n"
        )
        sys.stderr.flush()
    os._exit(EXIT_TEMPORARY)
