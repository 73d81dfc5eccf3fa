"""A database of another exchange is named as such, before anything is written to it."""

from dataclasses import replace

import pytest

from edge.core.opening import opened_core
from edge.core.settings import Settings
from edge.core.starting import StartProgress
from edge.projector.ownership import creation_of
from edge.projector.projector import WrongDatabaseError
from edge.store.pool import Store
from engine.journal import JournalShortError, read_journal
from tests.edge.service_world import TABLES
from tests.engine.sequencer.factories import create_exchange, open_sequencer

OWN = create_exchange().exchange
FOREIGN = b"\x07" * 32


async def made_journal(directory) -> None:
    sequencer = await open_sequencer(directory)
    await sequencer.submit(create_exchange())
    await sequencer.close()


async def start(tmp_path, database_url, exchange: bytes, seq: int) -> None:
    """Start on a journal of one command with a database that says what it has projected."""
    await made_journal(tmp_path / "journal")
    store = await Store.open(database_url)
    await store.pool.execute(f"TRUNCATE {TABLES} CASCADE")
    await store.rows("projection.create")
    await store.pool.execute("UPDATE projection SET exchange = $1, applied_seq = $2", exchange, seq)
    try:
        settings = Settings.from_environment({"DATABASE_URL": database_url})
        async with opened_core(replace(settings, home=tmp_path), StartProgress()):
            raise AssertionError("the core has started")
    finally:
        row = await store.row("projection.load")
        assert (row["exchange"], row["applied_seq"]) == (exchange, seq)
        await store.pool.execute(f"TRUNCATE {TABLES} CASCADE")
        await store.close()


@pytest.mark.parametrize("seq", [0, 1, 1_000_000])
async def test_a_foreign_database_is_named_whatever_it_has_projected(tmp_path, database_url, seq):
    with pytest.raises(WrongDatabaseError, match=f"holds {seq} commands of another exchange"):
        await start(tmp_path, database_url, FOREIGN, seq)


async def test_an_own_database_that_knows_more_is_a_lost_journal(tmp_path, database_url):
    with pytest.raises(JournalShortError, match="the database knows of command 1000000"):
        await start(tmp_path, database_url, OWN, 1_000_000)


def records(directory):
    return (record for record, _ in read_journal(directory))


async def test_the_creation_of_a_journal_is_read_without_opening_it(tmp_path):
    assert creation_of(lambda: records(tmp_path / "journal")) is None
    await made_journal(tmp_path / "journal")
    assert creation_of(lambda: records(tmp_path / "journal")).exchange == OWN
    (segment,) = (tmp_path / "journal").glob("*.journal")
    segment.write_bytes(segment.read_bytes()[:10])
    assert creation_of(lambda: records(tmp_path / "journal")) is None
