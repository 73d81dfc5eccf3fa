"""A backup of a running core restores to the same state, the same profiles and the same keys."""

import asyncio
import contextlib
import io
import json
from argparse import Namespace
from dataclasses import replace

import aiohttp
import pytest
from solders.keypair import Keypair

from chain.client.wallet import load_key
from chain.node.server.server import NodeServer
from edge.api.profile.stored import change_settings, read_profile
from edge.backup import rows
from edge.backup.backup import Installation, make_backup, restore_files
from edge.backup.keys import passphrase_of
from edge.backup.manifest import BackupError, read_manifest
from edge.backup.rows import TABLES, load_rows, save_rows
from edge.cli.main import _parser
from edge.cli.roles import journal as journal_role
from edge.core.main import run_core
from edge.core.settings import Settings
from edge.store.pool import Store
from engine.journal.copying import copy_journal
from tests.edge.core.test_service import environment, free_port
from tests.edge.service_world import TABLES as TRUNCATED
from tests.engine.sequencer.factories import create_exchange, create_market, open_sequencer

PASSPHRASE = b"correct horse battery"


@pytest.fixture
async def node(tmp_path):
    node = await NodeServer.start(tmp_path / "home" / "chain", slot_ms=10)
    yield node
    await node.stop()


@pytest.fixture
async def settings(tmp_path, database_url, node):
    store = await Store.open(database_url)
    await store.pool.execute(f"TRUNCATE {TRUNCATED} CASCADE")
    await store.close()
    port = int(node.url.rpartition(":")[2])
    return Settings.from_environment(
        environment(tmp_path / "home", free_port(), port, database_url)
    )


def installation(home, **more):
    return Installation(
        home=home, env="local", profile="test", version="0", has_chain=False, **more
    )


@contextlib.asynccontextmanager
async def core(settings):
    task = asyncio.create_task(run_core(settings))
    async with aiohttp.ClientSession() as session, asyncio.timeout(60):
        while True:
            with contextlib.suppress(aiohttp.ClientError):
                async with session.get(f"{settings.url}/express/v1/status") as answer:
                    if answer.status == 200:
                        break
            assert not task.done(), task
            await asyncio.sleep(0.05)
        yield session
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def said(act, journal, **more):
    """What `acre journal` prints."""
    out = io.StringIO()
    parsed = Namespace(act=act, journal=str(journal), first=1, last=None, **more)
    with contextlib.redirect_stdout(out):
        assert journal_role.run(None, parsed) == 0
    return out.getvalue()


@pytest.mark.timeout(240)  # three starts of the core
async def test_a_backup_of_a_running_core_restores_to_the_same_state(settings, tmp_path):
    wallet, target, home = bytes([7]) * 32, tmp_path / "backup", tmp_path / "restored"
    async with core(settings):
        store = await Store.open(settings.database_url)
        await change_settings(store, wallet, {"username": "ada"})
        columns = {}

        def save(part):
            columns.update(asyncio.run(save_now(settings, part)))
            return columns

        manifest = await asyncio.to_thread(
            make_backup, installation(settings.home), target, save, PASSPHRASE
        )
        await store.close()
    assert manifest.last_sequence > 45
    assert manifest.has_keys
    assert set(manifest.rows) == set(TABLES)
    state = said("check", target / "journal")
    assert f"commands    {manifest.last_sequence}\n" in state
    original = Namespace(
        act="check", journal=str(settings.home / "journal"), first=1, last=manifest.last_sequence
    )
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert journal_role.run(None, original) == 0
    assert out.getvalue() == state  # the same hash of the state after the same command

    restore_files(target, home, PASSPHRASE)
    assert said("check", home / "journal") == state
    key = "operator.json"
    assert load_key(home / "keys" / key) == load_key(settings.home / "keys" / key)
    assert (home / "keys" / key).stat().st_mode & 0o777 == 0o600
    store = await Store.open(settings.database_url)
    with pytest.raises(BackupError, match="in use"):
        await load_rows(store, target, manifest.rows)
    await store.pool.execute(f"TRUNCATE {TRUNCATED} CASCADE")
    await store.pool.execute("TRUNCATE projection")
    await load_rows(store, target, manifest.rows)
    assert (await read_profile(store, wallet))["username"] == "ada"
    await store.close()
    end = manifest.last_sequence  # the chain has a root of a later command: the gap is accepted
    again = replace(settings, home=home, accepted_journal_end=end)
    url = f"{settings.url}/express/v1/status"
    async with core(again) as session, session.get(url) as answer:
        status = await answer.json()
    assert status["sequence"] >= manifest.last_sequence
    assert status["exchange"] == "active"


async def save_now(settings, part):
    store = await Store.open(settings.database_url)
    try:
        return await save_rows(store, part)
    finally:
        await store.close()


async def small(tmp_path):
    """A home with a small journal and keys."""
    home = tmp_path / "small"
    sequencer = await open_sequencer(home / "journal")
    for command in (create_exchange(), create_market()):
        await sequencer.submit(command)
    await sequencer.close()
    (home / "keys").mkdir()
    (home / "keys" / "operator.json").write_text(json.dumps(list(bytes(Keypair()))))
    (home / "custody").mkdir()
    (home / "custody" / "vault.json").write_text("{}")
    return home


