"""Calls and bytes of the chain node's answers that are on their way to clients of `/rpc`."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from edge.http.errors import ApiError
from edge.http.limits import (
    PROXY_BYTES_MAX,
    PROXY_BYTES_PER_CLIENT_MAX,
    PROXY_CALLS_PER_CLIENT_MAX,
)


@dataclass(slots=True)
class Flight:
    """Counts calls without an answer and bytes of large answers; bounded in all and per client.

    A client may always have one answer, however large the node lets it be. Small answers are not
    counted: unread large answers can only block other large answers.
    """

    bytes_max: int = PROXY_BYTES_MAX
    bytes_per_client_max: int = PROXY_BYTES_PER_CLIENT_MAX
    total: int = 0
    of_client: dict[str, int] = field(default_factory=dict)
    calls: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def call(self, client: str) -> Iterator[None]:
        """Count a call of a client; raise RATE_LIMITED for too many at once."""
        count = self.calls.get(client, 0)
        if count >= PROXY_CALLS_PER_CLIENT_MAX:
            raise ApiError("RATE_LIMITED", headers={"Retry-After": "1"})
        self.calls[client] = count + 1
        try:
            yield
        finally:
            left = self.calls.pop(client) - 1
            if left:
                self.calls[client] = left

    def add(self, client: str, count: int) -> None:
        """Count bytes that are held for a client; raise RATE_LIMITED for too many."""
        held = self.of_client.get(client, 0)
        if self.total + count > self.bytes_max or (
            held and held + count > self.bytes_per_client_max
        ):
            raise ApiError("RATE_LIMITED", headers={"Retry-After": "1"})
        self.total += count
        self.of_client[client] = held + count

    def remove(self, client: str, count: int) -> None:
        """Stop counting bytes that were read or dropped."""
        self.total -= count
        left = self.of_client.pop(client, 0) - count
        if left > 0:
            self.of_client[client] = left
