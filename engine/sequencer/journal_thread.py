"""The thread in which batches are written and flushed, so that the loop continues meanwhile."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue

from engine.journal.journal import Journal

Then = Callable[[int], None]  # with the last durable number
Work = tuple[Sequence[bytes], "asyncio.Future[int]", Then | None]


class JournalThread:
    """Appends to a journal in a thread of its own, in the order of the calls.

    One queue and one wake-up of the loop a batch: an executor's futures and locks cost more than
    the rest of a commit's processor time.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._loop = asyncio.get_running_loop()
        self._work: SimpleQueue[Work | None] = SimpleQueue()
        # What it had not reported when the process ends was never acknowledged.
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def append(self, payloads: Sequence[bytes], then: Then | None = None) -> "asyncio.Future[int]":
        """Append a batch; the future has what `Journal.append_batch` returns or raises.

        `then` is called on the loop as soon as the batch is durable, a turn of the loop before who
        waits for the future; what it raises is raised there. It is not called once the
        future is canceled.
        """
        done: asyncio.Future[int] = self._loop.create_future()
        self._work.put((payloads, done, then))
        return done

    def close(self) -> None:
        """Return when everything is written and the thread has ended; idempotent."""
        self._work.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            payloads, done, then = work
            last_seq, error = 0, None
            try:
                last_seq = self._journal.append_batch(payloads)
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):  # the loop is closed: no caller waits
                self._loop.call_soon_threadsafe(_report, done, then, last_seq, error)


def _report(
    done: "asyncio.Future[int]", then: Then | None, last_seq: int, error: BaseException | None
) -> None:
    if done.done():  # the one who waited was cancelled
        return
    if error is None and then is not None:
        try:
            then(last_seq)
        except BaseException as raised:
            error = raised
    if error is None:
        done.set_result(last_seq)
    else:
        done.set_exception(error)
