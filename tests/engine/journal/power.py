"""A process that is killed, or a machine that loses power, before the nth step of file work."""

import os
import shutil
import stat
from pathlib import Path

STEPS = ((os, "fsync"), (os, "link"), (Path, "rename"), (Path, "unlink"), (Path, "mkdir"))


class Crash(BaseException):
    """The step is not done, nor anything after it."""


class Power:
    """Files below a directory: what is there, and what would be there without power.

    Durable are the bytes of a file when it was last flushed, and the names of a directory when that
    was. Every step of `STEPS` is counted; `crash_at` is not done.
    """

    def __init__(self, root: Path, crash_at: int) -> None:
        self.steps = 0
        self._root = root
        self._crash_at = crash_at
        self._real = {name: getattr(owner, name) for owner, name in STEPS}
        self._names: dict[Path, dict[str, tuple[int, bool]]] = {}
        self._bytes: dict[int, bytes] = {}
        self._held: list[int] = []  # so that no inode is used twice
        for path in (root, *root.rglob("*")):
            self._keep(path)

    def __enter__(self) -> "Power":
        for owner, name in STEPS:
            setattr(owner, name, self._step(name))
        return self

    def __exit__(self, *_: object) -> None:
        for owner, name in STEPS:
            setattr(owner, name, self._real[name])
        for file in self._held:
            os.close(file)

    def lose(self) -> None:
        """Leave what is durable; call after the crash."""
        for path in self._root.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        self._write(self._root)

    def _write(self, directory: Path) -> None:
        directory.mkdir(exist_ok=True)
        for name, (inode, is_directory) in self._names.get(directory, {}).items():
            if is_directory:
                self._write(directory / name)
            else:
                (directory / name).write_bytes(self._bytes.get(inode, b""))

    def _step(self, name: str):
        def call(*args, **options):
            self.steps += 1
            if self.steps == self._crash_at:
                raise Crash
            result = self._real[name](*args, **options)
            if name == "fsync":
                self._keep(Path(os.readlink(f"/proc/self/fd/{args[0]}")))
            return result

        return call

    def _keep(self, path: Path) -> None:
        file = os.open(path, os.O_RDONLY)
        self._held.append(file)
        facts = os.fstat(file)
        if stat.S_ISDIR(facts.st_mode):
            self._names[path] = {one.name: (one.inode(), one.is_dir()) for one in os.scandir(path)}
        else:
            self._bytes[facts.st_ino] = path.read_bytes()
