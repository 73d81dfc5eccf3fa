"""A replica: an exchange that follows the writer's journal, in another process."""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import sha256
from time import monotonic
from typing import Any, TypeVar

from engine.core.exchange import Exchange
from engine.core.generated.messages import Command, RecordError, RewindChain, decode, encode
from engine.feed.errors import (
    FeedProtocolError,
    NewerWriterError,
    OlderWriterError,
    ReplicaDiffersError,
    WriterAwayError,
)
from engine.feed.frames import (
    BEHIND,
    HELLO,
    IDENTITY_BYTES,
    NUMBER,
    OTHER_PROTOCOL,
    OWN,
    PROTOCOL,
    REFUSED,
    STATE,
    WELCOME,
    Batch,
    Kind,
    Refusal,
    frame,
    read_batch,
    unpack,
    without_numbers,
)
from engine.feed.group import Group
from engine.feed.limits import (
    AWAY_S,
    CATCH_UP_ATTEMPTS_MAX,
    CONNECT_PAUSE_FIRST_S,
    CONNECT_PAUSE_MAX_S,
    PENDING_GROUPS_MAX,
    SILENT_S,
    SYNC_MAX_S,
)
from engine.feed.link import FeedSource, Link, NoLink
from engine.journal.segment import RECORD_CHECKED
from engine.sequencer.applied import Applied
from engine.sequencer.clock import EngineClock
from engine.sequencer.errors import (
    SequencerClosedError,
    SequencerFailedError,
    SequencerFullError,
    SequencerOverloadedError,
)
from engine.sequencer.limits import (
    BATCH_COMMANDS_MAX,
)
from engine.sequencer.outcome import Submitter
from engine.sequencer.replay import Hear, Progress, ReplayListener, rederive, replay
from engine.sequencer.rewinds import effective_records
from engine.sequencer.saving import Companion, SnapshotSaver
from engine.sequencer.snapshots import restore_newest
from engine.sequencer.stream import AppliedStream
from engine.sequencer.times import Distribution
from engine.sequencer.watch import Watch

log = logging.getLogger(__name__)

NEVER = 2**63
REFUSALS: dict[Refusal, type[Exception]] = {
    Refusal.OVERLOADED: SequencerOverloadedError,
    Refusal.FULL: SequencerFullError,
    Refusal.CLOSED: SequencerClosedError,
    Refusal.INVALID: ValueError,
    Refusal.FAILED: SequencerFailedError,
}
UNKNOWN = "the writer went away: it is not known whether the command was recorded"
T = TypeVar("T")


