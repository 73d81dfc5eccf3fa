"""The port while the core starts: every request is 503 and says how far the start is.

The sockets listen from the first moment on and are handed over, so that a client that comes in
between waits in the line of the same socket and is refused by neither.
"""

import asyncio
import contextlib
import socket
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import msgspec

from edge.errors import ApiError
from edge.limits import REQUEST_LINE_BYTES_MAX
from edge.middleware.errors import error_body

BACKLOG = 128
HEAD_S = 5.0  # within which a client sends its head and takes the answer
AT_ONCE_MAX = 256  # more are closed without an answer
RETRY_AFTER_S = 5


@dataclass(slots=True)
class StartProgress:
    """How far the start is: the stage, and the commands replayed of those in the journal."""

    stage: str = "starting"
    replayed: int = 0
    commands: int = 0

    def replay(self, done: int, last: int) -> str:
        """Note the progress of the replay and return it as text."""
        self.stage, self.replayed, self.commands = "replaying", done, last
        return f"replayed {done:,} of {last:,} commands"

    def error(self) -> ApiError:
        """Return what a client is answered meanwhile."""
        if self.stage == "replaying":
            text = f"The exchange is starting: replayed {self.replayed:,} of {self.commands:,}"
        else:
            text = "The exchange is starting"
        details = {"stage": self.stage, "replayed": self.replayed, "commands": self.commands}
        return ApiError("MAINTENANCE", text, details=details)


@dataclass(slots=True)
class Starting:
    """The listening sockets of the service and the progress that is answered on them."""

    sockets: Sequence[socket.socket]
    progress: StartProgress = field(default_factory=StartProgress)
    _servers: list[asyncio.Server] = field(default_factory=list)
    _open: int = 0

    async def begin(self) -> None:
        """Answer on copies of the sockets."""
        for listening in self.sockets:
            server = await asyncio.start_server(
                self._answer, sock=listening.dup(), limit=REQUEST_LINE_BYTES_MAX
            )
            self._servers.append(server)

    def hand_over(self) -> Sequence[socket.socket]:
        """Stop answering and return the sockets, which go on listening."""
        for server in self._servers:
            server.close()
        self._servers.clear()
        return self.sockets

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        try:
            if self._open <= AT_ONCE_MAX:
                async with asyncio.timeout(HEAD_S):
                    head = await reader.readuntil(b"\r\n\r\n")
                    writer.write(self._response(is_head=head.startswith(b"HEAD ")))
                    await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # no request, or nobody who takes an answer
        finally:
            self._open -= 1
            writer.close()

    def _response(self, *, is_head: bool) -> bytes:
        body = msgspec.json.encode(error_body(self.progress.error(), uuid.uuid4().hex))
        lines = (
            "HTTP/1.1 503 Service Unavailable",
            "Content-Type: application/json; charset=utf-8",
            f"Content-Length: {len(body)}",
            f"Retry-After: {RETRY_AFTER_S}",
            "Cache-Control: no-store",
            "Server: acre",
            "Connection: close",
        )
        head = "\r\n".join((*lines, "", "")).encode()
        return head if is_head else head + body


@asynccontextmanager
async def answering_meanwhile(hosts: Sequence[str], port: int) -> AsyncIterator[Starting]:
    """Listen on the port of each host and answer 503 until the sockets are handed over."""
    with contextlib.ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_server(address, family=family, backlog=BACKLOG))
            for family, address in await _addresses(hosts, port)
        ]
        starting = Starting(sockets)
        await starting.begin()
        try:
            yield starting
        finally:
            starting.hand_over()


async def _addresses(
    hosts: Sequence[str], port: int
) -> list[tuple[socket.AddressFamily, tuple[str, int]]]:
    """Return each address of the hosts once."""
    loop = asyncio.get_running_loop()
    found: dict[tuple[socket.AddressFamily, tuple[str, int]], None] = {}
    for host in hosts:
        for family, _, _, _, address in await loop.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            found[family, (str(address[0]), int(address[1]))] = None
    return list(found)
