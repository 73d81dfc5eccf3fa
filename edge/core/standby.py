"""A writer of a cluster before it leads: it keeps a warm copy, and waits for the lease."""

import asyncio
import logging
import os
import socket
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from time import monotonic

from edge.core.programme_keeper import ProgrammeKeeper
from edge.core.settings import Settings
from edge.core.starting import StartProgress
from edge.process.heartbeat import report_progress
from edge.projector.ownership import FIRST_RECORDS
from edge.store.pool import DATABASE_ERRORS, Store
from edge.store.writer_files import WriterFiles
from engine.journal import (
    ExpectedEnd,
    JournalCorruptError,
    JournalFailedError,
    JournalRecord,
    SnapshotStore,
)
from engine.journal.postgres import DatabaseJournal, DatabaseRecords, Lease
from engine.journal.postgres.session import Session
from engine.sequencer import ChainRewoundError
from engine.sequencer.sequencer import SNAPSHOTS
from engine.sequencer.warm_copy import WarmCopy

log = logging.getLogger("acre.core")

FOLLOW_S = 0.25
STANDBY = "standby"


class Leading:
    """The lease that this process holds, and what a writer of the cluster has by it."""

    def __init__(self, settings: Settings, lease: Lease, files: WriterFiles) -> None:
        self.lease = lease
        self.files = files
        self._database_url = settings.database_url
        self._keeping = asyncio.create_task(lease.keep(), name="lease")

    async def kept(self) -> None:
        """Wait for the end of the lease; raises LeaseLostError."""
        await asyncio.shield(self._keeping)

    def open_journal(self, directory: Path, expected: ExpectedEnd) -> DatabaseJournal:
        """Open the command log for writing; blocks."""
        return DatabaseJournal(
            self._database_url, self.lease.epoch, directory=directory, expected=expected
        )

    def first_records(self) -> list[JournalRecord]:
        """Return the beginning of the command log; blocks."""
        session = Session(self._database_url)
        try:
            records = DatabaseRecords.head(session, 0)
            return list(islice(records.read(), FIRST_RECORDS))
        finally:
            session.close()

    async def close(self) -> None:
        """Save the files for the next writer and stop renewing."""
        try:
            await self.files.save()
        except DATABASE_ERRORS as error:
            log.warning("writer_files_not_saved", extra={"error": repr(error)})
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)


async def lead(
    settings: Settings, store: Store, progress: StartProgress, stack: AsyncExitStack
) -> Leading:
    """Return when the lease is ours; it is kept from then on, and released at the end."""
    # A writer that leads may be of an earlier version: its schema stays until the lease is ours.
    if not await store.has_table("writer_lease"):
        await store.migrate()
    lease = Lease(settings.database_url, f"{socket.gethostname()}:{os.getpid()}")
    stack.push_async_callback(lease.release)
    taking = asyncio.create_task(lease.take(), name="lease")
    try:
        await asyncio.wait((taking,), timeout=FOLLOW_S)
        if not taking.done():
            progress.stage = STANDBY
            await _stand_by(settings, taking)
        progress.stage = "starting"
        epoch = await taking
    finally:
        taking.cancel()
    await store.migrate()
    files = WriterFiles(store, settings.home, epoch)
    leading = Leading(settings, lease, files)
    stack.push_async_callback(leading.close)
    await files.restore()
    return leading


async def _stand_by(settings: Settings, taking: "asyncio.Task[int]") -> None:
    session = Session(settings.database_url, away_max_s=FOLLOW_S)
    copy, began_s = _copy(settings), monotonic()
    try:
        while not taking.done():
            try:
                records = await asyncio.to_thread(DatabaseRecords.head, session, 0)
                seq = await copy.follow(records)
                report_progress(f"stands by at command {seq:,}, {_age_s(began_s)} s")
            except JournalFailedError as error:
                report_progress(f"stands by without the database, {_age_s(began_s)} s: {error}")
            except (ChainRewoundError, JournalCorruptError) as error:
                log.warning("standby_begins_anew", extra={"reason": repr(error)})
                await copy.close()
                copy = _copy(settings)
            await asyncio.wait((taking,), timeout=FOLLOW_S)
    finally:
        await copy.close()
        await asyncio.to_thread(session.close)


def _age_s(began_s: float) -> int:
    """Return for how long it stands by: each text is a sign of life."""
    return round(monotonic() - began_s)


def _copy(settings: Settings) -> WarmCopy:
    journal = settings.home / "journal"
    keeper = ProgrammeKeeper(journal)
    return WarmCopy(SnapshotStore(journal / SNAPSHOTS), [keeper.listener])
