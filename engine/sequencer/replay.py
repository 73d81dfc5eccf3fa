"""Rebuilding an exchange from its journal."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.core.exchange import Exchange
from engine.core.generated.messages import decode
from engine.journal.journal import JoinedRecords, JournalReader, JournalRecord
from engine.sequencer.applied import Applied
from engine.sequencer.errors import ReplayError
from engine.sequencer.limits import REPLAY_CHUNK
from engine.sequencer.rewinds import rewinds_after
from engine.sequencer.saving import Companion

Progress = Callable[[int, int], None]  # the command that was applied, and the last one
Hear = Callable[[Applied, Exchange], Awaitable[None] | None]


@dataclass(frozen=True, slots=True)
class ReplayListener:
    """Replay subscriber: called after each command with the exchange state.

    Who must look at the journal first gives a function of it that returns the number. `hear` may
    be a coroutine function; it is awaited, so that it can keep its own queue short.
    """

    start: int | Callable[[JournalReader], Awaitable[int]]
    hear: Hear
    companion: Callable[[], Companion] | None = None  # saved with each snapshot of the replay

    async def start_seq(self, journal: JournalReader) -> int:
        """Return the number after which it hears."""
        return self.start if isinstance(self.start, int) else await self.start(journal)


def apply_payload(exchange: Exchange, record: JournalRecord) -> Applied:
    """Apply one journal record; raise ReplayError when it is no command of this engine."""
    try:
        command = decode(record.payload)
        events = exchange.apply_record(record.payload)  # refuses the record of an event
    except (ValueError, TypeError) as error:
        raise _replay_error(record.seq, error) from error
    _check_sequence(exchange, record.seq)
    return Applied(command, tuple(events))  # type: ignore[arg-type]  # a command: it was applied


async def replay(
    exchange: Exchange,
    journal: JournalReader,
    listeners: Sequence[tuple[int, Hear]],
    turn: Callable[[int], None] | None = None,
) -> None:
    """Apply what the journal has after the exchange; each listener hears those after its number.

    The loop gets a turn after some commands; `turn` is called then with the number of the last
    applied one.
    """
    last_seq = journal.last_seq
    heard_after_seq = min((last_seq, *(after_seq for after_seq, _ in listeners)))
    rewinds = rewinds_after(journal, exchange.sequence)
    if not rewinds and exchange.sequence < heard_after_seq:
        # No listener needs these commands; the next run is checked while the engine applies one.
        for joined in journal.read_joined(exchange.sequence, heard_after_seq):
            _apply_joined(exchange, joined)
            if turn is not None:
                turn(joined.last_seq)
            await asyncio.sleep(0)
    chunk: list[JournalRecord] = []
    records = journal.read(exchange.sequence)
    for record in rewinds.effective(records) if rewinds else records:
        if record.seq <= heard_after_seq:
            chunk.append(record)
            if len(chunk) < REPLAY_CHUNK:
                continue
            _apply_chunk(exchange, chunk)
        else:
            _apply_chunk(exchange, chunk)
            await _tell(listeners, apply_payload(exchange, record), exchange)
            if record.seq % REPLAY_CHUNK:
                continue
        if turn is not None:
            turn(record.seq)
        await asyncio.sleep(0)
    _apply_chunk(exchange, chunk)


def rederive(
    exchange: Exchange, records: Iterator[JournalRecord], after_seq: int, limit: int
) -> list[Applied]:
    """Apply records to the exchange before them; return up to `limit` after `after_seq`."""
    found: list[Applied] = []
    chunk: list[JournalRecord] = []
    for record in records:
        if record.seq <= after_seq:
            chunk.append(record)
            if len(chunk) == REPLAY_CHUNK:
                _apply_chunk(exchange, chunk)
            continue
        _apply_chunk(exchange, chunk)
        found.append(apply_payload(exchange, record))
        if len(found) == limit:
            break
    return found


async def _tell(
    listeners: Sequence[tuple[int, Hear]], applied: Applied, exchange: Exchange
) -> None:
    for after_seq, hear in listeners:
        if applied.command.seq > after_seq:
            waits = hear(applied, exchange)
            if waits is not None:
                await waits


def _apply_chunk(exchange: Exchange, chunk: list[JournalRecord]) -> None:
    if chunk:
        payloads = b"".join(record.payload for record in chunk)
        _apply_joined(exchange, JoinedRecords(chunk[-1].seq, payloads))
        chunk.clear()


def _apply_joined(exchange: Exchange, joined: JoinedRecords) -> None:
    try:
        exchange.replay_batch(joined.payloads)
    except (ValueError, TypeError) as error:
        raise _replay_error(exchange.sequence + 1, error) from error
    _check_sequence(exchange, joined.last_seq)


def _check_sequence(exchange: Exchange, seq: int) -> None:
    if exchange.sequence != seq:
        raise ReplayError(f"record {seq} of the journal holds command {exchange.sequence}")


def _replay_error(seq: int, error: Exception) -> ReplayError:
    return ReplayError(
        f"command {seq} of the journal cannot be applied: {error}. The journal is whole, but"
        " was written by another version of the engine, or by a faulty one"
    )
