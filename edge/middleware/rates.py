"""Token buckets (contract 1.7), one per class and key, in a bounded table."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

from edge.errors import ApiError
from edge.limits import RATE_BUCKETS_MAX, Rate


class RateLimiter:
    """Buckets by (class, key); the least recently used one is forgotten when the table is full."""

    def __init__(
        self, rates: Mapping[str, Rate], now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._rates = rates
        self._now_s = now_s
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, rate_class: str, key: str, cost: int = 1) -> dict[str, str]:
        """Take `cost` tokens and return the headers; raise RATE_LIMITED when they are not there."""
        rate = self._rates[rate_class]
        now_s = self._now_s()
        tokens, filled_s = self._buckets.get((rate_class, key), (float(rate.burst), now_s))
        tokens = min(float(rate.burst), tokens + max(0.0, now_s - filled_s) * rate.per_s)
        is_allowed = tokens >= cost
        tokens -= cost if is_allowed else 0
        self._keep((rate_class, key), (tokens, now_s))
        headers = {
            "RateLimit-Limit": str(rate.burst),
            "RateLimit-Remaining": str(int(tokens)),
            "RateLimit-Reset": str(math.ceil((rate.burst - tokens) / rate.per_s)),
        }
        if not is_allowed:
            wait_s = max(1, math.ceil((cost - tokens) / rate.per_s))
            raise ApiError("RATE_LIMITED", headers={**headers, "Retry-After": str(wait_s)})
        return headers

    def _keep(self, key: tuple[str, str], bucket: tuple[float, float]) -> None:
        self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        if len(self._buckets) > RATE_BUCKETS_MAX:
            self._buckets.popitem(last=False)
