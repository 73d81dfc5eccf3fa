"""Messages on the bus: frames of the feed in an envelope. Numbers are little-endian.

| Subject | From | Message |
|---|---|---|
| `acre.SHARD.EPOCH.in` | replica | checksum, identity, connection, number of the message, frames |
| `acre.SHARD.EPOCH.to.IDENTITY` | writer | checksum, connection, number of the message, frames |
| `acre.SHARD.EPOCH.all` | writer | checksum, owners of the batch that follows, one frame |
| `acre.SHARD.lead` | writer | checksum, its epoch: it serves from now on |

The bus may lose, double and, between subjects, reorder messages. So the messages of a connection
are numbered in both directions, and each end repeats the last number once a second by a message
without frames: what is missing ends the connection, and the next one begins with HELLO. A batch has
its place by the numbers of its commands. The epoch in the subject keeps two writers apart.
"""

from collections.abc import Iterator, Sequence
from struct import Struct
from typing import NamedTuple

import google_crc32c

from engine.feed.errors import FeedProtocolError
from engine.feed.frames import IDENTITY_BYTES, LENGTH, Kind

CHECKSUM = Struct("<I")
FROM_REPLICA = Struct(f"<{IDENTITY_BYTES}sQQ")
FROM_WRITER = Struct("<QQ")
OWNER = Struct(f"<{IDENTITY_BYTES}sQQ")  # identity, request, first command
COUNT = Struct("<H")
OWNERS_MAX = 65_535
EPOCH = Struct("<Q")
KINDS = frozenset(map(int, Kind))
RESET = 2**64 - 1  # as a number: this connection has ended


class Owner(NamedTuple):
    """Whose request begins at a command."""

    identity: bytes
    request: int
    first_seq: int


def subjects(shard: int, epoch: int) -> tuple[str, str, str]:
    """Return the subjects of a writer: to it, to all, and the beginning of those to one."""
    root = f"acre.{shard}.{epoch}"
    return f"{root}.in", f"{root}.all", f"{root}.to."


def lead_subject(shard: int) -> str:
    """Return the subject on which a writer says that it serves."""
    return f"acre.{shard}.lead"


def to_all(owners: Sequence[Owner], data: bytes) -> bytes:
    """Return a message to all replicas."""
    packed = b"".join(OWNER.pack(*owner) for owner in owners)
    return sealed(COUNT.pack(len(owners)) + packed + data)


def read_to_all(message: bytes) -> tuple[list[Owner], Kind, bytes]:
    """Read a message to all: owners, kind and body of its frame."""
    message = opened(message, COUNT.size)
    (count,) = COUNT.unpack_from(message)
    start = COUNT.size + count * OWNER.size
    if start > len(message):
        raise FeedProtocolError(f"{count} owners in {len(message)} bytes")
    owners = [Owner(*fields) for fields in OWNER.iter_unpack(message[COUNT.size : start])]
    found = list(frames(message[start:]))
    if len(found) != 1:
        raise FeedProtocolError(f"{len(found)} frames to all")
    return owners, *found[0]


def sealed(message: bytes) -> bytes:
    """Return a message with its checksum in front."""
    return CHECKSUM.pack(google_crc32c.value(message)) + message


def opened(data: bytes, bytes_min: int) -> bytes:
    """Return the message; FeedProtocolError when it is shorter, or not what was sent."""
    message = data[CHECKSUM.size :]
    if len(message) < bytes_min:
        raise FeedProtocolError(f"a message of {len(data)} bytes")
    if CHECKSUM.unpack_from(data)[0] != google_crc32c.value(message):
        raise FeedProtocolError("a message fails its checksum")
    return message


def frames(data: bytes) -> Iterator[tuple[Kind, bytes]]:
    """Yield kind and body of each frame; FeedProtocolError where they do not fill the message."""
    start = 0
    while start < len(data):
        if start + LENGTH.size > len(data):
            raise FeedProtocolError("a frame that is cut short")
        length, number = LENGTH.unpack_from(data, start)
        end = start + LENGTH.size - 1 + length
        if length < 1 or end > len(data) or number not in KINDS:
            raise FeedProtocolError(f"a frame of kind {number} and {length} bytes")
        yield Kind(number), data[start + LENGTH.size : end]
        start = end
