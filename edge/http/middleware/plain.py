"""What plain requests share: heads of answers that are prepared, and refusals as of all requests.

Of a head that a server knows the route, the client's request id and the text of the answer's head
are kept (`short`, `short_writes`); an answer fills the gaps of that text.
"""

from contextvars import copy_context
from functools import lru_cache
from time import perf_counter, time
from typing import Protocol

from aiohttp import web
from aiohttp.http import RawRequestMessage

from edge.http.gate import GATE
from edge.http.middleware.connections import Connection
from edge.http.middleware.direct import DirectRequest, Head
from edge.http.middleware.rates import headers_of
from edge.http.middleware.request_handler import RequestHandler, given_id, new_id
from edge.http.pipeline import RATE_HEADERS, SEQUENCE
from edge.http.response import WholeResponse, first_lines
from edge.http.route import JSON
from edge.observe.requests import request_id

CLOSE = "Connection: close\r\n"
GAP = "\0"  # in no header
ORIGINS_MAX = 64  # whose heads of answers are kept
Rates = tuple[int, int, int]


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
        """Send a whole answer to a request; raises nothing."""
        ...


class Plain:
    """Answers of one application to plain requests."""

    def __init__(self, app: web.Application, handler: RequestHandler) -> None:
        self._gate = gate = app[GATE]
        self._handler = handler
        self._is_on = gate.traces is None and not gate.has_access_log
        self._texts_of = lru_cache(ORIGINS_MAX)(self._made_texts)

    def is_plain(self, message: RawRequestMessage) -> bool:
        """Return whether a head asks for a plain answer."""
        is_json = message.headers.get("Content-Type") == JSON
        return self._is_on and is_json and not message.url.query

    def texts_of(self, message: RawRequestMessage) -> tuple[str, ...]:
        """Return the head of an answer around what is of one answer."""
        return self._texts_of(message.method, message.headers.get("Origin"))

    def _made_texts(self, method: str, origin: str | None) -> tuple[str, ...]:
        rates = headers_of((GAP, GAP, GAP))
        fields = {
            "Content-Length": GAP,
            **self._handler.headers_of(GAP, rates, method, origin),
            "Content-Type": JSON,
            SEQUENCE: GAP,
            "Cache-Control": "no-store",
        }
        return tuple("".join(f"{name}: {value}\r\n" for name, value in fields.items()).split(GAP))

    def head(
        self,
        texts: tuple[str, ...],
        status: int,
        length: int,
        name: str,
        rates: Rates,
        *,
        stays: bool,
    ) -> bytes:
        """Return the head of an answer."""
        first = first_lines(status, int(time()))
        size, named, limit, left, reset, sequence, last = texts
        return (
            f"{first}{size}{length}{named}{name}{limit}{rates[0]}{left}{rates[1]}{reset}{rates[2]}"
            f"{sequence}{self._gate.sequence()}{last}{'' if stays else CLOSE}\r\n"
        ).encode()

    def refuse(
        self,
        client: Client,
        head: Head,
        raw: bytes,
        started_s: float,
        error: Exception,
        rates: Rates | None = None,
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
