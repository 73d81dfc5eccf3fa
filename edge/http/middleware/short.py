"""Short requests: a few µs of work, so that each layer around it would cost as much.

What follows from the bytes of a head is prepared once for each head that a server knows: route,
wallet, request id and the text of the answer's head. A request then takes its turn and its rate,
its body is read, and the route's plain function is called. What asks for more goes the way of all
requests (`request_handler`), and refusals are made there, too.
"""

from collections.abc import Mapping
from time import perf_counter

from aiohttp import web
from aiohttp.http import RawRequestMessage

from edge.http.addresses import parse_user
from edge.http.errors import ApiError
from edge.http.gate import GATE
from edge.http.middleware.connections import Connection
from edge.http.middleware.direct import Head, ShortHead
from edge.http.middleware.plain import Client, Plain
from edge.http.middleware.request_handler import CONNECTIONS, RequestHandler, given_id, new_id
from edge.http.middleware.short_writes import ShortWrites
from edge.http.middleware.turns import Turn
from edge.http.table import Place, ShortWrite

STATUS = 200


class _ShortTurn(Turn):
    """A short request that waits for its turn."""

    __slots__ = ("_client", "_connection", "_head", "_raw", "_shorts", "_started_s")

    def __init__(
        self,
        shorts: "Shorts",
        client: Client,
        connection: Connection,
        head: Head,
        raw: bytes,
        started_s: float,
    ) -> None:
        self._shorts = shorts
        self._client = client
        self._connection = connection
        self._head = head
        self._raw = raw
        self._started_s = started_s

    def begin(self) -> None:
        """Answer it."""
        connection, shorts = self._connection, self._shorts
        shorts.connections.end(connection)
        shorts.answer(self._client, self._head, self._raw, self._started_s, connection.address)


class Shorts:
    """Answers the short requests of one application."""

    def __init__(self, app: web.Application, handler: RequestHandler) -> None:
        self._gate = gate = app[GATE]
        self._handler = handler
        self.connections = app[CONNECTIONS]
        self._turns, self._stages = gate.turns, gate.stages
        self.plain = Plain(app, handler)
        self._writes = ShortWrites(app, handler, self.plain)

    def head_of(
        self, message: RawRequestMessage, place: Place, path: Mapping[str, str]
    ) -> ShortHead | None:
        """Return what follows from a head, None where it asks for more than a plain answer."""
        short, plain = place.short.get(message.method), self.plain
        if short is None or not plain.is_plain(message):
            return None
        name, texts = given_id(message.headers), plain.texts_of(message)
        if isinstance(short, ShortWrite):
            authorization = message.headers.get("Authorization")
            return ShortHead(place.template, name, texts, write=(short, path, authorization))
        try:
            user = parse_user(path["user"])
        except ApiError:
            return None
        return ShortHead(place.template, name, texts, read=(short, user))

    def begin(self, client: Client, head: Head, raw: bytes) -> None:
        """Answer a request, now or in its turn."""
        connection, started_s = client.connection, perf_counter()
        assert connection is not None
        assert head.short is not None
        if head.short.write is not None:
            self._writes.begin(client, connection, head, raw, started_s)
            return
        if self._turns.starts_short(connection.address):
            self.connections.use(connection)
            self.answer(client, head, raw, started_s, connection.address)
            return
        turn = _ShortTurn(self, client, connection, head, raw, started_s)
        try:
            self._turns.wait_short(connection.address, turn)
        except ApiError as error:
            self.connections.use(connection)
            self.plain.refuse(client, head, raw, started_s, error)
        else:
            self.connections.begin(connection)

    def answer(
        self, client: Client, head: Head, raw: bytes, started_s: float, address: str
    ) -> None:
        """Answer a read whose turn it is, as `pipeline.serve` does."""
        found, began_s, rates = head.short, perf_counter(), None
        assert found is not None
        assert found.read is not None
        gate, (short, user) = self._gate, found.read
        try:
            rates = gate.limiter.take_values(short.rate, address)
            body = short.parse(raw)
            parsed_s = perf_counter()
            self._stages.parse.add(parsed_s - began_s)
            text = short.answer(user, body, gate.now_s())
            answered_s = perf_counter()
            stays = not gate.drain.has_begun
            name = found.name or new_id()
            answer = self.plain.head(found.texts, STATUS, len(text), name, rates, stays=stays)
            ended_s = perf_counter()
            self._stages.encode.add(ended_s - answered_s)
            self._handler.observe(found.template, STATUS, ended_s - started_s)
        except Exception as error:
            self.plain.refuse(client, head, raw, started_s, error, rates)
        else:
            client.send_bytes(answer + text, stays=stays)
