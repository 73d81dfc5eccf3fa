"""A stop: its parts add up to its limit, and Ctrl-C does not hide the error that began it."""

import asyncio
import inspect
import os
import signal
import sys
from dataclasses import replace

import asyncpg
import pytest
from aiohttp.web_protocol import RequestHandler

from edge.cli import up
from edge.cli.child import ChildPlan
from edge.cli.main import EXIT_CONFIGURATION
from edge.core import opening as service
from edge.core.settings import Settings
from edge.database import embedded
from edge.process import stop_budget as budget
from edge.process import stop_limit
from edge.store.pool import Store
from tests.edge.service_world import running_service


def test_the_parts_of_a_stop_fit_into_its_limit_and_that_into_the_supervisors(tmp_path):
    parts = (
        budget.QUEUED_S,
        budget.HANDLER_WAITS * budget.REQUESTS_S,
        budget.LOOPS_S,
        budget.JOURNAL_S,
        budget.DRAIN_S,
        budget.DATABASE_S,
    )
    assert all(part > 0 for part in parts)
    assert sum(parts) <= budget.STOP_MAX_S == stop_limit.STOP_MAX_S < budget.CHILD_STOP_S
    assert embedded.STOP_MAX_S < budget.CHILD_STOP_S
    settings = replace(Settings.from_environment({}), home=tmp_path)
    stages = up.plan_children(settings)
    assert all(plan.stop_max_s == budget.CHILD_STOP_S for stage in stages for plan in stage)
    # the unit in docs/operator.md allows as much for all stages
    assert sum(max(plan.stop_max_s for plan in stage) for stage in stages) <= 45


def test_the_core_and_the_library_wait_as_the_budget_says():
    assert service.DRAIN_S == budget.DRAIN_S
    waits = inspect.getsource(RequestHandler.shutdown).count("ceil_timeout(timeout)")
    assert waits == budget.HANDLER_WAITS


async def test_a_database_connection_that_is_not_given_back_is_cut(tmp_path, database_url, caplog):
    async with running_service(tmp_path, database_url):
        store = await Store.open(database_url)
        held = await store.pool.acquire()
        await store.close(0.05)
        assert "database_not_closed" in caplog.text
        with pytest.raises(asyncpg.InterfaceError, match="released back"):
            await held.fetchval("SELECT 1")


def misled(tmp_path, started) -> ChildPlan:
    """A child whose configuration is wrong: everything stops."""

    async def never() -> bool:
        return False

    return ChildPlan(
        name="misled",
        command=(sys.executable, "-c", f"print('acre: wrong.'); raise SystemExit({started})"),
        probe=never,
        log=tmp_path / "misled.log",
        ready_max_s=20.0,
        stop_max_s=10.0,
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_ctrl_c_while_a_lasting_error_stops_everything_keeps_its_status(
    tmp_path, monkeypatch, capsys, number
):
    async def always() -> bool:
        return True

    slow = replace(
        misled(tmp_path, 0),
        name="slow",
        command=(
            sys.executable,
            "-c",
            "import os, signal, time\n"
            "def stop(*_):\n"
            f"    os.kill({os.getpid()}, {int(number)})\n"
            "    time.sleep(0.3)\n"
            "    print('stopped in order', flush=True)\n"
            "    raise SystemExit\n"
            "signal.signal(signal.SIGTERM, stop)\n"
            "print('ready', flush=True)\n"
            "while True: signal.pause()",
        ),
        log=tmp_path / "slow.log",
    )

    async def is_ready() -> bool:
        return slow.log.exists() and b"ready" in slow.log.read_bytes()

    stages = [[replace(slow, probe=is_ready)], [misled(tmp_path, EXIT_CONFIGURATION)]]
    monkeypatch.setattr(up, "plan_children", lambda _settings: stages)
    settings = replace(Settings.from_environment({}), home=tmp_path)
    lock_fd = os.open(tmp_path / "lock", os.O_CREAT | os.O_RDWR)
    loop = asyncio.get_running_loop()
    try:
        status = await up._supervise(settings, lock_fd)
    finally:
        for one in up.STOP_SIGNALS:
            loop.remove_signal_handler(one)
        os.close(lock_fd)
    assert status == EXIT_CONFIGURATION
    assert "Stopping" in capsys.readouterr().out
    assert b"stopped in order" in slow.log.read_bytes()
