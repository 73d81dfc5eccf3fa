"""Writers, replicas, users and faults of one seed, under one virtual clock; and what must hold.

A world is built, broken by a list of faults that the seed makes, mended, and checked:
what was acknowledged is in the journal at its number, nothing is there twice, every replica has the
state of the journal, and the database has the rows of every command once.
"""

import asyncio
import random
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from edge.projector.collect import collect
from edge.projector.projector import Projector
from edge.projector.rows.batch import Batch
from edge.store.pool import DATABASE_ERRORS
from edge.store.tables import MarketVolumeRow, PositionRealizedRow
from engine.core.exchange import Exchange
from engine.core.generated.messages import Participate, decode
from engine.feed import Replica
from engine.feed.bus.hub import BusHub
from engine.feed.bus.link import BusFeed
from engine.feed.server import FeedServer
from engine.journal import FileJournal, read_journal
from engine.journal import journal as journal_errors
from engine.journal.journal import JournalRecord
from engine.journal.postgres import DatabaseJournal, Lease
from engine.journal.postgres import journal as database_journal
from engine.sequencer import (
    Applied,
    ClockTicker,
    EngineClock,
    ReplayError,
    ReplayListener,
    Sequencer,
    SequencerError,
)
from engine.sequencer.rewinds import REWIND_HEAD, Rewinds
from tests.engine.sequencer.factories import START_S, create_exchange, create_market, post_print
from tests.simulation.durability.clock import MACHINE, Tasks, VirtualLoop
from tests.simulation.durability.database import Database, Session, Store
from tests.simulation.durability.disk import Disk, PowerCutError
from tests.simulation.durability.network import Network, PipeFeed, SimBus

FILES, CLUSTER = "one machine", "cluster"
FAULTS_S = 20.0  # of virtual time, in which things break
MEND_S = 60.0  # in which everything must have come together afterwards
USERS = 4
HISTORY = 60
SLOW_OFTEN, SLOW_DISK_S = 0.005, 5.0
WRITER_ERRORS = (SequencerError, journal_errors.JournalError, OSError, TimeoutError)


class Wrong(AssertionError):
    """Something that must hold does not."""


@dataclass
class Fault:
    """What happens at a moment."""

    at_s: float
    kind: str
    target: int

    def __str__(self) -> str:
        return f"{self.at_s:7.3f} s: {self.kind} {self.target}"


def faults_of(seed: int, kind: str) -> list[Fault]:
    """Return what a seed breaks."""
    chance = random.Random(f"{seed} faults")
    kinds = ["crash writer", "crash writer", "crash replica", "cut replica", "jump clock"]
    if kind == CLUSTER:
        kinds += ["pause writer", "expire lease", "take over", "cut writer"]
    return sorted(
        (
            Fault(chance.uniform(0.5, FAULTS_S), chance.choice(kinds), chance.randrange(8))
            for _ in range(chance.randint(3, 10))
        ),
        key=lambda fault: fault.at_s,
    )


@dataclass
class Machine:
    """A process that is started again whenever it ends."""

    name: str
    body: Callable[[Tasks], Any]
    tasks: Tasks = field(default_factory=Tasks)
    starts: int = 0


