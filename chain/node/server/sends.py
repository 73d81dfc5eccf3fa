"""sendTransaction, answered by the connection that reads it.

A send waits for nothing. Those that came in one turn of the loop are executed in the next one, in
their order and not too many at once; a thread begins to verify their signatures meanwhile.
Batches, notifications, other methods and everything that is no well-formed call are answered by the
library's way, as are sends that a fault may strike.
"""

import asyncio
from collections import deque
from typing import Any, Final, NamedTuple

import orjson
from aiohttp import web
from aiohttp.helpers import rfc822_formatted_time
from aiohttp.http import SERVER_SOFTWARE, RawRequestMessage

from chain.direct import DirectConnection, Heads, body_bytes_of, is_direct
from chain.node.encoding.meta import Json
from chain.node.encoding.wire import single_signature
from chain.node.faults import Faults
from chain.node.limits import SEND_BODY_BYTES_MAX, SENDS_PER_TURN_MAX, SIGNATURES_AHEAD_MAX
from chain.node.methods.params import Params
from chain.node.methods.sending import Sending, read_send, send
from chain.node.server.dispatcher import failed, succeeded
from chain.node.state.ledger import Ledger
from engine.signatures.ahead import Ahead

_METHOD: Final = "sendTransaction"
_MARK: Final = b'"sendTransaction"'
_HEAD: Final = (
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nDate: %s\r\n"
    f"Server: {SERVER_SOFTWARE}\r\n\r\n"
)


_NO_TICKET: Final = -1  # the signatures are not verified ahead


class Head(NamedTuple):
    """The head of a request that may hold a send."""

    body_bytes: int


class Sends(Heads[Head]):
    """What the connections of a node share: known heads, and the sends that wait."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self.faults: Faults | None = None
        self._ledger = ledger
        self._waiting: deque[_Waiting] = deque()  # one for a connection
        self._signatures = Ahead(SIGNATURES_AHEAD_MAX)
        self._loop = asyncio.get_running_loop()

    def head_of(self, message: RawRequestMessage) -> Head | None:
        """Return the head of a call that is short enough to hold one transaction."""
        if message.method != "POST" or message.path != "/" or not is_direct(message):
            return None
        body_bytes = body_bytes_of(message)
        return Head(body_bytes) if body_bytes <= SEND_BODY_BYTES_MAX else None

    def read(self, raw: bytes) -> Json | None:
        """Return the call of a body that is one well-formed send; None for any other."""
        if _MARK not in raw or (self.faults is not None and self.faults.may_strike):
            return None
        try:
            request = orjson.loads(raw)
        except orjson.JSONDecodeError:
            return None
        if (
            not isinstance(request, dict)
            or request.get("method") != _METHOD
            or "id" not in request
            or isinstance(request["id"], dict | list)
            or not isinstance(request.get("params"), list)
        ):
            return None
        return request

    def add(self, connection: "Connection", request: Any) -> None:  # noqa: ANN401
        """Answer a send of a connection, in the next turn of the loop if it is to be executed."""
        try:
            sending = read_send(Params(request["params"]))
            row = single_signature(sending.decoded)
        except BaseException as error:  # a panic of the native code is no Exception
            connection.sent(failed(request, error))
            return
        if not self._waiting:
            self._loop.call_soon(self._execute)
        ticket = _NO_TICKET if row is None else self._signatures.add(*row)
        self._waiting.append((connection, request, sending, ticket))

    def close(self) -> None:
        """End the thread that verifies."""
        self._signatures.close()

    def _execute(self) -> None:
        """Execute what waits."""
        for _ in range(min(len(self._waiting), SENDS_PER_TURN_MAX)):
            connection, request, sending, ticket = self._waiting.popleft()
            try:
                if ticket != _NO_TICKET:
                    sending.decoded.is_verified = self._signatures.is_valid(ticket)
                answer = succeeded(request, send(self._ledger, sending))
            except BaseException as error:
                answer = failed(request, error)
            connection.sent(answer)
        if self._waiting:
            self._loop.call_soon(self._execute)


_Waiting = tuple["Connection", Json, Sending, int]


class Connection(DirectConnection[Head]):
    """One connection to the node."""

    __slots__ = ("_request", "_sends")

    def __init__(self, manager: web.Server, sends: Sends, **options: Any) -> None:  # noqa: ANN401
        super().__init__(manager, sends, **options)
        self._sends = sends
        self._request: Json | None = None

    def takes(self, _head: Head, raw: bytes) -> bool:
        """Return whether the body is a send."""
        self._request = self._sends.read(raw)
        return self._request is not None

    def answer(self, _head: Head, _raw: bytes) -> None:
        """Answer the send that was taken."""
        request, self._request = self._request, None
        self._sends.add(self, request)

    def sent(self, answer: Json) -> None:
        """Send the answer, and go on with what has come meanwhile; raises nothing."""
        try:
            if self.ended():
                assert self.transport is not None
                body = orjson.dumps(answer)
                head = _HEAD % (len(body), rfc822_formatted_time())
                self.transport.write(head.encode() + body)
                self.resume()
        except Exception as error:
            self.log_exception("a send was not answered", exc_info=error)
            self.force_close()


class _Server(web.Server):
    def __init__(self, handler: Any, sends: Sends, **options: Any) -> None:  # noqa: ANN401
        super().__init__(handler, **options)
        self._sends = sends

    def __call__(self) -> web.RequestHandler:
        return Connection(self, self._sends, loop=self._loop, **self._kwargs)


class Runner(web.AppRunner):
    """Runs the application on connections of ours."""

    __slots__ = ("_sends",)

    def __init__(self, app: web.Application, sends: Sends, **options: Any) -> None:  # noqa: ANN401
        super().__init__(app, **options)
        self._sends = sends

    async def _make_server(self) -> web.Server:
        made = await super()._make_server()
        return _Server(
            made.request_handler, self._sends, request_factory=made.request_factory, **self._kwargs
        )
