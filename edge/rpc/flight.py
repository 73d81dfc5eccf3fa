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
from edge.http.middleware.counts import Counts

CALL = "rpc-call"  # kind of count


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
    counts: Counts = field(default_factory=Counts)

    @contextmanager
    def call(self, client: str) -> Iterator[None]:
        """Count a call of a client; raise RATE_LIMITED for too many at once."""
        self.counts.enter_or_refuse(CALL, client, PROXY_CALLS_PER_CLIENT_MAX)
        try:
            yield
        finally:
            self.counts.leave(CALL, client)

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
