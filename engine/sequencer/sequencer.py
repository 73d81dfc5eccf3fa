"""The only writer: numbers commands, makes them durable, applies them, notifies subscribers."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from engine.core.exchange import Exchange
from engine.core.generated.messages import Command, RewindChain, encode
from engine.journal.end import ExpectedEnd
from engine.journal.file_journal import FileJournal
from engine.journal.journal import Journal, JournalFullError
from engine.journal.limits import SEGMENT_BYTES
from engine.journal.snapshots import SnapshotStore
from engine.schema.commands import COMMANDS
from engine.sequencer.applied import Applied, DurableBatch
from engine.sequencer.clock import EngineClock
from engine.sequencer.errors import (
    ChainRewoundError,
    SequencerClosedError,
    SequencerFailedError,
    SequencerFullError,
    SequencerOverloadedError,
)
from engine.sequencer.journal_thread import JournalThread
from engine.sequencer.limits import (
    BATCH_COMMANDS_MAX,
    ROOM_PAUSE_FIRST_S,
    ROOM_PAUSE_MAX_S,
    SNAPSHOT_COMMANDS,
    SNAPSHOT_COMMANDS_MAX,
    WAITING_COMMANDS_MAX,
)
from engine.sequencer.outcome import Outcome, Submitter
from engine.sequencer.replay import Progress, ReplayListener, rederive, replay
from engine.sequencer.rewinds import CHAIN_TAGS, effective_records
from engine.sequencer.saving import Companion, ReplaySaving, SnapshotSaver
from engine.sequencer.snapshots import restore_newest
from engine.sequencer.stream import AppliedStream
from engine.sequencer.times import BatchTimes, StageTimes
from engine.sequencer.watch import Watch

log = logging.getLogger(__name__)

NEVER = 2**63
SNAPSHOTS = "snapshots"  # folder in that of the journal
COMMAND_TAGS = frozenset(message.tag for message in COMMANDS)
ChainPlace = tuple[int, int, int]
T = TypeVar("T")


@dataclass(slots=True)
class _Submission:
    command: Command
    done: "asyncio.Future[Any] | Submitter[Any]"
    read: Callable[[Applied], Any] | None = None  # makes the submitter's answer; None: `Applied`
    is_followed: bool = False  # the next one is of the same group and goes into the same batch
    payload: bytes = b""  # the numbered command's record
    submitted_s: float = field(default_factory=monotonic)


@dataclass(slots=True)
class _Flight:
    """A batch on its way to the disk."""

    batch: list[_Submission]
    place: ChainPlace  # in the chain's order, before the batch
    done: "asyncio.Future[int] | None" = None


class Sequencer:
    """One ordered journal and the exchange that is a pure function of it.

    Used from one event loop. An error of the journal, of `apply` or of a subscriber is final: it
    is logged, `failed` carries it, and every waiting and later `submit` raises
    SequencerFailedError. So does a durable RewindChain, whose submitter and `failed` get
    ChainRewoundError: the exchange holds what no longer counts, and only `open` makes it anew.

    A full disk is not final: until it has room every `submit` raises SequencerFullError at once,
    while the exchange stays as the last durable command left it and is read as ever.
    """

    def __init__(
        self,
        journal: Journal,
        exchange: Exchange,
        clock: EngineClock,
        snapshots: SnapshotStore | None = None,
        snapshot_commands: int = SNAPSHOT_COMMANDS,
        snapshot_seq: int = 0,
    ) -> None:
        """Take over a journal and the exchange it was replayed into; `open` does both.

        `snapshot_seq` is that of the snapshot from which the replay began, 0 without one.
        """
        assert exchange.sequence == journal.last_seq
        if not 1 <= snapshot_commands <= SNAPSHOT_COMMANDS_MAX:
            raise ValueError(f"a snapshot is taken every 1 to {SNAPSHOT_COMMANDS_MAX} commands")
        self.exchange = exchange
        self.clock = clock
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.applied_at_s = monotonic()  # when a command was last durable and applied
        self.stages = StageTimes()
        self.watch: Watch | None = None
        self._flushing_since_s: float | None = None
        self._full_since_s: float | None = None
        self._journal = journal
        self._thread = JournalThread(journal)
        self._waiting: deque[_Submission] = deque()
        self._flight: _Flight | None = None
        self._stream = AppliedStream(self._rederive)
        self._on_durable: Callable[[DurableBatch], None] | None = None
        self._has_work = asyncio.Event()
        self._is_closing = False
        self._snapshots = snapshots
        self._snapshot_commands = snapshot_commands
        self._saver = SnapshotSaver(snapshots, snapshot_seq)
        self._companions: list[Companion] = []
        self._last_time_s = exchange.now_s
        self._last_place: ChainPlace = exchange.chain_cursor
        clock.anchor(exchange.now_s if exchange.sequence else None)
        self._writer = asyncio.create_task(self._write(), name="sequencer")

    @classmethod
    async def open(  # noqa: PLR0913 - each but the first two has its default
        cls,
        journal_dir: Path,
        clock: EngineClock,
        *,
        listeners: Sequence[ReplayListener] = (),
        segment_bytes: int = SEGMENT_BYTES,
        snapshot_commands: int = SNAPSHOT_COMMANDS,
        expected: ExpectedEnd | None = None,
        progress: Progress | None = None,
        open_journal: Callable[[], Journal] | None = None,
    ) -> "Sequencer":
        """Open the journal, replay it into an exchange and start.

        The replay begins at the newest snapshot that fits the journal, else at the first record.
        The `listeners` hear the commands after their numbers, in order; a snapshot taken later
        than the lowest of them is passed over. `segment_bytes` is for new segments; tests take
        small ones. `progress` hears how far the replay is. `open_journal` opens another driver than
        that of files, whose snapshots are in `journal_dir` all the same. Raises JournalError for a
        journal that is locked, damaged, or shorter than what is `expected` or a snapshot beside it
        says; ReplayError for one that this engine cannot apply.
        """
        journal: Journal = await asyncio.to_thread(
            open_journal
            or partial(
                FileJournal,
                journal_dir,
                segment_bytes=segment_bytes,
                expected=expected or ExpectedEnd(),
            )
        )
        try:
            snapshots = SnapshotStore(journal_dir / SNAPSHOTS)
            heard = [(await one.start_seq(journal), one.hear) for one in listeners]
            most_seq = min((after_seq for after_seq, _ in heard), default=NEVER)
            exchange = await asyncio.to_thread(restore_newest, snapshots, journal, most_seq)
            start_seq = exchange.sequence
            companions = [
                (after_seq, one.companion())
                for one, (after_seq, _) in zip(listeners, heard, strict=True)
                if one.companion is not None
            ]
            saver = SnapshotSaver(snapshots, start_seq)
            saving = ReplaySaving(saver, journal, exchange, companions, snapshot_commands)

            def turn(seq: int) -> None:
                if progress is not None:
                    progress(seq, journal.last_seq)
                saving.turn()

            try:
                await replay(exchange, journal, heard, turn)
            finally:
                await saver.wait()
            replayed = exchange.sequence - start_seq
            extra = {"sequence": exchange.sequence, "replayed": replayed}
            log.info("sequencer_opened", extra=extra)
            return cls(journal, exchange, clock, snapshots, snapshot_commands, saver.saved_seq)
        except BaseException:
            journal.close()
            raise

    @property
    def sequence(self) -> int:
        """Number of the last applied command, 0 when there is none."""
        return self.exchange.sequence

    def now_s(self) -> int:
        """Return engine time in seconds, never before the last applied command."""
        clock_s, applied_s = self.clock.now_s(), self.exchange.now_s
        return clock_s if clock_s > applied_s else applied_s

    @property
    def flushing_s(self) -> float:
        """For how long the journal has been at the present batch, 0 between two."""
        since_s = self._flushing_since_s
        return 0.0 if since_s is None else monotonic() - since_s

    @property
    def journal_full_s(self) -> float:
        """For how long the journal's disk has been full and commands are refused, 0 otherwise."""
        since_s = self._full_since_s
        return 0.0 if since_s is None else monotonic() - since_s

    @property
    def is_full(self) -> bool:
        """Whether so many commands wait that `submit` would refuse another."""
        return len(self._waiting) >= WAITING_COMMANDS_MAX

    @property
    def waiting_count(self) -> int:
        """Number of commands that wait for the next batch."""
        return len(self._waiting)

    @property
    def saver(self) -> SnapshotSaver:
        """What saves the snapshots."""
        return self._saver

    async def submit(self, command: Command) -> Applied:
        """Return the command with its events once it is durable and applied.

        Seq and time of the command are given here. A refusal by the rules is a CommandRejected
        event. Raises SequencerOverloadedError, of which SequencerFullError is one kind, and
        SequencerClosedError (not taken), SequencerFailedError (outcome unknown) and, for a command
        that cannot be encoded or that the chain order has passed, ValueError. Cancelling the caller
        takes nothing back. A command without a number is the sequencer's from here on: it is given
        its number in place.
        """
        self._check_open()
        if self.is_full:
            raise SequencerOverloadedError(f"{WAITING_COMMANDS_MAX} commands wait already")
        done: asyncio.Future[Applied] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Submission(command, done))
        if self.watch is not None:
            self.watch.submitted((command,))
        self._has_work.set()
        return await done  # a caller that is cancelled cancels this future and nothing else

    async def submit_all(
        self, commands: Sequence[Command], read: Callable[[Applied], T]
    ) -> list[T]:
        """Return what `read` makes of each command, once all are durable and applied.

        The commands follow one another in the journal and are flushed together; there is room for
        all of them or none is taken. `read` is called on the loop right after its command was
        applied, before any later one: it sees the exchange as that command left it. What it raises
        is raised here, the command is kept. Raises what `submit` raises.
        """
        self._check_open()
        if not 1 <= len(commands) <= BATCH_COMMANDS_MAX:
            raise ValueError(f"1 to {BATCH_COMMANDS_MAX} commands, not {len(commands)}")
        if len(self._waiting) + len(commands) > WAITING_COMMANDS_MAX:
            raise SequencerOverloadedError(f"{len(self._waiting)} commands wait already")
        if len(commands) == 1 and asyncio.current_task() is None:
            outcome: Outcome[T] = Outcome()
            self.submit_to(outcome, commands[0], read)
            return [await outcome]
        create_future = asyncio.get_running_loop().create_future
        group: list[asyncio.Future[T]] = [create_future() for _ in commands]
        for command, done in zip(commands, group, strict=True):
            is_followed = done is not group[-1]
            self._waiting.append(_Submission(command, done, read, is_followed))
        if self.watch is not None:
            self.watch.submitted(commands)
        self._has_work.set()
        if len(group) == 1:  # nearly always
            return [await group[0]]
        for done in group:
            done.add_done_callback(_retrieve)  # an earlier one may raise first
        return [await done for done in group]

    def submit_to(
        self, submitter: Submitter[T], command: Command, read: Callable[[Applied], T]
    ) -> None:
        """Submit a command of one who runs in no task, and who hears what `read` makes of it.

        Raises what `submit` raises; the submitter may have heard of an error then.
        """
        self._check_open()
        if self.is_full:
            raise SequencerOverloadedError(f"{WAITING_COMMANDS_MAX} commands wait already")
        self._waiting.append(_Submission(command, submitter, read))
        if self.watch is not None:
            self.watch.submitted((command,))
        self._wake()

    async def settle(self) -> None:
        """Return at once: what a process that ended had submitted has ended with it."""

    def subscribe(self, callback: Callable[[Applied], None]) -> Callable[[], None]:
        """Call back with every command applied from now on, in order; return the unsubscribe.

        The callback runs on the loop before the submitter hears; it must not block. What it raises
        stops the sequencer: a view that missed a command would be wrong ever after.
        """
        return self._stream.subscribe(callback)

    def feed(self, callback: Callable[[DurableBatch], None]) -> None:
        """Call back with every batch before it is applied; what it raises stops the sequencer."""
        self._on_durable = callback

    def record_hash(self, seq: int) -> bytes:
        """Return the journal's hash of a durable record; reads a file, so call it in a thread."""
        return self._journal.hash_at(seq)

    def save_too(self, companion: Companion) -> None:
        """Save a fold with each snapshot from now on; it must hear the commands as a subscriber."""
        self._companions.append(companion)

    async def read(self, after_seq: int, limit: int) -> list[Applied]:
        """Return up to `limit` applied commands after `after_seq`, with their events.

        Recent ones are at hand; older ones are derived again in a thread, from a snapshot before
        them where one is kept, else from genesis, which takes as long as a replay.
        """
        return await self._stream.read(self.sequence, after_seq, limit)

    def _rederive(self, applied_seq: int, after_seq: int, limit: int) -> list[Applied]:
        exchange = restore_newest(self._snapshots, self._journal, after_seq)
        records = effective_records(self._journal, exchange.sequence)
        applied = takewhile(lambda record: record.seq <= applied_seq, records)
        return rederive(exchange, applied, after_seq, limit)

    async def close(self) -> None:
        """Flush and apply what waits, save a snapshot, release the journal; idempotent."""
        self._is_closing = True
        self._has_work.set()
        await asyncio.wait([self._writer])
        await self._saver.wait()
        if not self.failed.done() and self.sequence > self._saver.saved_seq:
            self._start_snapshot()
            await self._saver.wait()
        self._thread.close()
        self._journal.close()
        if not self.failed.done():
            self.failed.set_result(None)

    def _check_open(self) -> None:
        if self.failed.done() and (error := self.failed.exception()) is not None:
            raise SequencerFailedError(str(error)) from error
        if self._is_closing:
            raise SequencerClosedError("the sequencer is closing")
        if self._full_since_s is not None:
            raise SequencerFullError("the disk of the journal is full")

    def _wake(self) -> None:
        """Hand over what was submitted, at once if the journal has nothing to do."""
        if self._flight is None:
            try:
                self._begin()
            except BaseException as error:
                self._fail(error)
                raise
        self._has_work.set()

    def _begin(self) -> _Flight | None:
        """Hand a batch of what waits to the journal's thread."""
        place = self._last_place
        batch = self._take_batch()
        if not batch:
            return None
        taken_s = self._flushing_since_s = monotonic()
        flight = self._flight = _Flight(batch, place)
        apply = partial(self._apply_batch, batch, taken_s)
        flight.done = self._thread.append([one.payload for one in batch], apply)
        return flight

    async def _write(self) -> None:
        """Move commands from the queue to the journal, and from there to the exchange."""
        try:
            while True:
                await self._has_work.wait()
                flight = self._flight or self._begin()
                if flight is not None:
                    assert flight.done is not None
                    try:
                        await flight.done
                    except JournalFullError as error:
                        self._last_place = flight.place  # the follower submits them again
                        await self._wait_for_room(error, flight.batch)
                        continue
                    self._flight = None
                if not self._waiting:
                    if self._is_closing:
                        return
                    self._has_work.clear()
        except BaseException as error:
            self._fail(error)
            if not isinstance(error, Exception):
                raise

    def _apply_batch(self, batch: list[_Submission], taken_s: float, last_seq: int) -> None:
        """Feed, then apply, what has just become durable, up to a number."""
        assert last_seq == self.sequence + len(batch)
        durable_s = monotonic()
        if self._on_durable is not None:
            self._on_durable(self._durable(batch))
        for submission in batch:
            self._apply(submission)
        self.applied_at_s = monotonic()
        self._flushing_since_s = None
        times = BatchTimes(batch[0].submitted_s, taken_s, durable_s, self.applied_at_s)
        self.stages.add(times, len(batch))
        if self.watch is not None:
            self.watch.applied([one.command for one in batch], times)
        if self.sequence - self._saver.saved_seq >= self._snapshot_commands:
            self._start_snapshot()

    async def _wait_for_room(self, error: JournalFullError, batch: list[_Submission]) -> None:
        """Refuse what waits, of which nothing is in the journal; return when the disk has room."""
        self._flushing_since_s, self._full_since_s = None, monotonic()
        self._flight = None
        for submission in (*batch, *self._waiting):
            if not submission.done.done():
                submission.done.set_exception(SequencerFullError(str(error)))
        self._waiting.clear()
        pause_s = ROOM_PAUSE_FIRST_S
        while not self._is_closing:
            extra = {"reason": str(error), "sequence": self.sequence, "retry_s": pause_s}
            log.critical("journal_full", extra=extra)
            self._has_work.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._has_work.wait()  # only `close` sets it meanwhile
            try:
                await self._thread.append([])
            except JournalFullError as again:
                error, pause_s = again, min(2 * pause_s, ROOM_PAUSE_MAX_S)
            else:
                log.warning("journal_has_room", extra={"seconds": round(self.journal_full_s, 1)})
                break
        self._full_since_s = None
        self._has_work.set()

    def _take_batch(self) -> list[_Submission]:
        """Take waiting commands, number and encode them; unusable ones go back to their caller."""
        batch: list[_Submission] = []
        time_s = max(self.clock.now_s(), self._last_time_s)
        while self._waiting and (len(batch) < BATCH_COMMANDS_MAX or batch[-1].is_followed):
            if batch and isinstance(batch[-1].command, RewindChain):
                break
            submission = self._waiting.popleft()
            try:
                batch.append(self._number(submission, self.sequence + len(batch) + 1, time_s))
            except (ValueError, TypeError, AttributeError) as error:
                if not submission.done.done():
                    submission.done.set_exception(error)
        self._last_time_s = time_s
        return batch

    def _number(self, submission: _Submission, seq: int, time_s: int) -> _Submission:
        """Give seq and time; refuse what `apply` would not take, since it must not be journaled."""
        if submission.command.TAG not in COMMAND_TAGS:
            raise TypeError(f"{type(submission.command).__name__} is no command")
        place = chain_place(submission.command)
        if place is not None and place <= self._last_place:
            raise ValueError(
                f"the chain order has passed {place}; the last command was at {self._last_place}"
            )
        command = submission.command
        if command.seq:  # submitted before: a caller may hold it
            submission.command = command = replace(command, seq=seq, time_s=time_s)
        else:
            object.__setattr__(command, "seq", seq)
            object.__setattr__(command, "time_s", time_s)
        submission.payload = encode(command)
        self._last_place = self._last_place if place is None else place
        return submission

    def _apply(self, submission: _Submission) -> None:
        if isinstance(submission.command, RewindChain):
            raise ChainRewoundError(submission.command.slot)
        events = self.exchange.apply_record(submission.payload)
        applied = Applied(submission.command, tuple(events))
        self._stream.publish(applied)
        done, read = submission.done, submission.read
        if done.done():  # the caller has gone
            return
        try:
            result = applied if read is None else read(applied)
        except Exception as error:
            done.set_exception(error)
        else:
            done.set_result(result)

    def _durable(self, batch: list[_Submission]) -> DurableBatch:
        return DurableBatch(
            commands=[one.command for one in batch],
            payloads=[one.payload for one in batch],
            groups=tuple(self._journal.last_groups),
            epoch=self._journal.epoch,
            record_hash=self._journal.last_hash,
        )

    def _start_snapshot(self) -> None:
        record_hash = self._journal.last_hash
        self._saver.start(self.exchange, self._companions, lambda: record_hash)

    def _fail(self, error: BaseException) -> None:
        log.critical("sequencer_failed", exc_info=error, extra={"sequence": self.sequence})
        batch = [] if self._flight is None else self._flight.batch
        left = (*batch, *self._waiting)
        self._waiting.clear()
        if not self.failed.done():  # first: one that hears of it may submit again at once
            self.failed.set_exception(self._failure(error))
        for submission in left:
            if not submission.done.done():
                submission.done.set_exception(self._failure(error))

    def _failure(self, error: BaseException) -> SequencerFailedError:
        if isinstance(error, ChainRewoundError):
            return ChainRewoundError(error.slot)
        failure = SequencerFailedError(
            f"the sequencer stopped after command {self.sequence}: {error!r}"
        )
        failure.__cause__ = error
        return failure


def chain_place(command: Command) -> ChainPlace | None:
    """Return the place of a command in the chain's order, None when it is not from the chain."""
    if command.TAG not in CHAIN_TAGS:
        return None
    places: Any = command
    return places.slot, places.transaction_index, places.instruction_index


def _retrieve(done: "asyncio.Future[Any]") -> None:
    """Mark the outcome as seen: a cancelled caller is not there to take it."""
    if not done.cancelled():
        done.exception()
