"""A start on something that is damaged or newer: one sentence, a status, nothing changed."""

import hashlib
import os
import subprocess
import sys

import asyncpg
import google_crc32c
import pytest

from edge.cli.main import EXIT_CONFIGURATION
from edge.store.pool import Store
from engine.journal import FileJournal
from engine.journal.segment import HEADER, HEADER_CHECKED, MAGIC, RECORD
from tests.engine.sequencer.factories import create_exchange, create_market, post_print
from tests.engine.sequencer.factories import open_sequencer as open_journal


async def make_journal(directory, commands=()):
    sequencer = await open_journal(directory)
    for command in (create_exchange(), create_market(), *commands):
        await sequencer.submit(command)
    await sequencer.close()
    for snapshot in directory.glob("snapshots/*"):
        snapshot.unlink()


def start(home, database_url, **variables):
    """Start the core; return status and what it said."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ACRE_")}
    given = {"ACRE_HOME": str(home), "ACRE_PROFILE": "test", "DATABASE_URL": database_url}
    ended = subprocess.run(
        [sys.executable, "-m", "edge.cli", "core"],
        env={**kept, "ACRE_PORT": "14980", **given, **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = [line for line in ended.stderr.splitlines() if line.startswith("acre: ")]
    return ended.returncode, said


def contents(home):
    """Digest of every file that must not change."""
    return {
        str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(home.rglob("*"))
        if path.is_file() and path.suffix != ".new"
    }


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
    before = contents(home)
    status, said = start(home, database_url)
    assert status == EXIT_CONFIGURATION, said
    assert len(said) == 1
    assert words in said[0]
    assert contents(home) == before


@pytest.mark.parametrize("name", ["cut short", "flipped", "of another journal", "newer"])
async def test_a_snapshot_that_cannot_be_used_is_passed_over(tmp_path, name):
    directory = tmp_path / "journal"
    sequencer = await open_journal(directory)
    for command in (create_exchange(), create_market()):
        await sequencer.submit(command)
    state = sequencer.exchange.state_hash()
    await sequencer.close()
    (path,) = (directory / "snapshots").glob("*.snapshot")
    data = bytearray(path.read_bytes())
    if name == "cut short":
        del data[len(data) // 2 :]
    elif name == "newer":
        data[8] = 9
    else:
        data[20 if name == "of another journal" else -40] ^= 1
    path.write_bytes(data)
    again = await open_journal(directory)
    assert again.exchange.state_hash() == state
    await again.close()


async def schema(database_url, query, *values):
    store = await Store.open(database_url)
    try:
        await store.pool.execute(query, *values)
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("change", "undo", "words"),
    [
        (
            "INSERT INTO schema_migration VALUES (9999, '9999_later.sql', '')",
            "DELETE FROM schema_migration WHERE number = 9999",
            "made by a newer version of Acre; use that version, or give another database",
        ),
        (
            "UPDATE schema_migration SET sha256 = 'x' || sha256 WHERE number = 3",
            "UPDATE schema_migration SET sha256 = substr(sha256, 2) WHERE number = 3",
            "0003_session.sql was changed after it was applied",
        ),
    ],
)
async def test_a_database_of_another_schema_is_refused(home, database_url, change, undo, words):

    await schema(database_url, change)
    before = contents(home)
    try:
        status, said = start(home, database_url)
    finally:
        connection = await asyncpg.connect(database_url)
        await connection.execute(undo)
        await connection.close()
    assert status == EXIT_CONFIGURATION
    assert len(said) == 1
    assert words in said[0]
    assert contents(home) == before


async def test_a_home_of_the_other_kind_is_refused(home, database_url):
    status, said = start(home, database_url, ACRE_PROFILE="plain")
    assert status == EXIT_CONFIGURATION
    assert said == [
        "acre: The journal is that of a demo; start it with ACRE_PROFILE=demo, or name another "
        "directory in ACRE_HOME."
    ]


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
