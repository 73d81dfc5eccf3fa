"""A start on something that is damaged or newer: one sentence, a status, nothing changed."""

from hashlib import sha256

import asyncpg
import google_crc32c
import pytest

from edge.cli.main import EXIT_CONFIGURATION
from edge.core.programme_keeper import CHECKPOINTS, ProgrammeKeeper
from edge.store.pool import Store
from engine.journal import FileJournal
from engine.journal.segment import HEADER, HEADER_CHECKED, MAGIC, RECORD
from engine.journal.snapshots import HEADER as SAVED
from engine.programmes.saved_state import VERSION
from tests.engine.sequencer.factories import create_exchange, create_market, post_print
from tests.engine.sequencer.factories import open_sequencer as open_journal
from tests.platform.old_home import load_database, unpack
from tests.platform.refusals import (
    contents,
    database_contents,
    make_journal,
    only_sentence,
    start,
)


def segment(home):
    return sorted((home / "journal").glob("*.journal"))[0]


def cut_short(home):
    path = segment(home)
    path.write_bytes(path.read_bytes()[:10])


def flip(home):
    path = segment(home)
    data = bytearray(path.read_bytes())
    data[HEADER.size + RECORD.size + 40] ^= 1  # in the first record, before later commits
    path.write_bytes(data)


def other_file(home):
    segment(home).write_bytes(b"something else" * 1000)


def newer_format(home):
    path = segment(home)
    data = path.read_bytes()
    *_, epoch, first_seq, previous = HEADER.unpack_from(data)
    crc = google_crc32c.value(HEADER_CHECKED.pack(epoch, first_seq, previous))
    path.write_bytes(HEADER.pack(MAGIC, 2, crc, epoch, first_seq, previous) + data[HEADER.size :])


def gap(home):
    path = segment(home)
    path.rename(path.with_name(f"{5:020d}.journal"))


def newer_record(home):
    """A record of a version that this program does not know."""
    directory = home / "journal"
    journal = FileJournal(directory, segment_bytes=1024 * 1024)
    (*_, last) = journal.read()
    payload = bytearray(last.payload)
    payload[6:8] = (999).to_bytes(2, "little")
    payload[8:16] = (last.seq + 1).to_bytes(8, "little")
    journal.append_batch([bytes(payload)])
    journal.close()


JOURNALS = {
    "cut short": (cut_short, "shorter than its header"),
    "a flipped bit": (flip, "yet record"),
    "another file": (other_file, "no journal segment"),
    "a newer format": (newer_format, "format version 2, this program reads 1"),
    "its beginning is missing": (gap, "first record"),
    "a newer record": (newer_record, "cannot be applied"),
}


@pytest.fixture
async def home(tmp_path):
    await make_journal(tmp_path / "journal", [post_print(day) for day in range(3)])
    return tmp_path


@pytest.mark.parametrize("name", JOURNALS)
async def test_a_journal_that_cannot_be_used_is_refused_untouched(home, database_url, name):
    damage, words = JOURNALS[name]
    damage(home)
    before, rows = contents(home), await database_contents(database_url)
    assert words in only_sentence(home, database_url)
    assert contents(home) == before
    if name != "a newer record":  # it is found in the replay, which fills the database
        assert await database_contents(database_url) == rows


@pytest.mark.parametrize("name", ["cut short", "flipped", "of another journal"])
async def test_a_snapshot_that_cannot_be_used_is_passed_over_and_logged(tmp_path, name, caplog):
    directory = tmp_path / "journal"
    sequencer = await open_journal(directory)
    for command in (create_exchange(), create_market()):
        await sequencer.submit(command)
    state = sequencer.exchange.state_hash()
    await sequencer.close()
    (path,) = (directory / "snapshots").glob("*.snapshot")
    harm(path, name)
    again = await open_journal(directory)
    assert again.exchange.state_hash() == state
    await again.close()
    assert skipped(caplog) == [str(path)]


