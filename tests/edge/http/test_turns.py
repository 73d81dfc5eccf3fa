"""Requests start in turns: a few per step of the loop, writes apart, clients in rotation."""

import asyncio
import contextlib

import pytest

from edge.http.errors import ApiError
from edge.http.middleware.turns import Turn, Turns


class Steps:
    """Counts the steps of the event loop."""

    def __init__(self) -> None:
        self.count = 0
        self._task = asyncio.create_task(self._run())

    async def _run(self):
        while True:
            await asyncio.sleep(0)
            self.count += 1

    def stop(self):
        self._task.cancel()


def ask(turns, order, client, *, is_write=False):
    async def run():
        await turns.take(client, is_write=is_write)
        order.append(client)

    return asyncio.create_task(run())


async def test_an_idle_loop_starts_a_request_at_once():
    turns = Turns(2)
    for _ in range(5):
        step = turns.take("a", is_write=False)
        with pytest.raises(StopIteration):
            step.send(None)
        await asyncio.sleep(0)


async def test_a_step_starts_so_many_requests_and_all_start_in_order():
    turns, order, steps = Turns(2), [], Steps()
    tasks = [ask(turns, order, str(number)) for number in range(20)]
    seen = []
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        seen.append(len(order))
    assert order == [str(number) for number in range(20)]
    assert max(after - before for before, after in zip([0, *seen], seen, strict=False)) <= 4
    assert 8 <= steps.count <= 30
    assert turns.waiting_count == 0
    steps.stop()


async def test_clients_take_turns():
    turns, order = Turns(1, clock_s=lambda: 0.0), []
    tasks = [ask(turns, order, "flood") for _ in range(50)]
    tasks += [ask(turns, order, "honest") for _ in range(3)]
    await asyncio.gather(*tasks)
    assert len(order) == 53
    places = [at for at, client in enumerate(order) if client == "honest"]
    assert places[0] <= 2
    assert places[-1] <= 6


async def test_a_light_client_starts_before_heavy_ones():
    now_s, order = [0.0], []
    turns = Turns(4, clock_s=lambda: now_s[0])

    async def run(client, seconds):
        await turns.take(client, is_write=False)
        order.append(client)
        now_s[0] += seconds  # of the loop

    heavy = [asyncio.create_task(run(f"heavy {at % 8}", 0.01)) for at in range(80)]
    for _ in range(30):
        await asyncio.sleep(0)
    begun, worst_s = now_s[0], 0.0
    for _ in range(5):
        asked_s = now_s[0]
        await asyncio.create_task(run("light", 0.0001))
        worst_s = max(worst_s, now_s[0] - asked_s)
        await asyncio.sleep(0)
    assert begun > 0.05
    assert worst_s < 0.025  # of heavy ones: the one that runs, and one released with it
    await asyncio.gather(*heavy)
    assert len(order) == 85


async def test_steps_that_take_long_start_one_request():
    now_s, order, steps = [0.0], [], []
    turns = Turns(4, clock_s=lambda: now_s[0])

    async def run(number):
        await turns.take(str(number), is_write=False)
        order.append(number)
        now_s[0] += 0.005

    tasks = [asyncio.create_task(run(number)) for number in range(40)]
    while len(order) < 40:
        before = len(order)
        await asyncio.sleep(0)
        steps.append(len(order) - before)
    assert max(steps[6:]) == 1
    await asyncio.gather(*tasks)


async def test_an_idle_time_forgets_what_clients_took():
    now_s, order = [0.0], []
    turns = Turns(1, clock_s=lambda: now_s[0])
    for _ in range(20):
        await turns.take("steady", is_write=False)
        now_s[0] += 1.0
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    tasks = [ask(turns, order, client) for client in ("new", "new", "new", "steady")]
    await asyncio.gather(*tasks)
    assert order.index("steady") <= 2


