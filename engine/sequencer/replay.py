"""Rebuilding an exchange from its journal."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.core.exchange import Exchange
from engine.core.generated.messages import decode
from engine.journal.journal import JournalReader, JournalRecord
from engine.sequencer.applied import Applied
from engine.sequencer.errors import ReplayError
from engine.sequencer.limits import REPLAY_CHUNK
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
    records: Iterable[JournalRecord],
    listeners: Sequence[tuple[int, Hear]],
    turn: Callable[[int], None] | None = None,
) -> None:
    """Apply the records in order; each listener hears those after its number.

    The loop gets a turn after each REPLAY_CHUNK commands; `turn` is called then with the number of
    the last applied one.
    """
    heard_after_seq = min((after_seq for after_seq, _ in listeners), default=None)
    chunk: list[JournalRecord] = []
    for record in records:
        if heard_after_seq is None or record.seq <= heard_after_seq:
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
    if not chunk:
        return
    last_seq = chunk[-1].seq
    try:
        exchange.apply_batch(b"".join(record.payload for record in chunk))
    except (ValueError, TypeError) as error:
        raise _replay_error(exchange.sequence + 1, error) from error
    _check_sequence(exchange, last_seq)
    chunk.clear()


def _check_sequence(exchange: Exchange, seq: int) -> None:
    if exchange.sequence != seq:
        raise ReplayError(f"record {seq} of the journal holds command {exchange.sequence}")


def _replay_error(seq: int, error: Exception) -> ReplayError:
    return ReplayError(
        f"command {seq} of the journal cannot be applied: {error}. The journal is whole, but"
        " was written by another version of the engine, or by a faulty one"
    )
