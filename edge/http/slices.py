"""Long lists a slice at a time: the loop answers others between two slices."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from edge.http.limits import SLICE_ROWS

R = TypeVar("R")
T = TypeVar("T")


async def in_slices(rows: Sequence[R], work: Callable[[R], T], size: int = SLICE_ROWS) -> list[T]:
    """Return `work` of each row, in order."""
    done: list[T] = []
    for part in slices(rows, size):
        if done:
            await asyncio.sleep(0)
        done += map(work, part)
    return done


def slices(rows: Sequence[R], size: int = SLICE_ROWS) -> Iterator[Sequence[R]]:
    """Yield the rows in pieces of at most `size`."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
