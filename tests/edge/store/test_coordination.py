"""Keys under way and revoked sessions, over several processes of the web."""

import asyncio

import asyncpg
import pytest

from edge.http.errors import ApiError
from edge.store import coordination
from edge.store.coordination import Coordination

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))


async def until(is_so):
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110 - of another's state
            await asyncio.sleep(0.005)


class Peer:
    """One process."""

    def __init__(self, url):
        self.revoked = []
        self.connected = 0
        self.peers = Coordination(url, self.revoked.append, self.count)
        self.task = asyncio.create_task(self.peers.run())

    async def count(self):
        self.connected += 1

    async def ready(self, times=1):
        await until(lambda: self.connected >= times and self.peers._connection is not None)
        return self

    async def stop(self):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


@pytest.fixture
async def pair(database_url):
    pair = [Peer(database_url), Peer(database_url)]
    for peer in pair:
        await peer.ready()
    yield pair
    for peer in pair:
        await peer.stop()


async def test_a_key_is_held_by_one_process_at_a_time(pair, monkeypatch):
    one, two = (peer.peers for peer in pair)
    await one.hold_key(KEY)
    await two.hold_key(OTHER)
    monkeypatch.setattr(coordination, "KEY_WAIT_S", 0.1)
    with pytest.raises(ApiError) as refused:
        await two.hold_key(KEY)
    assert (refused.value.code, refused.value.headers["Retry-After"]) == ("MAINTENANCE", "1")
    await two.let_key_go(KEY)  # which it does not hold
    with pytest.raises(ApiError):
        await two.hold_key(KEY)
    monkeypatch.undo()
    waiting = asyncio.create_task(two.hold_key(KEY))
    await asyncio.sleep(0.05)
    await one.let_key_go(KEY)
    await asyncio.wait_for(waiting, 10)


async def test_a_process_that_ends_lets_its_keys_go(pair):
    one, two = pair
    await one.peers.hold_key(KEY)
    await one.stop()
    await asyncio.wait_for(two.peers.hold_key(KEY), 10)


async def test_a_lost_connection_is_an_error_and_comes_back(pair, monkeypatch):
    one, _ = pair
    monkeypatch.setattr(coordination, "CHECK_S", 0.02)
    one.peers._connection.terminate()
    with pytest.raises((ConnectionError, asyncpg.InterfaceError)):
        await one.peers.hold_key(KEY)
    await one.ready(2)
    await one.peers.hold_key(KEY)


async def test_every_process_hears_of_a_revoked_session(pair, database_url):
    connection = await asyncpg.connect(database_url)
    await connection.execute("SELECT pg_notify('session_revoked', 'abc')")
    await connection.close()
    for peer in pair:
        await until(lambda peer=peer: peer.revoked == ["abc"])
