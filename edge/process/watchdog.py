"""The watchdog: a thread that logs where the event loop is held when it does not turn."""

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from engine.sequencer.times import Distribution

log = logging.getLogger("acre.watchdog")

BEAT_S = 0.25
BLOCKED_S = 2.0
CHECK_INTERVAL_S = 0.5
STACK_FRAMES_MAX = 12


@dataclass(slots=True)
class LoopTimes:
    """Lateness of the event loop: now and at worst."""

    blocked_count: int = 0
    longest_s: float = 0.0
    lags: Distribution = field(default_factory=Distribution)  # of each beat, in seconds


class Watchdog:
    """Watches the running loop from a thread of its own."""

    def __init__(
        self, blocked_s: float = BLOCKED_S, check_interval_s: float = CHECK_INTERVAL_S
    ) -> None:
        self.times = LoopTimes()
        self._blocked_s = blocked_s
        self._check_interval_s = check_interval_s
        self._loop = asyncio.get_running_loop()
        self._loop_thread = threading.get_ident()
        self._beaten_at_s = time.monotonic()
        self._timer: asyncio.TimerHandle | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._beat()
        self._thread.start()

    def stop(self) -> None:
        """End watching; the thread ends at its next look."""
        self._ended.set()
        if self._timer is not None:
            self._timer.cancel()

    def _beat(self) -> None:
        now_s = time.monotonic()
        late_s = now_s - self._beaten_at_s - BEAT_S
        self.times.longest_s = max(self.times.longest_s, late_s)
        self.times.lags.add(max(0.0, late_s))
        self._beaten_at_s = now_s
        self._timer = self._loop.call_later(BEAT_S, self._beat)

    def _watch(self) -> None:
        told_s = 0.0  # of which beat the block was logged
        while not self._ended.wait(self._check_interval_s):
            beaten_at_s = self._beaten_at_s
            held_s = time.monotonic() - beaten_at_s
            if held_s > self._blocked_s and told_s != beaten_at_s:
                told_s = beaten_at_s
                self.times.blocked_count += 1
                self._tell(held_s)

    def _tell(self, held_s: float) -> None:
        frame = sys._current_frames().get(self._loop_thread)
        stack = "".join(traceback.format_stack(frame, STACK_FRAMES_MAX)) if frame else ""
        log.error("loop_blocked", extra={"seconds": round(held_s, 1)})
        for line in stack.splitlines():
            log.error("loop_blocked_at", extra={"at": line.strip()})


@asynccontextmanager
async def watching_loop(watchdog: Watchdog) -> AsyncIterator[None]:
    """Watch the loop for as long as the block runs."""
    watchdog.start()
    try:
        yield
    finally:
        watchdog.stop()
