"""Requests that are answered while their connection reads them, without a task for each.

The library serves a request by two tasks' turns, a future and some objects, which together cost
more than a short answer. A connection of this kind asks for each request that it has whole whether
it answers it itself; everything that is unusual goes the library's way.

Heads are parsed by the connection's own parser. A head that the parser has understood before means
the same again, so the same bytes are not parsed twice.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from aiohttp import HttpVersion11, web
from aiohttp.http import RawRequestMessage

HEAD_END: Final = b"\r\n\r\n"
HEAD_END_BYTES: Final = 4
HEADS_MAX: Final = 1_024  # that a process remembers
HEAD_BYTES_MAX: Final = 2 * 1024  # of each
TRIES: Final = 3  # turns of the loop until the library's task waits for the next request
LENGTH: Final = "Content-Length"
OF_THE_LIBRARY: Final = ("Content-Encoding", "Expect", "Transfer-Encoding", "Upgrade")


class _Head(Protocol):
    @property
    def body_bytes(self) -> int: ...


HeadT = TypeVar("HeadT", bound=_Head)


def is_direct(message: RawRequestMessage, unusual: Sequence[str] = OF_THE_LIBRARY) -> bool:
    """Return whether a head asks for nothing but an answer on a connection that stays."""
    return not (
        message.version != HttpVersion11
        or message.should_close
        or message.upgrade
        or message.chunked
        or message.url.absolute
        or any(name in message.headers for name in unusual)
    )


def body_bytes_of(message: RawRequestMessage) -> int:
    """Return the length of a body that is not chunked; the parser has checked it."""
    return int(message.headers.get(LENGTH, "0"))


class Heads(ABC, Generic[HeadT]):
    """What the connections of a server share: the heads they know."""

    def __init__(self) -> None:
        self._heads: dict[bytes, HeadT] = {}

    def __len__(self) -> int:
        """Return how many heads are known."""
        return len(self._heads)

    def known(self, data: bytes) -> tuple[HeadT, bytes] | None:
        """Return the head and the body of bytes that are one whole request with a known head."""
        end = data.find(HEAD_END, 0, HEAD_BYTES_MAX) + HEAD_END_BYTES
        head = self._heads.get(data[:end])
        if head is None:
            return None
        body = data[end:]
        return (head, body) if len(body) == head.body_bytes else None

    @abstractmethod
    def head_of(self, message: RawRequestMessage) -> HeadT | None:
        """Return the head of a parsed request if it may be answered directly."""

    def learn(self, raw: bytes, head: HeadT) -> None:
        """Remember the bytes of a head, which were parsed from the start of a request."""
        if len(raw) > HEAD_BYTES_MAX:
            return
        if len(self._heads) >= HEADS_MAX:
            del self._heads[next(iter(self._heads))]
        self._heads[raw] = head


def _end_of_head(data: bytes, message: RawRequestMessage) -> int:
    """Return where the head ends in bytes that end with its request; 0 where they may not.

    The parser has made one whole request of the bytes and of what it may have had before.
    """
    end = data.find(HEAD_END) + len(HEAD_END)
    if end < len(HEAD_END) or message.chunked:
        return 0
    return end if len(data) - end == body_bytes_of(message) else 0


class DirectConnection(web.RequestHandler, ABC, Generic[HeadT]):
    """One connection, which answers some of its requests itself."""

    __slots__ = ("_answering", "_heads", "_held", "_is_at_start")

    def __init__(
        self,
        manager: web.Server,
        heads: Heads[HeadT],
        **options: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(manager, **options)
        self._heads = heads
        self._is_at_start = True  # of a request: the parser holds nothing of the next one
        self._answering = False  # a direct request, which waits for something
        self._held = b""  # what has come meanwhile

    @abstractmethod
    def answer(self, head: HeadT, raw: bytes) -> None:
        """Answer a direct request, now or later, and call `ended` then."""

    def takes(self, _head: HeadT, _raw: bytes) -> bool:
        """Return whether a request that may be answered directly is, by its body."""
        return True

    def data_received(self, data: bytes) -> None:
        """Read what came."""
        waiter = self._waiter
        is_idle = waiter is not None and not waiter.done()
        if is_idle and self._is_at_start and not (self._answering or self._held or self._paused):
            known = self._heads.known(data)
            if known is not None and self.takes(*known):
                self._begin(*known)
                return
        if self._answering or self._held:
            self._held += data
            if data and not self._buffer_paused:
                self._pause_reading_for_buffer()
        elif self._is_at_start and data and not is_idle:
            self._held = data
            self._loop.call_soon(self._try_again, TRIES - 1)
        else:
            self._read(data)

    def _is_busy(self) -> bool:
        """Return whether the library's task does not wait for a request."""
        return self._waiter is None or self._waiter.done()

    def _try_again(self, tries: int) -> None:
        """Read what has come while the library's task began, or ended the request before.

        Answers are sent some turns of the loop before that task waits for the next request.
        """
        if tries and self._is_busy():
            self._loop.call_soon(self._try_again, tries - 1)
            return
        held, self._held = self._held, b""
        self._read(held)
        self._resume_reading()

    def _read(self, data: bytes) -> None:
        waiter = self._waiter
        if waiter is None or waiter.done() or self._paused or not data:
            if data:
                self._is_at_start = False
            super().data_received(data)
            return
        known = self._heads.known(data) if self._is_at_start else None
        if known is not None and self.takes(*known):
            self._begin(*known)  # it has waited in `_held`
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
                end = _end_of_head(data, message)
                self._is_at_start = end > 0
                head = self._heads.head_of(message) if end else None
                if head is not None:
                    if was_at_start:
                        self._heads.learn(data[:end], head)
                    if self.takes(head, data[end:]):
                        self._take_over(head, data[end:])
                        return
        if self._messages and not waiter.done():
            waiter.set_result(None)

    def _take_over(self, head: HeadT, raw: bytes) -> None:
        """Answer a request that the parser has given to the library."""
        self._messages.clear()
        assert self._parser is not None
        self._parser.message_consumed()
        self._begin(head, raw)

    def _begin(self, head: HeadT, raw: bytes) -> None:
        assert self._manager is not None
        self._manager.requests_count += 1
        self._answering = self._request_in_progress = True
        self.answer(head, raw)

    def ended(self) -> bool:
        """Note that a direct request is answered; return whether its client is still there."""
        self._answering = self._request_in_progress = False
        if self._handler_waiter is not None and not self._handler_waiter.done():
            self._handler_waiter.set_result(None)
        return self.transport is not None and not self.transport.is_closing()

    def resume(self) -> None:
        """Go on with what has come meanwhile, after an answer that keeps the connection."""
        self._next_keepalive_close_time = self._loop.time() + self._keepalive_timeout
        if self._held:
            held, self._held = self._held, b""
            self.data_received(held)
        if self._buffer_paused:
            self._resume_reading()

    def _resume_reading(self) -> None:
        has_room = len(self._messages) < self._max_msg_queue_size
        if self._buffer_paused and not self._answering and has_room:
            self._resume_reading_for_buffer()

    def _process_keepalive(self) -> None:
        """End an idle connection at its time; one whose request is direct is not idle."""
        if self._answering or self._held:
            self._next_keepalive_close_time = self._loop.time() + self._keepalive_timeout
        super()._process_keepalive()
