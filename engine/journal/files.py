"""Writing files so that they are there after a crash."""

import os
from pathlib import Path


def sync_directory(directory: Path) -> None:
    """Make the names in a directory durable."""
    file = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def make_directory(directory: Path, mode: int = 0o777) -> None:
    """Create a directory and its parents where missing; their names are durable on return."""
    missing = [one for one in (directory, *directory.parents) if not one.exists()]
    directory.mkdir(mode=mode, parents=True, exist_ok=True)
    for one in reversed(missing):
        sync_directory(one.parent)


def write_all(file: int, data: bytes, offset: int) -> None:
    view = memoryview(data)
    while view:
        written = os.pwrite(file, view, offset)
        view, offset = view[written:], offset + written
