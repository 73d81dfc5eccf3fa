"""`acre doctor` finds what would keep a start from working, and says what to do."""

import os
import socket
import time

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
