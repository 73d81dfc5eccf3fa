"""Rows that no journal gives back: sessions, profiles, curves of portfolio values."""

from pathlib import Path

from edge.backup.manifest import BackupError
from edge.store.pool import Store

# In an order in which rows find what they name.
TABLES = (
    "wallet",
    "session",
    "refresh_token",
    "consumed_nonce",
    "profile",
    "hidden_margin_account",
    "risk_listed",
    "badge_holder",
    "account_value",
    "idempotent_answer",
)
FOLDER = "rows"
_COLUMNS = """
SELECT attname
FROM pg_attribute
WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
ORDER BY attnum
"""


async def save_rows(store: Store, target: Path) -> dict[str, list[str]]:
    """Write each table into a file, all as of one moment; returns the columns of each."""
    (target / FOLDER).mkdir()
    columns = {}
    async with (
        store.pool.acquire() as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        for table in TABLES:
            rows = await connection.fetch(_COLUMNS, table)
            columns[table] = [row["attname"] for row in rows]
            path = target / FOLDER / table
            await connection.copy_from_table(table, output=path, columns=columns[table])
    return columns


async def require_empty(store: Store) -> None:
    """Raise BackupError for a database that is in use; its schema may be of any version."""
    for table in TABLES:
        query = f"SELECT EXISTS (SELECT FROM {table})"  # noqa: S608
        if await store.has_table(table) and await store.pool.fetchval(query):
            raise BackupError(
                f"The database is in use: its table {table} has rows. Name an empty one in "
                "DATABASE_URL."
            )


async def load_rows(store: Store, source: Path, columns: dict[str, list[str]]) -> None:
    """Read the tables of a backup into an empty database; raises BackupError for any other."""
    unknown = sorted(columns.keys() - set(TABLES))
    if unknown:
        raise BackupError(f"The backup has rows of {', '.join(unknown)}, which this Acre lacks.")
    await require_empty(store)
    async with store.pool.acquire() as connection, connection.transaction():
        for table in TABLES:
            if table in columns:
                path = source / FOLDER / table
                await connection.copy_to_table(table, source=path, columns=columns[table])
