"""Replicas over NATS: no loss, doubling or order of messages changes what is journaled."""

import asyncio
import random
import signal
from contextlib import AsyncExitStack, suppress

import asyncpg
import pytest

from edge.store.pool import Store
from engine.core.generated.messages import Participate, Tick
from engine.feed import FeedServer, Replica, WriterAwayError
from engine.feed.bus import Bus, BusFeed, BusHub
from engine.feed.bus import envelope as envelope_module
from engine.feed.bus import link as link_module
from engine.feed.errors import FeedProtocolError
from engine.journal import JournalFencedError
from engine.journal.postgres import DatabaseJournal, Lease
from engine.journal.postgres.session import Session
from engine.sequencer import Sequencer, SequencerFailedError
from tests.cluster.nats_servers import nats_servers
from tests.engine.sequencer.factories import create_exchange, create_market, make_clock, post_print

ALICE = b"\x11" * 32


@pytest.fixture(scope="module")
def nats_url(tmp_path_factory):
    with nats_servers(tmp_path_factory.mktemp("nats")) as servers:
        yield servers.urls[0]


class Writer:
    """A sequencer on the log, and its hub."""

    def __init__(self, sequencer, server, bus, hub, stack):
        self.sequencer = sequencer
        self.server = server
        self.bus = bus
        self.hub = hub
        self.stack = stack

    async def close(self):
        await self.stack.aclose()


class Cluster:
    """One log, one bus; writers and replicas come and go."""

    def __init__(self, url, nats_url, home):
        self.url = url
        self.nats_url = nats_url
        self.home = home
        self.stack = AsyncExitStack()

    async def run(self, query, *values):
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetch(query, *values)
        finally:
            await connection.close()

    async def bus(self, stack):
        bus = Bus([self.nats_url])
        await bus.open()
        stack.push_async_callback(bus.close)
        await bus.connected()
        return bus

    async def writer(self, **options):
        """Take over, also from a writer that runs."""
        stack = AsyncExitStack()
        self.stack.push_async_callback(stack.aclose)
        await self.run("UPDATE writer_lease SET expires_at = '-infinity'")
        lease = Lease(self.url, "writer")
        epoch = await lease.take()
        await lease.release()
        directory = self.home / f"writer-{epoch}"
        sequencer = await Sequencer.open(
            directory,
            make_clock()[0],
            open_journal=lambda: DatabaseJournal(self.url, epoch),
        )
        stack.push_async_callback(sequencer.close)
        if not sequencer.sequence:
            await sequencer.submit(create_exchange())
            await sequencer.submit(create_market())
        server = FeedServer(sequencer, lambda: b"status", **options)
        await stack.enter_async_context(server.listening(directory))
        bus = await self.bus(stack)
        hub = BusHub(server, bus, epoch)
        running = asyncio.create_task(hub.run())

        async def end():
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            if sequencer.failed.done():
                sequencer.failed.exception()

        stack.push_async_callback(end)
        return Writer(sequencer, server, bus, hub, stack)

    async def replica(self):
        bus = await self.bus(self.stack)
        session = Session(self.url)
        self.stack.push_async_callback(asyncio.to_thread, session.close)
        feed = BusFeed(bus, session, self.home / "replica")
        replica = Replica(feed, make_clock()[0])
        replica.bus = bus

        async def close():
            await replica.close()
            with suppress(Exception):
                replica.failed.exception()

        self.stack.push_async_callback(close)
        async with asyncio.timeout(20):
            await replica.open()
        return replica


@pytest.fixture
async def cluster(database_url, nats_url, tmp_path):
    store = await Store.open(database_url)
    await store.close()
    cluster = Cluster(database_url, nats_url, tmp_path)
    await cluster.run("TRUNCATE command_log")
    await cluster.run(
        "UPDATE writer_lease SET epoch = 0, last_seq = 0, last_hash = $1, expires_at = '-infinity'",
        bytes(32),
    )
    yield cluster
    await cluster.stack.aclose()


async def until(is_so, seconds=30.0):
    async with asyncio.timeout(seconds):
        while not is_so():  # noqa: ASYNC110 - of another's state
            await asyncio.sleep(0.005)


async def caught_up(writer, *replicas):
    for replica in replicas:
        await until(lambda replica=replica: replica.sequence == writer.sequencer.sequence)
        assert replica.exchange.state_hash() == writer.sequencer.exchange.state_hash()


def user(number):
    return Participate(user=number.to_bytes(32, "little"), programme=1)


async def test_replicas_follow_and_their_submissions_are_journaled_once(cluster):
    writer = await cluster.writer()
    for day in range(5):
        await writer.sequencer.submit(post_print(day))
    one, two = await cluster.replica(), await cluster.replica()
    assert one.sequence == 7
    said = []
    one.on_status = said.append
    outcomes = await asyncio.gather(
        *(
            (one, two)[number % 2].submit_all([user(number)], lambda applied: applied.command.seq)
            for number in range(1, 101)
        )
    )
    assert sorted(seq for (seq,) in outcomes) == list(range(8, 108))
    assert await one.submit_all([user(1)] * 3, lambda applied: applied.command.seq) == [
        108, 109, 110,
    ]  # fmt: skip
    await two.settle()
    assert two.sequence >= 110
    await caught_up(writer, one, two)
    assert writer.server.replica_count == 2
    await until(lambda: b"status" in said)
    with pytest.raises(ValueError, match="does not come from a replica"):
        await one.submit_all([Tick()], lambda one: one)
    assert [applied.command.seq for applied in await one.read(100, 3)] == [101, 102, 103]


