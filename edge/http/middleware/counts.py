"""Counts of what clients have in progress, in this process or over all that serve the web."""

import mmap
import os
from collections import Counter
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock

from edge.http.errors import ApiError
from edge.http.middleware.shared_file import allocate

NAME = "counts"  # below the state directory
SETS = 1_024
SLOTS_OF_SET = 16
WORD_BYTES = 8
SLOT_WORDS = 2  # hash of kind and key, count
SET_WORDS = SLOT_WORDS * SLOTS_OF_SET
TABLE_BYTES = SETS * SET_WORDS * WORD_BYTES  # of one process

Name = tuple[str, str]  # kind of thing, client


class Counts:
    """How many of a kind each client has in progress; what a bound leaves out is counted."""

    def __init__(self) -> None:
        self._own: Counter[Name] = Counter()

    def enter(self, kind: str, key: str, most: int) -> bool:
        """Count one more of a key; False, and nothing counted, when it has `most` already."""
        name = (kind, key)
        self._set(name, self._own[name] + 1)
        if self._own[name] + self._of_peers(name) <= most:
            return True
        self.leave(kind, key)
        return False

    def enter_or_refuse(self, kind: str, key: str, most: int) -> None:
        """Count one more of a key; raise RATE_LIMITED when it has `most` already."""
        if not self.enter(kind, key, most):
            raise ApiError("RATE_LIMITED", headers={"Retry-After": "1"})

    def leave(self, kind: str, key: str) -> None:
        """Count one less; it was counted by `enter`."""
        name = (kind, key)
        assert self._own[name] > 0, name
        self._set(name, self._own[name] - 1)

    def count(self, kind: str, key: str) -> int:
        """Return how many of a key there are, in all processes."""
        return self._own[(kind, key)] + self._of_peers((kind, key))

    def _set(self, name: Name, count: int) -> None:
        if count:
            self._own[name] = count
        else:
            del self._own[name]

    def _of_peers(self, _name: Name) -> int:
        return 0


class SharedCounts(Counts):
    """The counts of processes 1 to `processes`, each in its own table of a mapped file.

    A process writes its table only and reads the others, so there are no locks. It counts before it
    compares: two processes at the bound may both refuse, and never both accept. Each word is stored
    and read whole: a reader finds an old or a new count, nothing between. A killed process
    keeps its counts until it starts again. A set of the table that is full leaves a key to the
    counts of its own process.
    """

    def __init__(self, directory: Path, number: int, processes: int) -> None:
        assert 1 <= number <= processes
        super().__init__()
        file = os.open(directory / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            size = processes * TABLE_BYTES
            allocate(file, size)  # never smaller: other processes may have it mapped
            self._map = mmap.mmap(file, size)
        finally:
            os.close(file)
        tables = [
            memoryview(self._map)[at : at + TABLE_BYTES] for at in range(0, size, TABLE_BYTES)
        ]
        self._table = tables.pop(number - 1).cast("Q")
        self._peers = [table.cast("Q") for table in tables]
        self._slots: dict[Name, int] = {}  # of keys with a count here
        self._barrier = Lock()
        self._is_closed = False
        self._clear()

    def close(self) -> None:
        """Take this process's counts out of the file; what is counted later counts here only."""
        self._is_closed = True
        self._clear()

    def _clear(self) -> None:
        for at in range(1, len(self._table), SLOT_WORDS):
            if self._table[at]:
                self._table[at] = 0

    def _set(self, name: Name, count: int) -> None:
        super()._set(name, count)
        if self._is_closed:
            return
        at = self._slots.pop(name, None)
        if at is None:
            at = self._free_slot(name)
        if at is None:
            return
        if count:
            self._slots[name] = at
        self._table[at + 1] = count
        with self._barrier:  # the processor does not read other tables before it has written
            pass

    def _free_slot(self, name: Name) -> int | None:
        digest, place = _place(name)
        words = self._table[place : place + SET_WORDS].tolist()
        for at in range(0, SET_WORDS, SLOT_WORDS):
            if not words[at + 1]:
                self._table[place + at] = digest  # while its count is 0
                return place + at
        return None

    def _of_peers(self, name: Name) -> int:
        digest, place = _place(name)
        total = 0
        for peer in self._peers:
            words = peer[place : place + SET_WORDS].tolist()
            if digest in words:
                slots = range(0, SET_WORDS, SLOT_WORDS)
                total += sum(words[at + 1] for at in slots if words[at] == digest)
        return total


@lru_cache(maxsize=4_096)
def _place(name: Name) -> tuple[int, int]:
    """Return the hash of a name and the first word of its set in a table."""
    digest = blake2b("\0".join(name).encode(), digest_size=16).digest()
    number = int.from_bytes(digest[8:], "little") % SETS
    return int.from_bytes(digest[:8], "little"), number * SET_WORDS