class World:
    """Everything of one seed."""

    users = USERS
    faults_s = FAULTS_S

    def __init__(self, seed: int, faults: list[Fault], home: Path, loop: VirtualLoop) -> None:
        self.seed = seed
        self.kind = CLUSTER if seed % 2 else FILES
        self.chance = random.Random(f"{seed} world")
        self.clock_ahead_s = self.clock_ahead_max_s = 0.0  # of the wall clock
        self.faults = faults
        self.home = home
        self.loop = loop
        self.disk = Disk(random.Random(f"{seed} disk"), home)
        self.network = Network(seed)
        self.database = Database(random.Random(f"{seed} database"), loop.time)
        self.history: deque[str] = deque(maxlen=HISTORY)
        self.acknowledged: dict[int, bytes] = {}  # content of users' commands by number
        self.unknown: set[bytes] = set()
        self.sent = 0
        self.wrong = ""
        self.is_mending = False
        self.writers: list[Machine] = []
        self.edges: list[Machine] = []
        self.serving: dict[str, tuple[Sequencer, FeedServer, Tasks]] = {}
        self.replicas: dict[str, Replica] = {}
        self.links: dict[str, Any] = {}  # bus or pipes of a machine

    def close(self) -> None:
        """Close what a run has opened."""
        self.disk.close()

    def clock(self) -> EngineClock:
        """Return the engine clock of a machine, which follows the wall clock."""
        return EngineClock(1, self.wall_ns)

    def wall_ns(self) -> int:
        """Return the wall clock, which jumps."""
        return int((START_S + self.loop.now_s + self.clock_ahead_s) * 10**9)

    def directory_of(self, writer: str) -> Path:
        """Return the state directory of a writer."""
        return self.home / (writer.replace(" ", "-") if self.kind == CLUSTER else "core")

    def disk_pause_s(self) -> float:
        """Return how long the disk lets a call wait: seconds, while it is faulty, now and then."""
        is_slow = (
            self.disk.is_faulty and MACHINE.get() is not None and self.chance.random() < SLOW_OFTEN
        )
        return SLOW_DISK_S * self.chance.random() if is_slow else 0.0

    def note(self, text: str) -> None:
        """Keep a line for a failure."""
        shown = text.replace(str(self.home), "")
        self.history.append(f"{self.loop.now_s:7.3f} s: {shown}")

    # machines

    async def run(self) -> None:
        """Live through the faults, mend, and check."""
        writers = 2 if self.kind == CLUSTER else 1
        for at in range(writers):
            self.writers.append(Machine(f"writer {at}", self._writer(at)))
        for at in range(2):
            self.edges.append(Machine(f"replica {at}", self._edge(at)))
        keeping = [asyncio.create_task(self._keep(one)) for one in (*self.writers, *self.edges)]
        users = [asyncio.create_task(self.user(at)) for at in range(self.users)]
        self.set_faulty(is_faulty=True)
        breaking = asyncio.create_task(self._break())
        while self.loop.now_s < self.faults_s:
            await asyncio.sleep(0.5)
            if self.wrong:
                raise Wrong(self.wrong)
        await breaking
        self.set_faulty(is_faulty=False)
        self.clock_ahead_s = self.clock_ahead_max_s  # where engine time has been, it goes on
        self.is_mending = True
        for one in self.links.values():
            if isinstance(one, SimBus):
                one.is_cut = False
        await self.settle(users)
        for task in (*keeping, *users):
            task.cancel()
        await asyncio.gather(*keeping, *users, return_exceptions=True)
        for machine in (*self.writers, *self.edges):
            machine.tasks.end()
        await asyncio.sleep(1)
        self.check()

    def set_faulty(self, *, is_faulty: bool) -> None:
        self.disk.is_faulty = self.network.is_faulty = self.database.is_faulty = is_faulty

    async def _keep(self, machine: Machine) -> None:
        """Start a machine again and again, as its supervisor does."""
        while True:
            machine.tasks, machine.starts = Tasks(), machine.starts + 1
            self.note(f"{machine.name} starts")
            task = machine.tasks.run(machine.body(machine.tasks))
            try:
                await asyncio.wait([task])
                if not task.cancelled() and (error := task.exception()) is not None:
                    self._judge_end(machine, error)
            finally:
                self._end(machine)
            await asyncio.sleep(0.2 + 0.5 * self.chance.random())

    def found(self, text: str) -> None:
        """Note the first wrong: what follows from it says less."""
        if not self.wrong:
            self.note(f"WRONG: {text}")
            self.wrong = text

    def _judge_end(self, machine: Machine, error: BaseException) -> None:
        self.note(f"{machine.name} ends: {error!r}")
        is_foreseen = isinstance(error, (*WRITER_ERRORS, *DATABASE_ERRORS, PowerCutError))
        is_damage = isinstance(error, (journal_errors.JournalCorruptError, ReplayError))
        if is_damage or not is_foreseen or "state after command" in str(error):
            self.found(f"{machine.name}: {error!r}")

    def _end(self, machine: Machine) -> None:
        """Switch a machine off, whatever it was doing."""
        machine.tasks.end()
        self.serving.pop(machine.name, None)
        link = self.links.pop(machine.name, None)
        if isinstance(link, PipeFeed):
            link.cut()
        if machine in self.writers:
            self.disk.crash(self.directory_of(machine.name))
        if self.kind == FILES and machine in self.writers:
            for feed in self.links.values():
                feed.cut()
        locked = self.database.locked_by
        if locked is not None and getattr(locked, "owner", None) is machine.tasks:
            self.database.locked_by = None

    def _writer(self, at: int) -> Callable[[Tasks], Any]:
        async def body(tasks: Tasks) -> None:
            async with AsyncExitStack() as stack:
                if self.kind == CLUSTER:
                    await self._lead(at, tasks, stack)
                else:
                    await self._own(tasks, stack)

        return body

    async def _own(self, tasks: Tasks, stack: AsyncExitStack) -> None:
        """The writer of one machine: the journal is files."""
        directory = self.directory_of("writer 0") / "journal"

        def open_journal() -> FileJournal:
            journal = FileJournal(directory, segment_bytes=8 * 1024, sync=self.disk.sync)
            self._release_at_end(tasks, journal)
            return journal

        await self._serve("writer 0", directory, open_journal, tasks, stack, None)

    def _release_at_end(self, tasks: Tasks, journal: FileJournal) -> None:
        """The kernel closes the files of a process that was killed."""

        async def wait() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                journal.close()

        tasks.run(wait())

    async def _lead(self, at: int, tasks: Tasks, stack: AsyncExitStack) -> None:
        """A writer of the cluster: it waits for the lease."""
        lease = Lease("", f"writer {at}")
        epoch = await lease.take()
        self.note(f"writer {at} leads in epoch {epoch}")
        keeping = asyncio.create_task(lease.keep())
        self._owned(lease, tasks)

        def open_journal() -> DatabaseJournal:
            with patch.object(database_journal, "Session", self._session(tasks)):
                return DatabaseJournal("", epoch)

        await self._serve(
            f"writer {at}", self.directory_of(f"writer {at}") / "journal",
            open_journal, tasks, stack, (epoch, keeping),
        )  # fmt: skip

    def _owned(self, lease: Lease, tasks: Tasks) -> None:
        lease._connection.owner = tasks

    def _session(self, tasks: Tasks) -> Callable[..., Session]:
        def on_retry() -> None:
            if self.database.fails(0.05):
                self.note("another writer takes over while an answer is lost")
                self.database.epoch += 1
                self.database.expires_at_s = float("-inf")

        return lambda *_args, **_options: Session(self.database, tasks, on_retry)

    async def _serve(
        self,
        name: str,
        directory: Path,
        open_journal: Callable[[], Any],
        tasks: Tasks,
        stack: AsyncExitStack,
        leading: tuple[int, "asyncio.Task[None]"] | None,
    ) -> None:
        projector = Projector(Store(self.database, tasks))  # type: ignore[arg-type]
        while True:
            with suppress(Exception):
                await projector.load()
                break
            await asyncio.sleep(0.1)
        sequencer = await Sequencer.open(
            directory,
            self.clock(),
            listeners=[ReplayListener(projector.replay_start, projector.take_replayed)],
            snapshot_commands=50,
            open_journal=open_journal,
        )
        sequencer.subscribe(projector.take)
        if leading is None or leading[0] == self.database.epoch:
            self._check_has_acknowledged(sequencer, name)
        server = FeedServer(sequencer, lambda: b"", state_period_s=1.0)
        work = [
            asyncio.create_task(projector.run(sequencer)),
            asyncio.create_task(ClockTicker(sequencer).run()),
            asyncio.create_task(server._beat()),
            asyncio.create_task(self.post_prices(sequencer)),
        ]
        if leading is not None:
            bus = self.links[name] = SimBus(self.network, tasks)
            work += [leading[1], asyncio.create_task(BusHub(server, bus, leading[0]).run())]
        if not sequencer.sequence:
            for command in self.first_commands():
                await sequencer.submit(command)
        work += [asyncio.create_task(one) for one in self.more_loops(name, sequencer)]
        self.serving[name] = sequencer, server, tasks
        self.note(f"{name} serves from command {sequencer.sequence}")
        done, _ = await asyncio.wait(
            [*work, asyncio.ensure_future(asyncio.shield(sequencer.failed))],
            return_when=asyncio.FIRST_COMPLETED,
        )
        for one in done:
            one.result()

    def first_commands(self) -> Sequence[Any]:
        """Return what a new journal begins with."""
        return create_exchange(), create_market()

    def more_loops(self, name: str, sequencer: Sequencer) -> Sequence[Coroutine[Any, Any, None]]:
        """Return the loops of a writer that a wider world adds."""
        return ()

    async def post_prices(self, sequencer: Sequencer) -> None:
        while True:
            await asyncio.sleep(0.3 + self.chance.random())
            await sequencer.submit(post_print(int(self.loop.now_s * 10)))

    def _edge(self, at: int) -> Callable[[Tasks], Any]:
        async def body(tasks: Tasks) -> None:
            name = f"replica {at}"
            if self.kind == CLUSTER:
                link: Any = SimBus(self.network, tasks)
                session: Any = self._session(tasks)()
                source: Any = BusFeed(link, session, self.home / "nothing")
            else:
                source = link = PipeFeed(
                    self.network, tasks, self.home / "core" / "journal", self._only_writer
                )
            self.links[name] = link
            replica = Replica(source, self.clock())
            replica._identity = random.Random(f"{self.seed} {name} {self.loop.now_s}").randbytes(16)
            await replica.open()
            self.replicas[name] = replica
            await asyncio.shield(replica.failed)

        return body

    def _only_writer(self) -> tuple[FeedServer, Tasks] | None:
        found = self.serving.get("writer 0")
        return None if found is None else found[1:]

    # users

    async def user(self, number: int) -> None:
        count = 0
        while not self.is_mending:
            await asyncio.sleep(0.2 * self.chance.random())
            count += 1
            content = f"{self.seed}-{number}-{count}".encode().ljust(32, b"\1")
            await self.submit(content)

    async def submit(self, content: bytes) -> None:
        """One request of a client to some replica: answered, refused, or lost with its machine."""
        at = self.chance.randrange(len(self.edges))
        machine = self.edges[at]
        replica = self.replicas.get(machine.name)
        if replica is None or not machine.tasks.is_alive or replica.failed.done():
            return
        self.sent += 1
        command = Participate(user=content, programme=1)
        task = machine.tasks.run(replica.submit_all([command], lambda done: done.command.seq))
        await asyncio.wait([task])
        if task.cancelled():
            self.unknown.add(content)
        elif task.exception() is None:
            (seq,) = task.result()
            if seq in self.acknowledged:
                self.found(f"two users were told that command {seq} is theirs")
            self.acknowledged[seq] = content
        else:
            self.unknown.add(content)

    # faults

    async def _break(self) -> None:
        for fault in self.faults:
            await asyncio.sleep(max(0.0, fault.at_s - self.loop.now_s))
            self.note(f"FAULT {fault.kind} {fault.target}")
            self.do(fault)

    def do(self, fault: Fault) -> None:
        writer = self.writers[fault.target % len(self.writers)]
        edge = self.edges[fault.target % len(self.edges)]
        if fault.kind == "crash writer":
            writer.tasks.end()
        elif fault.kind == "crash replica":
            edge.tasks.end()
        elif fault.kind == "cut replica":
            self._cut(edge)
        elif fault.kind == "cut writer":
            self._cut(writer)
        elif fault.kind == "jump clock":
            self.clock_ahead_s += (-7200, -60, -1, 1, 60, 7200, 86_400, -86_400)[fault.target % 8]
            self.clock_ahead_max_s = max(self.clock_ahead_max_s, self.clock_ahead_s)
        elif fault.kind == "expire lease":
            self.database.expires_at_s = float("-inf")
        elif fault.kind == "take over":
            self.database.epoch += 1
            self.database.expires_at_s = float("-inf")
        elif fault.kind == "pause writer":  # its lease is over before it goes on
            self.database.expires_at_s, self.database.locked_by = float("-inf"), None

    def _cut(self, machine: Machine) -> None:
        link = self.links.get(machine.name)
        if link is not None:
            link.cut()
            if isinstance(link, SimBus):
                self.loop.call_later(1.5, lambda: setattr(link, "is_cut", False))

    # what must hold

    def records(self) -> list[bytes]:
        """Return the commands of the journal as they count: void ones are ticks."""
        if self.kind == FILES:
            found = [record for record, _ in read_journal(self.home / "core" / "journal")]
        else:
            rows = (self.database.rows[seq] for seq in range(1, self.database.last_seq + 1))
            found = [JournalRecord(row["seq"], row["epoch"], row["payload"]) for row in rows]
        rewinds = Rewinds(one for one in found if one.payload.startswith(REWIND_HEAD))
        return [record.payload for record in rewinds.effective(found)]

    def _check_has_acknowledged(self, sequencer: Sequencer, name: str) -> None:
        """A start that lacks what was acknowledged has lost it, whatever comes later."""
        lost = [seq for seq in self.acknowledged if seq > sequencer.sequence]
        if lost:
            self.found(f"{name} starts at {sequencer.sequence}; {lost} had been acknowledged")

    async def settle(self, users: "list[asyncio.Task[None]]") -> None:
        """Wait until all replicas and the database have everything."""
        end_s = self.loop.now_s + MEND_S
        while self.loop.now_s < end_s:
            await asyncio.sleep(0.5)
            if self.wrong:
                raise Wrong(self.wrong)
            leader = next(iter(self.serving.values()), None)
            if leader is None or not all(task.done() for task in users):
                continue
            seq = leader[0].sequence
            if all(
                replica is not None and replica.is_following and replica.sequence >= seq - 3
                for replica in map(self.replicas.get, ("replica 0", "replica 1"))
            ) and (self.database.applied_seq >= seq - 3):
                self.note("all have come together")
                return
        places = {name: one.sequence for name, one in self.replicas.items()}
        raise Wrong(
            f"after {MEND_S} s: writers {list(self.serving)}, replicas {places}, "
            f"database {self.database.applied_seq}, users {[task.done() for task in users]}"
        )

    def check(self) -> None:
        """Compare journal, acknowledgements, replicas and rows."""
        try:
            records = self.records()
        except journal_errors.JournalCorruptError as error:
            raise Wrong(f"the journal: {error}") from error
        exchange, states, expected, time_s = Exchange(), {0: b""}, [], 0
        contents: Counter[bytes] = Counter()
        for seq, payload in enumerate(records, 1):
            command: Any = decode(payload)
            if command.seq != seq:
                raise Wrong(f"record {seq} holds command {command.seq}")
            if command.time_s < time_s:
                raise Wrong(f"command {seq} is of {command.time_s}, the one before of {time_s}")
            time_s = command.time_s
            events = exchange.apply_record(payload)
            states[seq] = exchange.state_hash()
            if isinstance(command, Participate):
                contents[command.user] += 1
            batch = Batch()
            collect(batch, Applied(command, tuple(events)))
            expected += [type(row).__name__ for rows in batch.rows.values() for row in rows]
            if seq == self.database.applied_seq:
                self._check_rows(expected)
        self._check_acknowledged(records)
        doubled = [content for content, count in contents.items() if count > 1]
        if doubled:
            raise Wrong(f"DOUBLED: {doubled}")
        for name, replica in self.replicas.items():
            seq = replica.sequence
            if seq > len(records) or replica.exchange.state_hash() != states[seq]:
                raise Wrong(f"{name} has another state after command {seq}")

    def _check_acknowledged(self, records: list[bytes]) -> None:
        if not self.acknowledged:
            raise Wrong("nothing was acknowledged: the world says nothing")
        for seq, content in self.acknowledged.items():
            command = decode(records[seq - 1]) if seq <= len(records) else None
            if getattr(command, "user", None) != content:
                raise Wrong(f"LOST: command {seq} was acknowledged, the journal has {command}")

    def _check_rows(self, expected: list[str]) -> None:
        found = Counter(name for name, _ in self.database.projected)
        for sums in (MarketVolumeRow, PositionRealizedRow):  # updated in place
            del found[sums.__name__]
        if found != Counter(expected):
            raise Wrong(f"rows up to {self.database.applied_seq}: {found}, {Counter(expected)}")
