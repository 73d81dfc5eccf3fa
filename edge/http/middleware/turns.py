"""Order in which the event loop serves requests: durable writes first, then the lightest client."""

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Callable, Generator
from heapq import heappop, heappush
from time import perf_counter
from typing import Final

from edge.http.errors import ApiError
from edge.http.limits import (
    SHORT_REQUESTS_PER_TURN,
    SHORT_WRITES_PER_TURN,
    TURN_COST_MIN_S,
    TURN_CREDIT_S,
    TURN_STEP_S,
    TURNS_CLIENTS_MAX,
    TURNS_PER_STEP,
    TURNS_WAITING_MAX,
)

SHORT_STEPS = 16  # in a row, before one request more starts in a step
WHOLE: Final = SHORT_REQUESTS_PER_TURN  # weight of a request; that of a short one is 1
WRITE: Final = WHOLE // SHORT_WRITES_PER_TURN  # that of a short write
COST_MIN_S: Final = TURN_COST_MIN_S / WHOLE  # of a weight of 1


class Turn(ABC):
    """The wait of a direct request, which goes on within the step that gives it its turn."""

    __slots__ = ()

    @abstractmethod
    def begin(self) -> None:
        """Go on."""


class _Await(Turn):
    """The same of a coroutine: it awaits this."""

    __slots__ = ("_go_on",)

    def __await__(self) -> "Generator[_Await, None, None]":
        yield self

    def add_done_callback(self, go_on: Callable[[object], None]) -> None:
        """Have the one that waits called, as a future does."""
        self._go_on = go_on

    def begin(self) -> None:
        """Call the one that waits."""
        self._go_on(self)


class _Lane:
    """Requests of one priority, by start-time fair queueing over clients.

    Each client has a tag: the time of the loop that its requests have taken, on a clock that every
    waiting client shares. The client with the lowest tag starts next. One that was idle is at most
    TURN_CREDIT_S behind the shared clock: it starts before clients that took much, and saves no
    more than that up. Requests have weights: what starts in a step, and what it took, is shared
    out by them.
    """

    def __init__(self) -> None:
        self.left = 0  # weight that may still start in this step
        self.released: list[Turn] = []  # that go on in this step
        self.waiting_count = 0
        self.waiting: dict[str, deque[tuple[asyncio.Future[None] | Turn, int]]] = {}
        self._queue: list[tuple[float, int, str]] = []  # of each waiting client, its tag
        self._tags: OrderedDict[str, float] = OrderedDict()
        self._clock_s = 0.0
        self._pushes = 0
        self._started: dict[str, int] = {}  # weight by client, in this step

    def wait(self, client: str, turn: "asyncio.Future[None] | Turn", weight: int) -> None:
        """Put a request into the line."""
        turns = self.waiting.get(client)
        if turns is None:
            turns = self.waiting[client] = deque()
            self._push(client)
        turns.append((turn, weight))
        self.waiting_count += 1

    def has_share(self, client: str, waiting_max: int) -> bool:
        """Return whether a client may wait in a full line: up to an equal share of it."""
        turns = self.waiting.get(client, ())
        return not turns or len(turns) * len(self.waiting) < waiting_max

    def reset(self, per_step: int) -> None:
        """Begin to count after the loop was idle: nothing waits, and all clients are equal."""
        self.left, self._clock_s = per_step * WHOLE, 0.0
        self._tags.clear()
        self._started.clear()

    def start(self, client: str, weight: int) -> None:
        """Count a request that starts in this step; it is charged at least its weight's cost."""
        self.left -= weight
        self._started[client] = self._started.get(client, 0) + weight

    def charge(self, seconds: float) -> None:
        """Charge a step of the loop to the clients whose requests started in it."""
        if not self._started:
            return
        each_s = max(seconds / sum(self._started.values()), COST_MIN_S)
        for client, weight in self._started.items():
            self._tags[client] = max(self._tags.get(client, 0.0), self._least()) + each_s * weight
            self._tags.move_to_end(client)
        self._started.clear()
        while len(self._tags) > TURNS_CLIENTS_MAX:
            self._tags.popitem(last=False)

    def release(self, per_step: int) -> int:
        """Start `per_step` requests, more of short ones; return how many left the line."""
        self.left, before = per_step * WHOLE, self.waiting_count
        queue = self._queue
        while self.left > 0 and queue:
            tag, _, client = heappop(queue)
            if tag < self._tag(client):  # it was charged since
                self._push(client)
                continue
            self._clock_s = max(self._clock_s, tag)
            turns = self.waiting[client]
            self._start_first(client, turns)
            while turns and self.left > 0 and (not queue or self._tag(client) < queue[0][0]):
                self._start_first(client, turns)  # it is still the next one
            if turns:
                self._push(client)
            else:
                del self.waiting[client]
        return before - self.waiting_count

    def _start_first(
        self, client: str, turns: "deque[tuple[asyncio.Future[None] | Turn, int]]"
    ) -> None:
        turn, weight = turns.popleft()
        self.waiting_count -= 1
        if not isinstance(turn, asyncio.Future):
            self.released.append(turn)
        elif turn.done():  # its task was canceled
            return
        else:
            turn.set_result(None)
        self.start(client, weight)

    def _push(self, client: str) -> None:
        self._pushes += 1
        heappush(self._queue, (self._tag(client), self._pushes, client))

    def _tag(self, client: str) -> float:
        """Return what a client has taken, with the least cost of what it started in this step."""
        tag = max(self._tags.get(client, 0.0), self._least())
        return tag + self._started.get(client, 0) * COST_MIN_S

    def _least(self) -> float:
        return self._clock_s - TURN_CREDIT_S


