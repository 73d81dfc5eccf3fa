"""The supervisor with real processes: small ones here, the real ones in test_up.py."""

import asyncio
import os
import re
import sys
from dataclasses import replace

import pytest

from edge.cli.child import ChildPlan
from edge.cli.lifeline import LIFELINE_VARIABLE
from edge.cli.state import is_running
from edge.cli.supervisor import Supervisor, SupervisorError, backoff_s
from edge.cli.up import plan_children
from edge.settings import Settings

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


async def test_five_crashes_stop_everything_and_show_the_end_of_the_log(tmp_path, lock_fd):
    said = []
    stages = [
        [plan(tmp_path, "steady", WAIT)],
        [plan(tmp_path, "broken", "print('the disk is on fire', flush=True); raise SystemExit(3)")],
    ]
    supervisor = Supervisor(stages, lock_fd, said.append)
    with pytest.raises(SupervisorError) as end:
        await supervisor.run(lambda: None)
    assert "broken ended" in str(end.value)
    assert "5 times in 60 s: everything is stopped" in str(end.value)
    assert str(end.value).endswith("the disk is on fire")
    assert sum("starting it again" in line for line in said) == 4
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
    with pytest.raises(SupervisorError, match="slow was not ready within 0 s"):
        await Supervisor(stages, lock_fd, said.append).run(lambda: None)
    assert len(said) == 4


async def test_children_get_a_session_a_lifeline_and_no_other_descriptors(tmp_path, lock_fd):
    program = (
        "import os, signal; fds = sorted(int(name) for name in os.listdir('/proc/self/fd'))\n"
        f"print(os.getsid(0) == os.getpid(), os.environ[{LIFELINE_VARIABLE!r}], fds, flush=True)\n"
        "signal.pause()"
    )
    log = tmp_path / "curious.log"

    async def has_spoken():
        return log.exists() and log.read_bytes().endswith(b"\n")

    supervisor = Supervisor(
        [[plan(tmp_path, "curious", program, probe=has_spoken)]], lock_fd, lambda _: None
    )
    task = await run_until_ready(supervisor)
    leads_session, parent, pipe, descriptors = log.read_text().split(" ", 3)
    assert leads_session == "True"
    assert int(parent) == os.getpid()
    open_fds = {int(word) for word in re.findall(r"\d+", descriptors)}
    assert {0, 1, 2, int(pipe), lock_fd} < open_fds
    assert len(open_fds) == 6  # the sixth is the listing itself
    await cancel(task)


def test_the_pause_before_a_new_start_doubles_and_is_bounded():
    assert [backoff_s(crashes) for crashes in (0, 1, 2, 3)] == [0.2, 0.2, 0.4, 0.8]
    assert backoff_s(50) == 5.0


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
    task = await run_until_ready(supervisor)
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
        "extra is left off, everything else goes on: extra ended with status 3, 5 times in 60 s: "
        f"no more starts. The end of {tmp_path / 'extra.log'}:"
    )
    await cancel(task)


async def test_an_optional_child_with_a_wrong_configuration_is_left_off_at_once(tmp_path, lock_fd):
    said = []
    program = "print('acre: the key is gone.'); raise SystemExit(78)"
    stages = [[plan(tmp_path, "steady", WAIT)], [optional(tmp_path, "extra", program)]]
    supervisor = Supervisor(stages, lock_fd, said.append)
    task = await hear_until(supervisor, said, "left off")
    assert said[-1] == "extra is left off, everything else goes on: the key is gone."
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
    assert stages(ACRE_PROFILE="test")[0] == without
    assert stages(ACRE_PROFILE="plain")[0] == without
