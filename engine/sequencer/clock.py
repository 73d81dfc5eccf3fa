"""Engine time: the time that commands carry."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.generated.messages import Tick
from engine.sequencer.errors import SequencerOverloadedError

if TYPE_CHECKING:
    from engine.sequencer.sequencer import Sequencer

log = logging.getLogger(__name__)

NS_PER_S = 1_000_000_000
TICK_INTERVAL_S = 1.0


class EngineClock:
    """Engine seconds, `rate` of them to a real second; they never go back.

    With `start_s` engine time begins there on an empty journal and otherwise continues where the
    journal ended. Without it (rate 1 only) engine time is what `now_ns` says: UTC.
    """

    def __init__(
        self,
        rate: int = 1,
        now_ns: Callable[[], int] | None = None,
        start_s: int | None = None,
    ) -> None:
        if rate < 1:
            raise ValueError(f"the rate is {rate}, must be at least 1")
        if start_s is None and rate != 1:
            raise ValueError("a clock that runs faster than UTC needs a start")
        self.rate = rate
        self._start_s = start_s
        # A monotonic clock stops while the machine sleeps and ignores changes of the date.
        default_ns = time.time_ns if start_s is None else time.monotonic_ns
        self._now_ns = now_ns if now_ns is not None else default_ns
        self._anchor_s: int | None = None
        self._anchor_ns = 0
        self._anchor_part_ns = 0  # engine time of the anchor beyond its second
        self._last_s = 0
        self._held_s: int | None = None

    @property
    def is_replay(self) -> bool:
        """Whether engine time is a past that is replayed, not UTC."""
        return self._start_s is not None

    def anchor(self, journal_time_s: int | None) -> None:
        """Start from the time of the journal's last command, or from the start without one."""
        self._anchor_ns, self._anchor_part_ns = self._now_ns(), 0
        if self._start_s is None:
            self._anchor_s = self._anchor_ns // NS_PER_S
            self._last_s = max(self._anchor_s, journal_time_s or 0)
        else:
            self._anchor_s = self._start_s if journal_time_s is None else journal_time_s
            self._last_s = self._anchor_s

    def now_s(self) -> int:
        """Return the engine time; raise RuntimeError before the clock is anchored."""
        if self._anchor_s is None:
            raise RuntimeError("the engine clock starts when the sequencer opens the journal")
        if self._held_s is not None:
            return self._held_s
        now_ns = self._now_ns()
        if self._start_s is None:
            engine_s = now_ns // NS_PER_S
        else:
            engine_s = self._anchor_s + self._since_anchor_ns(now_ns) // NS_PER_S
        if engine_s > self._last_s:
            self._last_s = engine_s
        return self._last_s

    def _since_anchor_ns(self, now_ns: int) -> int:
        return self._anchor_part_ns + (now_ns - self._anchor_ns) * self.rate

    def set_rate(self, rate: int) -> None:
        """Run at another rate from now on; raise ValueError where engine time is UTC."""
        if self._start_s is None or rate < 1:
            raise ValueError(f"a rate of {rate} is not possible here")
        if self._anchor_s is not None:
            now_ns = self._now_ns()
            seconds, self._anchor_part_ns = divmod(self._since_anchor_ns(now_ns), NS_PER_S)
            self._anchor_s += seconds
            self._anchor_ns = now_ns
        self.rate = rate

    def hold(self, engine_s: int) -> None:
        """Stand still at a time, now or later, until `go_on`; not for a clock of UTC."""
        if self._start_s is None:
            raise ValueError("UTC cannot be held")
        self._held_s = max(engine_s, self._held_s or 0)

    def go_on(self) -> None:
        """Run on from where the clock is held."""
        if self._held_s is not None:
            self.anchor(self._held_s)
            self._held_s = None

    def real_seconds_until(self, engine_s: int) -> float:
        """Return how long to wait, in real seconds, until engine time reaches `engine_s`."""
        return max(0.0, (engine_s - self.now_s()) / self.rate)


class ClockTicker:
    """Submits a Tick every real second, so that time passes without traffic."""

    def __init__(self, sequencer: "Sequencer", interval_s: float = TICK_INTERVAL_S) -> None:
        self._sequencer = sequencer
        self._interval_s = interval_s
        self._is_skipping = False

    async def run(self) -> None:
        """Tick until cancelled; a full queue or disk skips ticks, a failed sequencer ends it."""
        while True:
            await self.tick()
            await asyncio.sleep(self._interval_s)

    async def tick(self) -> None:
        """Submit one Tick unless the sequencer is full; log the first skipped one."""
        try:
            await self._sequencer.submit(Tick())
            self._is_skipping = False
        except SequencerOverloadedError as error:
            if not self._is_skipping:
                log.warning("tick_skipped", extra={"reason": str(error)})
            self._is_skipping = True
