"""Token buckets (API 1.7), one per class and key, in a bounded table."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from typing import Protocol

from edge.http.errors import ApiError
from edge.http.limits import RATE_BUCKETS_MAX, Rate
from edge.http.middleware.counts import Counts

BucketKey = tuple[str, str]
HEADERS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
Bucket = tuple[float, float]  # tokens, and when they were counted


def headers_of(values: Iterable[object]) -> dict[str, str]:
    """Return the headers of an answer with these values."""
    return dict(zip(HEADERS, map(str, values), strict=True))


class Buckets(Protocol):
    """A bounded table of buckets; one that is forgotten is full."""

    def take(self, key: BucketKey) -> Bucket | None:
        """Return a bucket and keep others from it until `put`; None where there is none."""
        ...

    def put(self, key: BucketKey, bucket: Bucket) -> None:
        """Store a bucket."""
        ...


class OwnBuckets:
    """The table of one process; the least recently used bucket is forgotten when it is full."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[BucketKey, Bucket] = OrderedDict()

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._buckets)

    def take(self, key: BucketKey) -> Bucket | None:
        """Return a bucket, None where there is none."""
        return self._buckets.get(key)

    def put(self, key: BucketKey, bucket: Bucket) -> None:
        """Store a bucket."""
        self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        if len(self._buckets) > RATE_BUCKETS_MAX:
            self._buckets.popitem(last=False)


class RateLimiter:
    """Buckets by (class, key), in a table of this process or of all that serve the web."""

    def __init__(
        self,
        rates: Mapping[str, Rate],
        now_s: Callable[[], float] = time.monotonic,
        buckets: Buckets | None = None,
    ) -> None:
        self._rates = rates
        self._now_s = now_s
        self._buckets: Buckets = OwnBuckets() if buckets is None else buckets
        self.refused: Counter[str] = Counter()  # by class

    def take(self, rate_class: str, key: str, cost: int = 1) -> dict[str, str]:
        """Take `cost` tokens and return the headers; raise RATE_LIMITED when they are not there."""
        return headers_of(self.take_values(rate_class, key, cost))

    def take_values(self, rate_class: str, key: str, cost: int = 1) -> tuple[int, int, int]:
        """Do the same and return the values of the headers."""
        rate, now_s = self._rates[rate_class], self._now_s()
        name, burst = (rate_class, key), rate.burst
        bucket = self._buckets.take(name)
        tokens: float = burst
        if bucket is not None:
            tokens, filled_s = bucket
            if now_s > filled_s:
                tokens += (now_s - filled_s) * rate.per_s
            if tokens > burst:
                tokens = burst
        is_allowed = tokens >= cost
        if is_allowed:
            tokens -= cost
        self._buckets.put(name, (tokens, now_s))
        values = burst, int(tokens), ceil((burst - tokens) / rate.per_s)
        if not is_allowed:
            self.refused[rate_class] += 1
            wait_s = max(1, ceil((cost - tokens) / rate.per_s))
            headers = {**headers_of(values), "Retry-After": str(wait_s)}
            raise ApiError("RATE_LIMITED", headers=headers)
        return values

    def spend(self, rate_class: str, key: str, cost: int) -> None:
        """Take up to `cost` more tokens for what turned out to cost more; refuse nothing."""
        name = (rate_class, key)
        tokens, filled_s = self._bucket(name)
        self._buckets.put(name, (max(0.0, tokens - cost), filled_s))

    def give_back(self, rate_class: str, key: str) -> None:
        """Return one token that was taken for what then did not count."""
        name = (rate_class, key)
        tokens, filled_s = self._bucket(name)
        self._buckets.put(name, (min(self._rates[rate_class].burst, tokens + 1), filled_s))

    def _bucket(self, name: BucketKey) -> Bucket:
        return self._buckets.take(name) or (self._rates[name[0]].burst, self._now_s())


class AtATime:
    """Long answers in progress: a bound per key over all processes, and one of this process."""

    def __init__(self, kind: str, per_key: int, most: int, counts: Counts | None = None) -> None:
        self._kind = kind
        self._per_key = per_key
        self._most = most
        self._counts = counts or Counts()
        self._running = 0

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        """Count one while the block runs; raise RATE_LIMITED where there are too many."""
        if self._running >= self._most:
            raise ApiError("RATE_LIMITED", headers={"Retry-After": "1"})
        self._counts.enter_or_refuse(self._kind, key, self._per_key)
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1
            self._counts.leave(self._kind, key)
