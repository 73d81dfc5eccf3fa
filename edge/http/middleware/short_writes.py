"""Short writes: one command of a signed-in wallet, whose answer is a function of its events.

A write takes its turn, its token is checked, its rate taken and its body read; the route's plain
function submits the command, and the answer goes out when that is durable and applied. No task and
no coroutine waits meanwhile. A client that leaves takes nothing back.

    waits for its turn ── refused
      └─ under way: before its command has an outcome ── refused
           └─ answered, or refused
"""

from time import perf_counter

from aiohttp import web

from edge.http.errors import ApiError
from edge.http.gate import GATE
from edge.http.limits import ADDRESS_RATES
from edge.http.middleware.connections import Connection
from edge.http.middleware.direct import Head
from edge.http.middleware.plain import Client, Plain, Rates
from edge.http.middleware.request_handler import CONNECTIONS, RequestHandler, new_id
from edge.http.middleware.turns import Turn
from edge.http.table import ShortWrite

PUBLIC = "public"  # rate of requests without a good token


class _Write(Turn):
    """A write under way: it waits for its turn, then for the outcome of its command."""

    __slots__ = (
        "_is_over",
        "_writes",
        "client",
        "connection",
        "head",
        "rates",
        "raw",
        "started_s",
    )

    def __init__(
        self,
        writes: "ShortWrites",
        client: Client,
        connection: Connection,
        head: Head,
        raw: bytes,
        started_s: float,
    ) -> None:
        self._writes = writes
        self._is_over = False
        self.client = client
        self.connection = connection
        self.head = head
        self.raw = raw
        self.started_s = started_s
        self.rates: Rates | None = None  # what is left of its own, once that is taken

    def begin(self) -> None:
        """Submit it."""
        self._writes.submit(self)

    def done(self) -> bool:
        """Return whether it is answered."""
        return self._is_over

    def set_result(self, text: bytes) -> None:
        """Answer with a text."""
        self._is_over = True
        self._writes.answer(self, text)

    def set_exception(self, error: BaseException) -> None:
        """Answer with an error."""
        assert isinstance(error, Exception)
        self._is_over = True
        self._writes.refuse(self, error)


class ShortWrites:
    """Answers the short writes of one application."""

    def __init__(self, app: web.Application, handler: RequestHandler, plain: Plain) -> None:
        self._gate = gate = app[GATE]
        self._handler = handler
        self._plain = plain
        self._connections = app[CONNECTIONS]
        self._turns, self._stages = gate.turns, gate.stages

    def begin(
        self, client: Client, connection: Connection, head: Head, raw: bytes, started_s: float
    ) -> None:
        """Submit a write, now or in its turn."""
        self._connections.begin(connection)
        write = _Write(self, client, connection, head, raw, started_s)
        if self._turns.starts_write(connection.address):
            self.submit(write)
            return
        try:
            self._turns.wait_write(connection.address, write)
        except ApiError as error:
            self.refuse(write, error)

    def submit(self, write: _Write) -> None:
        """Submit a write whose turn it is, as `pipeline.serve` does."""
        began_s = perf_counter()
        assert write.head.short is not None
        assert write.head.short.write is not None
        short, path, authorization = write.head.short.write
        try:
            wallet = self._wallet_of(write, authorization)
            try:
                body = short.parse(write.raw)
            except Exception:
                self._charge(write, short, wallet)
                raise
            self._charge(write, short, wallet)
            self._stages.parse.add(perf_counter() - began_s)
            short.submit(wallet, path, body, write)
        except Exception as error:
            if not write.done():
                write.set_exception(error)

    def _wallet_of(self, write: _Write, authorization: str | None) -> bytes:
        try:
            return self._gate.tokens.check_bearer(authorization).address
        except ApiError:
            write.rates = self._gate.limiter.take_values(PUBLIC, write.connection.address)
            raise

    def _charge(self, write: _Write, short: ShortWrite, wallet: bytes) -> None:
        write.rates = self._gate.limiter.take_values(short.rate, wallet.hex())
        of_address = ADDRESS_RATES.get(short.rate)
        if of_address is not None:
            self._gate.limiter.take_values(of_address, write.connection.address)

    def answer(self, write: _Write, text: bytes) -> None:
        """Send the answer of a command; raises nothing."""
        began_s, found = perf_counter(), write.head.short
        try:
            assert found is not None
            assert found.write is not None
            assert write.rates is not None
            status, stays = found.write[0].status, not self._gate.drain.has_begun
            name = found.name or new_id()
            head = self._plain.head(found.texts, status, len(text), name, write.rates, stays=stays)
            ended_s = perf_counter()
            self._stages.encode.add(ended_s - began_s)
            self._handler.observe(found.template, status, ended_s - write.started_s)
        except Exception as error:
            self.refuse(write, error)
        else:
            self._connections.end(write.connection)
            write.client.send_bytes(head + text, stays=stays)

    def refuse(self, write: _Write, error: Exception) -> None:
        """Send a refusal; raises nothing."""
        self._connections.end(write.connection)
        started_s, rates = write.started_s, write.rates
        self._plain.refuse(write.client, write.head, write.raw, started_s, error, rates)
