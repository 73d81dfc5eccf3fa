"""Applied commands as subscribers and readers get them: live, recent, or from the journal."""

import asyncio
from collections import deque
from collections.abc import Callable

from engine.sequencer.applied import Applied
from engine.sequencer.errors import SequencerError
from engine.sequencer.limits import READ_MAX, RECENT_MAX, SUBSCRIBERS_MAX

Callback = Callable[[Applied], None]
# Commands `after_seq` up to `applied_seq` again, `limit` at most; runs in a thread.
Rederive = Callable[[int, int, int], list[Applied]]


class AppliedStream:
    """The applied commands of a log; used from one event loop."""

    def __init__(self, rederive: Rederive) -> None:
        self._rederive = rederive
        self._recent: deque[Applied] = deque(maxlen=RECENT_MAX)
        self._callbacks: list[Callback] = []

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Call back with every command applied from now on, in order; return the unsubscribe."""
        if len(self._callbacks) >= SUBSCRIBERS_MAX:
            raise SequencerError(f"{SUBSCRIBERS_MAX} subscribers already")
        self._callbacks.append(callback)

        def unsubscribe() -> None:
            if callback in self._callbacks:
                self._callbacks.remove(callback)

        return unsubscribe

    def publish(self, applied: Applied) -> None:
        """Keep a command and call every subscriber; raises what a callback raises."""
        self._recent.append(applied)
        for callback in tuple(self._callbacks):
            callback(applied)

    async def read(self, sequence: int, after_seq: int, limit: int) -> list[Applied]:
        """Return up to `limit` commands after `after_seq`; `sequence` is the last one applied.

        Older commands than the recent ones are derived again in a thread.
        """
        limit = min(limit, READ_MAX)
        if after_seq >= sequence or limit <= 0:
            return []
        first_recent = sequence - len(self._recent) + 1
        if after_seq + 1 >= first_recent:
            skipped = after_seq + 1 - first_recent
            return list(self._recent)[skipped : skipped + limit]
        return await asyncio.to_thread(self._rederive, sequence, after_seq, limit)
