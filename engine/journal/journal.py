"""Interface of journal drivers, and their errors."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol


class JournalError(Exception):
    """The journal cannot be used; the text says which file, where and why."""


class JournalLockedError(JournalError):
    """Another writer holds the journal."""


class JournalCorruptError(JournalError):
    """The journal holds something that no crash of its writer can explain."""


class JournalShortError(JournalCorruptError):
    """The journal ends before a command that is known of: the wrong one, or a lost one."""


class JournalArchiveError(JournalError):
    """Records are in an archive that cannot be read, or an archive is of another journal."""


class JournalFailedError(JournalError):
    """A write or flush failed earlier. It is never retried: what is on the disk is unknown."""


class JournalFencedError(JournalFailedError):
    """Another writer has taken over: this one can append nothing any more."""


class JournalFullError(JournalError):
    """The disk has no room: nothing of the batch is there, and another try may work."""


class JournalRecord(NamedTuple):
    """One durable record; the payload is the record of a command."""

    seq: int
    epoch: int
    payload: bytes


class JoinedRecords(NamedTuple):
    """Consecutive durable records up to `last_seq`."""

    last_seq: int
    payloads: bytes  # joined


class JournalReader(Protocol):
    """An ordered log of commands up to a record. Calls block."""

    @property
    def last_seq(self) -> int:
        """Number of the last durable record, 0 when there is none."""

    @property
    def last_hash(self) -> bytes:
        """Hash of the last durable record, which covers all before it too."""

    def hash_at(self, seq: int) -> bytes:
        """Return the hash of a durable record, zeros for 0."""

    def read(self, after_seq: int = 0) -> Iterator[JournalRecord]:
        """Yield the records after `after_seq` that were durable at the call, checked, in order."""

    def read_joined(self, after_seq: int, last_seq: int) -> Iterator[JoinedRecords]:
        """Yield the records after `after_seq` up to `last_seq`, some at a time; else as `read`."""

    def find(self, head: bytes, after_seq: int = 0) -> Iterator[JournalRecord]:
        """Yield the records after `after_seq` whose payload begins with `head`, in order."""


class Journal(JournalReader, Protocol):
    """A journal with its one writer. Use one thread."""

    @property
    def epoch(self) -> int:
        """Epoch of this writer: more than that of every writer before it."""

    @property
    def last_groups(self) -> Sequence[int]:
        """First seq of each group of records that the last `append_batch` flushed together."""

    def append_batch(self, payloads: Sequence[bytes]) -> int:
        """Append records numbered from last_seq + 1; return the new last_seq when durable.

        Raises JournalFullError when the disk has no room for them, and then again, for an empty
        batch too, until it has.
        """

    def close(self) -> None:
        """Release the journal; idempotent."""
