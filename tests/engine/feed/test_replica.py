"""A replica has the writer's state, and what it submits is journaled once, whatever is cut."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from engine.core.exchange import Exchange
from engine.core.generated.messages import (
    JoinContest,
    Participate,
    RecordError,
    RewindChain,
    Tick,
    encode,
)
from engine.feed import (
    FeedServer,
    LocalFeed,
    NewerWriterError,
    OlderWriterError,
    Replica,
    ReplicaDiffersError,
    WriterAwayError,
)
from engine.feed import replica as replica_module
from engine.feed import server as server_module
from engine.feed.frames import STATE, Kind, frame, without_numbers
from engine.feed.limits import PENDING_GROUPS_MAX
from engine.journal import FileJournal, read_journal
from engine.sequencer import (
    ReplayListener,
    Sequencer,
    SequencerClosedError,
    SequencerFailedError,
    SequencerFullError,
    SequencerOverloadedError,
)
from tests.engine.sequencer.factories import (
    GatedSync,
    JournalDisk,
    create_exchange,
    create_market,
    make_clock,
    open_sequencer,
    post_print,
    start_sequencer,
)

ALICE = b"\x11" * 32
BOB = b"\x12" * 32


class Pair:
    """A writer and its replicas on one directory."""

    def __init__(self, home, sequencer, **options):
        self.home = home
        self.sequencer = sequencer
        self.server = FeedServer(sequencer, lambda: b"status", **options)
        self.replicas = []

    @property
    def journal(self):
        return self.home / "journal"

    async def replica(self, **options):
        replica = Replica(LocalFeed(self.journal, self.home), make_clock()[0])
        self.replicas.append(replica)
        async with asyncio.timeout(20):
            await replica.open(**options)
        return replica

    def records_of(self, command):
        """How often the journal holds a command's content."""
        content = without_numbers(encode(command))
        return sum(
            without_numbers(record.payload) == content for record, _ in read_journal(self.journal)
        )


@asynccontextmanager
async def pair(home, sequencer=None, *, commands=(), **options):
    (home / "journal").mkdir(exist_ok=True)
    sequencer = sequencer or await open_sequencer(home / "journal")
    if not sequencer.sequence:
        for command in (create_exchange(), create_market(), *commands):
            await sequencer.submit(command)
    both = Pair(home, sequencer, **options)
    try:
        async with both.server.listening(home):
            yield both
            await _close(both)
    finally:
        await _close(both)
        await sequencer.close()


async def _close(both):
    for replica in both.replicas:
        await replica.close()
        if not replica.failed.cancelled():
            replica.failed.exception()


async def until(is_so, seconds=20.0):
    async with asyncio.timeout(seconds):
        while not is_so():  # noqa: ASYNC110 - of another's state
            await asyncio.sleep(0.005)


async def caught_up(both, replica):
    await until(lambda: replica.sequence == both.sequencer.sequence)
    assert replica.exchange.state_hash() == both.sequencer.exchange.state_hash()


def shut(sync):
    """Let no flush pass any more."""
    sync._is_open = False
    while sync._gate.acquire(blocking=False):
        pass


async def test_a_replica_follows_from_files_and_from_the_feed(tmp_path):
    async with pair(tmp_path) as both:
        heard = []
        listener = ReplayListener(0, lambda applied, _exchange: heard.append(applied))
        replica = await both.replica(listeners=[listener])
        assert [applied.command.seq for applied in heard] == [1, 2]
        said, live = [], []
        replica.on_status = said.append
        both.server.send_status()
        await until(lambda: b"status" in said)
        replica.subscribe(live.append)
        for day in range(3):
            await both.sequencer.submit(post_print(day))
        await caught_up(both, replica)
        assert [applied.command.seq for applied in live] == [3, 4, 5]
        assert heard[2:] == live
        assert live == await both.sequencer.read(2, 10)
        assert await replica.read(2, 10) == live
        assert await replica.read(0, 10) == await both.sequencer.read(0, 10)
        assert replica.now_s() >= both.sequencer.exchange.now_s


async def test_a_feed_from_the_first_command_on_is_heard_once(tmp_path):
    async with pair(tmp_path, commands=[post_print(0)]) as both:
        both.server._ring.clear()  # as of a feed that has seen every command
        for seq, (record, digest) in enumerate(read_journal(both.journal), 1):
            data = server_module.batch_frame(record.epoch, digest, [seq], [record.payload])
            both.server._ring.append((seq, seq, data))
        heard = []
        listener = ReplayListener(0, lambda applied, _exchange: heard.append(applied))
        replica = await both.replica(listeners=[listener])
        await caught_up(both, replica)
        assert [applied.command.seq for applied in heard] == [1, 2, 3]
        assert [applied.command.seq for applied in await replica.read(0, 10)] == [1, 2, 3]


