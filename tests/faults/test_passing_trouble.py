"""Trouble of the machine that passes is waited for; anything else ends the process in time."""

import asyncio
import errno
import logging
import subprocess
import sys
import time

import pytest

from chain.client.wallet import BadKeyFileError, load_or_create_key
from edge.cli.main import EXIT_CONFIGURATION, EXIT_TEMPORARY
from edge.cli.roles.core import ending_of
from edge.process import keeping
from edge.process.disk import full_disk_sentence
from edge.process.keeping import Trouble, keep_running
from edge.process.watchdog import Watchdog, watching_loop
from engine.journal import JournalCorruptError, JournalFailedError, JournalFullError
from engine.sequencer import SequencerFullError

PASSING = ["EMFILE", "ENFILE", "ENOSPC", "EIO", "EDQUOT"]


@pytest.fixture
def no_pauses(monkeypatch):
    monkeypatch.setattr(keeping, "PAUSE_FIRST_S", 0.0)
    monkeypatch.setattr(keeping, "PAUSE_MAX_S", 0.0)


@pytest.mark.parametrize("name", PASSING)
async def test_a_loop_goes_on_after_trouble_of_the_machine(name, no_pauses, caplog):
    trouble, runs = Trouble(), []

    async def run():
        runs.append(dict(trouble.waiting))
        if len(runs) < 4:
            error = OSError(getattr(errno, name), name)
            raise ExceptionGroup("tasks", [error]) if len(runs) == 2 else error

    with caplog.at_level(logging.ERROR):
        await keep_running("follower", run, trouble)
    assert len(runs) == 4
    events = [one for one in caplog.records if one.message == "loop_waits_for_machine"]
    assert [one.loop for one in events] == ["follower"] * 3
    assert trouble.waiting == {}


async def test_a_loop_goes_on_while_the_disk_of_the_journal_is_full(no_pauses):
    trouble, runs = Trouble(), []

    async def run():
        runs.append(dict(trouble.waiting))
        if len(runs) < 3:
            raise SequencerFullError("the disk of the journal is full")

    await keep_running("clock", run, trouble)
    assert len(runs) == 3
    assert trouble.waiting == {}


async def test_the_pauses_grow_and_the_trouble_is_shown_meanwhile(monkeypatch):
    pauses, trouble = [], Trouble()

    async def sleep(pause_s):
        pauses.append(pause_s)
        assert trouble.waiting == {"oracle": "[Errno 28] No space left on device"}

    monkeypatch.setattr(keeping.asyncio, "sleep", sleep)

    async def run():
        if len(pauses) < 8:
            raise OSError(errno.ENOSPC, "No space left on device")

    await keep_running("oracle", run, trouble)
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]


@pytest.mark.parametrize("error", [ValueError("bug"), OSError(errno.EACCES, "denied")])
async def test_any_other_error_ends_the_loop_and_limits_the_stop(error, monkeypatch, no_pauses):
    limited = []
    monkeypatch.setattr(keeping, "limit_stop", limited.append)

    async def run():
        raise error

    with pytest.raises(type(error)):
        await keep_running("oracle", run, Trouble())
    assert limited == ["an error of oracle"]


def test_a_stop_that_hangs_ends_with_a_reason_and_the_place():
    program = (
        "import asyncio\n"
        "from edge.process.stop_limit import arm_stop_limit, limit_stop\n"
        "arm_stop_limit()\n"
        "async def stuck_worker():\n"
        "    await asyncio.get_running_loop().create_future()\n"
        "async def main():\n"
        "    limit_stop('a test', 0.2)\n"
        "    await stuck_worker()\n"
        "asyncio.run(main())"
    )
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == EXIT_TEMPORARY
    assert "the stop after a test took more than 0 s" in ended.stderr
    assert "stuck_worker" in ended.stderr


def test_the_status_of_an_end_tells_what_a_new_start_can_do():
    full = OSError(errno.ENOSPC, "No space left on device")
    assert ending_of(full)[1] == EXIT_TEMPORARY
    assert ending_of(OSError(errno.EMFILE, "Too many open files"))[1] == EXIT_TEMPORARY
    assert ending_of(JournalFailedError("the journal could not be written"))[1] == EXIT_TEMPORARY
    assert ending_of(JournalFullError("no room for a segment"))[1] == EXIT_TEMPORARY
    assert ending_of(SequencerFullError("at the first start"))[1] == EXIT_TEMPORARY
    assert ending_of(JournalCorruptError("damaged"))[1] == EXIT_CONFIGURATION
    assert ending_of(RuntimeError("bug")) is None


@pytest.mark.parametrize(
    "content", ["", "{", "[1, 2]", '"text"', "[" + "300, " * 63 + "300]", "{}"]
)
def test_a_damaged_key_file_is_a_lasting_error_with_a_sentence(tmp_path, content):
    path = tmp_path / "keeper.json"
    path.write_text(content)
    with pytest.raises(BadKeyFileError) as refusal:
        load_or_create_key(path)
    sentence = f"{path} is not a key file (64 numbers); put the right one back."
    assert ending_of(refusal.value) == (sentence, EXIT_CONFIGURATION)
    assert path.read_text() == content


def test_a_disk_with_room_has_no_sentence(tmp_path, monkeypatch):
    assert full_disk_sentence(tmp_path) == ""
    monkeypatch.setattr("edge.process.disk.FREE_BYTES_MIN", 2**62)
    assert full_disk_sentence(tmp_path).startswith(f"The disk of {tmp_path} is full (")


async def test_the_watchdog_logs_where_the_loop_is_held(caplog):
    watchdog = Watchdog(blocked_s=0.2, check_interval_s=0.02)

    def holds_the_loop():
        time.sleep(0.8)  # blocks on purpose

    with caplog.at_level(logging.ERROR):
        async with watching_loop(watchdog):
            await asyncio.sleep(0)
            holds_the_loop()
    assert watchdog.times.blocked_count == 1
    assert any("holds_the_loop" in one.at for one in caplog.records if hasattr(one, "at"))
