"""Token buckets in a file that every process of one machine maps: a limit is one limit.

The file is a table of sets of buckets. A key belongs to one set, which is locked while one of its
buckets changes; the kernel ends a lock with its process. Times are of the machine's monotonic
clock, so a table of an earlier boot is made anew.
"""

import contextlib
import fcntl
import hashlib
import mmap
import os
from functools import cache
from pathlib import Path
from struct import Struct
from time import monotonic

from edge.http.middleware.rates import Bucket, BucketKey
from edge.http.middleware.shared_file import allocate

NAME = "rates"  # below the state directory
SETS = 16_384
BUCKETS_OF_SET = 8
WAIT_S = 0.02  # for another process in the middle: longer than it may be off the processor
STUCK_S = 1.0  # a set whose holder was stopped is used without its lock for so long
HEAD = Struct("<8s36s20x")
SLOT = Struct("<8sdd")  # hash of the key, tokens, when they were counted
SET_BYTES = SLOT.size * BUCKETS_OF_SET
MAGIC = b"ACRERAT1"
EMPTY = bytes(8)
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class SharedBuckets:
    """The table in a directory; the least recently counted bucket of a full set is forgotten."""

    def __init__(self, directory: Path) -> None:
        self._file = os.open(directory / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        size = HEAD.size + SETS * SET_BYTES
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX, 1, size)  # beyond the sets: of the start only
            head = HEAD.pack(MAGIC, _boot_id())
            if os.fstat(self._file).st_size != size or os.pread(self._file, len(head), 0) != head:
                os.ftruncate(self._file, 0)
                allocate(self._file, size)
                os.pwrite(self._file, head, 0)
            self._map = mmap.mmap(self._file, size)
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, size)
        except BaseException:
            os.close(self._file)
            raise
        self._locked: int | None = None
        self._stuck_until_s: dict[int, float] = {}  # of the newest stuck set

    def take(self, key: BucketKey) -> Bucket | None:
        """Return a bucket and lock its set until `put`; None where there is none."""
        digest, place = _place(key)
        self._lock(place)
        for at in range(place, place + SET_BYTES, SLOT.size):
            found, tokens, filled_s = SLOT.unpack_from(self._map, at)
            if found == digest:
                return tokens, filled_s
        return None

    def put(self, key: BucketKey, bucket: Bucket) -> None:
        """Store a bucket and unlock its set."""
        digest, place = _place(key)
        chosen, oldest_s = place, float("inf")
        for at in range(place, place + SET_BYTES, SLOT.size):
            found, _, filled_s = SLOT.unpack_from(self._map, at)
            if found == digest:
                chosen = at
                break
            if found == EMPTY:
                filled_s = -1.0
            if filled_s < oldest_s:
                chosen, oldest_s = at, filled_s
        SLOT.pack_into(self._map, chosen, digest, *bucket)
        self._unlock()

    def close(self) -> None:
        """Release the file."""
        self._map.close()
        os.close(self._file)

    def _lock(self, place: int) -> None:
        end_s = 0.0
        while True:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
            except BlockingIOError:
                now_s = monotonic()
                end_s = end_s or now_s + WAIT_S
                if now_s >= end_s or now_s < self._stuck_until_s.get(place, 0.0):
                    break
                os.sched_yield()
            else:
                self._locked = place
                return
        if now_s >= self._stuck_until_s.get(place, 0.0):
            self._stuck_until_s = {place: now_s + STUCK_S}

    def _unlock(self) -> None:
        if self._locked is not None:
            with contextlib.suppress(OSError):
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, self._locked)
            self._locked = None


def _place(key: BucketKey) -> tuple[bytes, int]:
    """Return the hash of a key and the offset of its set."""
    digest = hashlib.blake2b("\0".join(key).encode(), digest_size=12, key=_boot_id()).digest()
    number = int.from_bytes(digest[8:], "little") % SETS
    return digest[:8], HEAD.size + number * SET_BYTES


@cache
def _boot_id() -> bytes:
    return BOOT_ID.read_bytes()[:36] if BOOT_ID.exists() else bytes(36)
