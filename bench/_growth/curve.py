"""A curve of measured costs, and the exponent that fits it."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Curve:
    """Seconds of one thing (`of`), for each size of something else (`against`)."""

    of: str
    against: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def exponent(self) -> float:
        """Return k of the power law size^k that fits best: least squares through the logarithms."""
        return exponent(self.sizes, self.seconds)

    @property
    def last_to_first(self) -> float:
        """Return the cost at the largest size, to that at the smallest."""
        return self.seconds[-1] / self.seconds[0]

    def as_json(self) -> dict[str, object]:
        """Return the curve for a report."""
        return {
            "of": self.of,
            "against": self.against,
            "sizes": list(self.sizes),
            "us": [round(seconds * 1e6, 4) for seconds in self.seconds],
            "exponent": round(self.exponent, 3),
            "last_to_first": round(self.last_to_first, 2),
        }


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """Return the slope of the line through the logarithms of sizes and costs."""
    across = [math.log(size) for size in sizes]
    up = [math.log(cost) for cost in costs]
    middle, height = sum(across) / len(across), sum(up) / len(up)
    spread = sum((x - middle) ** 2 for x in across)
    return sum((x - middle) * (y - height) for x, y in zip(across, up, strict=True)) / spread


def least_s(work: Callable[[], object], times: int) -> float:
    """Return the least processor time of some runs."""
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best
