"""Times in bins that grow by a tenth of a decade, for the page of the results."""

import math
from collections.abc import Sequence

BINS_PER_DECADE = 10
BIN_LOW_US, BIN_HIGH_US = 10.0, 1e7


def histogram(seconds: Sequence[float]) -> dict[str, object]:
    """Return counts in ten bins a decade, between the least and the largest that are not empty."""
    steps = round(math.log10(BIN_HIGH_US / BIN_LOW_US) * BINS_PER_DECADE)
    counts = [0] * steps
    for each in seconds:
        at = math.floor(math.log10(max(each * 1e6, BIN_LOW_US) / BIN_LOW_US) * BINS_PER_DECADE)
        counts[min(at, steps - 1)] += 1
    held = [at for at, count in enumerate(counts) if count]
    first, last = max(held[0] - 1, 0), min(held[-1] + 2, steps)
    edges = [BIN_LOW_US * 10 ** (at / BINS_PER_DECADE) for at in range(first, last + 1)]
    ranked = sorted(seconds)
    return {
        "edges_us": [round(edge, 3) for edge in edges],
        "counts": counts[first:last],
        "p50_us": round(ranked[len(ranked) // 2] * 1e6, 1),
        "p99_us": round(ranked[len(ranked) * 99 // 100] * 1e6, 1),
    }
