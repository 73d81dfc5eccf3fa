"""Bounds of connections, in all and per address, kept where a connection is accepted."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import islice

from edge.http.limits import (
    CONNECTIONS_MAX,
    CONNECTIONS_PER_ADDRESS_MAX,
    STUCK_CHECK_S,
    STUCK_LOOKS_MAX,
)
from edge.http.network import TrustedProxies, client_key

IDLE_LOOKED_AT = 64  # of the oldest, for one that may be closed


@dataclass(eq=False, slots=True)
class Connection:
    """One accepted connection."""

    transport: asyncio.Transport
    address: str
    is_proxy: bool


@dataclass(slots=True)
class _Group:
    """Connections that share a bound; the idle ones in the order in which they became so."""

    open: set[Connection] = field(default_factory=set)
    idle: OrderedDict[Connection, None] = field(default_factory=OrderedDict)


class Connections:
    """The open connections of a listener.

    A connection without a request in progress is idle. Where a bound is reached, the oldest idle
    connection makes room; when every one is busy, the new connection is closed.
    """

    def __init__(
        self,
        total: int = CONNECTIONS_MAX,
        per_address: int = CONNECTIONS_PER_ADDRESS_MAX,
        proxies: TrustedProxies | None = None,
    ) -> None:
        self.proxies = proxies or TrustedProxies()
        self.closed_count = 0  # for want of room
        self._total = total
        self._per_address = per_address
        self._all = _Group()
        self._of_address: dict[str, _Group] = {}
        self._requests: dict[str, int] = {}
        self._stuck: dict[Connection, tuple[int, int]] = {}  # unsent bytes, looks since they fell

    def __len__(self) -> int:
        """Return how many connections are open."""
        return len(self._all.open)

    def admit(self, transport: asyncio.Transport) -> Connection | None:
        """Count a new connection and return it; None when it was closed for want of room."""
        peer = transport.get_extra_info("peername")
        peer_text = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        address = client_key(peer_text)
        made = Connection(transport, address, self.proxies.trust(peer_text))
        if not self._has_room(made):
            self.closed_count += 1
            transport.abort()
            return None
        for group in self._groups(made):
            group.open.add(made)
            group.idle[made] = None
        return made

    def begin(self, connection: Connection | None) -> None:
        """Note that a request of the connection is in progress."""
        if connection is not None and connection in self._all.open:
            for group in self._groups(connection):
                group.idle.pop(connection, None)

    def end(self, connection: Connection | None) -> None:
        """Note that the connection's request is answered."""
        if connection is not None and connection in self._all.open:
            for group in self._groups(connection):
                group.idle[connection] = None

    def forget(self, connection: Connection | None) -> None:
        """Stop counting a connection that has ended."""
        if connection is None or connection not in self._all.open:
            return
        for group in self._groups(connection):
            group.open.discard(connection)
            group.idle.pop(connection, None)
        self._stuck.pop(connection, None)
        of_address = self._of_address.get(connection.address)
        if of_address is not None and not of_address.open:
            del self._of_address[connection.address]

    def cut_stuck(self) -> None:
        """Abort connections whose client has taken no byte of an answer at so many looks."""
        before, self._stuck = self._stuck, {}
        for connection in tuple(self._all.open):
            unsent = connection.transport.get_write_buffer_size()
            if not unsent:
                continue
            last, looks = before.get(connection, (0, 0))
            looks = looks + 1 if unsent == last else 1
            self._stuck[connection] = unsent, looks
            if looks >= STUCK_LOOKS_MAX:
                self.closed_count += 1
                self.forget(connection)
                connection.transport.abort()

    async def watch(self) -> None:
        """Cut stuck connections until cancelled."""
        while True:
            await asyncio.sleep(STUCK_CHECK_S)
            self.cut_stuck()

    def enter(self, client: str) -> bool:
        """Count a request of a client behind a proxy; False when it has too many at once."""
        count = self._requests.get(client, 0)
        if count >= self._per_address:
            return False
        self._requests[client] = count + 1
        return True

    def leave(self, client: str) -> None:
        """Stop counting a request of `enter`."""
        count = self._requests.pop(client) - 1
        if count:
            self._requests[client] = count

    def _has_room(self, made: Connection) -> bool:
        bounds = [(self._all, self._total)]
        if not made.is_proxy:
            group = self._of_address.get(made.address, _Group())
            bounds.insert(0, (group, self._per_address))
        for group, bound in bounds:
            if len(group.open) >= bound and not self._make_room(group):
                return False
        return True

    def _make_room(self, group: _Group) -> bool:
        some = islice(group.idle, IDLE_LOOKED_AT)
        # what is still being sent belongs to a request that was answered
        oldest = next((one for one in some if not one.transport.get_write_buffer_size()), None)
        if oldest is None:
            return False
        self.closed_count += 1
        self.forget(oldest)
        oldest.transport.abort()
        return True

    def _groups(self, connection: Connection) -> tuple[_Group, ...]:
        if connection.is_proxy:  # its clients are counted by their requests
            return (self._all,)
        return self._all, self._group(connection.address)

    def _group(self, address: str) -> _Group:
        return self._of_address.setdefault(address, _Group())
