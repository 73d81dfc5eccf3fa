"""Distributions of durations and sizes: counts by bound, for measurements only."""

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Final

SECONDS: Final = (
    0.0001,
    0.00025,
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
)
COMMANDS: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0)


class Distribution:
    """Counts of observed values by upper bound, their sum and the largest."""

    __slots__ = ("bounds", "counts", "largest", "total")

    def __init__(self, bounds: tuple[float, ...] = SECONDS) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)  # the last one: above every bound
        self.total = 0.0
        self.largest = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value
        if value > self.largest:
            self.largest = value

    @property
    def count(self) -> int:
        """Number of observed values."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class StageTimes:
    """Batches of a sequencer since its start; waits and flushes in seconds."""

    queue: Distribution = field(default_factory=Distribution)  # of the oldest command of a batch
    flush: Distribution = field(default_factory=Distribution)
    apply: Distribution = field(default_factory=Distribution)
    commands: Distribution = field(default_factory=lambda: Distribution(COMMANDS))

    def add(self, times: "BatchTimes", commands: int) -> None:
        """Count a batch."""
        self.queue.add(times.taken_s - times.submitted_s)
        self.flush.add(times.durable_s - times.taken_s)
        self.apply.add(times.applied_s - times.durable_s)
        self.commands.add(commands)


@dataclass(frozen=True, slots=True)
class BatchTimes:
    """Monotonic times of a batch; `submitted_s` is that of its oldest command."""

    submitted_s: float
    taken_s: float
    durable_s: float
    applied_s: float
