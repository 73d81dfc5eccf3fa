"""Free space below the state directory: a full disk is named, since its log cannot say it."""

import errno
import os
from collections.abc import Iterable
from pathlib import Path

FREE_BYTES_MIN = 4 * 1024 * 1024
FOLDERS_MAX = 32
# Trouble of the machine that passes: waited for or tried again, never the end.
PASSING_ERRNOS = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EIO,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.EAGAIN,
        errno.ENOBUFS,
    }
)


def full_disk_sentence(home: Path) -> str:
    """Name the first folder of the state directory whose disk is full; "" when none is."""
    for folder in _folders(home):
        try:
            facts = os.statvfs(folder)
        except OSError:
            continue
        free_bytes = facts.f_bavail * facts.f_frsize
        if facts.f_blocks and free_bytes < FREE_BYTES_MIN:
            return f"The disk of {folder} is full ({free_bytes // 1024} KiB free)."
        if facts.f_files and not facts.f_favail:
            return f"The file system of {folder} has no inode left."
    return ""


def free_bytes_by_folder(home: Path) -> dict[str, int]:
    """Return the free space for each folder of the state directory; "." is the directory itself."""
    found: dict[str, int] = {}
    for folder in list(_folders(home))[:FOLDERS_MAX]:
        try:
            facts = os.statvfs(folder)
        except OSError:
            continue
        found[str(folder.relative_to(home))] = facts.f_bavail * facts.f_frsize
    return found


def _folders(home: Path) -> Iterable[Path]:
    try:
        return [home, *sorted(path for path in home.iterdir() if path.is_dir())]
    except OSError:
        return [home]


def is_passing(error: BaseException) -> bool:
    """Return whether an error is trouble of the machine that can pass."""
    return isinstance(error, OSError) and error.errno in PASSING_ERRNOS
