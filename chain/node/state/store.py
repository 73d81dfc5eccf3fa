"""The chain on disk: one SQLite file, one transaction per slot that has something in it.

A block is confirmed only after its commit, so neither a kill nor a power cut takes back what was
confirmed (write-ahead log, synced at each commit). Empty slots write nothing but a promise of
slot numbers every few seconds, which overwrites the one before.
"""

import fcntl
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import orjson

from chain.node.encoding.meta import Json
from chain.node.state.store_health import DamagedRowError, StoreError, explained, require_sound
from chain.node.state.timeline import Anchor, Fork, SkippedRange

_POSITION_BITS = 20
_ROWS_PER_STATEMENT = 64
_SCHEMA = """
CREATE TABLE IF NOT EXISTS genesis (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    format INTEGER NOT NULL,
    hash BLOB NOT NULL,
    airdrop_seed BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS reservation (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    slot INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS anchors (
    slot INTEGER PRIMARY KEY,
    unix_ms INTEGER NOT NULL,
    slot_ms INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS skips (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS forks (
    first INTEGER PRIMARY KEY,
    number INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS transactions (
    id INTEGER PRIMARY KEY,
    signature BLOB NOT NULL UNIQUE,
    wire BLOB NOT NULL,
    meta BLOB NOT NULL,
    crc INTEGER
);
CREATE TABLE IF NOT EXISTS address_transactions (
    address BLOB NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (address, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS accounts (
    address BLOB PRIMARY KEY,
    account BLOB NOT NULL,
    crc INTEGER
);
"""
_FORMAT = 1
_CHECKED_TABLES = ("transactions", "accounts")  # rows of older files have no checksum


@dataclass(frozen=True, slots=True, kw_only=True)
class Genesis:
    """The chain's identity, and the secret key of its airdrop account."""

    hash: bytes
    airdrop_seed: bytes


