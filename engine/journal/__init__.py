from engine.journal.end import ExpectedEnd
from engine.journal.file_journal import FileJournal
from engine.journal.journal import (
    Journal,
    JournalArchiveError,
    JournalCorruptError,
    JournalError,
    JournalFailedError,
    JournalFencedError,
    JournalFullError,
    JournalLockedError,
    JournalReader,
    JournalRecord,
    JournalShortError,
)
from engine.journal.reader import read_journal
from engine.journal.segments import JournalFiles, list_segments
from engine.journal.snapshots import Snapshot, SnapshotError, SnapshotStore, read_snapshot

__all__ = [
    "ExpectedEnd",
    "FileJournal",
    "Journal",
    "JournalArchiveError",
    "JournalCorruptError",
    "JournalError",
    "JournalFailedError",
    "JournalFencedError",
    "JournalFiles",
    "JournalFullError",
    "JournalLockedError",
    "JournalReader",
    "JournalRecord",
    "JournalShortError",
    "Snapshot",
    "SnapshotError",
    "SnapshotStore",
    "list_segments",
    "read_journal",
    "read_snapshot",
]
