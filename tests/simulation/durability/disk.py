"""A disk under real files: calls fail, and a crash loses or tears what was not flushed.

`patched` puts it in the place of the system calls that change files below a directory. Contents
count as durable after `fsync` of the file, names after `fsync` of their directory.
"""

import errno
import io
import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.simulation.durability.clock import MACHINE, Tasks

SECTOR = 512
RANDOM_OFTEN = 0.002  # of the calls, while the disk is faulty

EIO, ENOSPC, SHORT, MISDIRECTED, POWER = "EIO", "ENOSPC", "short write", "misdirected", "power cut"
FAULTS = (EIO, ENOSPC, SHORT, MISDIRECTED, POWER)
_RANDOM = {"write": (EIO, ENOSPC, SHORT, POWER), "fsync": (EIO, POWER)}
_CODES = {EIO: errno.EIO, ENOSPC: errno.ENOSPC}

_real_open, _real_fsync, _real_pwrite = os.open, os.fsync, os.pwrite
_real_replace, _real_unlink, _real_mkdir, _real_io_open = os.replace, os.unlink, os.mkdir, io.open


class PowerCutError(BaseException):
    """The machine is off: nothing of it reaches the disk any more."""


@dataclass
class _Write:
    path: str
    file: int  # a descriptor of our own
    offset: int
    before: bytes
    after: bytes


@dataclass
class _Name:
    """A change of a directory, and how it is undone."""

    directory: str
    undo: Callable[[], None]


@dataclass(frozen=True)
class Strike:
    """The fault of one call, counted from 1."""

    call: int
    kind: str


