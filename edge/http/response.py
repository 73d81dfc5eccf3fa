"""Answers that are whole when they are given: head and body go out in one piece."""

import time
from collections.abc import Sequence
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus

from aiohttp import HttpVersion10, web

SERVER = "acre"


class WholeResponse:
    """A status with a body, as the library's server takes it; headers are set until it is sent.

    The library's own response can be changed and streamed, which took as long as many a handler.
    """

    __slots__ = (
        "_head_only",
        "_writer",
        "body",
        "cookies",
        "headers",
        "keep_alive",
        "prepared",
        "status",
    )

    def __init__(
        self, status: int, body: bytes, headers: dict[str, str], cookies: Sequence[str] = ()
    ) -> None:
        self.status = status
        self.body = body
        self.headers = headers
        self.cookies = cookies  # the only header that an answer has more than once
        self.keep_alive = True
        self.prepared = False

    def force_close(self) -> None:
        """End the connection after this answer."""
        self.keep_alive = False

    async def prepare(self, request: web.BaseRequest) -> None:
        """Take what the answer depends on in its request."""
        self._writer = request.writer
        self._head_only = request.method == "HEAD"
        self.prepared = True
        self.keep_alive = self.keep_alive and request.keep_alive
        if self.keep_alive and request.version == HttpVersion10:
            self.headers["Connection"] = "keep-alive"

    async def write_eof(self) -> None:
        """Send it."""
        head = self.head()
        await self._writer.write(head if self._head_only else head + self.body)

    def head(self) -> bytes:
        """Return the head as it is sent; the headers are of ours, none may hold a line end."""
        if not self.keep_alive:
            self.headers["Connection"] = "close"
        lines = "\r\n".join(map(": ".join, self.headers.items()))
        for cookie in self.cookies:
            lines += f"\r\nSet-Cookie: {cookie}"
        if lines.count("\n") != len(self.headers) + len(self.cookies) - 1:
            raise ValueError("a header holds a line end")
        first = first_lines(self.status, int(time.time()))
        return f"{first}Content-Length: {len(self.body)}\r\n{lines}\r\n\r\n".encode()


Reply = web.StreamResponse | WholeResponse


@lru_cache(maxsize=len(HTTPStatus))
def first_lines(status: int, now_s: int) -> str:
    """Return how an answer of this second begins."""
    line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"
    return f"{line}\r\nDate: {formatdate(now_s, usegmt=True)}\r\nServer: {SERVER}\r\n"
