"""One log file per child, bounded: children append, the supervisor cuts what grows too long."""

import os
import shutil
from pathlib import Path
from typing import BinaryIO

LOG_SIZE_MAX = 8 * 1024 * 1024
TAIL_LINES_MAX = 25
SENTENCE_START = "acre: "
TAIL_BYTES_MAX = 16_384


def open_log(path: Path) -> BinaryIO:
    """Open a log for appending, readable by its owner only."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    return os.fdopen(descriptor, "ab", buffering=0)


def cut_log(path: Path) -> None:
    """Move a log that is too long to `<name>.1` and empty it; its writers keep it open."""
    if path.exists() and path.stat().st_size > LOG_SIZE_MAX:
        shutil.copyfile(path, path.with_name(f"{path.name}.1"))
        os.truncate(path, 0)


def last_sentence(path: Path) -> str:
    """Return what a role said last before it gave up: `acre: ` and a sentence; "" if nothing."""
    _before, start, sentence = log_tail(path).rpartition(SENTENCE_START)
    return sentence if start else ""


def log_tail(path: Path) -> str:
    """Return the last lines of a log."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - TAIL_BYTES_MAX))
            text = file.read().decode(errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-TAIL_LINES_MAX:])