class Record(NamedTuple):
    """An executed transaction at its place in the chain."""

    slot: int
    position: int
    signature: bytes
    wire: bytes
    meta_json: bytes
    addresses: tuple[bytes, ...] = ()
    written: tuple[bytes, ...] = ()  # those of `addresses` that changed; not kept on disk

    @property
    def meta(self) -> Json:
        """What the transaction did; read anew each time."""
        meta: Json = orjson.loads(self.meta_json)
        return meta

    @property
    def err(self) -> object:
        """The transaction error in its JSON form; None for success."""
        return self.meta["err"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotWrite:
    """The additions of one commit; an account without value is deleted."""

    records: Sequence[Record] = ()
    accounts: Sequence[tuple[bytes, bytes | None]] = ()
    anchors: Sequence[Anchor] = ()
    skips: Sequence[SkippedRange] = ()
    reserved_slot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkWrite:
    """A fork: what came after its last common slot goes, and these accounts come back."""

    fork: Fork
    accounts: Sequence[tuple[bytes, bytes | None]]
    skip: SkippedRange | None


class Store:
    """Read and write the chain's file. Reads and writes use separate connections."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self.path = path
        self._lock = _lock(path.with_suffix(".lock"))
        try:
            self._writer = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        except sqlite3.DatabaseError as error:
            os.close(self._lock)
            raise explained(error, path) from error
        try:
            require_sound(self._writer, path)
            _require_format(self._writer, path)
            self._writer.execute("PRAGMA journal_mode = WAL")
            self._writer.execute("PRAGMA synchronous = FULL")
            self._writer.execute("PRAGMA locking_mode = NORMAL")
            self._writer.executescript(_SCHEMA)
            _add_checksums(self._writer)
            self._reader = sqlite3.connect(path, isolation_level=None)
        except (sqlite3.DatabaseError, StoreError) as error:
            self._writer.close()
            os.close(self._lock)
            if isinstance(error, StoreError):
                raise
            raise explained(error, path) from error

    def size_bytes(self) -> int:
        """Return the size of the database and its write-ahead log."""
        paths = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return sum(path.stat().st_size for path in paths if path.exists())

    def close(self) -> None:
        """Fold the write-ahead log into the file and close it."""
        self._reader.close()
        self._writer.close()
        os.close(self._lock)

    def genesis(self) -> Genesis | None:
        """Return the chain's genesis, or None for a new file."""
        row = self._reader.execute("SELECT hash, airdrop_seed FROM genesis WHERE id = 1").fetchone()
        return None if row is None else Genesis(hash=row[0], airdrop_seed=row[1])

    def create(self, genesis: Genesis, first: SlotWrite) -> None:
        """Write the genesis of a new chain together with its first accounts."""
        with self._writer:
            self._begin()
            self._writer.execute(
                "INSERT INTO genesis (id, format, hash, airdrop_seed) VALUES (1, ?, ?, ?)",
                (_FORMAT, genesis.hash, genesis.airdrop_seed),
            )
            self._insert(first)

    def write(self, slot_write: SlotWrite) -> None:
        """Commit one slot; durable when it returns."""
        with self._writer:
            self._begin()
            self._insert(slot_write)

    def rewind(self, fork_write: ForkWrite) -> None:
        """Abandon the slots from the fork's first one on, in one commit."""
        first = fork_write.fork.first
        with self._writer:
            execute = self._writer.execute
            self._begin()
            execute("DELETE FROM transactions WHERE id >= ?", (first << _POSITION_BITS,))
            execute("DELETE FROM address_transactions WHERE id >= ?", (first << _POSITION_BITS,))
            execute("DELETE FROM forks WHERE first >= ?", (first,))
            execute("INSERT INTO forks VALUES (?, ?)", (first, fork_write.fork.number))
            if fork_write.skip is not None:
                execute("DELETE FROM skips WHERE first >= ?", (first,))
                execute(
                    "INSERT INTO skips VALUES (?, ?)",
                    (fork_write.skip.first, fork_write.skip.last),
                )
            self._insert_accounts(fork_write.accounts)

    def reserved_slot(self) -> int:
        """Return the last slot number that may have been used."""
        row = self._reader.execute("SELECT slot FROM reservation WHERE id = 1").fetchone()
        return 0 if row is None else int(row[0])

    def anchors(self) -> list[Anchor]:
        """Return the time anchors by slot."""
        rows = self._reader.execute("SELECT slot, unix_ms, slot_ms FROM anchors ORDER BY slot")
        return [Anchor(slot=slot, unix_ms=unix_ms, slot_ms=pace) for slot, unix_ms, pace in rows]

    def skips(self) -> list[SkippedRange]:
        """Return the ranges of slots without blocks."""
        rows = self._reader.execute("SELECT first, last FROM skips ORDER BY first")
        return [SkippedRange(first=first, last=last) for first, last in rows]

    def forks(self) -> list[Fork]:
        """Return the forks that the chain took."""
        rows = self._reader.execute("SELECT first, number FROM forks ORDER BY first")
        return [Fork(first=first, number=number) for first, number in rows]

    def accounts(self) -> Iterator[tuple[bytes, bytes]]:
        """Iterate over all stored accounts; raises DamagedRowError."""
        rows = self._reader.execute("SELECT address, account, crc FROM accounts ORDER BY address")
        for address, account, checksum in rows:
            _require_whole(checksum, _checksum(address, account), f"account {address.hex()}")
            yield address, account

    def last_transaction_slot(self) -> int:
        """Return the slot of the newest transaction, 0 if there is none."""
        row = self._reader.execute("SELECT MAX(id) FROM transactions").fetchone()
        return 0 if row[0] is None else int(row[0]) >> _POSITION_BITS

    def transaction_count(self) -> int:
        """Return the number of transactions of the chain."""
        return int(self._reader.execute("SELECT COUNT(*) FROM transactions").fetchone()[0])

    def by_signature(self, signature: bytes) -> Record | None:
        """Find a transaction by its first signature."""
        row = self._reader.execute(
            "SELECT id, signature, wire, meta, crc FROM transactions WHERE signature = ?",
            (signature,),
        ).fetchone()
        return None if row is None else _record(row)

    def block(self, slot: int) -> list[Record]:
        """Return the transactions of a slot in order."""
        rows = self._reader.execute(
            "SELECT id, signature, wire, meta, crc FROM transactions"
            " WHERE id >= ? AND id < ? ORDER BY id",
            (slot << _POSITION_BITS, (slot + 1) << _POSITION_BITS),
        )
        return [_record(row) for row in rows]

    def since(self, slot: int) -> Iterator[Record]:
        """Iterate over the transactions from a slot on, in order."""
        rows = self._reader.execute(
            "SELECT id, signature, wire, meta, crc FROM transactions WHERE id >= ? ORDER BY id",
            (slot << _POSITION_BITS,),
        )
        return map(_record, rows)

    def by_address(
        self, address: bytes, after: Record | None, before: Record | None, page: tuple[int, int]
    ) -> Iterator[Record]:
        """Iterate over transactions naming an address, newest first.

        Only those after one record and before another; `page` is (newest slot, count).
        """
        newest_slot, count = page
        upper = (newest_slot + 1) << _POSITION_BITS
        if before is not None:
            upper = min(upper, _record_id(before))
        lower = -1 if after is None else _record_id(after)
        rows = self._reader.execute(
            "SELECT t.id, t.signature, t.wire, t.meta, t.crc"
            " FROM address_transactions AS a JOIN transactions AS t ON t.id = a.id"
            " WHERE a.address = ? AND a.id > ? AND a.id < ? ORDER BY a.id DESC LIMIT ?",
            (address, lower, upper, count),
        ).fetchall()
        return map(_record, rows)

    def _begin(self) -> None:
        """Begin a transaction; one that an error of the disk left half open is taken back."""
        if self._writer.in_transaction:
            self._writer.rollback()
        self._writer.execute("BEGIN IMMEDIATE")

    def _insert(self, slot_write: SlotWrite) -> None:
        execute_many = self._writer.executemany
        self._insert_rows(
            "INSERT INTO transactions (id, signature, wire, meta, crc) VALUES",
            [_row(record) for record in slot_write.records],
        )
        self._insert_rows(
            "INSERT OR IGNORE INTO address_transactions (address, id) VALUES",
            [
                (address, _record_id(record))
                for record in slot_write.records
                for address in record.addresses
            ],
        )
        self._insert_accounts(slot_write.accounts)
        execute_many(
            "INSERT OR REPLACE INTO anchors (slot, unix_ms, slot_ms) VALUES (?, ?, ?)",
            [(anchor.slot, anchor.unix_ms, anchor.slot_ms) for anchor in slot_write.anchors],
        )
        execute_many(
            "INSERT INTO skips (first, last) VALUES (?, ?)",
            [(skip.first, skip.last) for skip in slot_write.skips],
        )
        self._writer.execute(
            "INSERT OR REPLACE INTO reservation (id, slot) VALUES (1, ?)",
            (slot_write.reserved_slot,),
        )

    def _insert_rows(self, head: str, rows: Sequence[tuple[object, ...]], tail: str = "") -> None:
        """Insert rows, many by one statement: after each the interpreter's lock is asked for."""
        whole = len(rows) - len(rows) % _ROWS_PER_STATEMENT
        if rows:
            places = f"({', '.join('?' * len(rows[0]))})"
            many = f"{head} {', '.join([places] * _ROWS_PER_STATEMENT)}{tail}"
            for start in range(0, whole, _ROWS_PER_STATEMENT):
                some = rows[start : start + _ROWS_PER_STATEMENT]
                self._writer.execute(many, [value for row in some for value in row])
            self._writer.executemany(f"{head} {places}{tail}", rows[whole:])

    def _insert_accounts(self, accounts: Sequence[tuple[bytes, bytes | None]]) -> None:
        self._insert_rows(
            "INSERT INTO accounts (address, account, crc) VALUES",
            [
                (address, account, _checksum(address, account))
                for address, account in accounts
                if account is not None
            ],
            " ON CONFLICT (address) DO UPDATE SET account = excluded.account, crc = excluded.crc",
        )
        self._writer.executemany(
            "DELETE FROM accounts WHERE address = ?",
            [(address,) for address, account in accounts if account is None],
        )


def _lock(path: Path) -> int:
    """Make sure that no other node uses the store; the lock ends with the process."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise StoreError(f"another node already runs on {path.parent}") from None
    return descriptor


def _record_id(record: Record) -> int:
    return record.slot << _POSITION_BITS | record.position


def _row(record: Record) -> tuple[int, bytes, bytes, bytes, int]:
    record_id, meta_json = _record_id(record), record.meta_json
    checksum = _checksum(_bytes_of(record_id), record.signature, record.wire, meta_json)
    return record_id, record.signature, record.wire, meta_json, checksum


def _bytes_of(record_id: int) -> bytes:
    return record_id.to_bytes(8)


def _checksum(*fields: bytes) -> int:
    value = 0
    for field in fields:
        value = zlib.crc32(field, value)
    return value


def _require_whole(stored: int | None, computed: int, what: str) -> None:
    if stored is not None and stored != computed:
        raise DamagedRowError(f"the row of {what} is damaged")


def _require_format(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse the file of a newer version, or of another program, before anything is written."""
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if tables and "genesis" not in tables:
        raise StoreError(
            f"{path} is a database of another program: move it away, or choose another ACRE_HOME"
        )
    row = connection.execute("SELECT format FROM genesis").fetchone() if tables else None
    if row is not None and row[0] != _FORMAT:
        raise StoreError(
            f"the chain store {path} has format {row[0]}, this version of Acre reads {_FORMAT}: "
            "run the version that made it, or choose another ACRE_HOME"
        )


def _add_checksums(connection: sqlite3.Connection) -> None:
    """Give the tables of an older file the column of checksums."""
    for table in _CHECKED_TABLES:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if "crc" not in columns:
            connection.execute(f"ALTER TABLE {table} ADD COLUMN crc INTEGER")


def _record(row: tuple[int, bytes, bytes, bytes, int | None]) -> Record:
    record_id, signature, wire, meta_json, stored = row
    computed = _checksum(_bytes_of(record_id), signature, wire, meta_json)
    _require_whole(stored, computed, f"transaction {signature.hex()}")
    return Record(
        slot=record_id >> _POSITION_BITS,
        position=record_id & ((1 << _POSITION_BITS) - 1),
        signature=signature,
        wire=wire,
        meta_json=meta_json,
    )
