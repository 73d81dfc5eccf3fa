"""Effective commands of a journal: commands of abandoned blocks are skipped.

A RewindChain voids the chain commands of later slots than its own before it. A void
command counts as a tick: numbers and times stay as they are. A fold of a journal, or of a part of
it, folds `effective_records`.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from engine.core.generated.messages import HEADER, RewindChain, Tick, decode, encode
from engine.journal.journal import JournalReader, JournalRecord
from engine.schema.commands import COMMANDS
from engine.schema.records import Origin

CHAIN_TAGS = frozenset(message.tag for message in COMMANDS if message.origin is Origin.CHAIN)
SLOT_MAX = 2**64 - 1
# What every record of a RewindChain begins with, and no command of another kind: length, tag and
# version, before the number.
REWIND_HEAD = HEADER.pack(RewindChain.STRUCT.size, RewindChain.TAG, RewindChain.VERSION, 0, 0)[:8]


class Rewinds:
    """The rewinds of a journal after some record, in order."""

    def __init__(self, records: Iterable[JournalRecord]) -> None:
        """Take the records of the rewinds; those of other commands have no place here."""
        rewinds = [(record.seq, decode(record.payload)) for record in records]
        self._seqs = [seq for seq, _ in rewinds]
        self._slots: list[int] = []  # the lowest slot of this rewind and those after it
        lowest = SLOT_MAX
        for _, rewind in reversed(rewinds):
            assert isinstance(rewind, RewindChain)
            lowest = min(lowest, rewind.slot)
            self._slots.insert(0, lowest)

    def __bool__(self) -> bool:
        return bool(self._seqs)

    def last_slot(self, seq: int) -> int:
        """Return the newest slot of which a command with this number counts."""
        following = bisect_right(self._seqs, seq)
        return self._slots[following] if following < len(self._slots) else SLOT_MAX

    def is_void(self, record: JournalRecord) -> bool:
        """Return whether the record is a chain command that no longer counts."""
        if int.from_bytes(record.payload[4:6], "little") not in CHAIN_TAGS:
            return False
        command: Any = decode(record.payload)
        return bool(command.slot > self.last_slot(record.seq))

    def effective(self, records: Iterable[JournalRecord]) -> Iterator[JournalRecord]:
        """Yield the records with a tick in the place of each that is void."""
        return (_tick(record) if self.is_void(record) else record for record in records)


def rewinds_after(journal: JournalReader, seq: int) -> Rewinds:
    """Return the rewinds after a record; only they can void it and those before."""
    return Rewinds(journal.find(REWIND_HEAD, seq))


def effective_records(journal: JournalReader, after_seq: int = 0) -> Iterator[JournalRecord]:
    """Yield the records after `after_seq` as they count; raises JournalCorruptError as `read`."""
    rewinds = rewinds_after(journal, after_seq)
    records = journal.read(after_seq)
    return rewinds.effective(records) if rewinds else records


def has_become_void(journal: JournalReader, seq: int) -> bool:
    """Return whether a command up to `seq` that counted after record `seq` does not count now."""
    later = rewinds_after(journal, seq)
    if not later:
        return False
    earlier = Rewinds(takewhile(lambda record: record.seq <= seq, journal.find(REWIND_HEAD)))
    records = takewhile(lambda record: record.seq <= seq, journal.read())
    return any(later.is_void(record) for record in earlier.effective(records))


def _tick(record: JournalRecord) -> JournalRecord:
    _, _, _, seq, time_s = HEADER.unpack_from(record.payload)
    return record._replace(payload=encode(Tick(seq=seq, time_s=time_s)))