class Replica:
    """The interface of a `Sequencer` for reading and submitting, over the feed of its process.

    Every batch continues the hash chain of the one before, or `failed` carries
    ReplicaDiffersError; so it does when the writer's state has another hash, or when the chain has
    abandoned commands. A replica that failed is of no use: the process ends, and the next one
    builds it again.

    When the connection is cut, the writer says at the next one which submissions it journaled; the
    others are submitted again. A new writer does not know: a submission whose content is nowhere in
    the journal since then is submitted again, of any other the caller gets WriterAwayError, and so
    after AWAY_S without a writer. Used from one event loop.
    """

    def __init__(self, source: FeedSource, clock: EngineClock) -> None:
        """Follow what `source` connects with."""
        self.exchange = Exchange()
        self.clock = clock
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.applied_at_s = monotonic()
        self.flushing_s = 0.0  # of the writer's journal, as its status says
        self.journal_full_s = 0.0
        self.answers = Distribution()  # seconds from a submission to its outcome
        self.watch: Watch | None = None
        self.compared: tuple[int, bytes] | None = None  # last command and state hash of both
        self.on_status: Callable[[bytes], None] = lambda _status: None  # of the writer
        self._source = source
        self._identity = secrets.token_bytes(IDENTITY_BYTES)
        self._record_hash = bytes(32)
        self._stream = AppliedStream(self._rederive)
        self._connection: Link = NoLink()
        self._is_following = False
        self._behind: asyncio.Future[int] | None = None
        self._heard_at_s = 0.0
        self._requests = 0
        self._groups: dict[int, Group] = {}  # submitted, by request
        self._expected: dict[int, tuple[Group, int]] = {}  # by the number of the command
        self._syncs: dict[int, asyncio.Future[None]] = {}  # by request
        self._synced: dict[int, int] = {}  # up to which command each of them waits
        self._searched: dict[bytes, list[Group]] = {}  # of an earlier connection, by content
        self._searched_to: int | None = None  # the search ends there
        self._followed = asyncio.Event()
        self._following: asyncio.Task[None] | None = None
        self._takers: dict[Kind, Callable[[bytes], None]] = {
            Kind.BATCH: lambda body: self._take_batch(read_batch(body)),
            Kind.BEHIND: self._take_behind,
            Kind.FOREIGN: self._take_foreign,
            Kind.OTHER_PROTOCOL: self._take_other_protocol,
            Kind.OWN: self._take_own,
            Kind.REFUSED: self._take_refusal,
            Kind.STATE: self._take_state,
            Kind.STATUS: self._take_status,
            Kind.SYNCED: self._take_synced,
            Kind.WELCOME: self._take_welcome,
        }

    async def open(
        self, listeners: Sequence[ReplayListener] = (), progress: Progress | None = None
    ) -> None:
        """Restore from snapshot and journal files, then follow; returns once the tail is applied.

        The listeners, which must not wait, hear what follows too. Waits for the writer.
        Raises JournalError, ReplayError, ReplicaDiffersError.
        """
        last_seq = await self._first_end()
        journal = await asyncio.to_thread(self._source.records, last_seq)
        snapshots = self._source.snapshots()
        heard = [(await one.start_seq(journal), one.hear) for one in listeners]
        most_seq = min((after_seq for after_seq, _ in heard), default=NEVER)
        self.exchange = await asyncio.to_thread(restore_newest, snapshots, journal, most_seq)

        def turn(seq: int) -> None:
            if progress is not None:
                progress(seq, last_seq)

        await replay(self.exchange, journal, heard, turn)
        self._record_hash = journal.last_hash
        for _, hear in heard:
            self.subscribe(partial(_tell, hear, self.exchange))
        log.info("replica_opened", extra={"sequence": self.exchange.sequence})
        self._following = asyncio.create_task(self._follow(), name="replica")
        waiting = asyncio.create_task(self._followed.wait())
        await asyncio.wait((waiting, self.failed), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self.failed.done():
            self.failed.result()

    def save(self, saver: SnapshotSaver, companions: Sequence[Companion]) -> None:
        """Begin to save a snapshot, where this process keeps its own."""
        record_hash = self._record_hash
        saver.start(self.exchange, companions, lambda: record_hash)

    async def close(self) -> None:
        """End the connection; callers that wait get SequencerClosedError. Idempotent."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.wait([self._following])
        self._connection.abort()
        self._fail_groups(SequencerClosedError("the replica is closing"))
        if not self.failed.done():
            self.failed.set_result(None)

    @property
    def sequence(self) -> int:
        """Number of the last applied command, 0 when there is none."""
        return self.exchange.sequence

    @property
    def waiting_count(self) -> int:
        """Number of submissions without an outcome."""
        return len(self._groups) + len(self._expected)

    @property
    def is_following(self) -> bool:
        """Whether the writer's batches arrive."""
        return self._is_following

    def now_s(self) -> int:
        """Return engine time in seconds, never before the last applied command."""
        return max(self.clock.now_s(), self.exchange.now_s)

    async def submit_all(
        self, commands: Sequence[Command], read: Callable[[Applied], T]
    ) -> list[T]:
        """Return what `read` makes of each command, once all are durable and applied here.

        As `Sequencer.submit_all`; raises WriterAwayError, too, when it is not known whether the
        commands are in the journal.
        """
        submitted_s = monotonic()
        group = self._submitted(commands, read)
        try:
            return [await outcome for outcome in group.outcomes]
        finally:
            self._note_answer(commands, submitted_s)

    def submit_to(
        self, submitter: Submitter[T], command: Command, read: Callable[[Applied], T]
    ) -> None:
        """Submit a command of one who runs in no task; as `Sequencer.submit_to`."""
        submitted_s = monotonic()

        def tell(outcome: "asyncio.Future[T]") -> None:
            self._note_answer((command,), submitted_s)
            error = outcome.exception()
            if error is None:
                submitter.set_result(outcome.result())
            else:
                submitter.set_exception(error)

        self._submitted((command,), read).outcomes[0].add_done_callback(tell)

    def _submitted(self, commands: Sequence[Command], read: Callable[[Applied], Any]) -> Group:
        """Send commands to the writer; their outcomes come later."""
        if not 1 <= len(commands) <= BATCH_COMMANDS_MAX:
            raise ValueError(f"1 to {BATCH_COMMANDS_MAX} commands, not {len(commands)}")
        if self.failed.done():
            raise SequencerClosedError("the replica has ended")
        if not self._is_following:
            raise WriterAwayError("the writer is away")
        if len(self._groups) >= PENDING_GROUPS_MAX:
            raise SequencerOverloadedError(f"{len(self._groups)} submissions wait already")
        create_future = asyncio.get_running_loop().create_future
        payloads = [without_numbers(encode(command)) for command in commands]
        group = Group(payloads, [create_future() for _ in commands], read)
        if self.watch is not None:
            group.origin = self.watch.submitted(commands)
        self._submit(group)
        return group

    def _note_answer(self, commands: Sequence[Command], submitted_s: float) -> None:
        self.answers.add(monotonic() - submitted_s)
        if self.watch is not None:
            self.watch.answered(commands)

    async def settle(self) -> None:
        """Return once all that any process had submitted before is applied here, or refused.

        Raises WriterAwayError when the writer does not say so in time.
        """
        if not self._is_following:
            raise WriterAwayError("the writer is away")
        self._requests += 1
        request = self._requests
        synced = self._syncs[request] = asyncio.get_running_loop().create_future()
        self._connection.send(frame(Kind.SYNC, NUMBER.pack(request)))
        try:
            async with asyncio.timeout(SYNC_MAX_S):
                await synced
        except TimeoutError:
            raise WriterAwayError("the writer does not answer") from None
        finally:
            del self._syncs[request]
            self._synced.pop(request, None)

    def subscribe(self, callback: Callable[[Applied], None]) -> Callable[[], None]:
        """Call back with every command applied from now on, in order; return the unsubscribe.

        What it raises ends the replica.
        """
        return self._stream.subscribe(callback)

    async def read(self, after_seq: int, limit: int) -> list[Applied]:
        """Return up to `limit` applied commands after `after_seq`; as `Sequencer.read`."""
        return await self._stream.read(self.sequence, after_seq, limit)

    def _rederive(self, applied_seq: int, after_seq: int, limit: int) -> list[Applied]:
        journal = self._source.records(applied_seq)
        exchange = restore_newest(self._source.snapshots(), journal, after_seq)
        records = effective_records(journal, exchange.sequence)
        return rederive(exchange, records, after_seq, limit)

    # the connection

    async def _first_end(self) -> int:
        """Return the writer's last durable command; wait until the writer is there."""
        pause_s = CONNECT_PAUSE_FIRST_S
        while True:
            try:
                await self._connect()
                self._behind = asyncio.get_running_loop().create_future()
                self._connection.send(frame(Kind.ASK))
                async with asyncio.timeout(SILENT_S):
                    return await self._behind
            except (OSError, TimeoutError, _LostError) as error:
                log.info("writer_away", extra={"reason": repr(error), "retry_s": pause_s})
            finally:
                self._behind = None
                self._connection.abort()
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, CONNECT_PAUSE_MAX_S)

    async def _connect(self) -> None:
        self._connection = await self._source.connect(self)
        self._heard_at_s = monotonic()

    def _say_hello(self) -> None:
        body = HELLO.pack(PROTOCOL, self._identity, self.sequence, self._record_hash)
        requests = b"".join(map(NUMBER.pack, self._groups))
        self._connection.send(frame(Kind.HELLO, body, requests))

    async def _follow(self) -> None:
        """Keep the connection until cancelled, or until the replica has failed."""
        pause_s = CONNECT_PAUSE_FIRST_S
        while not self.failed.done():
            try:
                await self._connect()
                await self._catch_up()
                while self._connection.is_open and monotonic() - self._heard_at_s < SILENT_S:
                    if self._is_following:
                        pause_s = CONNECT_PAUSE_FIRST_S
                    await asyncio.sleep(CONNECT_PAUSE_FIRST_S)
            except (OSError, _LostError, TimeoutError) as error:
                log.info("writer_away", extra={"reason": repr(error), "retry_s": pause_s})
            except Exception as error:  # a view that missed a command would be wrong ever after
                self._fail(error)
            finally:
                self._connection.abort()
                self.lost()
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, CONNECT_PAUSE_MAX_S)

    async def _catch_up(self) -> None:
        """Say where we are; read files as long as the writer says that we are behind."""
        self._searched.clear()
        self._searched_to = None
        for group in self._groups.values():
            for payload in set(group.payloads):
                self._searched.setdefault(payload, []).append(group)
        for _ in range(CATCH_UP_ATTEMPTS_MAX):
            behind = self._behind = asyncio.get_running_loop().create_future()
            self._say_hello()
            async with asyncio.timeout(SILENT_S):
                last_seq = await behind
            if last_seq <= self.sequence:
                return
            journal = await asyncio.to_thread(self._source.records, last_seq)
            if await asyncio.to_thread(journal.hash_at, self.sequence) != self._record_hash:
                raise ReplicaDiffersError(f"the journal has another command {self.sequence}")
            for record in journal.read(self.sequence):
                self._apply(record.payload)
                if record.seq % BATCH_COMMANDS_MAX == 0:
                    await asyncio.sleep(0)
            self._record_hash = journal.last_hash
        raise _LostError("the writer runs away from us")

    def lost(self) -> None:
        """Note that the connection has ended: what waits for an outcome waits for the next one."""
        self._is_following = False
        if self._behind is not None and not self._behind.done():
            self._behind.set_exception(_LostError("the connection was cut"))
        loop = asyncio.get_running_loop()
        for group in self._groups.values():
            if group.timer is None:
                group.timer = loop.call_later(AWAY_S, group.fail, WriterAwayError(UNKNOWN))

    # what the writer says

    @property
    def identity(self) -> bytes:
        """What the writer knows this process by."""
        return self._identity

    def heard(self, kind: Kind, body: bytes) -> None:
        """Take a frame of the writer; raises FeedProtocolError for one that is none."""
        self._heard_at_s = monotonic()
        if self.failed.done():
            return
        try:
            self._take(kind, body)
        except FeedProtocolError:
            raise
        except Exception as error:
            self._fail(error)

    def _take(self, kind: Kind, body: bytes) -> None:
        take = self._takers.get(kind)
        if take is None:
            raise FeedProtocolError(f"{kind.name} from the writer")
        take(body)

    def _take_own(self, body: bytes) -> None:
        request, first_seq = unpack(OWN, body)
        group = self._groups.pop(request, None)
        if group is not None:
            group.cancel_timer()
            for index in range(len(group.outcomes)):
                self._expected[first_seq + index] = group, index

    def _take_refusal(self, body: bytes) -> None:
        request, why = unpack(REFUSED, body)
        group = self._groups.pop(request, None)
        if group is not None:
            text = body[REFUSED.size :].decode(errors="replace")
            group.fail(REFUSALS[Refusal(why)](text))

    def _take_status(self, body: bytes) -> None:
        self.on_status(body)

    def _take_synced(self, body: bytes) -> None:
        request, seq = unpack(OWN, body)
        if request in self._syncs:
            self._synced[request] = seq
            self._resolve_syncs()

    def _resolve_syncs(self) -> None:
        for request, seq in tuple(self._synced.items()):
            if seq <= self.sequence and not self._syncs[request].done():
                self._syncs[request].set_result(None)

    def _take_state(self, body: bytes) -> None:
        found: Any = unpack(STATE, body)
        seq, state_hash = found
        if seq == self.sequence and self.exchange.state_hash() != state_hash:
            self._connection.send(frame(Kind.DIFFERS, NUMBER.pack(seq)))
            raise ReplicaDiffersError(f"the state after command {seq} is another one")
        if seq == self.sequence:
            self.compared = seq, state_hash

    def _take_behind(self, body: bytes) -> None:
        is_known, last_seq = unpack(BEHIND, body)
        if is_known:
            self._searched.clear()
        self._answer(last_seq)

    def _take_foreign(self, _body: bytes) -> None:
        raise ReplicaDiffersError(f"the writer's journal has another command {self.sequence}")

    def _take_other_protocol(self, body: bytes) -> None:
        (protocol,) = unpack(OTHER_PROTOCOL, body)
        spoken = f"it speaks protocol {protocol} of the feed, this process {PROTOCOL}"
        if protocol > PROTOCOL:
            raise NewerWriterError(
                f"The writer is of a newer version of Acre: {spoken}; run that version here too."
            )
        raise OlderWriterError(
            f"The writer is of an older version of Acre: {spoken}; update the writer, or run its "
            "version here."
        )

    def _take_welcome(self, body: bytes) -> None:
        is_known, last_seq, now_s = unpack(WELCOME, body)
        if is_known:
            self._searched.clear()
        self.clock.anchor(max(now_s, self.exchange.now_s))
        self._searched_to = last_seq
        self._answer(0)
        self._settle()

    def _answer(self, last_seq: int) -> None:
        if self._behind is not None and not self._behind.done():
            self._behind.set_result(last_seq)

    def _take_batch(self, batch: Batch) -> None:
        seq = first_seq = self.sequence + 1
        if batch.groups[0] != first_seq:
            raise ReplicaDiffersError(f"a batch from {batch.groups[0]}, expected {first_seq}")
        digest, groups = self._record_hash, deque(batch.groups)
        commit = groups.popleft()
        for payload in batch.payloads:
            if groups and groups[0] == seq:
                commit = groups.popleft()
            head = RECORD_CHECKED.pack(len(payload), seq, batch.epoch, commit, digest)
            digest = sha256(head + payload).digest()
            seq += 1
        if digest != batch.record_hash:
            raise ReplicaDiffersError(f"batch {first_seq} does not continue the hash chain")
        for payload in batch.payloads:
            self._apply(payload)
        self._record_hash = digest
        self.applied_at_s = monotonic()
        self._settle()
        if self._synced:
            self._resolve_syncs()

    def _apply(self, payload: bytes) -> None:
        try:
            command: Any = decode(payload)
        except RecordError as error:
            raise NewerWriterError(f"The writer is of another version of Acre: {error}.") from error
        if isinstance(command, RewindChain):
            raise ReplicaDiffersError("the chain has abandoned commands")
        events = self.exchange.apply_record(payload)
        applied = Applied(command, tuple(events))
        self._stream.publish(applied)
        own = self._expected.pop(applied.command.seq, None)
        if own is not None:
            group, index = own
            group.resolve(index, applied)
        elif self._searched:
            self._doubt(payload)

    # submissions

    def _submit(self, group: Group) -> None:
        self._requests += 1
        group.request = self._requests
        self._groups[group.request] = group
        body = NUMBER.pack(group.request)
        if group.origin:
            self._connection.send(frame(Kind.ORIGIN, body, group.origin))
        self._connection.send(frame(Kind.SUBMIT, body, *group.payloads))

    def _doubt(self, payload: bytes) -> None:
        """Give up the groups with this content, where a new writer does not know whose it is."""
        for group in self._searched.pop(without_numbers(payload), ()):
            self._groups.pop(group.request, None)
            group.fail(WriterAwayError(UNKNOWN))

    def _settle(self) -> None:
        """Resubmit what the journal lacks, once all commands up to the WELCOME are applied."""
        if self._searched_to is None or self.sequence < self._searched_to:
            return
        self._searched_to = None
        self._searched.clear()
        # Not before: what is submitted from here on must not be among what is submitted again.
        self._is_following = True
        self._connection.send(frame(Kind.SETTLED))
        groups, self._groups = self._groups, {}
        for group in groups.values():
            group.cancel_timer()
            if group.is_open:
                self._submit(group)
        self._followed.set()

    def _fail(self, error: BaseException) -> None:
        if self.failed.done():
            return
        log.critical("replica_failed", exc_info=error, extra={"sequence": self.sequence})
        self._fail_groups(SequencerFailedError(f"the replica stopped: {error!r}"))
        self.failed.set_exception(error)
        self._connection.abort()

    def _fail_groups(self, error: Exception) -> None:
        groups: Iterable[Group] = (
            *self._groups.values(),
            *(group for group, _ in self._expected.values()),
        )
        for group in groups:
            group.cancel_timer()
            group.fail(error)
        self._groups.clear()
        self._expected.clear()


class _LostError(Exception):
    """The connection has ended."""


def _tell(hear: Hear, exchange: Exchange, applied: Applied) -> None:
    waits = hear(applied, exchange)
    assert waits is None, "a listener of a replica does not wait"
