"""Requests that are answered while their connection reads them, without a task for each.

The library serves a request by two tasks' turns, a future and some objects, which together cost
more than a short read. Routes that are marked `is_direct` wait for nothing but their turn and
futures of this loop, most of them for nothing at all: their answer is the same coroutine as any
other's, driven here from `data_received`. Everything that is unusual goes the library's way.

Heads are parsed by the connection's own parser. A head that the parser has understood before means
the same again, so the same bytes are not parsed twice.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context, copy_context
from typing import Any, Final, cast

from aiohttp import HttpVersion11, web
from aiohttp.http import RawRequestMessage

from edge.http.limits import BODY_BYTES_MAX, DIRECT_HEAD_BYTES_MAX, DIRECT_HEADS_MAX
from edge.http.response import Reply
from edge.http.table import Place, Table

HEAD_END: Final = b"\r\n\r\n"
# What these ask for takes a database, a timer or another exchange of bytes.
OF_THE_LIBRARY: Final = (
    "Acre-Sequence",
    "Content-Encoding",
    "Expect",
    "Idempotency-Key",
    "Transfer-Encoding",
    "Upgrade",
)
LENGTH: Final = "Content-Length"
Answer = Coroutine[Any, Any, Reply]
Done = Callable[["DirectRequest", Reply | BaseException], None]


class Head:
    """The head of a direct request, and everything that follows from its bytes alone."""

    __slots__ = ("body_bytes", "found", "kept", "message")

    def __init__(
        self, message: RawRequestMessage, found: tuple[Place, dict[str, str]], body_bytes: int
    ) -> None:
        self.message = message
        self.found = found
        self.body_bytes = body_bytes
        url = message.url
        self.kept = {  # of the library's request, by property
            "headers": message.headers,
            "method": message.method,
            "path": url.path,
            "query": url.query,
            "rel_url": url,
            "version": message.version,
        }


class Body:
    """A body that is here."""

    __slots__ = ("_raw",)

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def is_eof(self) -> bool:
        """Return that nothing more will come."""
        return True

    def at_eof(self) -> bool:
        """Return whether there is nothing to read."""
        return not self._raw

    def exception(self) -> None:
        """Return that it came whole."""

    def read_nowait(self) -> bytes:
        """Return the body."""
        raw, self._raw = self._raw, b""
        return raw


class DirectRequest(web.Request):
    """A request of the library, made of a known head and a body that is here."""

    def __init__(self, head: Head, protocol: web.RequestHandler, remote: str, raw: bytes) -> None:
        message = head.message
        self._message = message
        self._protocol = protocol
        self._payload = cast(Any, Body(raw))
        self._headers = message.headers
        self._method = message.method
        self._version = message.version
        self._rel_url = message.url
        self._cache = cache = head.kept.copy()
        cache["remote"] = remote
        self._state = {}
        self.found = head.found

    ATTRS = web.Request.ATTRS | {"found"}


class Direct:
    """What the connections of a server share: the direct routes and the heads they know."""

    def __init__(self, table: Table, answer: Callable[[web.Request], Answer]) -> None:
        self.answer = answer
        self._table = table
        self._heads: dict[bytes, Head] = {}

    def __len__(self) -> int:
        """Return how many heads are known."""
        return len(self._heads)

    def known(self, data: bytes) -> tuple[Head, bytes] | None:
        """Return the head and the body of bytes that are one whole request with a known head."""
        end = data.find(HEAD_END, 0, DIRECT_HEAD_BYTES_MAX) + len(HEAD_END)
        head = self._heads.get(data[:end])
        if head is None or len(data) - end != head.body_bytes:
            return None
        return head, data[end:]

    def head_of(self, message: RawRequestMessage) -> Head | None:
        """Return the head of a parsed request if it is a direct one."""
        headers = message.headers
        if (
            message.version != HttpVersion11
            or message.should_close
            or message.upgrade
            or message.chunked
            or message.url.absolute
            or any(name in headers for name in OF_THE_LIBRARY)
        ):
            return None
        found = self._table.find(message.url.path_safe, message.method)
        if isinstance(found, set) or message.method not in found[0].direct:
            return None
        body_bytes = int(headers.get(LENGTH, "0"))  # checked by the parser
        return Head(message, found, body_bytes) if body_bytes <= BODY_BYTES_MAX else None

    def learn(self, raw: bytes, head: Head) -> None:
        """Remember the bytes of a head, which were parsed from the start of a request."""
        if len(raw) > DIRECT_HEAD_BYTES_MAX:
            return
        if len(self._heads) >= DIRECT_HEADS_MAX:
            del self._heads[next(iter(self._heads))]
        self._heads[raw] = head


def end_of_head(data: bytes, message: RawRequestMessage) -> int:
    """Return where the head ends in bytes that end with its request; 0 where they may not.

    The parser has made one whole request of the bytes and of what it may have had before.
    """
    end = data.find(HEAD_END) + len(HEAD_END)
    if end < len(HEAD_END) or message.chunked:
        return 0
    body_bytes = int(message.headers.get(LENGTH, "0"))  # checked by the parser
    return end if len(data) - end == body_bytes else 0


class Answering:
    """A direct request under way: its coroutine, in a context of its own."""

    __slots__ = ("_answer", "_context", "_done", "_request")

    def __init__(self, request: DirectRequest, answer: Answer, done: Done) -> None:
        self._request = request
        self._answer = answer
        self._done = done
        self._context: Context = copy_context()

    def step(self, _waited: object = None) -> None:
        """Go on to the next wait, or to the end, which calls `done` with the outcome."""
        try:
            waits_for = self._context.run(self._answer.send, None)
        except StopIteration as ended:
            self._done(self._request, ended.value)
        except BaseException as error:
            self._done(self._request, error)
            if not isinstance(error, Exception | asyncio.CancelledError):
                raise
        else:
            _call_when_done(waits_for, self.step)


def _call_when_done(waits_for: Any, step: Callable[[object], None]) -> None:  # noqa: ANN401
    if waits_for is None:  # a bare turn of the loop
        asyncio.get_running_loop().call_soon(step, None)
        return
    if asyncio.isfuture(waits_for):
        waits_for._asyncio_future_blocking = False  # as a task does with what is awaited
    waits_for.add_done_callback(step)
