"""How fast does a journal become an exchange again?

`python -m bench.replay [COMMANDS]` applies trades of a thousand users through `apply_batch` in
chunks, writes the same run into a journal, and opens a sequencer on it: once by a replay of
everything, once from a snapshot near the end. It prints one JSON line; seconds are of the
processor, the hash is of the state and the same in every run of that many commands.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from bench._arguments import Number, numbers
from bench._crowd import Crowd
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


def apply_all(chunks: list[bytes]) -> tuple[float, Exchange]:
    """Return the processor time of the core alone, and the exchange."""
    exchange = Exchange()
    begin = time.process_time()
    for chunk in chunks:
        exchange.apply_batch(chunk)
    return time.process_time() - begin, exchange


async def open_and_close(directory: Path, snapshot_commands: int) -> tuple[float, bytes]:
    """Return the processor time until a sequencer is open, and the state's hash."""
    begin = time.process_time()
    sequencer = await Sequencer.open(directory, EngineClock(), snapshot_commands=snapshot_commands)
    taken = time.process_time() - begin
    state_hash = sequencer.exchange.state_hash()
    await sequencer.close()
    return taken, state_hash


def write(directory: Path, records: list[bytes]) -> None:
    """Append records to the journal."""
    journal = FileJournal(directory)
    for start in range(0, len(records), COMMIT):
        journal.append_batch(records[start : start + COMMIT])
    journal.close()


def measure(directory: Path, count: int) -> dict[str, object]:
    """Return commands a second in the core and through the sequencer."""
    records = records_of(count)
    chunks = [
        b"".join(records[start : start + REPLAY_CHUNK]) for start in range(0, count, REPLAY_CHUNK)
    ]
    core_s, exchange = min((apply_all(chunks) for _ in range(TIMES)), key=lambda taken: taken[0])
    write(directory, records[:-TAIL])
    asyncio.run(open_and_close(directory, count))  # leaves a snapshot
    write(directory, records[-TAIL:])
    tail_s, tail_hash = asyncio.run(open_and_close(directory, count))
    for path in (directory / "snapshots").iterdir():
        path.unlink()
    open_s, open_hash = asyncio.run(open_and_close(directory, count))
    assert exchange.state_hash() == tail_hash == open_hash
    return {
        "bench": "replay",
        "commands": count,
        "core_commands_per_s": round(count / core_s),
        "open_commands_per_s": round(count / open_s),
        "open_to_core": round(open_s / core_s, 2),
        "snapshot_and_tail_to_open": round(tail_s / open_s, 3),
        "hash": open_hash.hex()[:16],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    (count,) = numbers("replay", arguments, Number("COMMANDS", COMMANDS, 2 * TAIL, COMMANDS_MAX))
    with tempfile.TemporaryDirectory(prefix="acre-bench-") as directory:
        sys.stdout.write(json.dumps(measure(Path(directory), count)) + "\n")


if __name__ == "__main__":
    main()
