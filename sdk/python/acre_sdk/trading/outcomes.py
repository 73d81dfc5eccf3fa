"""Outcomes of commands from the wallet's stream, as they happen.

The stream only makes an answer earlier: what it misses is asked for by `Commands`. It is opened by
the first command and kept; one signature is watched for at a time.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

import msgspec

from acre_sdk.deadline import TimedOut
from acre_sdk.generated import models as m
from acre_sdk.models import convert
from acre_sdk.stream import Stream, StreamMessage

READY_MAX_S: Final = 2.0  # for the first snapshot: without it the outcome is asked for
EVENTS_MAX: Final = 1_000


class Outcomes:
    """What the stream says of the commands of one wallet; without a stream nothing."""

    def __init__(self, stream: Callable[[], Stream] | None, address: str) -> None:
        self._stream = stream
        self._channel = f"user:{address}"
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._signature = ""
        self._seen: asyncio.Event = asyncio.Event()
        self.events: list[dict[str, Any]] = []  # of the watched signature

    async def open(self) -> None:
        """Connect unless that was begun; a stream that does not come is waited for once."""
        if self._stream is None or (self._task is not None and not self._task.done()):
            return
        self._ready.clear()
        self._task = asyncio.create_task(self._run(self._stream))
        with contextlib.suppress(TimedOut):
            await asyncio.wait_for(self._ready.wait(), READY_MAX_S)

    async def close(self) -> None:
        """Disconnect and stop reconnecting."""
        self._stream = None
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def watch(self, signature: str) -> None:
        """Collect the events of a transaction, and forget those of the one before."""
        self._signature = signature
        self._seen.clear()
        self.events = []

    async def wait(self, seconds: float) -> m.CommandRow | None:
        """Return the outcome of the watched transaction; None when the stream has not said it."""
        with contextlib.suppress(TimedOut):
            await asyncio.wait_for(self._seen.wait(), seconds)
        rows = [event for event in self.events if event.get("kind") == "command"]
        try:
            return convert(rows[0], m.CommandRow) if rows else None
        except msgspec.ValidationError:
            return None

    async def _run(self, connect: Callable[[], Stream]) -> None:
        async with connect() as stream:
            await stream.subscribe(self._channel)
            async for message in stream:
                if message.channel == self._channel:
                    self._ready.set()
                    self._take(message)

    def _take(self, message: StreamMessage) -> None:
        events = message.data.get("events") if message.kind == "delta" else None
        for event in events if isinstance(events, list) else ():
            is_own = isinstance(event, dict) and event.get("signature") == self._signature
            if is_own and len(self.events) < EVENTS_MAX:
                self.events.append(event)
        if any(event.get("kind") == "command" for event in self.events):
            self._seen.set()
