"""Order in which the event loop serves requests: durable writes first, then clients in rotation."""

import asyncio
from collections import OrderedDict, deque

from edge.http.errors import ApiError
from edge.http.limits import TURNS_PER_STEP, TURNS_WAITING_MAX

_Client = deque["asyncio.Future[None]"]


class _Lane:
    """Requests of one priority: `per_step` of them start in each step of the loop."""

    def __init__(self, per_step: int) -> None:
        self.left = self.per_step = per_step
        self.waiting: OrderedDict[str, _Client] = OrderedDict()  # by client; the next one first

    def release(self) -> int:
        """Start up to `per_step` requests, one per client in rotation; return how many."""
        self.left, started = self.per_step, 0
        while self.left and self.waiting:
            client, turns = self.waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self.waiting[client] = turns
            started += 1
            if not turn.done():  # its connection is still there
                turn.set_result(None)
                self.left -= 1
        return started


class Turns:
    """A request waits here while the current step of the event loop has started enough others.

    Between two steps the loop reads its sockets, so a write or a frame of the core waits for
    TURNS_PER_STEP requests at most, not for every request that has arrived. One client's flood
    delays each request of another by one of its own. Writes have a lane of their own. Used from one
    event loop.
    """

    def __init__(
        self, per_step: int = TURNS_PER_STEP, waiting_max: int = TURNS_WAITING_MAX
    ) -> None:
        self.waiting_count = 0
        self._writes, self._reads = _Lane(per_step), _Lane(per_step)
        self._waiting_max = waiting_max
        self._is_counting = False

    async def take(self, client: str, *, is_write: bool) -> None:
        """Return when the request may start.

        Raises MAINTENANCE with Retry-After when TURNS_WAITING_MAX requests wait and this client has
        one among them.
        """
        lane = self._writes if is_write else self._reads
        if not self._is_counting:
            self._is_counting = True
            asyncio.get_running_loop().call_soon(self._step)
        if lane.left and not lane.waiting:
            lane.left -= 1
            return
        if self.waiting_count >= self._waiting_max and client in lane.waiting:
            raise ApiError("MAINTENANCE", headers={"Retry-After": "1"})
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lane.waiting.setdefault(client, deque()).append(turn)
        self.waiting_count += 1
        await turn

    def _step(self) -> None:
        """Start what may run in the next step, and count anew."""
        started = self._writes.release() + self._reads.release()
        self.waiting_count -= started
        self._is_counting = bool(started or self.waiting_count)
        if self._is_counting:
            asyncio.get_running_loop().call_soon(self._step)