class Noise:
    """Between a bus and its servers: loses, doubles and delays messages by a seed."""

    def __init__(self, bus, seed, loss=0.02, double=0.05, delay=0.02):
        self.random = random.Random(seed)
        self.publish = bus.publish
        self.chances = (loss, double, delay)
        self.is_quiet = False
        bus.publish = self

    def __call__(self, subject, data):
        loss, double, delay = self.chances
        roll = self.random.random
        if self.is_quiet:
            self.publish(subject, data)
        elif roll() >= loss:
            if roll() < delay:
                seconds = 0.05 * roll()
                asyncio.get_running_loop().call_later(seconds, self.publish, subject, data)
            else:
                self.publish(subject, data)
            if roll() < double:
                self.publish(subject, data)


@pytest.mark.parametrize("seed", range(4))
async def test_losses_doubles_and_delays_lose_and_double_nothing(cluster, seed, monkeypatch):
    monkeypatch.setattr(link_module, "PING_S", 0.1)
    monkeypatch.setattr(link_module, "ANSWER_S", 0.3)
    writer = await cluster.writer()
    one, two = await cluster.replica(), await cluster.replica()
    noises = [Noise(writer.bus, seed), Noise(one.bus, seed + 100), Noise(two.bus, seed + 200)]
    acknowledged, unknown = [], []

    async def submit(number):
        for _ in range(200):
            try:
                replica = (one, two)[number % 2]
                (seq,) = await replica.submit_all([user(number)], lambda one: one.command.seq)
            except WriterAwayError as error:
                if "not known" in str(error):
                    unknown.append(number)
                    return
                await asyncio.sleep(0.05)
            else:
                acknowledged.append((number, seq))
                return

    async def some(start):
        for number in range(start, start + 10):
            await submit(number)

    await asyncio.gather(*(some(1000 * client) for client in range(1, 9)))
    for noise in noises:
        noise.is_quiet = True
    await caught_up(writer, one, two)
    applied = await writer.sequencer.read(2, 10_000)
    journaled = [int.from_bytes(one.command.user, "little") for one in applied]
    assert len(acknowledged) + len(unknown) == 80
    assert {number: journaled[seq - 3] for number, seq in acknowledged} == {
        number: number for number, _ in acknowledged
    }
    assert len(set(journaled)) == len(journaled), "a submission acted twice"
    assert len(unknown) <= 8, "the writer was there all the time"


async def test_a_batch_that_no_message_can_carry_is_read_from_the_log(cluster, monkeypatch):
    writer = await cluster.writer()
    replica = await cluster.replica()
    monkeypatch.setattr(Bus, "frame_bytes_max", property(lambda _self: 2_000))
    commands = [user(number) for number in range(1, 101)]
    await writer.sequencer.submit_all(commands, lambda _applied: None)
    await writer.sequencer.submit(post_print(1))
    await caught_up(writer, replica)
    await until(lambda: replica.is_following)
    with pytest.raises(ValueError, match="bytes of commands"):
        await replica.submit_all(commands, lambda one: one)
    await replica.submit_all([user(7)], lambda one: one)


async def test_a_new_writer_is_followed_and_the_old_one_is_not_believed(cluster):
    old = await cluster.writer()
    replica = await cluster.replica()
    await replica.submit_all([user(1)], lambda one: one)
    new = await cluster.writer()
    await until(lambda: new.server.replica_count == 1 and replica.is_following)
    await replica.submit_all([user(2)], lambda one: one)
    await caught_up(new, replica)
    with pytest.raises(SequencerFailedError) as caught:
        await old.sequencer.submit(post_print(1))
    assert isinstance(caught.value.__cause__, JournalFencedError)
    await replica.submit_all([user(3)], lambda one: one)
    await caught_up(new, replica)
    assert new.sequencer.sequence == 5


async def test_a_submission_to_a_paused_writer_is_journaled_by_the_next(cluster):
    """It lies in the old writer's queue, which can append nothing any more."""
    old = await cluster.writer()
    replica = await cluster.replica()
    old.hub._server.submit = lambda *_: None  # paused
    waiting = asyncio.create_task(replica.submit_all([user(1)], lambda one: one.command.seq))
    await asyncio.sleep(0.1)
    new = await cluster.writer()
    assert await waiting == [3]
    await caught_up(new, replica)


async def test_a_bus_that_goes_away_and_comes_back(database_url, tmp_path, cluster):
    with nats_servers(tmp_path) as servers:
        cluster.nats_url = servers.urls[0]
        writer = await cluster.writer()
        replica = await cluster.replica()
        servers.signal(0, signal.SIGKILL)
        await until(lambda: not replica.is_following)
        with pytest.raises(WriterAwayError):
            await replica.submit_all([user(1)], lambda one: one)
        await writer.sequencer.submit(post_print(1))
        servers.start(0)
        await until(lambda: replica.is_following)
        assert await replica.submit_all([user(1)], lambda one: one.command.seq) == [4]
        await caught_up(writer, replica)
        await cluster.stack.aclose()


async def test_nonsense_on_the_bus_ends_nothing(cluster):
    writer = await cluster.writer()
    replica = await cluster.replica()
    link = replica._connection
    nonsense = (b"", b"x", bytes(32), bytes(40), b"\xff" * 48, replica.identity + bytes(64))
    for message in (*nonsense, *map(envelope_module.sealed, nonsense)):
        for subject in (link._to_writer, link._to_all, link._to_us, link._lead):
            writer.bus.publish(subject, message)
    await until(lambda: replica.is_following and replica._connection is not link)
    assert await replica.submit_all([user(1)], lambda one: one.command.seq) == [3]
    await caught_up(writer, replica)
    for wrong in (b"", b"\x01\x00", b"\x00\x00\xff"):
        for message in (wrong, envelope_module.sealed(wrong)):
            with pytest.raises(FeedProtocolError):
                envelope_module.read_to_all(message)
