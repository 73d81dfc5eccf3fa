"""`acre up`: everything on one machine, until Ctrl-C."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import time
from dataclasses import replace

from edge.cli.child import ChildPlan, role_command
from edge.cli.main import EXIT_CONFIGURATION, EXIT_TEMPORARY
from edge.cli.ports import busy_port_sentence
from edge.cli.probes import (
    Probe,
    http_probe,
    node_probe,
    postgres_alive_probe,
    postgres_probe,
    started,
)
from edge.cli.state import StateError, lock_home, prepare_home
from edge.cli.supervisor import Supervisor, SupervisorError
from edge.core.cluster_settings import ALL, EDGE, NODE
from edge.core.settings import Settings
from edge.database.account import die_with_parent
from edge.database.embedded import socket_directory
from edge.process.descriptors import DescriptorError, raise_descriptors
from edge.process.disk import full_disk_sentence, is_passing
from edge.process.stop_budget import CHILD_STOP_S

HEALTH_PATH = "/api/v1/health"
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Run everything until a signal; returns 0 after an orderly stop."""
    if parsed.with_parent:
        die_with_parent(os.getppid(), signal.SIGTERM)
    try:
        raise_descriptors()
        prepare_home(settings.home)
        lock_fd = lock_home(settings.home, settings.url, say)
    except (DescriptorError, StateError) as error:
        return _refuse(str(error))
    except OSError as error:
        if not is_passing(error):
            raise
        reason = full_disk_sentence(settings.home) or f"{settings.home}: {error.strerror}."
        return _refuse(reason, EXIT_TEMPORARY)
    sentence = _first_busy_port(settings)
    if sentence is not None:
        return _refuse(sentence)
    say(f"Acre {settings.version}, profile {settings.profile}, state in {settings.home}")
    return asyncio.run(_supervise(settings, lock_fd))


def say(text: str) -> None:
    """Print a line of progress; the terminal may be closed."""
    with contextlib.suppress(OSError, ValueError):
        print(text, flush=True)


def plan_children(settings: Settings) -> list[list[ChildPlan]]:
    """Return the stages: children of one start together; each stage waits for the one before."""
    first: list[ChildPlan] = []
    role = settings.cluster.role
    if settings.node.is_embedded:
        asked = (node_probe(settings.node_port), node_probe(settings.node_port, any_status=True))
        first.append(_plan(settings, "chain-node", *asked, ready_max_s=60.0))
    if settings.database_is_embedded:
        socket_dir = socket_directory(settings.home / "postgres")
        asked = (postgres_probe(socket_dir), postgres_alive_probe(socket_dir))
        plan = _plan(settings, "postgres", *asked, ready_max_s=60.0)
        first.insert(0, replace(plan, is_starting=asked[1]))  # it recovers as long as it takes
    if role == NODE:
        return [first]
    cores = [_web_plan(settings, "core", settings.core_port)] if role != EDGE else []
    edges = [
        _web_plan(settings, "edge", settings.own_port(number), number)
        for number in range(1, settings.edge_workers + 1)
    ]
    last = [_maker(settings)] if settings.has_demo_maker and role == ALL else []
    return [stage for stage in (first, cores, edges, last) if stage]


def _web_plan(settings: Settings, role: str, port: int, number: int = 0) -> ChildPlan:
    page = (port, HEALTH_PATH)
    asked = (http_probe(*page), http_probe(*page, any_status=True))
    drain_s = settings.observe.drain_s if number else settings.core_drain_s
    plan = _plan(settings, role, *asked, ready_max_s=300.0)
    plan = replace(plan, stop_max_s=CHILD_STOP_S + drain_s)
    if not number:
        return plan
    name = f"{role}-{number}"
    command = role_command(role, "--number", str(number))
    return replace(plan, name=name, command=command, log=settings.home / "logs" / f"{name}.log")


def _maker(settings: Settings) -> ChildPlan:
    """The maker bot of the demo: a participant like any other, whom the platform can do without."""
    key = settings.home / "keys" / "demo-maker.json"
    return ChildPlan(
        name="maker",
        command=role_command("maker", "--url", settings.url, "--key", str(key)),
        probe=started,
        log=settings.home / "logs" / "maker.log",
        ready_max_s=10.0,
        stop_max_s=CHILD_STOP_S,
        is_optional=True,
    )


def _plan(
    settings: Settings, role: str, probe: Probe, is_alive: Probe, *, ready_max_s: float
) -> ChildPlan:
    return ChildPlan(
        name=role,
        command=role_command(role),
        probe=probe,
        is_alive=is_alive,
        log=settings.home / "logs" / f"{role}.log",
        ready_max_s=ready_max_s,
        stop_max_s=CHILD_STOP_S,
    )


def _refuse(sentence: str, status: int = EXIT_CONFIGURATION) -> int:
    with contextlib.suppress(OSError):
        print(f"acre: {sentence}", file=sys.stderr)
    return status


def _first_busy_port(settings: Settings) -> str | None:
    web_advice = "stop it, or choose another port, for example ACRE_PORT=8081."
    node_advice = "stop it, or choose another port with ACRE_NODE_PORT."
    sentence = busy_port_sentence(settings.port, web_advice)
    for number in range(settings.edge_workers + 1 if settings.edge_workers else 0):
        sentence = sentence or busy_port_sentence(settings.own_port(number), web_advice)
    if sentence is None and settings.node.is_embedded:
        sentence = busy_port_sentence(settings.node_port, node_advice)
        sentence = sentence or busy_port_sentence(settings.node_port + 1, node_advice)
    return sentence


async def _supervise(settings: Settings, lock_fd: int) -> int:
    started = time.monotonic()
    supervisor = Supervisor(plan_children(settings), lock_fd, say, settings.home)

    def when_ready() -> None:
        say(f"\nAcre is running after {time.monotonic() - started:.1f} s: {settings.url}")
        say(f"Ctrl-C stops it. Logs: {settings.home / 'logs'}\n")

    work = asyncio.ensure_future(supervisor.run(when_ready))
    asked: list[signal.Signals] = []

    def ask_to_stop(number: signal.Signals) -> None:
        if not asked:
            say("\nStopping …")
            if not supervisor.is_stopping:  # else it ends as it would have without the signal
                work.cancel()
        elif number in asked and number == signal.SIGINT:
            say("Killing what has not stopped yet.")
            supervisor.kill_all()
        asked.append(number)

    loop = asyncio.get_running_loop()
    for number in STOP_SIGNALS:
        loop.add_signal_handler(number, ask_to_stop, number)
    try:
        await work
    except asyncio.CancelledError:
        say("Stopped.")
        return 0
    except SupervisorError as error:
        return _refuse(str(error))
    return 0