async def test_a_write_does_not_wait_for_reads():
    turns, order = Turns(1), []
    reads = [ask(turns, order, "flood") for _ in range(100)]
    await asyncio.sleep(0)
    await ask(turns, order, "flood", is_write=True)
    assert len(order) < 5
    await asyncio.gather(*reads)


async def test_writes_leave_reads_their_share():
    turns, order = Turns(1), []
    writes = [ask(turns, order, "writes", is_write=True) for _ in range(50)]
    await asyncio.gather(*(ask(turns, order, "reads") for _ in range(10)))
    assert order.count("writes") <= 15
    await asyncio.gather(*writes)


async def test_a_canceled_request_gives_up_its_place():
    turns, order = Turns(1), []
    tasks = [ask(turns, order, str(number)) for number in range(10)]
    await asyncio.sleep(0)
    for task in tasks[2:8]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert order == ["0", "1", "8", "9"]
    await asyncio.sleep(0)
    assert turns.waiting_count == 0


async def outcomes_of(tasks):
    """Return the refused clients' codes in order, and None for each request that started."""
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    return [error.code if isinstance(error, ApiError) else error for error in outcomes]


async def test_a_client_that_fills_the_line_leaves_others_an_equal_share():
    turns, order = Turns(1, waiting_max=6), []
    flood = [ask(turns, order, "flood") for _ in range(9)]
    honest = [ask(turns, order, "honest") for _ in range(5)]
    late = [ask(turns, order, "late") for _ in range(5)]
    refused = "MAINTENANCE"
    assert await outcomes_of(flood) == [None] * 7 + [refused] * 2  # one started at once
    assert await outcomes_of(honest) == [None] * 3 + [refused] * 2
    assert await outcomes_of(late) == [None] * 2 + [refused] * 3
    assert turns.waiting_count == 0
    await ask(turns, order, "flood")


async def test_a_full_line_takes_one_request_of_each_further_client():
    turns, order = Turns(1, waiting_max=3), []
    tasks = [ask(turns, order, str(at % 8)) for at in range(16)]
    codes = await outcomes_of(tasks)
    assert {str(at % 8) for at in range(16) if codes[at] is None} == set("01234567")
    assert codes.count("MAINTENANCE") == 7


async def test_reads_that_fill_their_line_leave_writes_room():
    turns, order = Turns(1, waiting_max=3), []
    reads = [ask(turns, order, "flood") for _ in range(9)]
    writes = [ask(turns, order, "maker", is_write=True) for _ in range(4)]
    assert await outcomes_of(writes) == [None] * 4
    assert (await outcomes_of(reads)).count("MAINTENANCE") == 5


async def test_a_refused_request_is_told_when_to_retry():
    turns, order = Turns(1, waiting_max=1), []
    tasks = [ask(turns, order, "a") for _ in range(3)]
    with pytest.raises(ApiError) as refused:
        await tasks[-1]
    assert refused.value.headers == {"Retry-After": "1"}
    await asyncio.gather(*tasks[:-1])


def drive(turns, order, client, *, is_write=False):
    """Take a turn as a direct request does: without a task."""

    async def run():
        await turns.take(client, is_write=is_write, is_direct=True)
        order.append(client)

    step = run()

    def go_on(_turn=None):
        try:
            waits_for = step.send(None)
        except StopIteration:
            return
        waits_for.add_done_callback(go_on)

    go_on()


async def steps_of_the_loop(count=100):
    for _ in range(count):
        await asyncio.sleep(0)


async def test_direct_requests_start_in_the_steps_that_give_them_their_turns():
    turns, order, seen = Turns(2), [], []
    for number in range(20):
        drive(turns, order, str(number))
    assert order == ["0", "1"]
    while len(order) < 20:
        before = len(order)
        await asyncio.sleep(0)
        seen.append(len(order) - before)
    assert order == [str(number) for number in range(20)]
    assert max(seen) == 2
    assert turns.waiting_count == 0


