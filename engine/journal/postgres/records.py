"""Records of the table `command_log` up to one of them.

The hash chain is that of the segment files: a log can be copied from one form into the other.
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice, takewhile
from typing import Any, NamedTuple

from engine.journal.journal import (
    JoinedRecords,
    JournalCorruptError,
    JournalRecord,
    JournalShortError,
)
from engine.journal.postgres import statements
from engine.journal.postgres.limits import READ_ATTEMPTS, READ_ROWS
from engine.journal.postgres.session import Session
from engine.journal.segment import GENESIS_HASH, RECORD_CHECKED

Rows = list[Any]


class _Checked(NamedTuple):
    record: JournalRecord
    digest: bytes
    group_seq: int


class DatabaseRecords:
    """The log up to a record. Calls block; raises JournalFailedError without the database."""

    def __init__(self, session: Session, shard: int, last_seq: int, last_hash: bytes) -> None:
        """Take the end as given; `head` and `up_to` ask the database for it."""
        self._session = session
        self._shard = shard
        self._last_seq = last_seq
        self._last_hash = last_hash

    @classmethod
    def head(cls, session: Session, shard: int) -> "DatabaseRecords":
        """Return the log up to its last record."""
        _, last_seq, last_hash = read_head(session, shard)
        return cls(session, shard, last_seq, last_hash)

    @classmethod
    def up_to(cls, session: Session, shard: int, last_seq: int) -> "DatabaseRecords":
        """Return the log up to a record; raises JournalShortError where it ends before."""
        if not last_seq:
            return cls(session, shard, 0, GENESIS_HASH)
        row = session.run(_fetch_row(statements.RECORD, shard, last_seq))
        if row is None:
            raise JournalShortError(f"The command log ends before command {last_seq}.")
        return cls(session, shard, last_seq, digest_of(row))

    @property
    def last_seq(self) -> int:
        """Number of the last durable record, 0 when there is none."""
        return self._last_seq

    @property
    def last_hash(self) -> bytes:
        """Hash of the last durable record, which covers all before it too."""
        return self._last_hash

    def hash_at(self, seq: int) -> bytes:
        """Return the hash of a durable record, zeros for 0."""
        last_seq, last_hash = self._last_seq, self._last_hash
        if not 0 <= seq <= last_seq:
            raise ValueError(f"the journal has records 1 to {last_seq}, not {seq}")
        if seq == last_seq:
            return last_hash
        row = self._session.run(_fetch_row(statements.PREVIOUS_HASH, self._shard, seq))
        if row is None:
            raise JournalCorruptError(f"record {seq + 1} of the command log is missing")
        return bytes(row[0])

    def read(self, after_seq: int = 0) -> Iterator[JournalRecord]:
        """Yield the records after `after_seq` that were durable at the call, checked, in order.

        Raises JournalCorruptError at the first that is missing or does not continue the chain.
        """
        return (record for _, record in self.read_grouped(after_seq))

    def read_joined(self, after_seq: int, last_seq: int) -> Iterator[JoinedRecords]:
        """Yield the records after `after_seq` up to `last_seq`, some at a time; else as `read`."""
        records = takewhile(lambda record: record.seq <= last_seq, self.read(after_seq))
        while some := list(islice(records, READ_ROWS)):
            yield JoinedRecords(some[-1].seq, b"".join(record.payload for record in some))

    def read_grouped(self, after_seq: int = 0) -> Iterator[tuple[int, JournalRecord]]:
        """Yield what `read` does, each with the first number of those appended with it."""
        last_seq, last_hash = self._last_seq, self._last_hash
        digest = self.hash_at(after_seq) if after_seq < last_seq else last_hash
        seq, epoch = after_seq, 0
        while seq < last_seq:
            page = self._page(seq, digest, epoch)
            digest = page[-1].digest
            yield from ((one.group_seq, one.record) for one in page)
            seq, epoch = page[-1].record.seq, page[-1].record.epoch
        if after_seq < last_seq and digest != last_hash:
            raise JournalCorruptError(f"record {last_seq} of the command log is another one")

    def _page(self, after_seq: int, digest: bytes, epoch: int) -> list[_Checked]:
        """Return some records with their hashes; read them again where they do not fit."""
        for attempt in range(READ_ATTEMPTS):
            query = _fetch(statements.READ, self._shard, after_seq, self._last_seq, READ_ROWS)
            try:
                return _checked(self._session.run(query), after_seq, digest, epoch)
            except JournalCorruptError:  # or it was changed on its way
                if attempt + 1 == READ_ATTEMPTS:
                    raise
                self._session.renew()
        raise AssertionError("the loop returns or raises")

    def find(self, head: bytes, after_seq: int = 0) -> Iterator[JournalRecord]:
        """Yield the records after `after_seq` whose payload begins with `head`, in order."""
        seq, last_seq = after_seq, self._last_seq
        while True:
            query = _fetch(statements.FIND, self._shard, seq, last_seq, head, READ_ROWS)
            rows = self._session.run(query)
            for row in rows:
                yield JournalRecord(row["seq"], row["epoch"], row["payload"])
            if len(rows) < READ_ROWS:
                return
            seq = rows[-1]["seq"]


def _checked(rows: Rows, after_seq: int, digest: bytes, epoch: int) -> list[_Checked]:
    page: list[_Checked] = []
    if not rows:
        raise JournalCorruptError(f"record {after_seq + 1} of the command log is missing")
    for seq, row in enumerate(rows, after_seq + 1):
        if row["seq"] != seq:
            raise JournalCorruptError(f"record {seq} of the command log is missing")
        if row["previous_hash"] != digest or row["epoch"] < epoch:
            raise JournalCorruptError(
                f"record {seq} of the command log does not continue the hash chain"
            )
        digest, epoch = digest_of(row), row["epoch"]
        page.append(_Checked(JournalRecord(seq, epoch, row["payload"]), digest, row["group_seq"]))
    return page


def read_head(session: Session, shard: int) -> tuple[int, int, bytes]:
    """Return epoch, number and hash of the last record; zeros before there is a writer."""
    row = session.run(_fetch_row(statements.HEAD, shard))
    return (0, 0, GENESIS_HASH) if row is None else (row[0], row[1], bytes(row[2]))


def digest_of(row: Any) -> bytes:  # noqa: ANN401 - a row of the driver
    """Return the hash of a record, computed."""
    payload = row["payload"]
    head = RECORD_CHECKED.pack(
        len(payload), row["seq"], row["epoch"], row["group_seq"], row["previous_hash"]
    )
    return hashlib.sha256(head + payload).digest()


def _fetch(query: str, *values: object) -> Callable[[Any], Awaitable[Rows]]:
    return lambda connection: connection.fetch(query, *values)


def _fetch_row(query: str, *values: object) -> Callable[[Any], Awaitable[Any]]:
    return lambda connection: connection.fetchrow(query, *values)
