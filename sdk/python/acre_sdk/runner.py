"""A thread with an event loop: what the synchronous client runs its calls on."""

import asyncio
import concurrent.futures
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any, Final, TypeVar

CALLS_MAX: Final = 64  # at a time; more threads wait for one to end
CLOSE_MAX_S: Final = 5.0
T = TypeVar("T")


class Runner:
    """Runs coroutines for any thread but its own, also beside a loop that runs already."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._slots = threading.BoundedSemaphore(CALLS_MAX)
        self._thread = threading.Thread(target=self._loop.run_forever, name="acre-sdk", daemon=True)
        self._thread.start()

    def run(self, call: Coroutine[Any, Any, T]) -> T:
        """Return what a coroutine returns; a caller that is interrupted cancels it."""
        if not self._thread.is_alive():
            call.close()
            raise RuntimeError("the client is closed, or belongs to a process before a fork")
        if threading.current_thread() is self._thread:
            call.close()
            raise RuntimeError("a synchronous call inside the client's own thread would never end")
        with self._slots:
            future = asyncio.run_coroutine_threadsafe(call, self._loop)
            try:
                return future.result()
            except concurrent.futures.CancelledError:
                raise RuntimeError("the client was closed meanwhile") from None
            except BaseException:
                future.cancel()
                raise

    def iterate(self, rows: AsyncIterator[T]) -> Iterator[T]:
        """Yield what an asynchronous iterator yields, one at a time as it is asked for."""
        try:
            while True:
                for row in self.run(_next(rows)):
                    yield row
                    break
                else:
                    return
        finally:
            if self._thread.is_alive():
                self.run(_end(rows))

    def close(self) -> None:
        """Cancel what still runs and end the thread; a second time does nothing."""
        if not self._thread.is_alive():
            return
        ending = asyncio.run_coroutine_threadsafe(_cancel_all(), self._loop)
        concurrent.futures.wait([ending], CLOSE_MAX_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLOSE_MAX_S)
        if not self._thread.is_alive():
            self._loop.close()


async def _next(rows: AsyncIterator[T]) -> list[T]:
    """Return the next row, or nothing at the end."""
    async for row in rows:
        return [row]
    return []


async def _end(rows: AsyncIterator[T]) -> None:
    close = getattr(rows, "aclose", None)
    if close is not None:
        await close()


async def _cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