async def test_an_error_of_a_listener_ends_the_replica_also_while_it_reads_files(tmp_path):
    async with pair(tmp_path, ring_bytes_max=1) as both:
        replica = await both.replica()

        def fails(_applied):
            raise AssertionError("a listener")

        replica.subscribe(fails)
        connect, gate = replica._connect, asyncio.Event()

        async def later():
            await gate.wait()
            await connect()

        replica._connect = later
        replica._connection.abort()
        await until(lambda: both.server.replica_count == 0)
        for day in range(3):
            await both.sequencer.submit(post_print(day))
        gate.set()
        with pytest.raises(AssertionError, match="a listener"):
            await asyncio.wait_for(asyncio.shield(replica.failed), 20)


async def test_a_submission_is_answered_after_the_replica_has_applied_it(tmp_path):
    async with pair(tmp_path) as both:
        replica, other = await both.replica(), await both.replica()

        def read(applied):
            return applied.command.seq, replica.sequence

        commands = [Participate(user=bytes([n]) * 32, programme=1) for n in range(1, 41)]
        outcomes = await asyncio.gather(*(replica.submit_all([one], read) for one in commands))
        assert all(seq == then for ((seq, then),) in outcomes)
        assert sorted(seq for ((seq, _),) in outcomes) == list(range(3, 43))
        group = await other.submit_all([Participate(user=ALICE, programme=1)] * 3, lambda one: one)
        assert [applied.command.seq for applied in group] == [43, 44, 45]
        assert group[0].rejection is None
        await caught_up(both, replica)


async def test_what_read_raises_is_the_callers_and_ends_nothing(tmp_path):
    async with pair(tmp_path) as both:
        replica = await both.replica()

        def read(_applied):
            raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            await replica.submit_all([Participate(user=ALICE, programme=1)], read)
        await replica.submit_all([Participate(user=BOB, programme=1)], lambda one: one)
        assert not replica.failed.done()


class Heard:
    """Keeps the outcome of one submission."""

    def __init__(self) -> None:
        self.outcome = asyncio.get_running_loop().create_future()
        self.done = self.outcome.done
        self.set_result, self.set_exception = self.outcome.set_result, self.outcome.set_exception


