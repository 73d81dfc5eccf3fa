"""The line of long answers: each client has a share, and clients take turns."""

import asyncio

import aiohttp
import orjson

from chain.node.errors import RpcError
from chain.node.limits import CLIENT_HEADER, LONG_ANSWERS_MAX, LONG_ANSWERS_PER_CLIENT_MAX
from chain.node.server.turns import Turns
from tests.chain.node.waiting import until


class Line:
    """Long answers that note when they are made."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.made: list[str] = []

    async def hold(self) -> None:
        await self.turns.acquire("first")

    async def ask(self, client: str) -> asyncio.Task[None]:
        async def answer() -> None:
            await self.turns.acquire(client)
            self.made.append(client)
            await asyncio.sleep(0)
            self.turns.release()

        task = asyncio.create_task(answer())
        await asyncio.sleep(0)
        return task


def refused(task: asyncio.Task[None]) -> bool:
    return task.done() and isinstance(task.exception(), RpcError)


async def test_a_client_fills_its_share_and_another_is_served():
    line = Line()
    await line.hold()
    greedy = [await line.ask("greedy") for _ in range(3 * LONG_ANSWERS_PER_CLIENT_MAX)]
    assert sum(map(refused, greedy)) == 2 * LONG_ANSWERS_PER_CLIENT_MAX
    assert line.turns.waiting == LONG_ANSWERS_PER_CLIENT_MAX
    other = await line.ask("other")
    line.turns.release()
    await other
    assert line.made[:2] == ["greedy", "other"]  # clients take turns
    await asyncio.gather(*greedy, return_exceptions=True)
    assert line.made.count("greedy") == LONG_ANSWERS_PER_CLIENT_MAX
    assert not line.turns._is_held
    assert line.turns.waiting == 0


async def test_clients_that_fill_the_line_leave_a_place_to_others():
    line = Line()
    await line.hold()
    count = LONG_ANSWERS_MAX // LONG_ANSWERS_PER_CLIENT_MAX
    greedy = [
        [await line.ask(f"greedy {number}") for _ in range(LONG_ANSWERS_PER_CLIENT_MAX)]
        for number in range(count)
    ]
    others = [await line.ask(f"other {number}") for number in range(LONG_ANSWERS_MAX - count)]
    await asyncio.sleep(0)
    assert line.turns.waiting == LONG_ANSWERS_MAX
    assert not any(map(refused, others))
    assert [sum(map(refused, tasks)) for tasks in greedy] == [
        LONG_ANSWERS_PER_CLIENT_MAX - 1
    ] * count
    assert refused(await line.ask("one more"))  # every client has one
    line.turns.release()
    await asyncio.gather(*others)
    await asyncio.gather(*(tasks[0] for tasks in greedy))
    assert not line.turns._is_held


async def test_an_answer_that_is_cancelled_gives_its_turn_on():
    line = Line()
    await line.hold()
    waiting = [await line.ask(client) for client in ("a", "b", "a", "c")]
    waiting[0].cancel()  # while it waits
    await asyncio.sleep(0)
    assert line.turns.waiting == 3
    line.turns.release()  # to b, who is cancelled at the same moment
    waiting[1].cancel()
    await asyncio.wait(waiting)
    assert line.made == ["a", "c"]
    assert not line.turns._is_held


async def test_the_edge_names_the_client_of_a_call(node, proxied, monkeypatch):
    """The client's own header is not passed on; a direct connection counts by its address."""
    taken = []
    take = Turns.take

    def taking(self: Turns, client: str):
        taken.append(client)
        return take(self, client)

    monkeypatch.setattr(Turns, "take", taking)
    body = orjson.dumps({"jsonrpc": "2.0", "id": 1, "method": "getSlot"})
    headers = {"Content-Type": "application/json", CLIENT_HEADER: "another"}
    async with aiohttp.ClientSession() as session:
        async with session.post(proxied, data=body, headers=headers) as answer:
            assert answer.status == 200
        del headers[CLIENT_HEADER]
        async with session.post(node.url, data=body, headers=headers) as answer:
            assert answer.status == 200
    assert taken == ["127.0.0.1", "direct 127.0.0.1"]


async def test_calls_of_a_client_are_answered_while_another_fills_its_share(node, monkeypatch):
    monkeypatch.setattr("chain.node.server.turns.SLICE_S", 0)  # every batch is long
    turns = node._turns
    await turns.acquire("greedy")
    filled = [
        asyncio.create_task(turns.acquire("greedy")) for _ in range(LONG_ANSWERS_PER_CLIENT_MAX)
    ]
    body = orjson.dumps([{"jsonrpc": "2.0", "id": 1, "method": "getGenesisHash"}])

    async with aiohttp.ClientSession() as session:

        async def ask(client: str) -> dict:
            headers = {"Content-Type": "application/json", CLIENT_HEADER: client}
            async with session.post(node.url, data=body, headers=headers) as answer:
                (row,) = orjson.loads(await answer.read())
                return row

        assert "error" in await ask("greedy")
        asking = asyncio.create_task(ask("honest"))
        await until(node, lambda: turns.waiting > LONG_ANSWERS_PER_CLIENT_MAX)
        turns.release()
        await filled[0]
        turns.release()
        assert "result" in await asking
    assert not all(task.done() for task in filled)
    for task in filled:
        task.cancel()
