"""Long answers are made in slices, one of them at a time: slots and short answers go between."""

import asyncio
import time
from collections import deque
from collections.abc import Generator

from chain.node.errors import INVALID_REQUEST, RpcError, unhealthy
from chain.node.limits import (
    ANSWER_S_MAX,
    LONG_ANSWERS_MAX,
    LONG_ANSWERS_PER_CLIENT_MAX,
    SLICE_S,
)

Sliced = Generator[None, None, object]
"""An answer in the making, which yields wherever others may have their turn."""


class Turns:
    """The order in which long answers use the event loop: clients take turns.

    A client has a bounded part of the line. Where the line is full, a client with fewer waiting
    answers replaces the newest of the client with the most.
    """

    def __init__(self) -> None:
        self._is_held = False
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def waiting(self) -> int:
        """The number of waiting long answers."""
        return sum(map(len, self._lines.values()))

    def take(self, client: str) -> "Turn":
        """Begin to answer a request; its first slice runs at once."""
        return Turn(self, client)

    async def acquire(self, client: str) -> None:
        """Wait for the turn of a long answer; raises RpcError where the line is full."""
        if not self._is_held:
            self._is_held = True
            return
        waiter = self._join(client)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.cancelled():
                self._leave(client, waiter)
            else:  # its turn had just come
                self.release()
            raise

    def release(self) -> None:
        """Give the turn to the client that had one longest ago."""
        while self._lines:
            client = next(iter(self._lines))
            line = self._lines.pop(client)
            waiter = line.popleft()
            if line:
                self._lines[client] = line  # behind the other clients
            if not waiter.done():
                waiter.set_result(None)
                return
        self._is_held = False

    def _join(self, client: str) -> asyncio.Future[None]:
        own = len(self._lines.get(client, ()))
        if own >= LONG_ANSWERS_PER_CLIENT_MAX:
            raise unhealthy("Too many long answers are being made for you; ask again")
        if self.waiting >= LONG_ANSWERS_MAX:
            self._refuse_newest(own)
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(client, deque()).append(waiter)
        return waiter

    def _refuse_newest(self, own: int) -> None:
        """Make room by refusing the newest of the client with the most waiting answers."""
        longest = max(self._lines, key=lambda client: len(self._lines[client]))
        refusal = unhealthy("Too many long answers are being made; ask again")
        if len(self._lines[longest]) <= own + 1:
            raise refusal
        waiter = self._lines[longest][-1]
        self._leave(longest, waiter)
        if not waiter.done():
            waiter.set_exception(refusal)

    def _leave(self, client: str, waiter: asyncio.Future[None]) -> None:
        line = self._lines.get(client)
        if line is not None and waiter in line:
            line.remove(waiter)
            if not line:
                del self._lines[client]


class Turn:
    """The event loop budget of one request."""

    def __init__(self, turns: Turns, client: str) -> None:
        self._turns = turns
        self._client = client
        self._holds = False
        self._used_s = 0.0
        self._started_s = time.thread_time()

    async def finish(self, answer: object) -> object:
        """Return an answer, after its slices if it has some; raises RpcError."""
        if not isinstance(answer, Generator):
            return answer
        while True:
            try:
                next(answer)
            except StopIteration as end:
                return end.value
            await self.pause()

    async def pause(self) -> None:
        """Let others have their turn when the slice is used up; raises RpcError for too many."""
        slice_s = time.thread_time() - self._started_s
        if slice_s < SLICE_S:
            return
        self._used_s += slice_s
        if self._used_s > ANSWER_S_MAX:
            raise RpcError(INVALID_REQUEST, "The answer takes too long; ask for less")
        if not self._holds:
            await self._turns.acquire(self._client)
            self._holds = True
        await asyncio.sleep(0)
        self._started_s = time.thread_time()

    def end(self) -> None:
        """Let the next long answer continue."""
        if self._holds:
            self._holds = False
            self._turns.release()


def at_once(answer: object) -> object:
    """Return an answer without slices."""
    if isinstance(answer, Generator):
        try:
            while True:
                next(answer)
        except StopIteration as end:
            return end.value
    return answer
