"""How many slots and transactions passed in each minute since the node started."""

from collections import deque
from typing import NamedTuple

from chain.node.limits import PERFORMANCE_SAMPLES_MAX

SAMPLE_S = 60


class Sample(NamedTuple):
    """One period, which ended with a slot."""

    slot: int
    transactions: int
    slots: int
    seconds: int


class Samples:
    """The newest periods, taken when slots close."""

    def __init__(self, slot: int, transactions: int, now_ms: int) -> None:
        self._samples: deque[Sample] = deque(maxlen=PERFORMANCE_SAMPLES_MAX)
        self._begin(slot, transactions, now_ms)

    def note(self, slot: int, transactions: int, now_ms: int) -> None:
        """Take a sample when a period has passed; `transactions` counts those of the chain."""
        seconds = (now_ms - self._began_ms) // 1000
        if seconds < SAMPLE_S:
            return
        # After a fork there may be fewer transactions, never fewer slots.
        added = max(0, transactions - self._transactions)
        self._samples.appendleft(Sample(slot, added, slot - self._slot, seconds))
        self._begin(slot, transactions, now_ms)

    def newest(self, count: int) -> list[Sample]:
        """Return up to `count` samples, newest first."""
        return list(self._samples)[:count]

    def _begin(self, slot: int, transactions: int, now_ms: int) -> None:
        self._slot, self._transactions, self._began_ms = slot, transactions, now_ms
