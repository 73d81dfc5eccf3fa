"""Bounds of connections, in all and per address, enforced where a connection is accepted."""

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
from edge.http.middleware.counts import Counts
from edge.http.network import TrustedProxies, client_key

CONNECTION, REQUEST = "connection", "request"  # kinds of counts
IDLE_LOOKED_AT = 64  # of the oldest, for one that may be closed


@dataclass(eq=False, slots=True)
class Connection:
    """One accepted connection, and the groups in which it counts while it is open."""

    transport: asyncio.Transport
    address: str
    is_proxy: bool
    groups: "tuple[_Group, ...]" = ()


@dataclass(slots=True)
class _Group:
    """Connections that share a bound; the idle ones in the order in which they became so."""

    open: set[Connection] = field(default_factory=set)
    idle: OrderedDict[Connection, None] = field(default_factory=OrderedDict)


class Connections:
    """The open connections of a listener; those of an address count over all processes.

    A connection without a request in progress is idle. Where a bound is reached, the oldest idle
    connection here makes room; when every one is busy, the new connection is closed.
    """

    def __init__(
        self,
        total: int = CONNECTIONS_MAX,
        per_address: int = CONNECTIONS_PER_ADDRESS_MAX,
        proxies: TrustedProxies | None = None,
        counts: Counts | None = None,
    ) -> None:
        self.proxies = proxies or TrustedProxies()
        self.closed_count = 0  # for want of room
        self._total = total
        self._per_address = per_address
        self._all = _Group()
        self._of_address: dict[str, _Group] = {}
        self._counts = counts or Counts()
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
        made.groups = self._groups(made)
        for group in made.groups:
            group.open.add(made)
            group.idle[made] = None
        return made

    def begin(self, connection: Connection | None) -> None:
        """Note that a request of the connection is in progress."""
        if connection is not None:
            for group in connection.groups:
                group.idle.pop(connection, None)

    def end(self, connection: Connection | None) -> None:
        """Note that the connection's request is answered."""
        if connection is not None:
            for group in connection.groups:
                group.idle[connection] = None

    def use(self, connection: Connection) -> None:
        """Note that a request of the connection came and is answered at once."""
        for group in connection.groups:
            group.idle.move_to_end(connection)

    def forget(self, connection: Connection | None) -> None:
        """Stop counting a connection that has ended."""
        if connection is None or connection not in self._all.open:
            return
        for group in connection.groups:
            group.open.discard(connection)
            group.idle.pop(connection, None)
        connection.groups = ()
        self._stuck.pop(connection, None)
        if not connection.is_proxy:
            self._counts.leave(CONNECTION, connection.address)
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
        return self._counts.enter(REQUEST, client, self._per_address)

    def leave(self, client: str) -> None:
        """Stop counting a request of `enter`."""
        self._counts.leave(REQUEST, client)

    def _has_room(self, made: Connection) -> bool:
        """Make room for a connection and count it for its address."""
        if made.is_proxy:
            return self._has_room_in_all()
        if not self._enter(made.address):
            group = self._of_address.get(made.address)
            if group is None or not self._make_room(group) or not self._enter(made.address):
                return False
        if self._has_room_in_all():
            return True
        self._counts.leave(CONNECTION, made.address)
        return False

    def _enter(self, address: str) -> bool:
        return self._counts.enter(CONNECTION, address, self._per_address)

    def _has_room_in_all(self) -> bool:
        return len(self._all.open) < self._total or self._make_room(self._all)

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
