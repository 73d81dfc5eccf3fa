"""Frames between the writer and its replicas: a length, a kind, a body. Numbers are little-endian.

| Kind | From | Body |
|---|---|---|
| HELLO | replica | protocol, id of the process, last command and its hash, open requests |
| ASK | replica | nothing: it is about to build itself, and follows no batch yet |
| SUBMIT | replica | number of the request, commands without number and time |
| SYNC | replica | number of a request |
| ORIGIN | replica | number of the next SUBMIT, what the writer's observer hears of it; optional |
| SETTLED | replica | nothing: every open request is of this writer from here on |
| DIFFERS | replica | command after which its state is another one |
| BEHIND | writer | whether the process has settled, last durable command: read the files |
| WELCOME | writer | whether the process has settled, last durable command, engine time |
| OWN | writer | number of a request and of its first command, before the batch that has it |
| BATCH | writer | epoch, hash of the last record, numbers of the groups, the records |
| SYNCED | writer | number of a SYNC, last command: all that came before it is durable |
| REFUSED | writer | number of a request, why, text |
| STATE | writer | last command and hash of the state after it |
| STATUS | writer | what the writer's process says of itself, opaque here |
| FOREIGN | writer | HELLO names a command that is not in this journal |
| OTHER_PROTOCOL | writer | its protocol; HELLO names another one. Never changes |
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from struct import Struct
from typing import Any, NamedTuple, cast

from engine.core.generated.messages import HEADER
from engine.feed.errors import FeedProtocolError
from engine.feed.limits import FRAME_BYTES_MAX

PROTOCOL = 2
IDENTITY_BYTES = 16
LENGTH = Struct("<IB")  # of kind and body together
HELLO = Struct("<H16sQ32s")
OTHER_PROTOCOL = Struct("<H")
WELCOME = Struct("<BQq")
BEHIND = Struct("<BQ")
NUMBER = Struct("<Q")
OWN = Struct("<QQ")
BATCH = Struct("<Q32sI")
REFUSED = Struct("<QB")
STATE = Struct("<Q32s")
# Of a record: its length is its first field, number and time follow tag and version.
LENGTH_OF_RECORD = Struct("<I")
NUMBERS_AT, NUMBERS_END = 8, HEADER.size
NO_NUMBERS = bytes(NUMBERS_END - NUMBERS_AT)


class Kind(IntEnum):
    """Kind of a frame."""

    HELLO = 1
    SUBMIT = 2
    DIFFERS = 3
    SYNC = 4
    ASK = 5
    SETTLED = 6
    ORIGIN = 7
    BEHIND = 16
    WELCOME = 17
    OWN = 18
    BATCH = 19
    REFUSED = 20
    STATE = 21
    STATUS = 22
    FOREIGN = 23
    SYNCED = 24
    OTHER_PROTOCOL = 25


class Refusal(IntEnum):
    """Why a submission was not journaled."""

    OVERLOADED = 1
    FULL = 2
    CLOSED = 3
    INVALID = 4
    FAILED = 5  # the sequencer has ended: it may be in the journal


class Batch(NamedTuple):
    """The body of a BATCH."""

    epoch: int
    record_hash: bytes
    groups: tuple[int, ...]
    payloads: tuple[bytes, ...]


def frame(kind: Kind, *parts: bytes) -> bytes:
    """Return a frame; the caller keeps it within FRAME_BYTES_MAX."""
    return LENGTH.pack(1 + sum(map(len, parts)), kind) + b"".join(parts)


def batch_frame(
    epoch: int, record_hash: bytes, groups: Sequence[int], payloads: Sequence[bytes]
) -> bytes:
    """Return a BATCH."""
    numbers = b"".join(map(NUMBER.pack, groups))
    return frame(Kind.BATCH, BATCH.pack(epoch, record_hash, len(groups)), numbers, *payloads)


def read_batch(body: bytes) -> Batch:
    """Read a BATCH; FeedProtocolError for anything else."""
    found: Any = unpack(BATCH, body)
    epoch, record_hash, count = found
    start = BATCH.size + count * NUMBER.size
    if not 1 <= count <= len(body) // NUMBER.size or start > len(body):
        raise FeedProtocolError(f"a batch of {count} groups in {len(body)} bytes")
    groups = tuple(number for (number,) in NUMBER.iter_unpack(body[BATCH.size : start]))
    payloads = tuple(records(body, start))
    if not payloads:
        raise FeedProtocolError("a batch without records")
    return Batch(epoch, record_hash, groups, payloads)


def records(body: bytes, start: int) -> Iterator[bytes]:
    """Yield the records that fill the rest of a body; FeedProtocolError where they do not."""
    while start < len(body):
        size = 0
        if start + LENGTH_OF_RECORD.size <= len(body):
            (size,) = LENGTH_OF_RECORD.unpack_from(body, start)
        if size < HEADER.size or start + size > len(body):
            raise FeedProtocolError(f"a record of {size} bytes at {start} of {len(body)}")
        yield body[start : start + size]
        start += size


def without_numbers(payload: bytes) -> bytes:
    """Return the record of a command as it was before it got its number and time."""
    return payload[:NUMBERS_AT] + NO_NUMBERS + payload[NUMBERS_END:]


def unpack(form: Struct, body: bytes) -> tuple[int, ...]:
    """Unpack the head of a body; FeedProtocolError when it is too short."""
    if len(body) < form.size:
        raise FeedProtocolError(f"a body of {len(body)} bytes")
    return form.unpack_from(body)


def numbers(body: bytes, start: int) -> tuple[int, ...]:
    """Return the numbers that fill the rest of a body."""
    if (len(body) - start) % NUMBER.size:
        raise FeedProtocolError(f"numbers in {len(body) - start} bytes")
    return tuple(number for (number,) in NUMBER.iter_unpack(body[start:]))


class FrameProtocol(asyncio.Protocol):
    """Cuts a stream into frames; `take` hears each one, `lost` the end of the connection.

    A frame that is too long, of no kind, or that `take` refuses with FeedProtocolError ends the
    connection.
    """

    def __init__(self, take: Callable[[Kind, bytes], None], lost: Callable[[], None]) -> None:
        self._take = take
        self._lost = lost
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self.error: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast("asyncio.Transport", transport)  # that of uvloop is none by its type

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the owner."""
        self._transport = None
        self._lost()

    def data_received(self, data: bytes) -> None:
        """Take the whole frames."""
        buffer = self._buffer
        buffer += data
        start = 0
        try:
            while len(buffer) - start >= LENGTH.size:
                length, number = LENGTH.unpack_from(buffer, start)
                if not 1 <= length <= FRAME_BYTES_MAX:
                    raise FeedProtocolError(f"a frame of {length} bytes")
                end = start + LENGTH.size - 1 + length
                if end > len(buffer):
                    break
                try:
                    kind = Kind(number)
                except ValueError:
                    raise FeedProtocolError(f"a frame of kind {number}") from None
                self._take(kind, bytes(buffer[start + LENGTH.size : end]))
                start = end
        except FeedProtocolError as error:
            self.error = str(error)
            self.abort()
            start = len(buffer)
        del buffer[:start]

    @property
    def is_open(self) -> bool:
        """Whether the connection is there."""
        return self._transport is not None and not self._transport.is_closing()

    @property
    def unsent_bytes(self) -> int:
        """Bytes that the other end has not taken yet."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    def send(self, data: bytes) -> None:
        """Send frames; nothing where the connection is gone."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def abort(self) -> None:
        """End the connection at once."""
        if self._transport is not None:
            self._transport.abort()
