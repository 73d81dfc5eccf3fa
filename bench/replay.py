"""How fast does a journal become an exchange again?

`python -m bench.replay [COMMANDS]` applies trades of a thousand users through `replay_batch` in
chunks, writes the same run into a journal, and opens a sequencer on it: once by a replay of
everything, once from a snapshot near the end. `start_to_core` is how many of the core's commands a
second such a replay reaches, by the clock: records are read and checked beside the core. Then it
applies as many prediction orders of a
thousand users, which meet in pairs, through `replay_batch`: without and with client ids, which the
exchange keeps for a day. It prints one JSON line; the other seconds are of the processor, the
hashes are of the states and the same in every run of that many commands.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from bench import _question
from bench._arguments import Number, numbers
from bench._crowd import NOW_S, Crowd
from engine.core.exchange import Exchange
from engine.journal import FileJournal
from engine.sequencer import EngineClock, Sequencer
from engine.sequencer.limits import REPLAY_CHUNK

COMMANDS = 300_000
COMMANDS_MAX = 10_000_000
USERS = 1_000
TIMES = 3  # the best of so many
COMMIT = 4_096  # records flushed together
TAIL = 1_000  # commands after the snapshot


def records_of(count: int) -> list[bytes]:
    """Return so many records: the exchange, its accounts, then trades."""
    crowd = Crowd(USERS)
    records: Iterator[bytes] = chain(
        crowd.genesis(), crowd.accounts(), crowd.trades(count // USERS + 1)
    )
    return list(islice(records, count))


def order_records(count: int, has_client_ids: bool) -> tuple[list[bytes], list[bytes]]:
    """Return the records of a market with participants, and so many of orders."""
    before = [*_question.market(NOW_S), *_question.participants(USERS)]
    orders = islice(_question.orders(USERS, has_client_ids), count)
    return _question.records(before, 1, NOW_S), _question.records(orders, len(before) + 1, NOW_S)


def chunked(records: list[bytes]) -> list[bytes]:
    """Return records joined as a replay applies them."""
    return [
        b"".join(records[start : start + REPLAY_CHUNK])
        for start in range(0, len(records), REPLAY_CHUNK)
    ]


class Taken(NamedTuple):
    """Seconds of the processor, of all threads, and of the clock."""

    processor: float
    clock: float


def now() -> Taken:
    """Return the seconds until now."""
    return Taken(time.process_time(), time.perf_counter())


def since(begin: Taken) -> Taken:
    """Return the seconds since then."""
    end = now()
    return Taken(end.processor - begin.processor, end.clock - begin.clock)


def least(taken: Iterable[Taken]) -> Taken:
    """Return the best seconds of some runs, each for itself."""
    return Taken(*(min(column) for column in zip(*taken, strict=True)))


def apply_all(chunks: list[bytes], before: bytes = b"") -> tuple[Taken, Exchange]:
    """Return the seconds of the core alone, and the exchange; `before` is not timed."""
    exchange = Exchange()
    exchange.apply_batch(before)
    begin = now()
    for chunk in chunks:
        exchange.replay_batch(chunk)
    return since(begin), exchange


async def open_and_close(directory: Path, snapshot_commands: int) -> tuple[Taken, bytes]:
    """Return the seconds until a sequencer is open, and the state's hash."""
    begin = now()
    sequencer = await Sequencer.open(directory, EngineClock(), snapshot_commands=snapshot_commands)
    taken = since(begin)
    state_hash = sequencer.exchange.state_hash()
    await sequencer.close()
    return taken, state_hash


def open_whole(directory: Path, count: int) -> tuple[Taken, bytes]:
    """Start from the first record: its seconds, and the state's hash."""
    for path in (directory / "snapshots").iterdir():
        path.unlink()
    return asyncio.run(open_and_close(directory, count))


def write(directory: Path, records: list[bytes]) -> None:
    """Append records to the journal."""
    journal = FileJournal(directory)
    for start in range(0, len(records), COMMIT):
        journal.append_batch(records[start : start + COMMIT])
    journal.close()


def measure_orders(count: int, has_client_ids: bool) -> dict[str, object]:
    """Return orders a second in the core, contracts traded, and the hash of the state."""
    before, orders = order_records(count, has_client_ids)
    chunks, genesis = chunked(orders), b"".join(before)
    runs = [apply_all(chunks, genesis) for _ in range(TIMES)]
    exchange = runs[0][1]
    return {
        "commands_per_s": round(count / least(taken for taken, _ in runs).processor),
        "traded": exchange.prediction_market(1).volume_contracts,
        "hash": exchange.state_hash().hex()[:16],
    }


def measure(directory: Path, count: int) -> dict[str, object]:
    """Return commands a second in the core and through the sequencer."""
    records = records_of(count)
    chunks = chunked(records)
    write(directory, records[:-TAIL])
    asyncio.run(open_and_close(directory, count))  # leaves a snapshot
    write(directory, records[-TAIL:])
    tail, tail_hash = asyncio.run(open_and_close(directory, count))
    cores, opens, hashes = [], [], {tail_hash}
    for _ in range(TIMES):  # in turn: the machine is shared and its speed wanders
        taken, exchange = apply_all(chunks)
        cores.append(taken)
        taken, open_hash = open_whole(directory, count)
        opens.append(taken)
        hashes |= {exchange.state_hash(), open_hash}
    assert len(hashes) == 1
    core, opening = least(cores), least(opens)
    return {
        "bench": "replay",
        "commands": count,
        "core_commands_per_s": round(count / core.processor),
        "open_commands_per_s": round(count / opening.processor),
        "open_to_core": round(opening.processor / core.processor, 2),
        "start_to_core": round(core.clock / opening.clock, 2),
        "snapshot_and_tail_to_open": round(tail.processor / opening.processor, 3),
        "hash": hashes.pop().hex()[:16],
        "orders": measure_orders(count, has_client_ids=False),
        "orders_with_client_ids": measure_orders(count, has_client_ids=True),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    (count,) = numbers("replay", arguments, Number("COMMANDS", COMMANDS, 2 * TAIL, COMMANDS_MAX))
    with tempfile.TemporaryDirectory(prefix="acre-bench-") as directory:
        sys.stdout.write(json.dumps(measure(Path(directory), count)) + "\n")


if __name__ == "__main__":
    main()
