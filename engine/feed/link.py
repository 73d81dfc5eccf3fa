"""Between a replica and its writer: a connection, and the records that it has missed."""

from typing import Protocol

from engine.feed.frames import Kind
from engine.journal.journal import JournalReader
from engine.journal.snapshots import SnapshotStore


class Listener(Protocol):
    """The replica, as its connection sees it."""

    @property
    def identity(self) -> bytes:
        """What the writer knows this process by."""

    @property
    def sequence(self) -> int:
        """Number of the last applied command."""

    def heard(self, kind: Kind, body: bytes) -> None:
        """Take a frame of the writer; raises FeedProtocolError for one that is none."""

    def lost(self) -> None:
        """Note that the connection has ended."""


class Link(Protocol):
    """A connection: frames arrive in order and once, or it ends."""

    @property
    def is_open(self) -> bool:
        """Whether the connection is there."""

    def send(self, data: bytes) -> None:
        """Send frames; nothing where the connection is gone."""

    def abort(self) -> None:
        """End the connection at once."""


class NoLink:
    """Before the first connection."""

    is_open = False

    def send(self, data: bytes) -> None:
        """Send nothing."""

    def abort(self) -> None:
        """End nothing."""


class FeedSource(Protocol):
    """Where a replica finds its writer, and the journal behind it."""

    async def connect(self, replica: Listener) -> Link:
        """Connect with the writer; OSError or TimeoutError where there is none."""

    def records(self, last_seq: int) -> JournalReader:
        """Return the journal up to a record; blocks, raises JournalError."""

    def snapshots(self) -> SnapshotStore:
        """Return the snapshots to begin at."""