async def test_direct_requests_and_others_share_a_line():
    turns, order = Turns(1), []
    for _ in range(30):
        drive(turns, order, "flood")
    tasks = [ask(turns, order, "honest") for _ in range(3)]
    drive(turns, order, "write", is_write=True)
    await asyncio.gather(*tasks)
    await steps_of_the_loop()
    assert len(order) == 34
    assert order.index("write") <= 2
    assert [at for at, client in enumerate(order) if client == "honest"][-1] <= 10


async def test_a_direct_request_that_starts_another_one_does_not_take_its_place():
    turns, order = Turns(1), []

    async def chain(name, number):
        await turns.take(name, is_write=False, is_direct=True)
        order.append(f"{name}{number}")
        if number < 3:
            start(chain(name, number + 1))

    def start(step):
        def go_on(_turn=None):
            with contextlib.suppress(StopIteration):
                step.send(None).add_done_callback(go_on)

        go_on()

    for name in "abc":
        start(chain(name, 0))
    await steps_of_the_loop()
    assert len(order) == 12
    assert set(order[:4]) >= {"a0", "b0", "c0"}
    assert turns.waiting_count == 0


class Noted(Turn):
    """Notes its client when it begins."""

    def __init__(self, order: list[str], client: str) -> None:
        self._order = order
        self._client = client

    def begin(self) -> None:
        self._order.append(self._client)


async def test_so_many_short_requests_start_in_the_place_of_one():
    turns = Turns(2)
    assert [turns.starts_short("a") for _ in range(17)] == [True] * 16 + [False]
    await steps_of_the_loop(3)
    drive(turns, [], "a")
    assert [turns.starts_short("a") for _ in range(9)] == [True] * 8 + [False]


async def test_short_requests_of_clients_alternate_with_each_other():
    turns, order = Turns(1, clock_s=lambda: 0.0), []
    while turns.starts_short("flood"):
        pass
    for client in ("flood", "honest"):
        for _ in range(8):
            turns.wait_short(client, Noted(order, client))
    while len(order) < 8:  # noqa: ASYNC110 - the loop is what is tested
        await asyncio.sleep(0)
    assert order.count("honest") == 8  # it is behind what the other has taken
    await steps_of_the_loop(3)
    assert order.count("flood") == 8
    assert turns.waiting_count == 0


async def test_a_full_line_refuses_short_requests():
    turns = Turns(1, waiting_max=2)
    while turns.starts_short("a"):
        pass
    for _ in range(2):
        turns.wait_short("a", Noted([], "a"))
    with pytest.raises(ApiError) as refused:
        turns.wait_short("a", Noted([], "a"))
    assert refused.value.code == "MAINTENANCE"
    turns.wait_short("b", Noted([], "b"))
    await steps_of_the_loop(3)
    assert turns.waiting_count == 0


async def test_short_writes_start_in_the_place_of_one_and_wait_in_the_lane_of_writes():
    turns, order = Turns(2), []
    assert [turns.starts_write("a") for _ in range(9)] == [True] * 8 + [False]
    assert turns.starts_short("a")
    for client in "abab":
        turns.wait_write(client, Noted(order, client))
    assert not turns.starts_write("c")
    assert turns.waiting_count == 4
    await steps_of_the_loop(3)
    assert sorted(order) == ["a", "a", "b", "b"]
    assert order[0] == "b"  # the other one has had eight
    drive(turns, [], "a")
    assert turns.waiting_count == 0


async def test_a_full_line_refuses_short_writes():
    turns = Turns(1, waiting_max=1)
    while turns.starts_write("a"):
        pass
    turns.wait_write("a", Noted([], "a"))
    with pytest.raises(ApiError) as refused:
        turns.wait_write("a", Noted([], "a"))
    assert refused.value.code == "MAINTENANCE"
    await steps_of_the_loop(3)
    assert turns.waiting_count == 0
