"""Client pacing: request rates and retry delays."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

from acre_sdk.errors import AcreError

ORDERS_PER_S = 10
ORDERS_BURST = 20


class Timer:
    """The clock and the sleep of a client; tests bring their own."""

    def __init__(
        self,
        now_s: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.now_s = now_s
        self.sleep = sleep


class TokenBucket:
    """Order calls a second, shared by all of a client's calls; waiters are served in order."""

    def __init__(
        self, timer: Timer, per_s: float = ORDERS_PER_S, burst: int = ORDERS_BURST
    ) -> None:
        self._timer = timer
        self._per_s = per_s
        self._burst = burst
        self._tokens = float(burst)  # below 0: so much is promised to those who wait
        self._filled_s = timer.now_s()

    def ready(self) -> int:
        """Return how many calls may be made without waiting."""
        self._fill()
        return max(0, int(self._tokens))

    async def take(self, cost: int, wait_max_s: float) -> None:
        """Take `cost` tokens, waiting for them; raise RATE_LIMITED when it would take too long."""
        if cost > self._burst:
            raise ValueError(f"a call may cost {self._burst} at most, not {cost}")
        self._fill()
        wait_s = max(0.0, (cost - self._tokens) / self._per_s)
        if wait_s > wait_max_s:
            text = "Too many requests wait in this client"
            raise AcreError("RATE_LIMITED", text, 429, retry_after_s=wait_s)
        self._tokens -= cost
        if wait_s > 0:
            await self._timer.sleep(wait_s)

    def drain(self) -> None:
        """Forget what was saved: the server has just said that there is nothing left."""
        self._fill()
        self._tokens = min(self._tokens, 0.0)

    def _fill(self) -> None:
        now_s = self._timer.now_s()
        gained = (now_s - self._filled_s) * self._per_s
        self._tokens = min(float(self._burst), self._tokens + gained)
        self._filled_s = now_s


class Backoff:
    """Pauses that double up to a limit, each between half and all of its length."""

    def __init__(self, first_s: float, limit_s: float) -> None:
        self._first_s = first_s
        self._limit_s = limit_s
        self._next_s = first_s

    def next_s(self) -> float:
        """Return the next pause."""
        pause_s = self._next_s
        self._next_s = min(self._limit_s, 2 * pause_s)
        return pause_s * random.uniform(0.5, 1.0)  # noqa: S311 - only spreads clients in time

    def reset(self) -> None:
        """Begin with the first pause again."""
        self._next_s = self._first_s
