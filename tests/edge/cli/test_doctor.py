"""`acre doctor` finds what would keep a start from working, and says what to do."""

import asyncio
import os
import socket
import time
from dataclasses import replace
from pathlib import Path

import pytest

from edge.cli.roles import doctor
from edge.core.settings import Settings
from tests.engine.sequencer.factories import create_exchange, create_market, open_sequencer
from tests.platform.running import free_port


@pytest.fixture
def settings(tmp_path, clean_environment):
    web = tmp_path / "dist"
    web.mkdir()
    (web / "index.html").write_text("x")
    return Settings.from_environment(
        {
            "ACRE_HOME": str(tmp_path / "home"),
            "ACRE_PORT": str(free_port()),
            "ACRE_WEB_DIST": str(web),
        }
    )


def findings(settings, capsys):
    status = doctor.run(settings, None)
    return status, capsys.readouterr().out


def test_an_empty_machine_is_well(settings, capsys):
    status, text = findings(settings, capsys)
    assert status == 0, text
    assert "BAD" not in text
    for name in ("settings", "versions", "engine", "home", "disk", "journal", "files", "port"):
        assert f"ok  {name:<9}" in text


def test_each_trouble_has_its_line_and_remedy(settings, capsys, monkeypatch, tmp_path):
    (settings.home / "keys").mkdir(parents=True)
    (settings.home / "keys" / "operator.json").write_text("[]")
    (settings.home / "keys" / "operator.json").chmod(0o644)
    (settings.web_dist / "index.html").unlink()
    monkeypatch.setattr(doctor, "FREE_BYTES_MIN", 2**62)
    monkeypatch.setattr(doctor, "ENGINE", "engine.core.nothing")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", settings.port))
        taken.listen()
        status, text = findings(settings, capsys)
    assert status == 78
    for words in ("chmod 600", "make web", "Make room", "make build", "another ACRE_PORT"):
        assert words in text, text


async def test_a_journal_is_counted_and_damage_is_named(settings, capsys, monkeypatch):
    journal = settings.home / "journal"
    sequencer = await open_sequencer(journal)
    for command in (create_exchange(), create_market()):
        await sequencer.submit(command)
    await sequencer.close()
    assert "2 commands, segments: 1" in findings(settings, capsys)[1]
    segment = next(journal.glob("*.journal"))
    late = time.time() + 3_600
    os.utime(segment, (late, late))
    assert "Set the clock" in findings(settings, capsys)[1]
    segment.write_bytes(b"x" * 100)
    status, text = findings(settings, capsys)
    assert status == 78
    assert "docs/restore.md" in text


def test_a_database_that_is_away_is_named_without_its_address(settings, capsys, tmp_path):
    object.__setattr__(settings, "database_is_embedded", False)
    object.__setattr__(settings, "database_url", f"postgresql://u:secret@/x?host={tmp_path}")
    status, text = findings(settings, capsys)
    assert status == 78
    assert "BAD database" in text
    assert "secret" not in text


def test_a_database_with_too_few_connections_is_named(settings, capsys, database_url):
    object.__setattr__(settings, "database_is_embedded", False)
    object.__setattr__(settings, "database_url", database_url)
    assert "ok  database" in findings(settings, capsys)[1]
    object.__setattr__(settings, "edge_workers", 32)
    assert "Set max_connections" in findings(settings, capsys)[1]


def test_a_home_that_is_no_directory_or_cannot_be_written_is_named(settings, capsys, tmp_path):
    file = tmp_path / "file"
    file.write_text("x")
    for home in (file, file / "below"):
        object.__setattr__(settings, "home", home)
        status, text = findings(settings, capsys)
        assert (status, "is no directory. Name another ACRE_HOME." in text) == (78, True), text
    object.__setattr__(settings, "home", Path("/proc/acre"))  # no user can write there
    status, text = findings(settings, capsys)
    assert status == 78
    assert "/proc cannot be written." in text


def test_a_key_file_that_is_none_is_named(settings, capsys):
    keys = settings.home / "keys"
    keys.mkdir(parents=True)
    (keys / "hot-keys.json").touch(0o600)  # a list of addresses
    assert findings(settings, capsys)[0] == 0
    (keys / "operator.json").touch(0o600)
    status, text = findings(settings, capsys)
    assert status == 78
    assert "operator.json is not a key file" in text


def test_a_node_that_is_away_is_named_without_its_address(settings, capsys):
    node = replace(settings.node, url="http://127.0.0.1:1/secret", is_embedded=False)
    object.__setattr__(settings, "node", node)
    status, text = findings(settings, capsys)
    assert status == 78
    assert "BAD node" in text
    assert "secret" not in text


async def nats(reader, writer):
    writer.write(b"INFO {}\r\n")
    await writer.drain()
    writer.close()


async def test_a_bus_is_bad_only_when_no_server_answers(settings, capsys):
    server = await asyncio.start_server(nats, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    away = "nats://user:secret@127.0.0.1:1"
    for urls, status, words in (
        ((away,), 78, "BAD bus       no NATS server at 127.0.0.1:1. Start them"),
        ((away, f"nats://127.0.0.1:{port}"), 0, "ok  bus       no NATS server at 127.0.0.1:1"),
        ((f"nats://127.0.0.1:{port}",), 0, "ok  bus       1 NATS servers"),
    ):
        cluster = replace(settings.cluster, nats_urls=urls)
        object.__setattr__(settings, "cluster", cluster)
        found = await asyncio.to_thread(doctor.run, settings, None)
        text = capsys.readouterr().out
        assert (found, words in text) == (status, True), text
        assert "secret" not in text
    server.close()


def test_traces_without_collector_are_no_trouble_and_without_library_are(
    settings, capsys, monkeypatch
):
    observe = replace(settings.observe, traces_url="http://127.0.0.1:1/v1/traces")
    object.__setattr__(settings, "observe", observe)
    status, text = findings(settings, capsys)
    assert (status, "no collector: spans are dropped" in text) == (0, True)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    status, text = findings(settings, capsys)
    assert (status, "Install the extra `traces`." in text) == (78, True)


def test_clocks_that_differ_are_named(settings, capsys, database_url, monkeypatch):
    object.__setattr__(settings, "database_is_embedded", False)
    object.__setattr__(settings, "database_url", database_url)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() - 3_600)
    status, text = findings(settings, capsys)
    assert status == 78
    assert "Set both clocks" in text
