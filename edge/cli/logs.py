"""One log file per child, bounded: children append, the supervisor cuts what grows too long."""

import os
import shutil
from pathlib import Path
from typing import BinaryIO

from edge.process.disk import is_passing

LOG_SIZE_MAX = 8 * 1024 * 1024
TAIL_LINES_MAX = 25
SENTENCE_START = "acre: "
TAIL_BYTES_MAX = 16_384


def open_log(path: Path) -> BinaryIO:
    """Open a log for appending, readable by its owner only; nothing is kept on a full disk."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError as error:
        if not is_passing(error):
            raise
        descriptor = os.open(os.devnull, os.O_WRONLY)
    return os.fdopen(descriptor, "ab", buffering=0)


def cut_log(path: Path) -> None:
    """Move a log that is too long to `<name>.1` and empty it; its writers keep it open.

    Where there is no room for the copy, the log is emptied without one.
    """
    if not path.exists() or path.stat().st_size <= LOG_SIZE_MAX:
        return
    copy = path.with_name(f"{path.name}.1")
    try:
        shutil.copyfile(path, copy)
    except OSError:
        copy.unlink(missing_ok=True)
    os.truncate(path, 0)


def last_sentence(path: Path, start: int = 0) -> str:
    """Return a role's last message before it exited: `acre: ` and a sentence; "" if none.

    Only what was logged from the byte `start` on counts.
    """
    _before, mark, sentence = log_tail(path, start).rpartition(SENTENCE_START)
    return sentence if mark else ""


def log_tail(path: Path, start: int = 0) -> str:
    """Return the last lines of a log, from the byte `start` on."""
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            begin = start if start <= size else 0  # it was cut meanwhile
            file.seek(max(begin, size - TAIL_BYTES_MAX))
            text = file.read().decode(errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-TAIL_LINES_MAX:])
