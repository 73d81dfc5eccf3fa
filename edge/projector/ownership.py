"""Ownership of a database, checked before the journal opens: foreign database or lost journal."""

from collections.abc import Callable, Iterable
from itertools import islice

from engine.core.generated.messages import CreateExchange, RecordError, decode
from engine.journal import JournalCorruptError, JournalRecord

FIRST_RECORDS = 256  # the exchange is made by one of the first


def creation_of(read: Callable[[], Iterable[JournalRecord]]) -> CreateExchange | None:
    """Return the command that made a journal's exchange, None where it has none or is damaged.

    Raises JournalArchiveError where its first records are in an archive that cannot be read.
    """
    try:
        for record in islice(read(), FIRST_RECORDS):
            command = decode(record.payload)
            if isinstance(command, CreateExchange):
                return command
    except (JournalCorruptError, OSError, RecordError):  # opening it says what is wrong
        return None
    return None
