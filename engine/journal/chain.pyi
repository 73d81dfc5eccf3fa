"""The walk of a segment's records without the interpreter: markers, CRC32C and hash chain."""

from typing import final

from engine.journal.journal import JournalRecord

@final
class Run:
    """Whole records that continue the chain, in order, with their payloads joined."""

    first_seq: int
    count: int
    payloads: bytes
    is_discontinued: bool
    is_full: bool

    def record(self, place: int) -> JournalRecord: ...
    def part(self, first: int, end: int) -> bytes: ...
    def digest(self, place: int) -> bytes: ...
    def epoch(self, place: int) -> int: ...
    def end(self, place: int) -> int: ...

def find_run(
    data: bytes | memoryview,
    offset: int,
    next_seq: int,
    previous_hash: bytes,
    epoch: int,
    bytes_max: int,
    base: int = 0,
    is_cut: bool = False,
) -> Run: ...
def encode_run(
    payloads: list[bytes], first_seq: int, commit: int, epoch: int, previous_hash: bytes
) -> tuple[bytes, bytes]: ...
def find_payload(data: bytes | memoryview, offset: int, head: bytes) -> tuple[bool, int]: ...
def written_end(data: bytes | memoryview, offset: int) -> int: ...
def digests_of(message: bytes, is_portable: bool) -> tuple[int, bytes]: ...
