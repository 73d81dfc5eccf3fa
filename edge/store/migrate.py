"""Migrations: numbered files, applied forward, each once, each in one transaction."""

# ruff: noqa: ANN401 - values of any message or column pass through here

import hashlib
from pathlib import Path
from typing import Any

_TABLE = """
CREATE TABLE IF NOT EXISTS schema_migration (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL
)
"""


class MigrationError(Exception):
    """The database cannot be brought up to date; the message is a sentence."""


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))


async def migrate(connection: Any, folder: Path) -> list[str]:
    """Apply what is missing and return the names; refuse a database that knows other files."""
    files = _files(folder)
    await connection.execute(_TABLE)
    query = "SELECT number, name, sha256 FROM schema_migration ORDER BY number"
    known = {row["number"]: row for row in await connection.fetch(query)}
    if known and max(known) > len(files):
        raise MigrationError(
            "The database was made by a newer version of Acre; use that version, "
            "or give another database."
        )
    applied = []
    for number, path in enumerate(files, start=1):
        text = path.read_text()
        digest = hashlib.sha256(text.encode()).hexdigest()
        if int(path.name[:4]) != number:
            raise MigrationError(f"The migration {path.name} is out of order; expected {number}.")
        if number in known:
            if known[number]["sha256"] != digest:
                raise MigrationError(f"The migration {path.name} was changed after it was applied.")
            continue
        await _apply(connection, number, path.name, text, digest)
        applied.append(path.name)
    return applied


async def _apply(connection: Any, number: int, name: str, text: str, digest: str) -> None:
    async with connection.transaction():
        await connection.execute(text)
        await connection.execute(
            "INSERT INTO schema_migration (number, name, sha256) VALUES ($1, $2, $3)",
            number,
            name,
            digest,
        )
