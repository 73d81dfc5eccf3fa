"""One value for many answers, made at most once in a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable
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
            making = self._making = asyncio.create_task(self._run())
        return await asyncio.shield(making)

    async def _run(self) -> T:
        reader.set(None)  # a read that all callers share is on no address's account
        return await self._make()
