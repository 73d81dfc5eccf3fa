"""Requests of routes that are answered directly (`chain.direct`).

Routes that are marked `is_direct` wait for nothing but their turn and futures of this loop, most
of them for nothing at all: their answer is the same coroutine as any other's, driven here from
`data_received`.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from aiohttp import web
from aiohttp.http import RawRequestMessage

from chain.direct import OF_THE_LIBRARY as UNUSUAL
from chain.direct import Heads, body_bytes_of, is_direct
from edge.http.limits import BODY_BYTES_MAX
from edge.http.response import Reply
from edge.http.table import Place, Short, ShortWrite, Table

# What these ask for takes a database, a timer or another exchange of bytes.
OF_THE_LIBRARY: Final = (*UNUSUAL, "Acre-Sequence", "Idempotency-Key")
Answer = Coroutine[Any, Any, Reply]
Done = Callable[["DirectRequest", Reply | BaseException], None]


@dataclass(frozen=True, slots=True)
class ShortHead:
    """What follows from the head of a short request (`edge.http.middleware.short`)."""

    template: str  # of the path
    name: str | None  # of the request, where the client gives it one
    texts: tuple[str, ...]  # of the answer's head, around what is of one answer
    read: tuple[Short, bytes] | None = None  # with the user of the path
    write: tuple[ShortWrite, Mapping[str, str], str | None] | None = None  # path, authorization


class Head:
    """The head of a direct request, and everything that follows from its bytes alone."""

    __slots__ = ("body_bytes", "found", "kept", "message", "short")

    def __init__(
        self,
        message: RawRequestMessage,
        found: tuple[Place, dict[str, str]],
        body_bytes: int,
        short: ShortHead | None,
    ) -> None:
        self.message = message
        self.found = found
        self.body_bytes = body_bytes
        self.short = short
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


class ShortAnswers(Protocol):
    """Answers short requests."""

    def head_of(
        self, message: RawRequestMessage, place: Place, path: Mapping[str, str]
    ) -> ShortHead | None:
        """Return what follows from a head, None where it asks for more than a short answer."""
        ...

    def begin(self, client: Any, head: Head, raw: bytes) -> None:  # noqa: ANN401
        """Answer a request of a connection, now or in its turn."""
        ...


class Direct(Heads[Head]):
    """What the connections of a server share: the direct routes and the heads they know."""

    def __init__(
        self,
        table: Table,
        answer: Callable[[web.Request], Answer],
        shorts: ShortAnswers | None = None,
    ) -> None:
        super().__init__()
        self.answer = answer
        self.shorts = shorts
        self._table = table

    def head_of(self, message: RawRequestMessage) -> Head | None:
        """Return the head of a parsed request if it is a direct one."""
        if not is_direct(message, OF_THE_LIBRARY):
            return None
        found = self._table.find(message.url.path_safe, message.method)
        if isinstance(found, set) or message.method not in found[0].direct:
            return None
        body_bytes = body_bytes_of(message)
        if body_bytes > BODY_BYTES_MAX:
            return None
        short = self.shorts.head_of(message, *found) if self.shorts is not None else None
        return Head(message, found, body_bytes, short)


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