async def test_one_in_no_task_hears_of_a_submission_and_of_errors(tmp_path):
    async with pair(tmp_path) as both:
        replica = await both.replica()
        heard, refused, foreign = Heard(), Heard(), Heard()
        wish, answers = Participate(user=ALICE, programme=1), replica.answers.count
        replica.submit_to(heard, wish, lambda applied: (applied.command.seq, replica.sequence))
        replica.submit_to(refused, wish, lambda _applied: 1 // 0)
        replica.submit_to(foreign, Tick(), lambda one: one)
        assert await heard.outcome == (3, 3)
        with pytest.raises(ZeroDivisionError):
            await refused.outcome
        with pytest.raises(ValueError, match="does not come from a replica"):
            await foreign.outcome
        assert replica.answers.count == answers + 3
    with pytest.raises(SequencerClosedError):
        replica.submit_to(Heard(), wish, lambda one: one)


@pytest.mark.parametrize("command", [create_market("DAL"), RewindChain(slot=1), Tick()])
async def test_a_replica_submits_only_what_comes_from_the_web(tmp_path, command):
    async with pair(tmp_path) as both:
        replica = await both.replica()
        with pytest.raises(ValueError, match="does not come from a replica"):
            await replica.submit_all([command], lambda one: one)
        assert both.sequencer.sequence == 2


async def test_a_full_disk_and_a_closed_writer_are_named(tmp_path, monkeypatch):
    disk = JournalDisk(monkeypatch)
    async with pair(tmp_path) as both:
        replica = await both.replica()
        disk.fill(both.sequencer)
        for _ in range(2):
            with pytest.raises(SequencerFullError):
                await replica.submit_all([Participate(user=ALICE, programme=1)], lambda one: one)
        disk.is_full = False


async def test_more_submissions_than_the_bound_are_refused(tmp_path, monkeypatch):
    sync = GatedSync()
    sync.open()
    (tmp_path / "journal").mkdir()
    monkeypatch.setattr(server_module, "PENDING_GROUPS_MAX", 2)
    async with pair(tmp_path, start_sequencer(tmp_path / "journal", sync)) as both:
        replica = await both.replica()
        shut(sync)
        tasks = [
            asyncio.create_task(
                replica.submit_all([Participate(user=bytes([n]) * 32, programme=1)], lambda one: 1)
            )
            for n in range(1, 5)
        ]
        await asyncio.wait(tasks, timeout=10, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0.05)
        refused = [task for task in tasks if task.done()]
        assert len(refused) == 2
        for task in refused:
            with pytest.raises(SequencerOverloadedError):
                task.result()
        sync.open()
        await asyncio.wait(tasks)
        assert both.sequencer.sequence == 4
    assert PENDING_GROUPS_MAX >= 2


async def test_a_cut_between_submission_and_outcome_loses_nothing(tmp_path):
    sync = GatedSync()
    sync.open()
    (tmp_path / "journal").mkdir()
    async with pair(tmp_path, start_sequencer(tmp_path / "journal", sync)) as both:
        replica = await both.replica()
        shut(sync)
        mine = Participate(user=ALICE, programme=1)
        waiting = asyncio.create_task(replica.submit_all([mine], lambda one: one.command.seq))
        await until(lambda: both.sequencer.flushing_s > 0)
        replica._connection.abort()
        await asyncio.sleep(0.2)
        assert not waiting.done()
        sync.open()
        assert await waiting == [3]
        assert both.records_of(mine) == 1
        await caught_up(both, replica)


async def test_a_submission_that_never_arrived_is_sent_again(tmp_path, monkeypatch):
    async with pair(tmp_path) as both:
        replica = await both.replica()
        sent = []
        monkeypatch.setattr(replica._connection, "send", sent.append)
        mine = [Participate(user=ALICE, programme=1), JoinContest(user=ALICE, contest_id="c")]
        waiting = asyncio.create_task(replica.submit_all(mine, lambda one: one.command.seq))
        await until(lambda: sent)
        replica._connection.abort()
        assert await waiting == [3, 4]
        assert both.records_of(mine[0]) == 1


async def test_the_writers_memory_tells_two_equal_submissions_apart(tmp_path, monkeypatch):
    """The other replica's command has the same content: it is not taken for ours."""
    async with pair(tmp_path) as both:
        one, two = await both.replica(), await both.replica()
        monkeypatch.setattr(one._connection, "send", lambda _data: None)
        mine = Participate(user=ALICE, programme=1)
        waiting = asyncio.create_task(one.submit_all([mine], lambda done: done.command.seq))
        await asyncio.sleep(0)
        await two.submit_all([mine], lambda done: done)
        one._connection.abort()
        assert await waiting == [4]
        assert both.records_of(mine) == 2


async def test_settling_waits_for_what_another_process_had_submitted(tmp_path):
    sync = GatedSync()
    sync.open()
    (tmp_path / "journal").mkdir()
    async with pair(tmp_path, start_sequencer(tmp_path / "journal", sync)) as both:
        one, two = await both.replica(), await both.replica()
        shut(sync)
        mine = Participate(user=ALICE, programme=1)
        lost = asyncio.create_task(one.submit_all([mine], lambda done: done))
        await asyncio.sleep(0)  # it is sent, and then its process ends
        lost.cancel()
        one._connection.abort()
        settling = asyncio.create_task(two.settle())
        await asyncio.sleep(0.2)
        assert not settling.done()
        sync.open()
        await asyncio.wait_for(settling, 20)
        assert two.sequence == 3
        assert (await two.read(2, 10))[0].command.user == ALICE
        await two.settle()  # nothing waits
        await asyncio.gather(*(two.settle() for _ in range(20)))
    with pytest.raises(WriterAwayError):
        await two.settle()


async def test_a_new_writer_journals_what_the_old_one_had_not(tmp_path):
    (tmp_path / "journal").mkdir()
    async with pair(tmp_path) as both:
        replica = await both.replica()
        both.replicas.remove(replica)
        replica._connection.send = lambda _data: None
        mine = Participate(user=ALICE, programme=1)
        waiting = asyncio.create_task(replica.submit_all([mine], lambda done: done.command.seq))
        await asyncio.sleep(0)
    async with pair(tmp_path) as both:
        both.replicas.append(replica)
        assert await waiting == [3]
        assert both.records_of(mine) == 1
        await caught_up(both, replica)


async def test_after_a_new_writer_an_equal_command_leaves_the_outcome_unknown(tmp_path):
    mine = Participate(user=ALICE, programme=1)
    async with pair(tmp_path) as both:
        replica = await both.replica()
        both.replicas.remove(replica)
        replica._connection.send = lambda _data: None
        waiting = asyncio.create_task(replica.submit_all([mine], lambda done: done))
        other = asyncio.create_task(
            replica.submit_all([Participate(user=BOB, programme=1)], lambda done: 1)
        )
        await asyncio.sleep(0)
        replica._connection._take = lambda _kind, _body: None  # the records do not arrive either
        await both.sequencer.submit(mine)
    async with pair(tmp_path) as both:
        both.replicas.append(replica)
        with pytest.raises(WriterAwayError, match="not known whether"):
            await waiting
        assert await other == [1]
        assert both.records_of(mine) == 1
        await caught_up(both, replica)


async def test_a_writer_that_stays_away_is_an_error_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(replica_module, "AWAY_S", 0.1)
    async with pair(tmp_path) as both:
        replica = await both.replica()
        both.replicas.remove(replica)
        replica._connection.send = lambda _data: None
        mine = Participate(user=ALICE, programme=1)
        waiting = asyncio.create_task(replica.submit_all([mine], lambda done: done))
        await asyncio.sleep(0)
    with pytest.raises(WriterAwayError):
        await waiting
    with pytest.raises(WriterAwayError):
        await replica.submit_all([mine], lambda done: done)
    assert replica.exchange.market_ids()  # reads continue
    await replica.close()
    with pytest.raises(SequencerClosedError):
        await replica.submit_all([mine], lambda done: done)


async def test_a_replica_that_was_away_long_reads_the_files(tmp_path):
    async with pair(tmp_path, ring_bytes_max=1) as both:
        replica = await both.replica()
        both.replicas.remove(replica)
        connect, gate = replica._connect, asyncio.Event()

        async def later():
            await gate.wait()
            await connect()

        replica._connect = later
        replica._connection.abort()
        for day in range(20):
            await both.sequencer.submit(post_print(day))
        gate.set()
        await caught_up(both, replica)
        both.replicas.append(replica)


async def test_a_batch_over_several_segments_continues_the_hash_chain(tmp_path):
    (tmp_path / "journal").mkdir()
    journal = FileJournal(tmp_path / "journal", segment_bytes=8 * 1024)
    async with pair(tmp_path, Sequencer(journal, Exchange(), make_clock()[0])) as both:
        replica = await both.replica()
        commands = [Participate(user=bytes([n]) * 32, programme=1) for n in range(1, 201)]
        await both.sequencer.submit_all(commands, lambda _applied: None)
        assert len(list((tmp_path / "journal").glob("*.journal"))) > 2
        await caught_up(both, replica)
        again = await both.replica()
        await caught_up(both, again)


async def test_another_state_ends_the_replica_and_the_writer_counts_it(tmp_path, monkeypatch):
    async with pair(tmp_path) as both:
        replica = await both.replica()
        sound = await both.replica()
        wrong = frame(Kind.STATE, STATE.pack(both.sequencer.sequence, b"\x07" * 32))
        connections = list(both.server._replicas)
        for connection in connections:
            right = STATE.pack(both.sequencer.sequence, both.sequencer.exchange.state_hash())
            connection.send(frame(Kind.STATE, right))
        await asyncio.sleep(0.05)
        assert not replica.failed.done()
        replica._connection.data_received(wrong)
        with pytest.raises(ReplicaDiffersError, match="state after command"):
            await replica.failed
        await until(lambda: both.server.differing_count == 1)
        await sound.submit_all([Participate(user=ALICE, programme=1)], lambda done: done)
        with pytest.raises((SequencerClosedError, SequencerFailedError)):
            await replica.submit_all([Participate(user=ALICE, programme=1)], lambda done: done)


async def test_the_state_is_compared_at_intervals(tmp_path, monkeypatch):
    monkeypatch.setattr(server_module, "STATUS_PERIOD_S", 0.01)
    seen = []
    async with pair(tmp_path, state_period_s=0.01) as both:
        replica = await both.replica()
        take = replica._takers[Kind.STATE]
        replica._takers[Kind.STATE] = lambda body: (seen.append(body), take(body))
        await until(lambda: len(seen) >= 2)
        assert not replica.failed.done()


async def test_a_changed_record_of_the_feed_ends_the_replica(tmp_path, monkeypatch):
    async with pair(tmp_path) as both:
        replica = await both.replica()
        real = server_module.batch_frame

        def changed(epoch, record_hash, groups, payloads):
            return real(epoch, record_hash, groups, [bytes([*payloads[0][:-1], 1])])

        monkeypatch.setattr(server_module, "batch_frame", changed)
        await both.sequencer.submit(post_print(0))
        with pytest.raises(ReplicaDiffersError, match="hash chain"):
            await replica.failed


async def test_another_journal_is_refused(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    async with pair(tmp_path / "a", commands=[post_print(3)]) as both:
        replica = await both.replica()
        both.replicas.remove(replica)
    async with pair(tmp_path / "b", commands=[post_print(0)]) as other:
        replica._source = LocalFeed(other.journal, other.home)
        with pytest.raises(ReplicaDiffersError):
            await asyncio.wait_for(asyncio.shield(replica.failed), 20)
        await replica.close()


async def test_abandoned_blocks_end_the_replica(tmp_path):
    async with pair(tmp_path) as both:
        replica = await both.replica()
        with pytest.raises(Exception, match="abandoned"):
            await both.sequencer.submit(RewindChain(slot=1))
        with pytest.raises(ReplicaDiffersError, match="abandoned"):
            await asyncio.wait_for(asyncio.shield(replica.failed), 20)


async def test_a_replica_that_takes_nothing_is_cut_and_comes_back(tmp_path, monkeypatch):
    async with pair(tmp_path) as both:
        replica = await both.replica()
        monkeypatch.setattr(server_module, "UNSENT_BYTES_MAX", -1)
        await both.sequencer.submit(post_print(0))
        await until(lambda: both.server.replica_count == 0)
        monkeypatch.undo()
        await caught_up(both, replica)


HOSTILE = [
    b"\x00\x00\x00\x00\x00",
    b"\xff\xff\xff\xff\x01",
    frame(Kind.SUBMIT, bytes(8)),
    frame(Kind.HELLO, b"short"),
    frame(Kind.HELLO, b"\xff\xff" + bytes(56)),
    frame(Kind.HELLO, b"\x02\x00" + bytes(56) + b"odd"),
    frame(Kind.BATCH, b""),
    b"\x01\x00\x00\x00\x63",
    frame(Kind.HELLO, b"\x02\x00" + bytes(56)) * 2,
    frame(Kind.HELLO, b"\x02\x00" + bytes(56)) + frame(Kind.SUBMIT, bytes(8) + b"\xff\xff\0\0"),
]


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
async def test_nonsense_ends_its_connection_only(tmp_path, data):
    async with pair(tmp_path) as both:
        replica = await both.replica()
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / "feed.sock"))
        writer.write(data)
        async with asyncio.timeout(20):
            while await reader.read(65_536):
                pass
        writer.close()
        await replica.submit_all([Participate(user=ALICE, programme=1)], lambda done: done)