class Turns:
    """A request waits here while the current step of the event loop has started enough others.

    Between two steps the loop reads its sockets, so a write or a frame of the core waits for
    TURNS_PER_STEP requests at most, for one while steps take longer than TURN_STEP_S; of short ones
    SHORT_REQUESTS_PER_TURN count as one, of short writes SHORT_WRITES_PER_TURN. Writes have a lane
    of their own. Used from one event loop.
    """

    def __init__(
        self,
        per_step: int = TURNS_PER_STEP,
        waiting_max: int = TURNS_WAITING_MAX,
        clock_s: Callable[[], float] = perf_counter,
    ) -> None:
        self._writes, self._reads = _Lane(), _Lane()
        self._waiting_max = waiting_max
        self._per_step = self._per_step_max = per_step
        self._short_steps = 0  # in a row
        self._clock_s = clock_s
        self._began_s = 0.0
        self._is_counting = False

    @property
    def waiting_count(self) -> int:
        """Requests of both lanes that wait."""
        return self._writes.waiting_count + self._reads.waiting_count

    async def take(self, client: str, *, is_write: bool, is_direct: bool = False) -> None:
        """Return when the request may start; a direct one has no task that waits.

        Raises MAINTENANCE with Retry-After when TURNS_WAITING_MAX requests of its lane wait and
        this client has an equal share of them.
        """
        lane = self._writes if is_write else self._reads
        if self._starts(lane, client, WHOLE):
            return
        if is_direct:
            turn = _Await()
            self._wait(lane, client, turn, WHOLE)
            await turn
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._wait(lane, client, future, WHOLE)
        await future

    def starts_short(self, client: str) -> bool:
        """Return whether a short direct read starts now."""
        lane = self._reads
        return not lane.waiting and self._starts(lane, client, 1)

    def wait_short(self, client: str, turn: Turn) -> None:
        """Have a short direct read begun in its turn; raises as `take` does."""
        self._wait(self._reads, client, turn, 1)

    def starts_write(self, client: str) -> bool:
        """Return whether a short direct write starts now."""
        return self._starts(self._writes, client, WRITE)

    def wait_write(self, client: str, turn: Turn) -> None:
        """Have a short direct write begun in its turn; raises as `take` does."""
        self._wait(self._writes, client, turn, WRITE)

    def _starts(self, lane: _Lane, client: str, weight: int) -> bool:
        if not self._is_counting:
            self._begin()
        if lane.left <= 0 or lane.waiting:
            return False
        lane.start(client, weight)
        return True

    def _wait(
        self, lane: _Lane, client: str, turn: "asyncio.Future[None] | Turn", weight: int
    ) -> None:
        is_full = lane.waiting_count >= self._waiting_max
        if is_full and not lane.has_share(client, self._waiting_max):
            raise ApiError("MAINTENANCE", headers={"Retry-After": "1"})
        lane.wait(client, turn, weight)

    def _begin(self) -> None:
        """Begin to count after the loop was idle."""
        self._is_counting = True
        self._began_s = self._clock_s()
        for lane in (self._writes, self._reads):
            lane.reset(self._per_step)
        asyncio.get_running_loop().call_soon(self._step)

    def _step(self) -> None:
        """Charge the step that ends, and start what may run in the next one."""
        now_s = self._clock_s()
        took_s, self._began_s = now_s - self._began_s, now_s
        if took_s > TURN_STEP_S:
            self._per_step, self._short_steps = max(1, self._per_step // 2), 0
        else:
            self._short_steps += 1
        if self._short_steps >= SHORT_STEPS and self._per_step < self._per_step_max:
            self._per_step, self._short_steps = self._per_step + 1, 0
        taken = 0
        for lane in (self._writes, self._reads):
            lane.charge(took_s)
            taken += lane.release(self._per_step)
        self._is_counting = bool(taken or self.waiting_count)
        if self._is_counting:
            asyncio.get_running_loop().call_soon(self._step)
        for lane in (self._writes, self._reads):
            released, lane.released = lane.released, []
            for turn in released:
                turn.begin()
