"""The feed on one machine: the writer's socket, its journal's files, its snapshots."""

import asyncio
from pathlib import Path

from engine.feed.address import socket_address
from engine.feed.frames import FrameProtocol
from engine.feed.link import Link, Listener
from engine.feed.server import SOCKET_NAME
from engine.journal.segments import JournalFiles
from engine.journal.snapshots import SnapshotStore
from engine.sequencer.sequencer import SNAPSHOTS


class LocalFeed:
    """`directory` is the writer's journal, `feed_directory` holds its socket."""

    def __init__(self, directory: Path, feed_directory: Path) -> None:
        self._directory = directory
        self._feed_directory = feed_directory

    async def connect(self, replica: Listener) -> Link:
        """Connect with the socket; OSError where no writer listens."""
        protocol = FrameProtocol(replica.heard, replica.lost)
        with socket_address(self._feed_directory, SOCKET_NAME) as address:
            await asyncio.get_running_loop().create_unix_connection(lambda: protocol, address)
        return protocol

    def records(self, last_seq: int) -> JournalFiles:
        """Return the journal up to a record; raises JournalShortError, JournalCorruptError."""
        return JournalFiles(self._directory, last_seq)

    def snapshots(self) -> SnapshotStore:
        """Return the writer's snapshots."""
        return SnapshotStore(self._directory / SNAPSHOTS, is_reader=True)
