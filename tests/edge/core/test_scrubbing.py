"""A running core finds a damaged segment, tells of it, and sees the repair."""

import asyncio
import re
import shutil

import pytest

from chain.node.server.server import NodeServer
from edge.cli.main import _parser
from edge.cli.roles import journal
from edge.core import workers
from edge.core.settings import Settings
from edge.store.pool import Store
from engine.journal import FileJournal
from engine.journal import scrub as scrub_module
from engine.journal.scrub import Scrub
from tests.edge.core.test_backup import core
from tests.edge.core.test_service import environment, free_port
from tests.edge.service_world import TABLES as TRUNCATED
from tests.engine.journal.factories import flip_bit, segment_files, write_groups


@pytest.fixture
async def settings(tmp_path, database_url, monkeypatch):
    monkeypatch.setitem(FileJournal.__init__.__kwdefaults__, "segment_bytes", 8192)
    monkeypatch.setattr(scrub_module, "PASS_S", 0.2)
    monkeypatch.setattr(workers, "SCRUB_WINDOW_S", 0.005)
    monkeypatch.setattr(workers, "SCRUB_IDLE_S", 0.05)
    monkeypatch.setattr("edge.core.app.METRICS_AGE_S", 0.0)
    store = await Store.open(database_url)
    await store.pool.execute(f"TRUNCATE {TRUNCATED} CASCADE")
    await store.close()
    node = await NodeServer.start(tmp_path / "home" / "chain", slot_ms=10)
    port = int(node.url.rpartition(":")[2])
    yield Settings.from_environment(environment(tmp_path / "home", free_port(), port, database_url))
    await node.stop()


async def metric(session, settings, name):
    async with session.get(f"{settings.url}/metrics") as answer:
        text = await answer.text()
    return float(re.findall(rf"^acre_journal_{name} (\S+)$", text, re.MULTILINE)[0])


async def until(session, settings, name, is_right):
    async with asyncio.timeout(60):
        while not is_right(await metric(session, settings, name)):  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.05)


def run(settings, *words):
    return journal.run(settings, _parser().parse_args(["journal", *words]))


async def test_a_running_core_is_scrubbed_archived_and_repaired(settings, tmp_path, capsys):
    directory, target = settings.home / "journal", tmp_path / "archive"
    async with core(settings) as session:
        sealed = len(segment_files(directory)) - 1
        assert sealed >= 2
        await until(session, settings, "scrubbed_seq", lambda seq: seq > 0)
        assert await metric(session, settings, "damaged_segments") == 0
        assert await asyncio.to_thread(run, settings, "archive", str(target)) == 0
        assert len(segment_files(target)) >= sealed
        path = segment_files(directory)[0]
        whole = path.read_bytes()
        damaged = tmp_path / "damaged"
        shutil.copy(path, damaged)
        flip_bit(damaged, 300, 1)
        damaged.rename(path)
        await until(session, settings, "damaged_segments", lambda count: count == 1)
        assert await asyncio.to_thread(run, settings, "repair") == 0
        await until(session, settings, "damaged_segments", lambda count: count == 0)
        assert path.read_bytes() == whole
    assert f"repaired {path}" in capsys.readouterr().out
    async with core(settings) as session:
        await until(session, settings, "scrubbed_seq", lambda seq: seq > 0)


async def test_the_loop_waits_longer_when_nothing_is_left(tmp_path):
    write_groups(tmp_path, [[bytes([n]) * 700] for n in range(1, 40)])
    scrub = Scrub(tmp_path)
    (loop,) = workers.scrub_loops(scrub)
    assert loop.worker._period_s() == workers.SCRUB_IDLE_S
    assert await loop.worker.attempt() == 0
    assert loop.worker._period_s() == workers.SCRUB_WINDOW_S
    assert workers.scrub_loops(None) == []
