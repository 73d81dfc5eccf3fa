"""A disk under real files: what was not flushed can be lost or torn at a crash, calls can fail."""

import errno
import os
import random
from dataclasses import dataclass, field

SECTOR = 512


@dataclass
class _Write:
    file: int  # a descriptor of our own
    offset: int
    before: bytes
    after: bytes


@dataclass
class Disk:
    """Patched into the journal in the place of its writes and flushes."""

    chance: random.Random
    is_faulty: bool = False
    unsynced: dict[int, list[_Write]] = field(default_factory=dict)  # by inode
    lost: list[_Write] = field(default_factory=list)  # of a flush that failed
    errors: int = 0

    def write_all(self, file: int, data: bytes, offset: int) -> None:
        """Write; what was there before is remembered until a flush."""
        data = bytes(data)
        if self.is_faulty and self.chance.random() < 0.002:
            self.errors += 1
            done = self.chance.randrange(len(data) + 1)  # short, then no more
            self._write(file, data[:done], offset)
            code = self.chance.choice((errno.EIO, errno.ENOSPC))
            raise OSError(code, os.strerror(code))
        self._write(file, data, offset)

    def _write(self, file: int, data: bytes, offset: int) -> None:
        own = os.open(f"/proc/self/fd/{file}", os.O_RDWR | os.O_CLOEXEC)  # to read, too
        before = os.pread(own, len(data), offset)
        before += bytes(len(data) - len(before))
        kept = _Write(own, offset, before, data)
        self.unsynced.setdefault(os.fstat(file).st_ino, []).append(kept)
        os.pwrite(file, data, offset)

    def sync(self, file: int) -> None:
        """Flush; a failed flush keeps what it wants."""
        inode = os.fstat(file).st_ino
        if self.is_faulty and self.chance.random() < 0.002:
            self.errors += 1
            self.lost += self.unsynced.pop(inode, [])  # the kernel counts its pages as clean now
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        for write in self.unsynced.pop(inode, ()):
            os.close(write.file)

    def crash(self) -> None:
        """Lose any part of what was not flushed, in sectors."""
        for writes in self.unsynced.values():
            for write in reversed(writes):
                self._tear(write)
                os.close(write.file)
        for write in reversed(self.lost):
            there = os.pread(write.file, len(write.after), write.offset)
            if there == write.after:  # nothing has overwritten it since
                os.pwrite(write.file, write.before, write.offset)
            os.close(write.file)
        self.unsynced.clear()
        self.lost.clear()

    def _tear(self, write: _Write) -> None:
        roll = self.chance.random()
        if roll < 0.3:
            return  # it came to the disk
        size, start = len(write.after), write.offset
        at = 0
        while at < size:
            end = min(size, (start + at) // SECTOR * SECTOR + SECTOR - start)
            if roll < 0.6 or self.chance.random() < 0.5:
                os.pwrite(write.file, write.before[at:end], start + at)
            at = end
