"""A TCP proxy of the tests' own: forwards; on demand drops, delays, doubles and truncates."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress

CHUNK = 65_536
Connect = Callable[[], "asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]"]


class Proxy:
    """Listens on 127.0.0.1 and forwards to the first of its targets that takes a connection."""

    def __init__(self, targets: list[tuple[str, int] | str], seed: int = 0) -> None:
        """A target is host and port, or the path of a unix socket."""
        self.targets = targets
        self.port = 0
        self.is_cut = False  # nothing gets through, no connection ends: a network that is gone
        self.delay_s = 0.0
        self.fault_chance = 0.0  # that a chunk is dropped, doubled or truncated
        self.turns = False  # begin with another target each time
        self._turn = 0
        self._random = random.Random(seed)
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._restored = asyncio.Event()
        self._restored.set()

    async def start(self, port: int = 0) -> int:
        """Listen; return the port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self.port

    async def stop(self) -> None:
        """End everything."""
        assert self._server is not None
        self._server.close()
        self.reset()

    def cut(self) -> None:
        """Let nothing through from now on; connections stay open."""
        self.is_cut = True
        self._restored.clear()

    def heal(self) -> None:
        """Forward as ever; what was held meanwhile is lost, so its connections end."""
        was_cut, self.is_cut, self.delay_s, self.fault_chance = self.is_cut, False, 0.0, 0.0
        self._restored.set()
        if was_cut:
            self.reset()

    def reset(self) -> None:
        """End every connection."""
        for writer in tuple(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            await self._restored.wait()
            writer.transport.abort()
            return
        there = await self._connect()
        if there is None:
            writer.transport.abort()
            return
        self._open |= {writer, there[1]}
        try:
            await asyncio.gather(self._copy(reader, there[1]), self._copy(there[0], writer))
        finally:
            for one in (writer, there[1]):
                self._open.discard(one)
                one.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        self._turn += self.turns
        for at in range(len(self.targets)):
            target = self.targets[(at + self._turn) % len(self.targets)]
            with suppress(OSError):
                if isinstance(target, str):
                    return await asyncio.open_unix_connection(target)
                return await asyncio.open_connection(*target)
        return None

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.is_cut:
                    await self._restored.wait()
                    break
                if self.delay_s:
                    await asyncio.sleep(self.delay_s * self._random.random())
                if self._random.random() < self.fault_chance:
                    data = self._random.choice((b"", data + data, data[: len(data) // 2]))
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