def harm(path, name):
    """Damage a snapshot."""
    data = bytearray(path.read_bytes())
    if name == "cut short":
        del data[len(data) // 2 :]
    else:
        data[20 if name == "of another journal" else -40] ^= 1
    path.write_bytes(data)


def skipped(caplog):
    return [row.file for row in caplog.records if row.getMessage() == "snapshot_skipped"]


async def with_programmes(directory):
    keeper = ProgrammeKeeper(directory)
    sequencer = await open_journal(directory, listeners=(keeper.listener,))
    keeper.follow(sequencer)
    return sequencer, keeper


@pytest.mark.parametrize("name", ["cut short", "flipped", "of another journal"])
async def test_a_checkpoint_that_cannot_be_used_is_passed_over_and_logged(tmp_path, name, caplog):
    directory = tmp_path / "journal"
    sequencer, keeper = await with_programmes(directory)
    for command in (create_exchange(), create_market()):
        await sequencer.submit(command)
    state = keeper.book.save(sequencer.exchange)
    await sequencer.close()
    (path,) = (directory / CHECKPOINTS).glob("*.snapshot")
    harm(path, name)
    again, keeper = await with_programmes(directory)
    assert keeper.book.save(again.exchange) == state
    await again.close()
    assert str(path) in skipped(caplog)


@pytest.mark.parametrize(
    ("change", "undo", "words"),
    [
        (
            "INSERT INTO schema_migration VALUES (9999, '9999_later.sql', '')",
            "DELETE FROM schema_migration WHERE number = 9999",
            "made by a newer version of Acre: it has migration 9999, this version knows",
        ),
        (
            "UPDATE schema_migration SET sha256 = 'x' || sha256 WHERE number = 3",
            "UPDATE schema_migration SET sha256 = substr(sha256, 2) WHERE number = 3",
            "0003_session.sql was changed after it was applied",
        ),
    ],
)
async def test_a_database_of_another_schema_is_refused(home, database_url, change, undo, words):
    await (await Store.open(database_url)).close()
    await execute(database_url, change)
    before, rows = contents(home), await database_contents(database_url)
    try:
        assert words in only_sentence(home, database_url)
        assert await database_contents(database_url) == rows
    finally:
        await execute(database_url, undo)
    assert contents(home) == before


def newer_snapshot(journal):
    (path,) = (journal / "snapshots").glob("*.snapshot")
    data = bytearray(path.read_bytes())
    data[8] = 9
    data[12:16] = google_crc32c.value(bytes(data[8:12] + data[16 : SAVED.size])).to_bytes(
        4, "little"
    )
    path.write_bytes(data)


def newer_checkpoint(journal):
    (path,) = (journal / CHECKPOINTS).glob("*.snapshot")
    data = path.read_bytes()
    start = data.index(VERSION)
    newer, document = b"ACREBOOK 8\n", data[start + len(VERSION) + 32 :]
    path.write_bytes(data[:start] + newer + sha256(newer + document).digest() + document)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (newer_snapshot, "has format version 9, this program reads 1"),
        (newer_checkpoint, "the checkpoint has version 8, this program reads 7"),
    ],
)
async def test_a_snapshot_of_a_newer_program_is_refused_untouched(
    tmp_path, postgres_cluster, change, words
):
    url = postgres_cluster.create_database(change.__name__)
    sequencer, _ = await with_programmes(tmp_path / "journal")
    for command in (create_exchange(), create_market()):
        await sequencer.submit(command)
    await sequencer.close()
    change(tmp_path / "journal")
    before = contents(tmp_path / "journal")
    said = only_sentence(tmp_path, url)
    assert "was written by a newer version of Acre" in said
    assert words in said
    assert contents(tmp_path / "journal") == before


async def execute(database_url, query):
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute(query)
    finally:
        await connection.close()


async def test_a_database_of_another_program_is_refused_untouched(home, postgres_cluster):
    url = postgres_cluster.create_database("of_another_program")
    await execute(url, "CREATE TABLE invoice (number INTEGER)")
    before, rows = contents(home), await database_contents(url)
    said = only_sentence(home, url)
    assert "has tables of another program, such as invoice; name an empty one" in said
    assert (contents(home), await database_contents(url)) == (before, rows)


async def test_a_database_of_another_exchange_is_refused_before_it_is_migrated(
    home, postgres_cluster, tmp_path_factory
):
    url = postgres_cluster.create_database("of_another_exchange")
    await load_database(unpack("c4ffb4c", tmp_path_factory.mktemp("old")), url)
    before, rows = contents(home), await database_contents(url)
    said = only_sentence(home, url)
    assert "commands of another exchange than this journal's" in said
    assert "Give the database and the journal that belong together" in said
    assert (contents(home), await database_contents(url)) == (before, rows)


async def test_a_database_that_is_ahead_of_the_journal_is_refused_before_it_is_migrated(
    postgres_cluster, tmp_path
):
    url = postgres_cluster.create_database("ahead_of_the_journal")
    old = unpack("c4ffb4c", tmp_path)
    await load_database(old, url)
    for path in (old.home / "journal").rglob("*.*"):
        path.unlink()
    before, rows = contents(old.home), await database_contents(url)
    assert "but the database knows of command" in only_sentence(old.home, url)
    assert (contents(old.home), await database_contents(url)) == (before, rows)


async def test_a_home_of_the_other_kind_is_refused(home, database_url):
    assert only_sentence(home, database_url, ACRE_PROFILE="plain") == (
        "acre: The journal is that of a demo; start it with ACRE_PROFILE=demo, or name another "
        "directory in ACRE_HOME."
    )


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"ACRE_EDGE_WORKER": "2"}, "did you mean ACRE_EDGE_WORKERS?"),
        ({"NATS_URL": "nats://one:4222"}, "say in ACRE_ROLE which part it is"),
        ({"ACRE_ROLE": "node", "ACRE_EDGE_WORKERS": "1"}, "serves no web"),
        ({"ACRE_PORT": "http"}, "must be a number from 1 to 65535"),
    ],
)
def test_a_configuration_that_makes_no_sense_is_one_sentence(tmp_path, variables, words):
    status, said = start(tmp_path / "nothing", "postgresql://nowhere/x", **variables)
    assert status == EXIT_CONFIGURATION
    assert len(said) == 1
    assert words in said[0]
    assert not (tmp_path / "nothing").exists()
