"""The port while the core starts: every request is 503 and says how far the start is.

The sockets listen from the first moment and are handed over to the service, so connections made at
the handover wait in the backlog and are not refused.
"""

import asyncio
import contextlib
import socket
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import msgspec

from edge.core.network_settings import LOOPBACK_LISTEN
from edge.core.settings import Settings
from edge.http.errors import ApiError
from edge.http.limits import REQUEST_LINE_BYTES_MAX
from edge.http.middleware.errors import error_body

BACKLOG = 128
HEAD_S = 5.0  # within which a client sends its head and takes the answer
AT_ONCE_MAX = 256  # more are closed without an answer
RETRY_AFTER_S = 5
HANDOVER_S = 0.5  # a web process that follows the core listens by then
HEAD_BYTES_MAX = 4 * REQUEST_LINE_BYTES_MAX


@dataclass(slots=True)
class StartProgress:
    """Progress of the start: the stage, and the replayed share of the journal's commands."""

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
        elif self.stage == "standby":
            text = "This writer stands by: another one leads"
        else:
            text = "The exchange is starting"
        details = {"stage": self.stage, "replayed": self.replayed, "commands": self.commands}
        return ApiError("MAINTENANCE", text, details=details)


class Starting:
    """The listening sockets of the service and the progress that is answered on them."""

    def __init__(self, sockets: Sequence[socket.socket]) -> None:
        self.sockets = sockets
        self.progress = StartProgress()
        self._open: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self._is_over = False

    def begin(self) -> None:
        """Start answering, without an asyncio server: its close leaks what it has just accepted."""
        for listening in self.sockets:
            listening.setblocking(False)
            self._watch(listening)

    def hand_over(self) -> Sequence[socket.socket]:
        """Stop answering and return the sockets, which continue listening."""
        if not self._is_over:
            self._is_over = True
            for listening in self.sockets:
                self._loop.remove_reader(listening)
        return self.sockets

    async def end(self) -> None:
        """Stop answering and drop what is open."""
        self.hand_over()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def _watch(self, listening: socket.socket) -> None:
        if not self._is_over:
            self._loop.add_reader(listening, self._accept, listening)

    def _accept(self, listening: socket.socket) -> None:
        try:
            client, _ = listening.accept()
        except BlockingIOError:
            return
        except OSError:  # no descriptor is left: not at once again
            self._loop.remove_reader(listening)
            self._loop.call_later(1.0, self._watch, listening)
            return
        if len(self._open) >= AT_ONCE_MAX:
            client.close()
            return
        client.setblocking(False)
        task = self._loop.create_task(self._answer(client))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _answer(self, client: socket.socket) -> None:
        head = b""
        with client, contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(HEAD_S):
                while b"\r\n\r\n" not in head:
                    part = await self._loop.sock_recv(client, REQUEST_LINE_BYTES_MAX)
                    head += part
                    if not part or len(head) > HEAD_BYTES_MAX:
                        return
                response = self._response(is_head=head.startswith(b"HEAD "))
                await self._loop.sock_sendall(client, response)

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
async def answering_until(
    taken_over: asyncio.Event, settings: Settings, progress: StartProgress
) -> AsyncIterator[None]:
    """Answer 503 for the web processes until one of them serves; not where one does already."""
    hosts, port = settings.network.hosts, settings.port
    if not settings.edge_workers or await _is_served(port):
        yield
        return

    async def answer() -> None:
        async with answering_meanwhile(hosts, port, is_shared=True) as starting:
            starting.progress = progress
            await taken_over.wait()
            await asyncio.sleep(HANDOVER_S)

    answering = asyncio.create_task(answer())
    try:
        yield
    finally:
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)


async def _is_served(port: int) -> bool:
    try:
        async with asyncio.timeout(HEAD_S):
            _, writer = await asyncio.open_connection(LOOPBACK_LISTEN, port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


@asynccontextmanager
async def listening(
    hosts: Sequence[str], port: int, *, is_shared: bool = False
) -> AsyncIterator[Sequence[socket.socket]]:
    """Listen on the port of each host; with `is_shared` beside other processes that do so."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(
                socket.create_server(address, family=family, backlog=BACKLOG, reuse_port=is_shared)
            )
            for family, address in await _addresses(hosts, port)
        ]


@asynccontextmanager
async def answering_meanwhile(
    hosts: Sequence[str], port: int, *, is_shared: bool = False
) -> AsyncIterator[Starting]:
    """Listen on the port of each host and answer 503 until the sockets are handed over."""
    async with listening(hosts, port, is_shared=is_shared) as sockets:
        starting = Starting(sockets)
        starting.begin()
        try:
            yield starting
        finally:
            await starting.end()


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
