"""What does a large state cost: memory, snapshot, load, hash, state root?

`python -m bench.state [ACCOUNTS]` makes that many users with one account and three positions each,
through commands, and measures the most memory that the whole process had until then, the time to
make and to load a snapshot, the state's hash after one more command against a hash of everything,
and the state root: the copy that holds the loop, and the rest in a thread. It prints one JSON line;
seconds are of the processor, without waiting for others. `pause_to_memcpy` is the copy for a
snapshot to copying as many bytes by `memmove`.
"""

import ctypes
import json
import resource
import sys
import time
from collections.abc import Callable, Sequence
from itertools import chain

from bench._arguments import Number, numbers
from bench._crowd import MARKETS, Crowd, joined
from chain.proof.leaves import Export, make_statement
from chain.proof.tree import SumTree
from engine.core.exchange import Exchange

ACCOUNTS = 1_000_000
ACCOUNTS_MAX = 4_000_000
CHUNK = 1_024  # commands applied at once
TIMES = 3  # the best of so many
LATER = 200  # commands each followed by a hash


def memory_bytes() -> int:
    """The most memory that was resident so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def seconds(call: Callable[[], object]) -> float:
    """Return the least processor time of a few calls."""
    best = float("inf")
    for _ in range(TIMES):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return best


def measure(accounts: int) -> dict[str, object]:
    """Return bytes, seconds and ratios for a state of that many accounts."""
    empty = memory_bytes()
    exchange, crowd = Exchange(), Crowd(accounts)
    records = chain(crowd.genesis(), crowd.accounts(), crowd.trades(MARKETS))
    for batch in joined(records, CHUNK):
        exchange.apply_batch(batch)
    resident = memory_bytes()
    begin = time.process_time()
    exchange.state_hash()
    full_s = time.process_time() - begin
    one_s = 0.0
    for number, record in enumerate(crowd.trades(MARKETS, MARKETS + 2)):
        if number == LATER:
            break
        exchange.apply_batch(record)
        begin = time.process_time()
        exchange.state_hash()
        one_s += (time.process_time() - begin) / LATER
    snapshot = exchange.snapshot()
    pause_s = seconds(exchange.snapshot_body)
    target = ctypes.create_string_buffer(len(snapshot))
    copy_s = seconds(lambda: ctypes.memmove(target, snapshot, len(snapshot)))
    export = Export.of(exchange)
    return {
        "bench": "state",
        "accounts": accounts,
        "positions": accounts * MARKETS,
        "resident_mb": round(resident / 1e6, 1),
        "empty_mb": round(empty / 1e6, 1),
        "snapshot_mb": round(len(snapshot) / 1e6, 1),
        "pause_s": round(pause_s, 3),
        "pause_to_memcpy": round(pause_s / copy_s, 2),
        "snapshot_s": round(seconds(exchange.snapshot), 3),
        "load_s": round(seconds(lambda: Exchange.restore(snapshot)), 3),
        "full_hash_s": round(full_s, 3),
        "hash_to_full_hash": round(min(one_s, full_s) / full_s, 7),
        "hash_us": round(one_s * 1e6, 1),
        "root_pause_s": round(seconds(lambda: Export.of(exchange)), 3),
        "root_s": round(seconds(lambda: SumTree(make_statement(export))), 3),
        "hash": exchange.state_hash().hex()[:16],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    (accounts,) = numbers("state", arguments, Number("ACCOUNTS", ACCOUNTS, LATER, ACCOUNTS_MAX))
    sys.stdout.write(json.dumps(measure(accounts)) + "\n")


if __name__ == "__main__":
    main()
