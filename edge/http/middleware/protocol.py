"""Protocol errors: malformed HTTP returns the standard error body; slow headers time out."""

import asyncio
import logging
import uuid
from typing import Any, cast

from aiohttp import web
from aiohttp.http import RawRequestMessage

from edge.http.errors import ApiError
from edge.http.limits import LINGER_S, REQUEST_LINE_BYTES_MAX, SLOW_REQUEST_S
from edge.http.middleware.connections import Connection, Connections
from edge.http.middleware.direct import Answering, Direct, DirectRequest, Head, end_of_head
from edge.http.middleware.errors import error_response
from edge.http.middleware.request_handler import CONNECTIONS, TABLE, RequestHandler
from edge.http.response import Reply, WholeResponse

log = logging.getLogger("acre.edge")


class Protocol(web.RequestHandler):
    """One connection."""

    __slots__ = (
        "_answering",
        "_bounds",
        "_direct",
        "_held",
        "_is_at_start",
        "_remote",
        "connection",
    )

    def __init__(
        self,
        manager: web.Server,
        connections: Connections,
        direct: Direct,
        **options: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(manager, **options)
        self._bounds = connections
        self._direct = direct
        self._is_at_start = True  # of a request: the parser holds nothing of the next one
        self._answering = False  # a direct request, which waits for something
        self._held = b""  # what has come meanwhile
        self._remote = ""
        self.connection: Connection | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Serve the connection, if there is room for it."""
        self.connection = self._bounds.admit(cast(asyncio.Transport, transport))
        if self.connection is not None:
            super().connection_made(transport)
            peer = self.peername
            self._remote = str(peer[0]) if isinstance(peer, tuple) else str(peer or "")

    def data_received(self, data: bytes) -> None:
        """Read what came, of a connection that was accepted."""
        if self._answering:
            self._held += data
            if data and not self._buffer_paused:
                self._pause_reading_for_buffer()
            return
        if self.connection is None:
            return
        waiter = self._waiter
        if waiter is None or waiter.done() or self._paused or not data:
            if data:
                self._is_at_start = False
            super().data_received(data)
            return
        known = self._direct.known(data) if self._is_at_start else None
        if known is not None:
            self._answer(*known)
        else:
            self._parse(data, waiter)

    def _parse(self, data: bytes, waiter: "asyncio.Future[None]") -> None:
        """Feed the parser; answer a direct request here, leave any other to the library."""
        self._waiter = None
        try:
            super().data_received(data)
        finally:
            self._waiter = waiter
        was_at_start, self._is_at_start = self._is_at_start, False
        if len(self._messages) == 1 and not self._upgraded:
            message, payload = self._messages[0]
            if isinstance(message, RawRequestMessage) and payload.is_eof():
                end = end_of_head(data, message)
                self._is_at_start = end > 0
                head = self._direct.head_of(message) if end else None
                if head is not None:
                    if was_at_start:
                        self._direct.learn(data[:end], head)
                    self._take_over(head, data[end:])
                    return
        if self._messages and not waiter.done():
            waiter.set_result(None)

    def _take_over(self, head: Head, raw: bytes) -> None:
        """Answer a request that the parser has given to the library."""
        self._messages.clear()
        assert self._parser is not None
        self._parser.message_consumed()
        self._answer(head, raw)

    def _answer(self, head: Head, raw: bytes) -> None:
        """Answer a direct request, at once if it has to wait for nothing."""
        assert self._manager is not None
        self._manager.requests_count += 1
        request = DirectRequest(head, self, self._remote, raw)
        self._answering = self._request_in_progress = True
        Answering(request, self._direct.answer(request), self._answered).step()

    def _answered(self, request: DirectRequest, outcome: Reply | BaseException) -> None:
        """Send the answer, and go on with what has come meanwhile; raises nothing."""
        self._answering = self._request_in_progress = False
        try:
            self._send(outcome)
        except Exception as error:
            self.log_exception("a direct answer was not sent", exc_info=error)
            self.force_close()

    def _send(self, outcome: Reply | BaseException) -> None:
        if self._handler_waiter is not None and not self._handler_waiter.done():
            self._handler_waiter.set_result(None)
        if self.transport is None or self.transport.is_closing():
            return
        if isinstance(outcome, Exception):
            outcome = self._fault(500, outcome)
        if not isinstance(outcome, WholeResponse):  # it was cancelled
            self.force_close()
            return
        self.transport.write(outcome.head() + outcome.body)
        if not outcome.keep_alive:
            self.close()
            self.transport.close()
            return
        self._next_keepalive_close_time = self._loop.time() + self._keepalive_timeout
        held, self._held = self._held, b""
        if held:
            self.data_received(held)
        has_room = len(self._messages) < self._max_msg_queue_size
        if self._buffer_paused and not self._answering and has_room:
            self._resume_reading_for_buffer()

    def _process_keepalive(self) -> None:
        """End an idle connection at its time; one whose request is direct is not idle."""
        if self._answering:
            self._next_keepalive_close_time = self._loop.time() + self._keepalive_timeout
        super()._process_keepalive()

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
        answer: Any = RequestHandler(self.app).answer  # of the requests that the application makes
        connections, direct = self.app[CONNECTIONS], Direct(self.app[TABLE], answer)
        return Server(
            answer, connections, direct, request_factory=made.request_factory, **self._kwargs
        )
