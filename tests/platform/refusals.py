"""Starts of the core that must be refused: status, sentence, and what may not change."""

import hashlib
import os
import subprocess
import sys

import asyncpg

from edge.cli.main import EXIT_CONFIGURATION
from tests.engine.sequencer.factories import create_exchange, create_market, open_sequencer

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
COLUMNS = """
SELECT table_name, column_name, data_type
FROM information_schema.columns
WHERE table_schema = 'public'
ORDER BY 1, 2
"""


async def make_journal(directory, commands=()):
    sequencer = await open_sequencer(directory)
    for command in (create_exchange(), create_market(), *commands):
        await sequencer.submit(command)
    await sequencer.close()
    for snapshot in directory.glob("snapshots/*"):
        snapshot.unlink()


def start(home, database_url, **variables):
    """Start the core; return status and what it said."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ACRE_")}
    given = {
        "ACRE_HOME": str(home),
        "ACRE_PROFILE": "test",
        "ACRE_CATALOGUE": "texas",
        "DATABASE_URL": database_url,
    }
    ended = subprocess.run(
        [sys.executable, "-m", "edge.cli", "core"],
        env={**kept, "ACRE_PORT": "14980", **given, **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = [line for line in ended.stderr.splitlines() if line.startswith("acre: ")]
    return ended.returncode, said


def contents(home):
    """Digest of every file that must not change."""
    return {
        str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(home.rglob("*"))
        if path.is_file() and path.suffix != ".new"
    }


def only_sentence(home, database_url, **variables):
    """Start the core; return the one sentence with which it is refused."""
    status, said = start(home, database_url, **variables)
    assert status == EXIT_CONFIGURATION, said
    (sentence,) = said
    return sentence


async def database_contents(database_url):
    """Columns of every table, and a digest of its rows."""
    connection = await asyncpg.connect(database_url)
    try:
        columns = [tuple(row) for row in await connection.fetch(COLUMNS)]
        digests = {}
        for row in await connection.fetch(TABLES):
            (name,) = row
            query = f"SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM {name} t"
            digests[name] = await connection.fetchval(query)
        return columns, digests
    finally:
        await connection.close()
