"""Token buckets (API 1.7), one per class and key, in a bounded table."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from edge.http.errors import ApiError
from edge.http.limits import RATE_BUCKETS_MAX, Rate


@dataclass(slots=True)
class _Bucket:
    tokens: float
    filled_s: float


class RateLimiter:
    """Buckets by (class, key); the least recently used one is forgotten when the table is full."""

    def __init__(
        self, rates: Mapping[str, Rate], now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._rates = rates
        self._now_s = now_s
        self._buckets: OrderedDict[tuple[str, str], _Bucket] = OrderedDict()

    def take(self, rate_class: str, key: str, cost: int = 1) -> dict[str, str]:
        """Take `cost` tokens and return the headers; raise RATE_LIMITED when they are not there."""
        rate, now_s = self._rates[rate_class], self._now_s()
        bucket = self._bucket((rate_class, key), rate, now_s)
        tokens = min(rate.burst, bucket.tokens + max(0.0, now_s - bucket.filled_s) * rate.per_s)
        is_allowed = tokens >= cost
        if is_allowed:
            tokens -= cost
        bucket.tokens, bucket.filled_s = tokens, now_s
        headers = {
            "RateLimit-Limit": str(rate.burst),
            "RateLimit-Remaining": str(int(tokens)),
            "RateLimit-Reset": str(math.ceil((rate.burst - tokens) / rate.per_s)),
        }
        if not is_allowed:
            wait_s = max(1, math.ceil((cost - tokens) / rate.per_s))
            raise ApiError("RATE_LIMITED", headers={**headers, "Retry-After": str(wait_s)})
        return headers

    def spend(self, rate_class: str, key: str, cost: int) -> None:
        """Take up to `cost` more tokens for what turned out to cost more; refuse nothing."""
        bucket = self._bucket((rate_class, key), self._rates[rate_class], self._now_s())
        bucket.tokens = max(0.0, bucket.tokens - cost)

    def give_back(self, rate_class: str, key: str) -> None:
        """Return one token that was taken for what then did not count."""
        rate = self._rates[rate_class]
        bucket = self._bucket((rate_class, key), rate, self._now_s())
        bucket.tokens = min(rate.burst, bucket.tokens + 1)

    def _bucket(self, key: tuple[str, str], rate: Rate, now_s: float) -> _Bucket:
        bucket = self._buckets.get(key)
        if bucket is not None:
            self._buckets.move_to_end(key)
            return bucket
        bucket = self._buckets[key] = _Bucket(rate.burst, now_s)
        if len(self._buckets) > RATE_BUCKETS_MAX:
            self._buckets.popitem(last=False)
        return bucket


class AtATime:
    """Concurrent long answers, limited per key and in total."""

    def __init__(self, per_key: int, most: int) -> None:
        self._per_key = per_key
        self._most = most
        self._running: Counter[str] = Counter()

    def running(self, key: str) -> int:
        """Return how many of a key are being made."""
        return self._running[key]

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        """Count one while the block runs; raise RATE_LIMITED where there are too many."""
        if self._running[key] >= self._per_key or self._running.total() >= self._most:
            raise ApiError("RATE_LIMITED", headers={"Retry-After": "1"})
        self._running[key] += 1
        try:
            yield
        finally:
            self._running[key] -= 1
            if not self._running[key]:
                del self._running[key]
