"""Unpacks what `make_old_home` made: a home and its database, as an earlier version left them."""

import asyncio
import json
import subprocess
import tarfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
from solders.keypair import Keypair

from edge.database.embedded import _find_install
from engine.core.exchange import Exchange
from engine.journal import read_journal

FOLDER = Path(__file__).with_name("old_homes")
COMMITS = ("c4ffb4c", "eb41df2", "a60992b")
# Sessions last by the wall clock: they are as old as the fixture, not as the day of the test.
YOUNGER = """
UPDATE session SET
    created_at_s = created_at_s + $1, expires_at_s = expires_at_s + $1, used_at_s = used_at_s + $1
"""


@dataclass(frozen=True, slots=True)
class OldHome:
    """An unpacked fixture; `facts` is what the old program said."""

    home: Path
    facts: dict[str, Any]

    @property
    def keys(self) -> dict[str, Keypair]:
        """The wallets of the users by name."""
        users = self.facts["users"]
        return {name: Keypair.from_base58_string(user["key"]) for name, user in users.items()}

    def replayed(self) -> Exchange:
        """Return the state after the old program's last command, by this engine."""
        exchange = Exchange()
        for record, _ in read_journal(self.home / "journal"):
            if record.seq <= self.facts["sequence"]:
                exchange.apply_batch(record.payload)
        return exchange


def unpack(commit: str, folder: Path) -> OldHome:
    """Unpack a fixture into an empty folder."""
    with tarfile.open(FOLDER / f"{commit}.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return OldHome(folder / "home", json.loads((folder / "facts.json").read_text()))


async def load_database(old: OldHome, database_url: str) -> None:
    """Fill an empty database with the dump."""
    psql = [str(_find_install() / "bin" / "psql"), "--quiet", "--set=ON_ERROR_STOP=1"]
    dump = str(old.home.parent / "database.sql")
    command = [*psql, "--file", dump, database_url]
    await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute(YOUNGER, int(time.time()) - old.facts["madeAt"])
    finally:
        await connection.close()
