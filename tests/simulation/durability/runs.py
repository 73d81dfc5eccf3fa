"""A run of one seed: the product on simulated clocks, disks, threads, networks and databases."""

import asyncio
import logging
import os
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from edge.projector import projector as projector_module
from engine.feed import replica as replica_module
from engine.feed import server as server_module
from engine.feed.bus import hub as hub_module
from engine.feed.bus import link as link_module
from engine.journal import file_journal
from engine.journal import snapshots as snapshots_module
from engine.journal.postgres import lease as lease_module
from engine.sequencer import saving
from engine.sequencer import sequencer as sequencer_module
from tests.simulation.durability.clock import MACHINE, Stuck, VirtualLoop
from tests.simulation.durability.database import Connection
from tests.simulation.durability.world import CLUSTER, FILES, Fault, World, Wrong, faults_of

CLOCKS = (replica_module, server_module, hub_module, lease_module, sequencer_module, saving)


class _JournalThread:
    """In the place of the journal's thread: in order, late, and gone with its machine."""

    def __init__(self, world: World, journal: Any) -> None:
        self._world = world
        self._journal = journal
        self._tasks = MACHINE.get()
        self._at_s = 0.0

    def append(self, payloads: Any) -> "asyncio.Future[int]":
        loop, chance = self._world.loop, self._world.chance
        done: asyncio.Future[int] = loop.create_future()
        self._at_s = max(self._at_s + 1e-6, loop.time() + 0.004 * chance.random())
        loop.call_at(self._at_s, self._append, payloads, done)
        return done

    def _append(self, payloads: Any, done: "asyncio.Future[int]") -> None:
        if self._tasks is None or not self._tasks.is_alive:
            return
        result, error = 0, None
        try:
            result = self._journal.append_batch(payloads)
        except Exception as raised:
            error = raised
        late_s = 0.002 * self._world.chance.random()
        self._world.loop.call_later(late_s, _report, done, result, error)

    def close(self) -> None: ...


@contextmanager
def simulated(world: World) -> Iterator[None]:
    """Put the simulation in the place of clock, disk, threads and servers."""
    now = world.loop.time

    async def to_thread(work: Callable[..., Any], *args: Any, **options: Any) -> Any:
        await asyncio.sleep(0.001 * world.chance.random())
        return work(*args, **options)

    async def connect(_url: str) -> Connection:
        await asyncio.sleep(0.001)
        return Connection(world.database)

    patches = [
        patch.object(sequencer_module, "JournalThread", partial(_JournalThread, world)),
        patch.object(asyncio, "to_thread", to_thread),
        patch.object(os, "fsync", world.disk.sync),
        patch.object(file_journal, "write_all", world.disk.write_all),
        patch.object(snapshots_module, "write_all", world.disk.write_all),
        patch.object(lease_module, "connect", connect),
        patch.object(link_module.secrets, "randbits", random.Random(world.seed).getrandbits),
        patch.object(projector_module, "monotonic", now),
        *(patch.object(module, "monotonic", now) for module in CLOCKS),
    ]
    with ExitStack() as stack:
        for one in patches:
            stack.enter_context(one)
        yield


def _report(done: "asyncio.Future[int]", result: int, error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)


def run(seed: int, faults: list[Fault] | None = None) -> World:
    """Run a seed; raises Wrong with its history where something does not hold."""
    kind = CLUSTER if seed % 2 else FILES
    loop = VirtualLoop()
    home = Path(tempfile.mkdtemp(prefix="acre-sim-"))
    world = World(seed, faults_of(seed, kind) if faults is None else faults, home, loop)
    previous = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        asyncio.set_event_loop(loop)
        with simulated(world):
            loop.run_until_complete(world.run())
    except (Wrong, Stuck) as wrong:
        wrong.add_note(f"seed {seed}, {world.kind}\n" + "\n".join(world.history))
        raise
    finally:
        logging.disable(previous)
        with suppress(Exception):
            _finish(loop)
        asyncio.set_event_loop(None)
        world.disk.unsynced.clear()
        shutil.rmtree(home, ignore_errors=True)
    return world


def _finish(loop: VirtualLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(1))
    loop.close()


def shortest(seed: int) -> list[Fault]:
    """Return the fewest faults of a failing seed that still make it fail."""
    faults = faults_of(seed, CLUSTER if seed % 2 else FILES)
    at = 0
    while at < len(faults):
        fewer = faults[:at] + faults[at + 1 :]
        try:
            run(seed, fewer)
        except (Wrong, Stuck):
            faults = fewer
        else:
            at += 1
    return faults
