"""Protocol errors: malformed HTTP returns the standard error body; slow headers time out."""

import asyncio
import logging
import uuid
from typing import Any, cast

from aiohttp import web

from chain.direct import DirectConnection
from edge.http.errors import ApiError
from edge.http.limits import LINGER_S, REQUEST_LINE_BYTES_MAX, SLOW_REQUEST_S
from edge.http.middleware.connections import Connection, Connections
from edge.http.middleware.direct import Answering, Direct, DirectRequest, Head
from edge.http.middleware.errors import error_response
from edge.http.middleware.request_handler import CONNECTIONS, TABLE, RequestHandler
from edge.http.middleware.short import Shorts
from edge.http.response import Reply, WholeResponse

log = logging.getLogger("acre.edge")


class Protocol(DirectConnection[Head]):
    """One connection."""

    __slots__ = ("_bounds", "_direct", "_remote", "_shorts", "connection")

    def __init__(
        self,
        manager: web.Server,
        connections: Connections,
        direct: Direct,
        **options: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(manager, direct, **options)
        self._bounds = connections
        self._direct = direct
        self._shorts = direct.shorts
        self._remote = ""
        self.connection: Connection | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Serve the connection, if there is room for it."""
        self.connection = self._bounds.admit(cast(asyncio.Transport, transport))
        if self.connection is not None:
            super().connection_made(transport)
            if self.connection.is_proxy:
                self._shorts = None  # its requests are of many clients
            peer = self.peername
            self._remote = str(peer[0]) if isinstance(peer, tuple) else str(peer or "")

    def answer(self, head: Head, raw: bytes) -> None:
        """Answer a direct request, at once if it has to wait for nothing."""
        if head.short is not None and self._shorts is not None:
            self._shorts.begin(self, head, raw)
            return
        request = self.request_of(head, raw)
        Answering(request, self._direct.answer(request), self._answered).step()

    def request_of(self, head: Head, raw: bytes) -> DirectRequest:
        """Return a direct request of this connection."""
        return DirectRequest(head, self, self._remote, raw)

    def _answered(self, request: DirectRequest, outcome: Reply | BaseException) -> None:
        """Send the answer, and go on with what has come meanwhile; raises nothing."""
        if isinstance(outcome, Exception):
            outcome = self._fault(500, outcome)
        if isinstance(outcome, WholeResponse):
            self.send(outcome)
        elif self.ended():  # it was cancelled
            self.force_close()

    def send(self, answer: WholeResponse) -> None:
        """Send the answer, and go on with what has come meanwhile; raises nothing."""
        try:
            self._write(answer.head() + answer.body, stays=answer.keep_alive)
        except Exception as error:
            self._give_up(error)

    def send_bytes(self, answer: bytes, *, stays: bool) -> None:
        """Send a whole answer, and go on with what has come meanwhile; raises nothing."""
        try:
            self._write(answer, stays=stays)
        except Exception as error:
            self._give_up(error)

    def _write(self, answer: bytes, *, stays: bool) -> None:
        if not self.ended():
            return
        assert self.transport is not None
        self.transport.write(answer)
        if stays:
            self.resume()
        else:
            self.close()
            self.transport.close()

    def _give_up(self, error: Exception) -> None:
        """End the connection after an answer that could not be sent."""
        self.ended()
        self.log_exception("a direct answer was not sent", exc_info=error)
        self.force_close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Stop counting the connection."""
        if self.connection is not None:
            self._bounds.forget(self.connection)
            super().connection_lost(exc)

    @property
    def has_more(self) -> bool:
        """Return whether requests of the connection wait behind the one that is answered."""
        return bool(self._messages)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer what never reached the application; the connection ends with it."""
        if request.writer.output_size > 0:
            raise ConnectionError("the answer has begun, no other one can be given") from exc
        return cast(web.StreamResponse, self._fault(status, exc))

    def _fault(self, status: int, exc: BaseException | None) -> WholeResponse:
        request_id = str(uuid.uuid4())
        if status >= 500:
            log.error("request_failed", exc_info=exc, extra={"request_id": request_id})
            error = ApiError("INTERNAL")
        else:
            error = ApiError("VALIDATION", "The request is not valid HTTP, or its head is too long")
        response = error_response(error, request_id)
        response.headers["X-Request-Id"] = request_id
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.force_close()
        return response

    def log_exception(self, *args: object, **kw: object) -> None:
        """Log a fault; a client whose body ended badly is none."""
        if isinstance(kw.get("exc_info"), web.RequestPayloadError):
            return
        super().log_exception(*args, **kw)


class Server(web.Server):
    """Makes a `Protocol` for each connection."""

    def __init__(
        self,
        handler: Any,  # noqa: ANN401
        connections: Connections,
        direct: Direct,
        **options: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(handler, **options)
        self._bounds = connections
        self._direct = direct

    def __call__(self) -> web.RequestHandler:
        """Return the protocol of a new connection."""
        return Protocol(self, self._bounds, self._direct, loop=self._loop, **self._kwargs)


class Runner(web.AppRunner):
    """Runs the application on connections of ours.

    The keep-alive time also bounds the head of a request: it runs from the last answer (or the
    connect) until a whole head has come. A websocket is a request being answered, so it stays.
    """

    __slots__ = ()

    def __init__(self, app: web.Application, **options: Any) -> None:  # noqa: ANN401
        ours = {
            "access_log": None,
            "auto_decompress": False,  # compressed bodies are refused
            "keepalive_timeout": SLOW_REQUEST_S,
            "lingering_time": LINGER_S,
            "max_line_size": REQUEST_LINE_BYTES_MAX,
        }
        super().__init__(app, **{**ours, **options})

    async def _make_server(self) -> web.Server:
        made = await super()._make_server()
        handler = RequestHandler(self.app)
        answer: Any = handler.answer  # of the requests that the application makes
        direct = Direct(self.app[TABLE], answer, Shorts(self.app, handler))
        connections = self.app[CONNECTIONS]
        return Server(
            answer, connections, direct, request_factory=made.request_factory, **self._kwargs
        )
