"""Copying folders of the state directory, whose SQLite files may be in use."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

SQLITE = ".sqlite3"
SQLITE_BESIDE = ("-wal", "-shm", "-journal")
BUSY_S = 30.0


def copy_folder(source: Path, target: Path) -> None:
    """Copy a folder and what is below it; SQLite files as of one moment each."""
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in sorted(source.iterdir()):
        if path.is_dir():
            copy_folder(path, target / path.name)
        elif path.suffix == SQLITE:
            _copy_sqlite(path, target / path.name)
        elif path.is_file() and not path.name.endswith(SQLITE_BESIDE):
            shutil.copyfile(path, target / path.name)


def _copy_sqlite(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=BUSY_S)) as reading,
        closing(sqlite3.connect(target)) as writing,
    ):
        reading.backup(writing)
