"""What does the journal cost over the disk itself?

`python -m bench.journal [COMMITS]` times three loops in turn, in one directory and one run: a bare
write + fdatasync of a record's bytes into a zeroed file (the floor of any durable log), a journal
commit of one record, and a journal commit of 64. It prints one JSON line; only the ratios mean
anything on another machine. The hash is of the chain of records, the same in every run.
"""

import hashlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench._arguments import Number, numbers
from engine.core.generated.messages import PostPrint, encode
from engine.journal import FileJournal
from engine.journal.segment import RECORD

COMMITS = 20
COMMITS_MAX = 1_000
ROUNDS = 25  # many short ones: the disk is shared and its speed wanders
BATCH = 64
PAYLOAD = encode(PostPrint(market_id=1, price_e8=10**10, published_at_s=1))


def seconds_per_call(call: Callable[[], object], count: int) -> float:
    """Return the mean real time of one call."""
    begin = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - begin) / count


def bare_commit(path: Path, count: int) -> Callable[[], None]:
    """Return a function that writes and flushes one record's bytes, each behind the last."""
    record = b"\x01" * (RECORD.size + len(PAYLOAD))
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    os.pwrite(file, bytes(count * len(record)), 0)
    os.fsync(file)
    offset = 0

    def commit() -> None:
        nonlocal offset
        os.pwrite(file, record, offset)
        os.fdatasync(file)
        offset += len(record)

    return commit


def measure(directory: Path, commits: int) -> dict[str, object]:
    """Return ratios of the journal to the bare loop: medians over interleaved rounds."""
    bare = bare_commit(directory / "bare", commits * ROUNDS)
    journal = FileJournal(directory / "journal")
    one, many = [PAYLOAD], [PAYLOAD] * BATCH
    rounds: dict[str, list[float]] = {"bare": [], "single": [], "batch": []}
    for _ in range(ROUNDS):
        rounds["bare"].append(seconds_per_call(bare, commits))
        rounds["single"].append(seconds_per_call(lambda: journal.append_batch(one), commits))
        rounds["batch"].append(seconds_per_call(lambda: journal.append_batch(many), commits // 5))
    begin = time.perf_counter()
    digest = hashlib.sha256()
    for record in journal.read():
        digest.update(record.payload)
    read_s = time.perf_counter() - begin
    records = journal.last_seq
    journal.close()
    bare_s, single_s, batch_s = (statistics.median(rounds[name]) for name in rounds)
    return {
        "bench": "journal",
        "commits": commits,
        "records": records,
        "single_to_bare": round(single_s / bare_s, 3),
        "batch_of_64_to_bare": round(batch_s / bare_s, 3),
        "record_in_batch_to_bare": round(batch_s / BATCH / bare_s, 4),
        "read_record_to_bare": round(read_s / records / bare_s, 4),
        "bare_us": round(bare_s * 1e6, 1),
        "hash": digest.hexdigest()[:16],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    (commits,) = numbers("journal", arguments, Number("COMMITS", COMMITS, 5, COMMITS_MAX))
    with tempfile.TemporaryDirectory(prefix="acre-bench-") as directory:
        sys.stdout.write(json.dumps(measure(Path(directory), commits)) + "\n")


if __name__ == "__main__":
    main()
