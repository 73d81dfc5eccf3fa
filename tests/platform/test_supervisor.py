"""The supervisor with real processes: small ones here, the real ones in test_up.py."""

import asyncio
import os
import re
import signal
import sys
import time
from dataclasses import replace

import pytest

from edge.cli.child import ChildPlan
from edge.cli.lifeline import LIFELINE_VARIABLE
from edge.cli.state import is_running
from edge.cli.supervisor import Supervisor, SupervisorError, backoff_s
from edge.cli.up import plan_children
from edge.core.settings import Settings

WAIT = "import signal; signal.pause()"
STUBBORN = (
    "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True)\n"
    "while True: signal.pause()"
)


async def always() -> bool:
    return True


def plan(tmp_path, name, program, *, probe=always, ready_max_s=20.0, stop_max_s=10.0):
    return ChildPlan(
        name=name,
        command=(sys.executable, "-c", program),
        probe=probe,
        log=tmp_path / f"{name}.log",
        ready_max_s=ready_max_s,
        stop_max_s=stop_max_s,
    )


@pytest.fixture
def lock_fd(tmp_path):
    descriptor = os.open(tmp_path / "lock", os.O_CREAT | os.O_RDWR)
    yield descriptor
    os.close(descriptor)


async def run_until_ready(supervisor):
    ready = asyncio.Event()
    task = asyncio.ensure_future(supervisor.run(ready.set))
    waiting = asyncio.ensure_future(ready.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    return task


async def cancel(task):
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_stages_start_in_order_and_everything_ends_on_cancel(tmp_path, lock_fd):
    said = []
    programs = [[plan(tmp_path, "first", WAIT)], [plan(tmp_path, "second", WAIT)]]
    supervisor = Supervisor(programs, lock_fd, said.append)
    task = await run_until_ready(supervisor)
    assert [line.split()[0] for line in said] == ["first", "second"]
    pids = [child.process.pid for child in supervisor._children.values()]
    assert all(is_running(pid) for pid in pids)
    await cancel(task)
    assert not any(is_running(pid) for pid in pids)


async def test_a_second_stage_waits_until_the_first_answers(tmp_path, lock_fd):
    answers = asyncio.Event()

    async def probe():
        return answers.is_set()

    second_started = tmp_path / "second.log"
    stages = [[plan(tmp_path, "first", WAIT, probe=probe)], [plan(tmp_path, "second", WAIT)]]
    ready = asyncio.Event()
    task = asyncio.ensure_future(Supervisor(stages, lock_fd, lambda _: None).run(ready.set))
    while not (tmp_path / "first.log").exists():  # noqa: ASYNC110 - a file, not an event of ours
        await asyncio.sleep(0)
    assert not second_started.exists()
    answers.set()
    await ready.wait()
    assert second_started.exists()
    await cancel(task)


async def test_a_child_that_keeps_crashing_is_started_again_and_the_others_go_on(
    tmp_path, lock_fd, monkeypatch
):
    monkeypatch.setattr("edge.cli.supervisor.backoff_s", lambda _crashes: 0.0)
    said = []
    program = "print('the disk is on fire', flush=True); raise SystemExit(3)"
    stages = [[plan(tmp_path, "steady", WAIT), plan(tmp_path, "broken", program)]]
    supervisor = Supervisor(stages, lock_fd, said.append, tmp_path)
    count = asyncio.Event()

    def hear(line):
        said.append(line)
        if sum("broken ended" in one for one in said) >= 8:
            count.set()

    supervisor._say = hear
    task = asyncio.ensure_future(supervisor.run(lambda: None))
    await count.wait()
    assert not task.done()
    assert is_running(supervisor._children["steady"].process.pid)
    with_tail = [line for line in said if "the disk is on fire" in line]
    assert len(with_tail) == 1  # the end of the log is shown once, after the fifth crash
    assert all("starting it again" in line for line in said if "broken ended" in line)
    await cancel(task)


async def test_a_lasting_error_of_a_later_start_stops_everything(tmp_path, lock_fd):
    marker = tmp_path / "crashed-once"
    program = (
        f"import os; marker = {str(marker)!r}\n"
        "if os.path.exists(marker): print('acre: the key is wrong.'); raise SystemExit(78)\n"
        "open(marker, 'w').close(); print('acre: no luck.'); raise SystemExit(75)"
    )

    async def never():
        return False

    said = []
    steady = plan(tmp_path, "steady", WAIT)
    stages = [[steady, plan(tmp_path, "broken", program, probe=never)]]
    supervisor = Supervisor(stages, lock_fd, said.append, tmp_path)
    with pytest.raises(SupervisorError, match=r"^the key is wrong\.$"):
        await supervisor.run(lambda: None)
    first = next(line for line in said if line.startswith("broken"))
    assert "(status 75); starting it again in 0.2 s" in first
    assert first.endswith(": no luck.")
    assert not is_running(supervisor._children["steady"].process.pid)


async def test_a_wrong_configuration_is_not_tried_again(tmp_path, lock_fd):
    program = "print('noise'); print('acre: ACRE_PORT is wrong.'); raise SystemExit(78)"

    async def never():
        return False

    stages = [[plan(tmp_path, "misled", program, probe=never)]]
    said = []
    with pytest.raises(SupervisorError, match=r"^ACRE_PORT is wrong\.$"):
        await Supervisor(stages, lock_fd, said.append).run(lambda: None)
    assert said == []


async def test_a_crashed_child_is_started_again(tmp_path, lock_fd):
    marker = tmp_path / "crashed-once"
    program = (
        "import os, signal, sys; marker = sys.argv[0] or ''\n"
        f"marker = {str(marker)!r}\n"
        "if os.path.exists(marker): signal.pause()\n"
        "open(marker, 'w').close(); raise SystemExit(1)"
    )

    async def second_time():
        return marker.exists()

    restarted = asyncio.Event()

    def hear(line):
        if re.search(r"shaky ended .*starting it again", line):
            restarted.set()

    stages = [[plan(tmp_path, "shaky", program, probe=second_time)]]
    task = await run_until_ready(Supervisor(stages, lock_fd, hear))
    await restarted.wait()
    await cancel(task)


async def test_a_child_that_does_not_stop_is_killed_after_its_deadline(tmp_path, lock_fd):
    async def is_deaf():
        log = tmp_path / "stubborn.log"
        return log.exists() and b"deaf" in log.read_bytes()

    stages = [[plan(tmp_path, "stubborn", STUBBORN, probe=is_deaf, stop_max_s=0.05)]]
    supervisor = Supervisor(stages, lock_fd, lambda _: None)
    task = await run_until_ready(supervisor)
    await cancel(task)
    assert supervisor._children["stubborn"].process.returncode == -9


async def test_a_child_that_is_never_ready_is_a_crash_with_a_sentence(tmp_path, lock_fd):
    async def never():
        return False

    said = []
    stages = [[plan(tmp_path, "slow", WAIT, probe=never, ready_max_s=0.05)]]
    task = await hear_until(Supervisor(stages, lock_fd, said.append), said, "starting it again")
    assert "slow was not ready within 0 s" in said[-1]
    assert not task.done()
    await cancel(task)


async def test_progress_begins_the_deadline_of_a_start_anew(tmp_path, lock_fd):
    """Five reports, each within the deadline, together far beyond it; then silence."""
    program = (
        "import time\n"
        "from edge.cli.lifeline import attach_lifeline\n"
        "from edge.process.heartbeat import report_progress\n"
        "attach_lifeline()\n"
        "for count in range(5): report_progress(f'replayed {count} of 5'); time.sleep(0.4)\n"
        "print('now silent', flush=True)\n"
        "time.sleep(60)"
    )

    async def never():
        return False

    said = []
    started_s = time.monotonic()
    stages = [[plan(tmp_path, "slow", program, probe=never, ready_max_s=1.5)]]
    task = await hear_until(Supervisor(stages, lock_fd, said.append), said, "starting it again")
    assert "slow was not ready within 2 s after its last progress: replayed 4 of 5" in said[-1]
    assert "now silent" in (tmp_path / "slow.log").read_text()
    assert time.monotonic() - started_s > 1.5 + 4 * 0.4
    await cancel(task)


async def test_a_child_that_answers_while_it_recovers_has_its_time(tmp_path, lock_fd):
    asked, ready_at = [], 8

    async def is_ready():
        return len(asked) > ready_at

    async def is_starting():
        asked.append(time.monotonic())
        await asyncio.sleep(0.2)
        return True

    said = []
    slow = plan(tmp_path, "slow", "import time; time.sleep(60)", probe=is_ready, ready_max_s=0.5)
    stages = [[replace(slow, is_starting=is_starting)]]
    task = await hear_until(Supervisor(stages, lock_fd, said.append), said, "ready after")
    assert asked[-1] - asked[0] > 0.5
    assert not any("not ready within" in text for text in said)
    await cancel(task)


BEATING = (
    "import asyncio\n"
    "from edge.process import heartbeat\n"
    "heartbeat.BEAT_S = 0.01\n"
    "from edge.cli.foreground import run_in_foreground\n"
    "async def work(): await asyncio.get_running_loop().create_future()\n"
    "run_in_foreground(work())"
)


async def test_a_stopped_child_is_found_and_killed_and_started_again(tmp_path, lock_fd):
    async def deaf():
        return False

    said = []
    hangs = replace(plan(tmp_path, "core", BEATING), is_alive=deaf, alive_period_s=0.2)
    supervisor = Supervisor([[plan(tmp_path, "steady", WAIT), hangs]], lock_fd, said.append)
    task = await run_until_ready(supervisor)
    first = supervisor._children["core"].process.pid
    while supervisor._children["core"]._pulse.beaten_at_s < 0:  # noqa: ASYNC110 - a pipe
        await asyncio.sleep(0.01)
    os.kill(first, signal.SIGSTOP)
    supervisor._say = said.append
    while not any("starting it again" in line for line in said):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    assert "core hangs: no sign of life for 1 s; it is killed; starting it again" in "".join(said)
    assert not is_running(first)
    assert is_running(supervisor._children["steady"].process.pid)
    await cancel(task)


async def test_a_child_that_beats_but_does_not_answer_is_an_alarm_and_goes_on(tmp_path, lock_fd):
    async def deaf():
        return False

    said = []
    flooded = replace(plan(tmp_path, "core", BEATING), is_alive=deaf, alive_period_s=0.2)
    supervisor = Supervisor([[flooded]], lock_fd, said.append)
    task = await hear_until(supervisor, said, "event loop runs")
    assert said[-1] == "core: no answer for 1 s, but its event loop runs"
    assert is_running(supervisor._children["core"].process.pid)
    await asyncio.sleep(0.5)
    assert is_running(supervisor._children["core"].process.pid)
    await cancel(task)


async def test_a_hanging_child_that_can_take_a_signal_logs_its_stacks(tmp_path, lock_fd):
    async def deaf():
        return False

    program = BEATING.replace(
        "await asyncio.get_running_loop().create_future()", "import time; time.sleep(60)"
    )
    said = []
    blocked = replace(plan(tmp_path, "core", program), is_alive=deaf, alive_period_s=0.3)
    task = await hear_until(Supervisor([[blocked]], lock_fd, said.append), said, "is killed")
    assert "Fatal Python error: Aborted" in (tmp_path / "core.log").read_text()
    await cancel(task)


async def test_a_child_that_cannot_be_started_is_tried_again(tmp_path, lock_fd):
    said = []
    late = tmp_path / "late"
    missing = replace(plan(tmp_path, "late", WAIT), command=(str(late),))
    supervisor = Supervisor([[missing]], lock_fd, said.append)
    task = await hear_until(supervisor, said, "starting it again")
    assert "late cannot be started" in said[-1]
    late.write_text("#!/bin/sh\nexec sleep 60\n")
    late.chmod(0o700)
    await supervisor._ready["late"].wait()
    await cancel(task)


async def test_a_full_disk_is_named_where_the_log_cannot_tell(tmp_path, lock_fd, monkeypatch):
    monkeypatch.setattr("edge.process.disk.FREE_BYTES_MIN", 2**62)
    said = []
    stages = [[plan(tmp_path, "broken", "raise SystemExit(1)")]]
    supervisor = Supervisor(stages, lock_fd, said.append, tmp_path)
    task = await hear_until(supervisor, said, "starting it again")
    assert f": The disk of {tmp_path} is full (" in said[-1]
    await cancel(task)


async def test_children_get_a_session_a_lifeline_and_no_other_descriptors(tmp_path, lock_fd):
    program = (
        "import os, signal; fds = sorted(int(name) for name in os.listdir('/proc/self/fd'))\n"
        f"print(os.getsid(0) == os.getpid(), os.environ[{LIFELINE_VARIABLE!r}],  fds, flush=True)\n"
        "signal.pause()"
    )
    log = tmp_path / "curious.log"

    async def has_spoken():
        return log.exists() and log.read_bytes().endswith(b"\n")

    supervisor = Supervisor(
        [[plan(tmp_path, "curious", program, probe=has_spoken)]], lock_fd, lambda _: None
    )
    task = await run_until_ready(supervisor)
    leads_session, parent, pipe, heartbeat, descriptors = log.read_text().split(" ", 4)
    assert leads_session == "True"
    assert int(parent) == os.getpid()
    open_fds = {int(word) for word in re.findall(r"\d+", descriptors)}
    assert {0, 1, 2, int(pipe), int(heartbeat), lock_fd} < open_fds
    assert len(open_fds) == 7  # the seventh is the listing itself
    await cancel(task)


def test_the_pause_before_a_new_start_doubles_and_is_bounded():
    assert [backoff_s(crashes) for crashes in (0, 1, 2, 3)] == [0.2, 0.2, 0.4, 0.8]
    assert backoff_s(50) == 30.0


def optional(tmp_path, name, program, **options):
    return replace(plan(tmp_path, name, program, **options), is_optional=True)


async def hear_until(supervisor, said, words):
    """Run until something is said; returns the running task."""
    heard = asyncio.Event()

    def hear(line):
        said.append(line)
        if words in line:
            heard.set()

    supervisor._say = hear
    task = asyncio.ensure_future(supervisor.run(lambda: None))
    waiting = asyncio.ensure_future(heard.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    return task


async def test_an_optional_child_that_crashes_is_left_off_and_the_others_go_on(tmp_path, lock_fd):
    said = []
    broken = optional(tmp_path, "extra", "print('bad luck', flush=True); raise SystemExit(3)")
    supervisor = Supervisor([[plan(tmp_path, "steady", WAIT)], [broken]], lock_fd, said.append)
    task = await hear_until(supervisor, said, "left off")
    assert not task.done()
    assert is_running(supervisor._children["steady"].process.pid)
    assert sum("starting it again" in line for line in said) == 4
    assert said[-1] == (
        "extra is left off, everything else continues: extra ended with status 3, 5 times in 60 s: "
        f"no more starts. The end of {tmp_path / 'extra.log'}:"
    )
    await cancel(task)


async def test_an_optional_child_with_a_wrong_configuration_is_left_off_at_once(tmp_path, lock_fd):
    said = []
    program = "print('acre: the key is gone.'); raise SystemExit(78)"
    stages = [[plan(tmp_path, "steady", WAIT)], [optional(tmp_path, "extra", program)]]
    supervisor = Supervisor(stages, lock_fd, said.append)
    task = await hear_until(supervisor, said, "left off")
    assert said[-1] == "extra is left off, everything else continues: the key is gone."
    assert not any("starting it again" in line for line in said)
    await cancel(task)


async def test_an_optional_child_that_cannot_be_started_is_left_off(tmp_path, lock_fd):
    said = []
    missing = replace(optional(tmp_path, "extra", WAIT), command=(str(tmp_path / "none"),))
    supervisor = Supervisor([[plan(tmp_path, "steady", WAIT)], [missing]], lock_fd, said.append)
    task = await hear_until(supervisor, said, "left off")
    assert "extra is left off" in said[-1]
    await cancel(task)


async def test_an_optional_child_is_stopped_with_the_others(tmp_path, lock_fd):
    said = []
    stages = [[plan(tmp_path, "steady", WAIT)], [optional(tmp_path, "extra", WAIT)]]
    supervisor = Supervisor(stages, lock_fd, said.append)
    task = await run_until_ready(supervisor)
    assert [line.split()[0] for line in said] == ["steady", "extra"]
    pids = [child.process.pid for child in supervisor._children.values()]
    await cancel(task)
    assert len(pids) == 2
    assert not any(is_running(pid) for pid in pids)


def test_the_demo_has_a_maker_that_the_platform_can_do_without(tmp_path):
    def stages(**environ):
        found = plan_children(
            Settings.from_environment({"ACRE_HOME": str(tmp_path), "ACRE_PORT": "9000", **environ})
        )
        return [[plan.name for plan in stage] for stage in found], found[-1][0]

    names, maker = stages()
    assert names == [["postgres", "chain-node"], ["core"], ["maker"]]
    assert maker.is_optional
    assert maker.command[3:] == (
        "maker",
        "--url",
        "http://127.0.0.1:9000",
        "--key",
        str(tmp_path / "keys" / "demo-maker.json"),
    )
    without = [["postgres", "chain-node"], ["core"]]
    assert stages(ACRE_DEMO_MAKER="off")[0] == without
    served, edge = stages(ACRE_DEMO_MAKER="off", ACRE_EDGE_WORKERS="2")
    assert served == [*without, ["edge-1", "edge-2"]]
    assert edge.command[3:] == ("edge", "--number", "1")
    assert edge.log == tmp_path / "logs" / "edge-1.log"
    assert stages(ACRE_PROFILE="test")[0] == without
    assert stages(ACRE_PROFILE="plain")[0] == without
