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


# Tables of another program: of this schema, and of none of its extensions.
_FOREIGN = """
SELECT c.relname
FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace
    AND c.relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
ORDER BY c.relname
LIMIT 1
"""
_LOCK = 0x41435245  # of PostgreSQL's advisory locks: two writers of a cluster may start at once


class MigrationError(Exception):
    """The database cannot be brought up to date; the message is a sentence."""


class OldSchemaError(Exception):
    """The database waits for the core of this version; the message is a sentence."""


def known_migrations(folder: Path) -> int:
    """Return how many migrations this version has."""
    return len(_files(folder))


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))


async def applied_migrations(connection: Any, folder: Path) -> int:
    """Return how many files the database has; changes nothing.

    Raises MigrationError for a database of a newer version, of other files, or of another program.
    """
    files = _files(folder)
    if await connection.fetchval("SELECT to_regclass('schema_migration')") is None:
        foreign = await connection.fetchval(_FOREIGN)
        if foreign is not None:
            raise MigrationError(
                f"The database has tables of another program, such as {foreign}; name an empty one "
                "in DATABASE_URL."
            )
        return 0
    rows = await connection.fetch("SELECT number, name, sha256 FROM schema_migration ORDER BY 1")
    newest = max((row["number"] for row in rows), default=0)
    if newest > len(files):
        raise MigrationError(
            f"The database was made by a newer version of Acre: it has migration {newest}, this "
            f"version knows {len(files)}; use that version, or give another database."
        )
    for row in rows:
        path = files[row["number"] - 1]
        if row["sha256"] != _digest(path):
            raise MigrationError(f"The migration {path.name} was changed after it was applied.")
    return newest


async def require_current(connection: Any, folder: Path) -> None:
    """Raise OldSchemaError for a database that lacks a migration, and MigrationError; no change."""
    applied, known = await applied_migrations(connection, folder), known_migrations(folder)
    if applied < known:
        raise OldSchemaError(
            f"The database has migration {applied}, this version of Acre needs {known}: start the "
            "core of this version first, or use the version that made it."
        )


async def migrate(connection: Any, folder: Path) -> list[str]:
    """Apply what is missing and return the names; raises MigrationError before any change."""
    await connection.execute("SELECT pg_advisory_lock($1)", _LOCK)
    try:
        applied = await applied_migrations(connection, folder)
        await connection.execute(_TABLE)
        missing = _files(folder)[applied:]
        for number, path in enumerate(missing, start=applied + 1):
            if int(path.name[:4]) != number:
                raise MigrationError(
                    f"The migration {path.name} is out of order; expected {number}."
                )
            await _apply(connection, number, path)
        return [path.name for path in missing]
    finally:
        await connection.execute("SELECT pg_advisory_unlock($1)", _LOCK)


def _digest(path: Path) -> str:
    return hashlib.sha256(_text(path).encode()).hexdigest()


def _text(path: Path) -> str:
    return path.read_text()


async def _apply(connection: Any, number: int, path: Path) -> None:
    async with connection.transaction():
        await connection.execute(_text(path))
        await connection.execute(
            "INSERT INTO schema_migration (number, name, sha256) VALUES ($1, $2, $3)",
            number,
            path.name,
            _digest(path),
        )
