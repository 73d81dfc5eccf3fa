"""The journal as a table of PostgreSQL, whose writer holds a lease."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.journal.end import ExpectedEnd, snapshots_beyond
from engine.journal.journal import JournalError, JournalFencedError
from engine.journal.limits import RECORD_PAYLOAD_MAX
from engine.journal.postgres import statements
from engine.journal.postgres.limits import AWAY_MAX_S
from engine.journal.postgres.records import DatabaseRecords, read_head
from engine.journal.postgres.session import Session
from engine.journal.segment import Place, encode_record

log = logging.getLogger(__name__)

UNREPLICATED = "canceling wait for synchronous replication"


class DatabaseJournal(DatabaseRecords):
    """PostgreSQL driver of `Journal`. Calls block; reads may run beside the writer's thread.

    A batch is one statement and one commit. Where its answer was lost, the head is read by a write
    on another connection: it is where it was, and the batch is appended again, or it is behind the
    batch, or another writer has the lease and JournalFencedError ends this one.
    """

    def __init__(
        self,
        url: str,
        epoch: int,
        *,
        shard: int = 0,
        directory: Path | None = None,
        expected: ExpectedEnd | None = None,
        away_max_s: float = AWAY_MAX_S,
    ) -> None:
        """Continue the log under the epoch of a lease that is held.

        `directory` has the snapshots. Raises JournalFencedError when the lease is another's, and
        JournalShortError when the log ends before what is `expected` or a snapshot says.
        """
        session = Session(url, away_max_s=away_max_s)
        try:
            found, last_seq, last_hash = read_head(session, shard)
            if found != epoch:
                raise _fenced(epoch, found)
            if directory is not None:
                expected = expected or ExpectedEnd()
                beyond = snapshots_beyond(directory, last_seq)
                replace(expected, known={**expected.known, **beyond}).check(directory, last_seq)
        except BaseException:
            session.close()
            raise
        super().__init__(session, shard, last_seq, last_hash)
        self._appending = Session(url, away_max_s=away_max_s)  # no reader delays a batch
        self._epoch = epoch
        self._groups: list[int] = []

    @property
    def epoch(self) -> int:
        """Epoch of this writer: one more than that of the writer before it."""
        return self._epoch

    @property
    def last_groups(self) -> Sequence[int]:
        """First seq of the records that the last `append_batch` appended."""
        return self._groups

    def append_batch(self, payloads: Sequence[bytes]) -> int:
        """Append records numbered from last_seq + 1; return the new last_seq when durable.

        Raises ValueError for a payload that is too long, JournalFencedError when another writer
        has the lease, and JournalFailedError when the database was away for too long: what is
        in the log is unknown then.
        """
        self._groups = []
        if not payloads:
            return self._last_seq
        for payload in payloads:
            if not 0 < len(payload) <= RECORD_PAYLOAD_MAX:
                raise ValueError(
                    f"a record of {len(payload)} bytes; 1 to {RECORD_PAYLOAD_MAX} can be stored"
                )
        first_seq = self._last_seq + 1
        place = Place(0, first_seq, self._last_hash, self._epoch)
        hashes = []
        for payload in payloads:
            hashes.append(place.previous_hash)
            _, place = encode_record(place, first_seq, self._epoch, payload)
        last_seq, last_hash = place.next_seq - 1, place.previous_hash
        numbers = range(first_seq, place.next_seq)
        digest = hashlib.sha256()
        for seq, previous_hash, payload in zip(numbers, hashes, payloads, strict=True):
            digest.update(seq.to_bytes(8) + previous_hash + payload)
        digest.update(last_seq.to_bytes(8) + last_hash)
        values = (
            *(self._shard, self._epoch, self._last_seq, last_seq, last_hash),
            *(list(numbers), hashes, list(payloads), digest.digest()),
        )
        self._appending.run(_Append(values))
        self._last_seq, self._last_hash = last_seq, last_hash
        self._groups = [first_seq]
        return last_seq

    def close(self) -> None:
        """End the connection; idempotent. The lease is not ours to release."""
        self._session.close()
        self._appending.close()


class _Append:
    """One batch, over as many connections as it takes."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        self._values = values
        self._was_sent = False
        self._is_unreplicated = False

    async def __call__(self, connection: Any) -> None:  # noqa: ANN401 - the driver has no types
        """Return when the batch is durable; anything else is an error."""
        shard, epoch, before, last_seq, last_hash = self._values[:5]
        if self._was_sent:
            row = await connection.fetchrow(statements.OWN_HEAD, shard, epoch)
            if row is None:
                raise _fenced(epoch)
            if (row[0], row[1]) == (last_seq, last_hash):
                log.warning("append_was_durable", extra={"sequence": last_seq})
                return
            if row[0] != before:
                raise JournalError(f"the head is at record {row[0]}, which this writer never wrote")
        self._was_sent, self._is_unreplicated = True, False
        connection.add_log_listener(self._take_message)
        try:
            status = await connection.execute(statements.APPEND, *self._values)
        finally:
            if not connection.is_closed():
                connection.remove_log_listener(self._take_message)
        if self._is_unreplicated:  # an administrator ended the wait for the standby
            raise TimeoutError("the standby did not confirm the batch")
        if status != f"INSERT 0 {last_seq - before}":
            if await connection.fetchrow(statements.OWN_HEAD, shard, epoch) is None:
                raise _fenced(epoch)
            raise ConnectionResetError("the batch did not arrive as it was sent")

    def _take_message(self, _connection: object, message: object) -> None:
        if UNREPLICATED in str(message):
            self._is_unreplicated = True


def _fenced(epoch: int, found: int | None = None) -> JournalFencedError:
    holder = "another writer" if found is None else f"the writer of epoch {found}"
    return JournalFencedError(f"{holder} has taken over from epoch {epoch}; this one ends")
