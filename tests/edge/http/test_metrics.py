"""The metrics: all are in the operator's table, and they follow what they measure."""

import re

import pytest

from edge.process import disk
from edge.process.disk import free_bytes_by_folder
from tests.tidy.tree import text_of

ROW = re.compile(r"^\| (`(?:acre|process)_[a-z_]+`[^|]*) \|", re.M)
TYPE = re.compile(r"^# TYPE (\S+) ", re.M)
CREATED = re.compile(r"_created$")


async def read(service) -> tuple[set[str], dict[str, float]]:
    """The names of all metrics, and the value of each sample."""
    async with service.client.get("/metrics") as answer:
        text = await answer.text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    values = {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}
    return {name for name in TYPE.findall(text) if not CREATED.search(name)}, values


@pytest.fixture
def measured(service, tmp_path):
    object.__setattr__(service.context.health, "home", tmp_path)
    return service


async def test_the_operators_table_has_every_metric_and_no_other(measured):
    names, _ = await read(measured)
    rows = ROW.findall(text_of("docs/operator.md"))
    listed = [name for row in rows for name in re.findall(r"`([a-z_]+)`", row)]
    if not any(name.startswith("process_") for name in names):  # no /proc: not Linux
        listed = [name for name in listed if not name.startswith("process_")]
    assert sorted(listed) == sorted(names)


async def test_flushes_of_the_journal_are_counted(measured):
    _, before = await read(measured)
    count = measured.context.sequencer.sequence
    flushes = measured.context.sequencer.flushes
    assert before['acre_journal_flush{figure="commands"}'] == flushes.commands <= count
    assert 1 <= flushes.count <= flushes.commands
    assert 0 < flushes.longest_s <= flushes.total_s
    assert before["acre_journal_flushing_seconds"] == 0


async def test_a_held_loop_and_loops_that_wait_are_seen(measured):
    measured.context.health.loop_times.blocked_count = 3
    measured.context.health.loop_times.longest_s = 4.5
    measured.context.health.trouble.waiting["oracle"] = "no space left"
    _, values = await read(measured)
    assert values["acre_loop_blocked"] == 3
    assert values["acre_loop_longest_seconds"] == 4.5
    assert values["acre_loops_waiting"] == 1


async def test_free_space_is_told_for_each_folder(measured, tmp_path):
    (tmp_path / "journal").mkdir(exist_ok=True)
    _, values = await read(measured)
    assert values['acre_disk_free_bytes{folder="."}'] > 0
    assert values['acre_disk_free_bytes{folder="journal"}'] > 0


def test_the_folders_that_are_measured_are_bounded(tmp_path):
    for number in range(disk.FOLDERS_MAX + 9):
        (tmp_path / f"{number:03d}").mkdir()
    assert len(free_bytes_by_folder(tmp_path)) == disk.FOLDERS_MAX
    assert free_bytes_by_folder(tmp_path / "away") == {}
