from engine.journal.file_journal import FileJournal
from engine.journal.journal import (
    Journal,
    JournalCorruptError,
    JournalError,
    JournalFailedError,
    JournalLockedError,
    JournalRecord,
)

__all__ = [
    "FileJournal",
    "Journal",
    "JournalCorruptError",
    "JournalError",
    "JournalFailedError",
    "JournalLockedError",
    "JournalRecord",
]
