"""Small files of the writer's state directory, kept in the database for the next writer.

The next writer begins with what the last one had a moment before its end. The lease's epoch fences
every change: what an old writer still writes goes nowhere.
"""

import asyncio
import hashlib
import logging
from pathlib import Path

from edge.store.pool import DATABASE_ERRORS, Store, Transaction

log = logging.getLogger("acre.core")

FOLDERS = ("custody", "payouts", "data", "roots")
SKIPPED = (".new", ".part", ".sqlite3", "-wal", "-shm", "-journal")
FILE_BYTES_MAX = 64 * 1024 * 1024
FILES_MAX = 20_000
PERIOD_S = 1.0
RETRY_S = 2.0


class WriterFiles:
    """The files below a state directory, and the same in the database."""

    def __init__(self, store: Store, home: Path, epoch: int, shard: int = 0) -> None:
        self._store = store
        self._home = home
        self._epoch = epoch
        self._shard = shard
        self._saved: dict[str, bytes] = {}  # digest by path
        self._seen: dict[str, tuple[int, int]] = {}  # size and time of the last look

    async def restore(self) -> int:
        """Put what the last writer had into the state directory; return how many files changed.

        Files of the folders that the database does not have go: the last writer had removed them.
        On the first start of a cluster the database has none, and the directory stays.
        """
        rows = await self._store.rows("writer_files.load", self._shard)
        if not rows:
            return 0
        return await asyncio.to_thread(self._put, [(row[0], row[1], row[2]) for row in rows])

    async def run(self) -> None:
        """Save what changes until cancelled; nothing when another writer has the lease."""
        while True:
            pause_s = PERIOD_S
            try:
                await self.save()
            except DATABASE_ERRORS as error:
                log.warning("writer_files_wait", extra={"error": repr(error)})
                pause_s = RETRY_S
            await asyncio.sleep(pause_s)

    async def save(self) -> int:
        """Save what has changed since the last time; return how many files."""
        changed, removed = await asyncio.to_thread(self._changes)
        if not changed and not removed:
            return 0

        async def work(transaction: Transaction) -> bool:
            held = await transaction.value("writer_files.hold_lease", self._shard, self._epoch)
            if held is None:
                return False
            for path, (data, digest) in changed.items():
                await transaction.run("writer_files.save", self._shard, path, data, digest)
            for path in removed:
                await transaction.run("writer_files.remove", self._shard, path)
            return True

        if not await self._store.retried(work):
            log.warning("writer_files_fenced", extra={"epoch": self._epoch})
            return 0
        self._saved.update({path: digest for path, (_, digest) in changed.items()})
        for path in removed:
            del self._saved[path]
        return len(changed) + len(removed)

    def _put(self, rows: list[tuple[str, bytes, bytes]]) -> int:
        count = 0
        wanted = {path: (data, digest) for path, data, digest in rows}
        for path, (data, digest) in wanted.items():
            target = self._home / path
            if not _is_inside(path) or hashlib.sha256(data).digest() != digest:
                log.error("writer_file_refused", extra={"path": path})
                continue
            self._saved[path] = digest
            if not target.is_file() or target.read_bytes() != data:
                target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                new = target.with_name(f"{target.name}.new")
                new.write_bytes(data)
                new.chmod(0o600)
                new.replace(target)
                count += 1
        for path in self._paths():
            if path not in wanted:
                (self._home / path).unlink(missing_ok=True)
                count += 1
        return count

    def _changes(self) -> tuple[dict[str, tuple[bytes, bytes]], list[str]]:
        changed, found = {}, self._paths()
        for path in found:
            try:
                facts = (self._home / path).stat()
                seen = facts.st_size, facts.st_mtime_ns
                if self._seen.get(path) == seen and path in self._saved:
                    continue
                data = (self._home / path).read_bytes()
            except FileNotFoundError:
                continue
            if len(data) > FILE_BYTES_MAX:
                log.error("writer_file_too_long", extra={"path": path, "bytes": len(data)})
                continue
            self._seen[path] = seen
            digest = hashlib.sha256(data).digest()
            if self._saved.get(path) != digest:
                changed[path] = data, digest
        there = set(found)
        return changed, [path for path in self._saved if path not in there]

    def _paths(self) -> list[str]:
        found = [
            str(path.relative_to(self._home))
            for folder in FOLDERS
            for path in sorted((self._home / folder).rglob("*"))
            if path.is_file() and not path.name.endswith(SKIPPED)
        ]
        if len(found) > FILES_MAX:
            log.error("writer_files_too_many", extra={"files": len(found)})
        return found[:FILES_MAX]


def _is_inside(path: str) -> bool:
    parts = Path(path).parts
    return len(parts) > 1 and parts[0] in FOLDERS and ".." not in parts