@dataclass
class Disk:
    """All disks of a world; each machine has its directories."""

    chance: random.Random
    root: Path
    is_faulty: bool = False
    strike: Strike | None = None
    calls: int = 0
    errors: int = 0
    struck: str = ""  # the call that `strike` hit
    seen: set[tuple[str, str]] = field(default_factory=set)  # kinds of calls, and in which folder
    unsynced: dict[int, list[_Write]] = field(default_factory=dict)  # by inode
    lost: list[_Write] = field(default_factory=list)  # of a flush that failed
    names: list[_Name] = field(default_factory=list)
    on_power_cut: Callable[[Tasks], None] = Tasks.end
    _kept: int = 0

    # which calls, and what goes wrong with them

    def _is_ours(self, path: Any) -> bool:
        """Return whether a machine of the world calls, for a file of its own."""
        return MACHINE.get() is not None and f"{os.fspath(path)}/".startswith(f"{self.root}/")

    def _path(self, file: int) -> str:
        return os.readlink(f"/proc/self/fd/{file}")

    def _fault(self, kind: str, path: Any) -> str:
        """Count a call and return its fault; "" for none."""
        tasks = MACHINE.get()
        assert tasks is not None
        if not tasks.is_alive:
            raise PowerCutError
        self.calls += 1
        name = os.fspath(path).removeprefix(str(self.root))
        self.seen.add((kind, os.path.basename(os.path.dirname(name))))
        found = ""
        if self.strike is not None:
            if self.calls == self.strike.call:
                found = self.strike.kind
                self.struck = f"{kind} {name}"
        elif self.is_faulty and self.chance.random() < RANDOM_OFTEN:
            found = self.chance.choice(_RANDOM.get(kind, (EIO, ENOSPC, POWER)))
        self.errors += bool(found)
        return found

    def _end(self, fault: str) -> None:
        """Raise what a fault does after, or in the place of, its call."""
        if fault in _CODES:
            raise OSError(_CODES[fault], os.strerror(_CODES[fault]))
        if fault == POWER:
            tasks = MACHINE.get()
            assert tasks is not None
            self.on_power_cut(tasks)
            raise PowerCutError

    # contents

    def pwrite(self, file: int, data: Any, offset: int) -> int:
        """Write; what was there before is remembered until a flush."""
        path = self._path(file)
        if not self._is_ours(path):
            return _real_pwrite(file, data, offset)
        data = bytes(data)
        fault = self._fault("write", path)
        if fault in (EIO, ENOSPC, SHORT) and data:
            done = self.chance.randrange(fault == SHORT, len(data) + (fault != SHORT))
            done = max(done, 1) if fault == SHORT else done
            self._write(path, file, data[:done], offset)
            self._end(fault)
            return done
        if fault == MISDIRECTED:
            self._write(path, file, data, self._elsewhere(file, offset))
            return len(data)
        self._write(path, file, data, offset)
        self._end(fault)
        return len(data)

    def _elsewhere(self, file: int, offset: int) -> int:
        """Return a wrong place: some sectors before or behind."""
        sectors = max(os.fstat(file).st_size // SECTOR, 2)
        return (offset + self.chance.randrange(1, sectors) * SECTOR) % (sectors * SECTOR)

    def _write(self, path: str, file: int, data: bytes, offset: int) -> None:
        own = _real_open(f"/proc/self/fd/{file}", os.O_RDWR | os.O_CLOEXEC)  # to read, too
        before = os.pread(own, len(data), offset)
        before += bytes(len(data) - len(before))
        kept = _Write(path, own, offset, before, data)
        self.unsynced.setdefault(os.fstat(file).st_ino, []).append(kept)
        _real_pwrite(file, data, offset)

    def sync(self, file: int) -> None:
        """Flush a file, or the names in a directory; a failed flush keeps what it wants."""
        path = self._path(file)
        if not self._is_ours(path):
            _real_fsync(file)
            return
        fault = self._fault("fsync", path)
        inode = os.fstat(file).st_ino
        if fault in (EIO, ENOSPC):
            self.lost += self.unsynced.pop(inode, [])  # the kernel counts its pages as clean now
        else:
            for write in self.unsynced.pop(inode, ()):
                os.close(write.file)
            self.names = [name for name in self.names if name.directory != path]
        self._end(fault)

    # names

    def open(self, path: Any, flags: int, mode: int = 0o777, **options: Any) -> int:
        if not self._is_ours(path) or not flags & os.O_CREAT or os.path.exists(path):
            return _real_open(path, flags, mode, **options)
        fault = self._fault("create", path)
        if fault in _CODES:
            self._end(fault)
        file = _real_open(path, flags, mode, **options)
        self._created(path)
        if fault == POWER:
            os.close(file)
            self._end(fault)
        return file

    def _created(self, path: Any) -> None:
        self._named(path, lambda: _remove(path))

    def _named(self, path: Any, undo: Callable[[], None]) -> None:
        self.names.append(_Name(os.path.dirname(os.fspath(path)), undo))

    def replace(self, source: Any, target: Any, **options: Any) -> None:
        if not self._is_ours(target):
            _real_replace(source, target, **options)
            return
        fault = self._fault("rename", target)
        if fault in _CODES:
            self._end(fault)
        kept = self._keep(target)
        _real_replace(source, target)

        def undo() -> None:
            if os.path.exists(target):
                _real_replace(target, source)
            if kept:
                os.link(kept, target)

        self._named(target, undo)
        self._end(fault)

    def _keep(self, path: Any) -> str:
        """Keep a file that loses its name; "" where there is none."""
        if not os.path.exists(path):
            return ""
        self._kept += 1
        kept = self.root.with_name(f"{self.root.name}-kept") / str(self._kept)
        kept.parent.mkdir(exist_ok=True)
        os.link(path, kept)
        return str(kept)

    def unlink(self, path: Any, **options: Any) -> None:
        if not self._is_ours(path) or not os.path.exists(path):
            _real_unlink(path, **options)
            return
        fault = self._fault("unlink", path)
        if fault in _CODES:
            self._end(fault)
        kept = self._keep(path)
        _real_unlink(path, **options)
        self._named(path, lambda: None if os.path.exists(path) else os.link(kept, path))
        self._end(fault)

    def mkdir(self, path: Any, mode: int = 0o777, **options: Any) -> None:
        if not self._is_ours(path) or os.path.exists(path):
            _real_mkdir(path, mode, **options)
            return
        fault = self._fault("mkdir", path)
        if fault in _CODES:
            self._end(fault)
        _real_mkdir(path, mode, **options)
        self._named(path, lambda: shutil.rmtree(path, ignore_errors=True))
        self._end(fault)

    def open_stream(self, file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        """In the place of `io.open`: writes go through `pwrite`."""
        path = self._path(file) if isinstance(file, int) else file
        if not set(mode) & set("wax+") or not self._is_ours(path):
            return _real_io_open(file, mode, *args, **options)
        if not isinstance(file, int):
            file = self.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
        stream = io.BufferedWriter(_Stream(self, file))
        return stream if "b" in mode else io.TextIOWrapper(stream, encoding="utf-8")

    # crashes

    def crash(self, directory: Path) -> None:
        """Lose any part of what was not flushed below a directory, in sectors, and names."""
        below = f"{directory}/"
        for inode, rows in tuple(self.unsynced.items()):
            if not rows[0].path.startswith(below):
                continue
            for write in reversed(self.unsynced.pop(inode)):
                self._tear(write)
                os.close(write.file)
        for write in [one for one in reversed(self.lost) if one.path.startswith(below)]:
            there = os.pread(write.file, len(write.after), write.offset)
            if there == write.after:  # nothing has overwritten it since
                _real_pwrite(write.file, write.before, write.offset)
            os.close(write.file)
            self.lost.remove(write)
        names = [name for name in self.names if f"{name.directory}/".startswith(below)]
        if names and self.chance.random() < 0.5:
            for name in reversed(names[self.chance.randrange(len(names)) :]):
                name.undo()
        self.names = [name for name in self.names if name not in names]

    def _tear(self, write: _Write) -> None:
        roll = self.chance.random()
        if roll < 0.3:
            return  # it came to the disk
        size, start = len(write.after), write.offset
        at = 0
        while at < size:
            end = min(size, (start + at) // SECTOR * SECTOR + SECTOR - start)
            if roll < 0.6 or self.chance.random() < 0.5:
                _real_pwrite(write.file, write.before[at:end], start + at)
            at = end

    def close(self) -> None:
        """Close the descriptors that are left, and remove what was kept."""
        for write in (*self.lost, *(one for rows in self.unsynced.values() for one in rows)):
            os.close(write.file)
        self.lost.clear()
        self.unsynced.clear()
        shutil.rmtree(self.root.with_name(f"{self.root.name}-kept"), ignore_errors=True)

    @contextmanager
    def patched(self) -> Iterator[None]:
        """Put the disk in the place of the system's calls."""
        calls = {
            "open": self.open, "pwrite": self.pwrite, "fsync": self.sync, "fdatasync": self.sync,
            "replace": self.replace, "rename": self.replace, "unlink": self.unlink,
            "mkdir": self.mkdir,
        }  # fmt: skip
        with ExitStack() as stack:
            for name, call in calls.items():
                stack.enter_context(patch.object(os, name, call))
            stack.enter_context(patch.object(io, "open", self.open_stream))
            yield


class _Stream(io.FileIO):
    """A file that is written through a disk."""

    def __init__(self, disk: Disk, file: int) -> None:
        super().__init__(file, "wb")
        self._disk = disk

    def write(self, data: Any) -> int:
        done = self._disk.pwrite(self.fileno(), data, self.tell())
        self.seek(done, os.SEEK_CUR)
        return done


def _remove(path: Any) -> None:
    if os.path.exists(path):
        _real_unlink(path)
