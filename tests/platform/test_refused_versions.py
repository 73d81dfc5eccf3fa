"""A program that is older than what it finds: one sentence, a status, nothing changed."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys

import asyncpg
import pytest

from edge.cli.main import EXIT_CONFIGURATION, EXIT_TEMPORARY
from edge.store.pool import MIGRATIONS, Store
from tests.platform.old_home import load_database, unpack
from tests.platform.refusals import contents, database_contents, make_journal

NEWER = "INSERT INTO schema_migration VALUES (9999, '9999_later.sql', '')"


@pytest.fixture
async def home(tmp_path):
    await make_journal(tmp_path / "home" / "journal")
    return tmp_path / "home"


def run(home, database_url, *words, **variables):
    """Run a role; return its status and its last line."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ACRE_")}
    given = {"ACRE_PROFILE": "test", "ACRE_CATALOGUE": "texas", "ACRE_PORT": "14980"}
    ours = {"ACRE_HOME": str(home), **given, **variables}
    if database_url:
        ours["DATABASE_URL"] = database_url
    ended = subprocess.run(
        [sys.executable, "-m", "edge.cli", *words],
        env={**kept, **ours},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in ended.stderr
    said = [line for line in ended.stderr.splitlines() if line.startswith("acre: ")]
    return ended.returncode, said


@pytest.fixture
async def old_database(postgres_cluster, request, tmp_path):
    """The database of an earlier version."""
    url = postgres_cluster.create_database(f"old_{abs(hash(request.node.name))}")
    await load_database(unpack("c4ffb4c", tmp_path / "old"), url)
    return url


@pytest.fixture
async def newer_database(postgres_cluster, request):
    """The database of a newer version."""
    url = postgres_cluster.create_database(f"newer_{abs(hash(request.node.name))}")
    await (await Store.open(url)).close()
    connection = await asyncpg.connect(url)
    await connection.execute(NEWER)
    await connection.close()
    return url


async def test_a_backup_and_a_copy_do_not_migrate_the_database_of_a_running_older_core(
    home, old_database, tmp_path
):
    rows = await database_contents(old_database)
    cluster = {"NATS_URL": "nats://127.0.0.1:9", "ACRE_ROLE": "core"}
    cluster["ACRE_NODE_URL"] = "http://localnet:9"
    for words, variables in (
        (("backup", str(tmp_path / "backup")), {}),
        (("journal", "copy", "--journal", str(tmp_path / "copy")), cluster),
    ):
        status, said = run(home, old_database, *words, **variables)
        assert status == EXIT_CONFIGURATION
        (sentence,) = said
        assert "The database has migration 13, this version of Acre needs" in sentence
        assert "start the core of this version first, or use the version that made it" in sentence
    assert not list(tmp_path.glob("backup*"))
    assert not (tmp_path / "copy").exists()
    assert await database_contents(old_database) == rows


async def test_a_web_process_waits_for_the_core_that_migrates(home, old_database):
    rows = await database_contents(old_database)
    status, said = run(home, old_database, "edge", "--number", "1", ACRE_EDGE_WORKERS="1")
    assert status == EXIT_TEMPORARY
    (sentence,) = said
    assert "start the core of this version first" in sentence
    assert await database_contents(old_database) == rows


@pytest.mark.parametrize(
    "words",
    [
        ("edge", "--number", "1"),
        ("backup", "{}/backup"),
        ("journal", "copy", "--journal", "{}/copy"),
        ("journal", "load"),
    ],
)
async def test_a_newer_database_is_refused_by_every_role(home, newer_database, tmp_path, words):
    before, rows = contents(home), await database_contents(newer_database)
    given = [word.format(tmp_path) for word in words]
    status, said = run(home, newer_database, *given, ACRE_EDGE_WORKERS="1")
    assert status == EXIT_CONFIGURATION
    (sentence,) = said
    assert "made by a newer version of Acre: it has migration 9999" in sentence
    assert (contents(home), await database_contents(newer_database)) == (before, rows)
    assert not (tmp_path / "backup").exists()
    assert not (tmp_path / "copy").exists()


@pytest.fixture
async def backup(home, postgres_cluster, tmp_path, request):
    url = postgres_cluster.create_database(f"of_backup_{abs(hash(request.node.name))}")
    await (await Store.open(url)).close()
    assert run(home, url, "backup", str(tmp_path / "backup")) == (0, [])
    return tmp_path / "backup"


def change_manifest(backup, **changes):
    path = backup / "manifest.json"
    manifest = json.loads(path.read_text()) | changes
    path.write_text(json.dumps({k: v for k, v in manifest.items() if v is not None}))


async def test_a_backup_notes_the_migrations_of_its_database(backup):
    manifest = json.loads((backup / "manifest.json").read_text())
    assert manifest["migrations"] == len(list(MIGRATIONS.glob("*.sql")))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": 2, "files": None}, "has format 2, this program reads 1; use the version"),
        ({"migrations": 99, "version": "9.1"}, "newer version of Acre (9.1): its database has"),
    ],
)
async def test_a_newer_backup_is_refused_before_anything_is_written(
    backup, postgres_cluster, tmp_path, changes, words
):
    url = postgres_cluster.create_database(f"for_restore_{len(words)}")
    change_manifest(backup, **changes)
    rows = await database_contents(url)
    status, said = run(tmp_path / "restored", url, "restore", str(backup))
    assert status == EXIT_CONFIGURATION
    (sentence,) = said
    assert words in sentence
    assert not (tmp_path / "restored").exists()
    assert await database_contents(url) == rows


async def test_a_database_in_use_is_not_migrated_by_a_restore(backup, old_database, tmp_path):
    rows = await database_contents(old_database)
    status, said = run(tmp_path / "restored", old_database, "restore", str(backup))
    assert status == EXIT_CONFIGURATION
    (sentence,) = said
    assert "The database is in use" in sentence
    assert not (tmp_path / "restored").exists()
    assert await database_contents(old_database) == rows


def chain_of(path, *statements):
    with sqlite3.connect(path) as chain:
        for statement in statements:
            chain.execute(statement)
    chain.close()


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        (
            (
                "CREATE TABLE genesis (id INTEGER, format INTEGER, shard INTEGER)",
                "INSERT INTO genesis VALUES (1, 7, 0)",
            ),
            "has format 7, this version of Acre reads 1: run the version that made it",
        ),
        (("CREATE TABLE invoice (number INTEGER)",), "is a database of another program"),
    ],
)
def test_a_newer_or_foreign_chain_file_is_refused_untouched(tmp_path, statements, words):
    home = tmp_path / "home"
    (home / "chain").mkdir(parents=True)
    path = home / "chain" / "chain.sqlite3"
    chain_of(path, *statements)
    before = path.read_bytes()
    status, said = run(home, "", "chain-node")
    assert status == EXIT_CONFIGURATION
    (sentence,) = said
    assert words in sentence
    assert path.read_bytes() == before


def test_the_chain_of_another_exchange_is_refused_by_its_genesis_hash(tmp_path):
    for name in ("c4ffb4c", "eb41df2"):
        unpack(name, tmp_path / name)
    home = tmp_path / "c4ffb4c" / "home"
    shutil.rmtree(home / "chain")
    shutil.copytree(tmp_path / "eb41df2" / "home" / "chain", home / "chain")
    (segment,) = (home / "journal").glob("*.journal")
    before = segment.read_bytes()
    status, said = run(home, "", "up")
    assert status == EXIT_CONFIGURATION
    assert any("The journal belongs to another chain: its genesis hash is" in line for line in said)
    assert segment.read_bytes() == before
