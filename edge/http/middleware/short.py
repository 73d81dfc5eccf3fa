"""Short requests: a few µs of work, so that each layer around it would cost as much.

What follows from the bytes of a head is prepared once for each head that a server knows: route,
wallet, request id and the text of the answer's head. A request then takes its turn and its rate,
its body is read, and the route's plain function is called. What asks for more goes the way of all
requests (`request_handler`), and refusals are made there, too.
"""

from collections.abc import Mapping
from contextvars import copy_context
from time import perf_counter, time
from typing import Protocol

from aiohttp import web
from aiohttp.http import RawRequestMessage

from edge.http.addresses import parse_user
from edge.http.errors import ApiError
from edge.http.gate import GATE
from edge.http.middleware.connections import Connection
from edge.http.middleware.direct import DirectRequest, Head, ShortHead
from edge.http.middleware.rates import headers_of
from edge.http.middleware.request_handler import CONNECTIONS, RequestHandler, given_id, new_id
from edge.http.middleware.turns import Turn
from edge.http.pipeline import RATE_HEADERS, SEQUENCE
from edge.http.response import WholeResponse, first_lines
from edge.http.route import JSON
from edge.http.table import Place
from edge.observe.requests import request_id

CLOSE = "Connection: close\r\n"
STATUS = 200
GAP = "\0"  # in no header


class Client(Protocol):
    """A connection that answers requests itself."""

    connection: Connection | None

    def request_of(self, head: Head, raw: bytes) -> DirectRequest:
        """Return a request of the library."""
        ...

    def send(self, answer: WholeResponse) -> None:
        """Send the answer to a request; raises nothing."""
        ...

    def send_bytes(self, answer: bytes, *, stays: bool) -> None:
        """Send a whole answer to a request."""
        ...


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
        self._is_plain = gate.traces is None and not gate.has_access_log

    def head_of(
        self, message: RawRequestMessage, place: Place, path: Mapping[str, str]
    ) -> ShortHead | None:
        """Return what follows from a head, None where it asks for more than a plain answer."""
        short, given = place.short.get(message.method), message.headers
        is_plain = self._is_plain and not message.url.query and given.get("Content-Type") == JSON
        if short is None or not is_plain:
            return None
        try:
            user = parse_user(path["user"])
        except ApiError:
            return None
        rates = headers_of((GAP, GAP, GAP))
        fields = {
            "Content-Length": GAP,
            **self._handler.headers_of(GAP, rates, message.method, given.get("Origin")),
            "Content-Type": JSON,
            SEQUENCE: GAP,
            "Cache-Control": "no-store",
        }
        texts = "".join(f"{name}: {value}\r\n" for name, value in fields.items()).split(GAP)
        return ShortHead(short, place.template, user, given_id(given), tuple(texts))

    def begin(self, client: Client, head: Head, raw: bytes) -> None:
        """Answer a request, now or in its turn."""
        connection, started_s = client.connection, perf_counter()
        assert connection is not None
        if self._turns.starts_short(connection.address):
            self.connections.use(connection)
            self.answer(client, head, raw, started_s, connection.address)
            return
        turn = _ShortTurn(self, client, connection, head, raw, started_s)
        try:
            self._turns.wait_short(connection.address, turn)
        except ApiError as error:
            self.connections.use(connection)
            self._refuse(client, head, raw, started_s, error)
        else:
            self.connections.begin(connection)

    def answer(
        self, client: Client, head: Head, raw: bytes, started_s: float, address: str
    ) -> None:
        """Answer a request whose turn it is, as `pipeline.serve` does."""
        found, began_s, rates = head.short, perf_counter(), None
        assert found is not None
        gate, short = self._gate, found.short
        try:
            rates = gate.limiter.take_values(short.rate, address)
            body = short.parse(raw)
            parsed_s = perf_counter()
            self._stages.parse.add(parsed_s - began_s)
            text = short.answer(found.user, body, gate.now_s())
            answered_s = perf_counter()
            name = found.name or new_id()
            stays = not gate.drain.has_begun
            first = first_lines(STATUS, int(time()))
            length, named, limit, left, reset, sequence, last = found.texts
            lines = (
                f"{first}{length}{len(text)}{named}{name}{limit}{rates[0]}{left}{rates[1]}"
                f"{reset}{rates[2]}{sequence}{gate.sequence()}{last}{'' if stays else CLOSE}\r\n"
            )
            ended_s = perf_counter()
            self._stages.encode.add(ended_s - answered_s)
            self._handler.observe(found.template, STATUS, ended_s - started_s)
            answer = lines.encode() + text
        except Exception as error:
            self._refuse(client, head, raw, started_s, error, rates)
        else:
            client.send_bytes(answer, stays=stays)

    def _refuse(
        self,
        client: Client,
        head: Head,
        raw: bytes,
        started_s: float,
        error: Exception,
        rates: tuple[int, int, int] | None = None,
    ) -> None:
        """Answer with an error, as any other request is."""
        request = client.request_of(head, raw)
        if rates is not None:
            request[RATE_HEADERS] = headers_of(rates)
        copy_context().run(self._send_refusal, client, request, started_s, error)

    def _send_refusal(
        self, client: Client, request: DirectRequest, started_s: float, error: Exception
    ) -> None:
        found = request.found[0]
        name = given_id(request.headers) or new_id()
        request_id.set(name)  # of the log lines
        response = self._handler.refusal(request, name, error)
        if self._gate.drain.has_begun:
            response.force_close()
        self._handler.observe(found.template, response.status, perf_counter() - started_s)
        client.send(response)