async def test_the_socket_is_private_and_goes_with_the_writer(tmp_path):
    async with pair(tmp_path):
        assert (tmp_path / "feed.sock").stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "feed.sock").exists()


@pytest.mark.parametrize(
    ("ours", "writers", "error", "words"),
    [
        (2, 3, NewerWriterError, "newer version .* protocol 3 of the feed, this process 2; run"),
        (3, 2, OlderWriterError, "older version .* protocol 2 of the feed, this process 3; update"),
    ],
)
async def test_a_writer_that_speaks_another_protocol_is_refused_by_name(
    tmp_path, monkeypatch, ours, writers, error, words
):
    monkeypatch.setattr(replica_module, "PROTOCOL", ours)
    monkeypatch.setattr(server_module, "PROTOCOL", writers)
    async with pair(tmp_path) as both:
        with pytest.raises(error, match=words):
            await both.replica()


async def test_a_record_of_a_newer_writer_ends_the_replica_by_name(tmp_path, monkeypatch):
    async with pair(tmp_path) as both:
        replica = await both.replica()

        def newer(_payload):
            raise RecordError("Tick of version 9 was written by a newer program")

        monkeypatch.setattr(replica_module, "decode", newer)
        await both.sequencer.submit(Tick())
        with pytest.raises(NewerWriterError, match="another version of Acre: Tick of version 9"):
            await asyncio.wait_for(asyncio.shield(replica.failed), 20)
