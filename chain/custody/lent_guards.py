"""The guards whose rent is lent: a small database of what can be reclaimed later.

Losing it costs the rent of the guards in it and nothing else. A row does not say that a payout was
made: ask the engine before closing a guard.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chain.custody.guard import Guard
from chain.custody.payout import RequestKey

LENT_FILE: Final = "lent-guards.sqlite3"
_TABLE: Final = """
create table if not exists lent (
    address blob primary key, owner blob not null, request_id integer not null,
    height integer, at_s integer not null
) without rowid
"""
_INDEX: Final = "create index if not exists lent_by_time on lent (at_s)"
_ADD: Final = "insert or ignore into lent values (?, ?, ?, null, ?)"
_DATE: Final = "update lent set height = ? where height is null"
_DUE: Final = (
    "select address, owner, request_id from lent where height < ? and at_s <= ?"
    " order by at_s, address limit ? offset ?"
)
_DROP: Final = "delete from lent where address = ?"
_COUNT: Final = "select count(*) from lent"


@dataclass(frozen=True, slots=True)
class LentGuard:
    """A guard and the request that it guards."""

    address: bytes
    key: RequestKey


@dataclass(frozen=True, slots=True)
class LentGuards:
    """Every call opens the file and blocks; use a thread."""

    path: Path

    @classmethod
    def beside(cls, payouts_dir: Path) -> "LentGuards":
        """Return the guards of the settler with this directory."""
        return cls(payouts_dir.parent / "custody" / LENT_FILE)

    def add(self, key: RequestKey, guards: Sequence[Guard], at_s: int) -> None:
        """Remember the guards of a payout that is final."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with closing(self._open()) as database, database:
            database.executemany(_ADD, [(guard.address, *key, at_s) for guard in guards])

    def date(self, height: int) -> None:
        """Note for new ones how high the chain is: what was signed before will have expired."""
        with closing(self._open()) as database, database:
            database.execute(_DATE, (height,))

    def due(self, before_height: int, until_s: int, limit: int, skip: int = 0) -> list[LentGuard]:
        """Return the oldest that were noted below a height and up to a time."""
        with closing(self._open()) as database:
            rows = database.execute(_DUE, (before_height, until_s, limit, skip)).fetchall()
        return [LentGuard(address, (owner, number)) for address, owner, number in rows]

    def drop(self, guards: Sequence[LentGuard]) -> None:
        """Forget guards that are closed or cannot be closed."""
        with closing(self._open()) as database, database:
            database.executemany(_DROP, [(guard.address,) for guard in guards])

    def count(self) -> int:
        """Return the number of lent guards."""
        with closing(self._open()) as database:
            return int(database.execute(_COUNT).fetchone()[0])

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        database = sqlite3.connect(self.path, timeout=10.0)
        try:
            database.execute(_TABLE)
            database.execute(_INDEX)
        except sqlite3.Error:
            database.close()
            raise
        return database
