"""One value for many answers, made at most once in a while."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from edge.http.network import reader

T = TypeVar("T")


class CachedValue(Generic[T]):
    """One value, made again when it is older than `age_s`; concurrent callers share the work."""

    def __init__(
        self,
        make: Callable[[], Awaitable[T]],
        age_s: float,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make = make
        self._age_s = age_s
        self._monotonic_s = monotonic_s
        self._made_s = 0.0
        self._making: asyncio.Task[T] | None = None

    async def get(self) -> T:
        making = self._making
        is_old = making is None or self._monotonic_s() - self._made_s > self._age_s
        if making is None or (making.done() and (is_old or making.exception() is not None)):
            self._made_s = self._monotonic_s()
            making = self._making = asyncio.create_task(_shared(self._make))
        return await asyncio.shield(making)


class RecentValues(Generic[T]):
    """Values by key, of which the last used ones are kept; concurrent callers share the work."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, asyncio.Task[T]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._made)

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the value of a key; one that could not be made is made again."""
        making = self._made.get(key)
        is_lost = making is not None and making.done() and making.exception() is not None
        if making is None or is_lost:
            making = self._made[key] = asyncio.create_task(_shared(make))
        self._made.move_to_end(key)
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        return await asyncio.shield(making)


async def _shared(make: Callable[[], Awaitable[T]]) -> T:
    reader.set(None)  # a read that all callers share is on no address's account
    return await make()