def no_rows(part):
    (part / rows.FOLDER).mkdir()
    return {}


async def test_nothing_is_overwritten_and_a_failure_leaves_nothing(tmp_path):
    home, target = await small(tmp_path), tmp_path / "backup"

    def fails(_part):
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="space"):
        make_backup(installation(home), target, fails, None)
    assert not list(tmp_path.glob("backup*"))
    make_backup(installation(home), target, no_rows, None)
    with pytest.raises(BackupError, match="there already"):
        make_backup(installation(home), target, no_rows, None)
    with pytest.raises(BackupError, match="no journal"):
        make_backup(installation(tmp_path / "none"), tmp_path / "other", no_rows, None)
    with pytest.raises(BackupError, match="not empty"):
        restore_files(target, home, None)
    with pytest.raises(BackupError, match="without keys"):
        restore_files(target, tmp_path / "new", PASSPHRASE)
    assert not (tmp_path / "new").exists()
    restore_files(target, tmp_path / "new", None)
    assert not (tmp_path / "new" / "keys").exists()
    assert (tmp_path / "new" / "custody" / "vault.json").read_text() == "{}"


async def test_a_backup_that_was_changed_is_refused(tmp_path):
    home, target = await small(tmp_path), tmp_path / "backup"
    make_backup(installation(home), target, no_rows, PASSPHRASE)
    segment = next((target / "journal").glob("*.journal"))
    data = segment.read_bytes()

    def refused(match):
        with pytest.raises(BackupError, match=match):
            restore_files(target, tmp_path / "new", PASSPHRASE)
        assert not (tmp_path / "new").exists()

    segment.write_bytes(data[:200] + bytes([data[200] ^ 1]) + data[201:])
    refused("changed or damaged")
    segment.unlink()
    refused("missing")
    segment.write_bytes(data)
    (target / "more").write_text("x")
    refused("not of this backup")
    (target / "more").unlink()
    with pytest.raises(BackupError, match="not the one of this backup"):
        restore_files(target, tmp_path / "new", b"another passphrase")
    assert not (tmp_path / "new").exists()
    manifest = target / "manifest.json"
    text = manifest.read_text()
    manifest.write_text(text.replace('"format": 1', '"format": 2'))
    refused("format 2, this program reads 1")
    manifest.write_text(text[:50])
    refused("cannot be read")
    manifest.unlink()
    refused("is no backup")
    with pytest.raises(BackupError, match="is no backup"):
        read_manifest(tmp_path)


async def test_the_copy_of_a_journal_that_is_written_ends_before_its_last_group(tmp_path):
    sequencer = await open_sequencer(tmp_path / "journal")
    for command in (create_exchange(), create_market(), create_market("DAL")):
        await sequencer.submit(command)
    whole = copy_journal(tmp_path / "journal", tmp_path / "a", is_written=False)
    safe = copy_journal(tmp_path / "journal", tmp_path / "b", is_written=True)
    assert (whole.last_seq, safe.last_seq) == (3, 2)
    await sequencer.close()
    again = await open_sequencer(tmp_path / "b")
    assert again.sequence == 2
    await again.close()
    assert not list((tmp_path / "b").glob("*.torn"))
    (tmp_path / "empty").mkdir()
    assert copy_journal(tmp_path / "empty", tmp_path / "c", is_written=True).last_seq == 0


@pytest.mark.parametrize("text", ["short", "x" * 1025, ""])
def test_a_passphrase_has_bounds(tmp_path, text):
    (tmp_path / "p").write_text(text)
    with pytest.raises(BackupError, match="12 to 1024"):
        passphrase_of(tmp_path / "p")
    with pytest.raises(BackupError, match="cannot be read"):
        passphrase_of(tmp_path / "none")


async def test_a_journal_is_written_as_lines_of_json(tmp_path, capsys):
    home = await small(tmp_path)
    lines = [json.loads(line) for line in said("dump", home / "journal").splitlines()]
    assert [line["kind"] for line in lines] == ["CreateExchange", "CreateMarket"]
    assert [line["seq"] for line in lines] == [1, 2]
    exported = [json.loads(line) for line in said("export", home / "journal").splitlines()]
    assert exported[1]["events"][0]["kind"] == "MarketCreated"
    segment = next((home / "journal").glob("*.journal"))
    data = bytearray(segment.read_bytes())
    data[400] ^= 1  # of the first record, which another follows
    segment.write_bytes(data)
    parsed = Namespace(act="check", journal=str(home / "journal"), first=1, last=None)
    assert journal_role.run(None, parsed) == 65
    assert "offset" in capsys.readouterr().err
    parsed.journal = str(tmp_path / "none")
    assert journal_role.run(None, parsed) == 78


def test_the_command_line_names_what_it_takes():
    parsed = _parser().parse_args(["backup", "dir", "--keys", "file"])
    assert (parsed.directory, parsed.keys) == ("dir", "file")
    parsed = _parser().parse_args(["journal", "dump", "--from", "3", "--to", "9"])
    assert (parsed.first, parsed.last) == (3, 9)
    with pytest.raises(SystemExit):
        _parser().parse_args(["journal", "dump", "--from", "-1"])
