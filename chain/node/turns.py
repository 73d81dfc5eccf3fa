"""Long answers are made in slices, one of them at a time: slots and short answers go between."""

import asyncio
import time
from collections.abc import Generator

from chain.node.errors import INVALID_REQUEST, RpcError, unhealthy
from chain.node.limits import ANSWER_S_MAX, LONG_ANSWERS_MAX, SLICE_S

Sliced = Generator[None, None, object]
"""An answer in the making, which yields wherever others may have their turn."""


class Turns:
    """The order in which long answers use the event loop."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0

    def take(self) -> "Turn":
        """Begin to answer a request; its first slice runs at once."""
        return Turn(self)


class Turn:
    """What one request may use of the event loop."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
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
            if self._turns.waiting >= LONG_ANSWERS_MAX:
                raise unhealthy("Too many long answers are being made; ask again")
            self._turns.waiting += 1
            try:
                await self._turns.lock.acquire()
            finally:
                self._turns.waiting -= 1
            self._holds = True
        await asyncio.sleep(0)
        self._started_s = time.thread_time()

    def end(self) -> None:
        """Let the next long answer go on."""
        if self._holds:
            self._holds = False
            self._turns.lock.release()


def at_once(answer: object) -> object:
    """Return an answer without slices."""
    if isinstance(answer, Generator):
        try:
            while True:
                next(answer)
        except StopIteration as end:
            return end.value
    return answer
