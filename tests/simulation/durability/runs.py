"""A run of one seed: the product on simulated clocks, disks, threads, networks and databases."""

import asyncio
import logging
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from edge.projector import projector as projector_module
from engine.feed import replica as replica_module
from engine.feed import server as server_module
from engine.feed.bus import hub as hub_module
from engine.feed.bus import link as link_module
from engine.journal.postgres import lease as lease_module
from engine.sequencer import saving
from engine.sequencer import sequencer as sequencer_module
from engine.sequencer.journal_thread import _report
from tests.simulation.durability.clock import MACHINE, Stuck, VirtualLoop
from tests.simulation.durability.database import Connection
from tests.simulation.durability.disk import Strike
from tests.simulation.durability.world import CLUSTER, FILES, Fault, World, Wrong, faults_of

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
CLOCKS = (replica_module, server_module, hub_module, lease_module, sequencer_module, saving)


class _JournalThread:
    """In the place of the journal's thread: in order, late, and gone with its machine."""

    def __init__(self, world: World, journal: Any) -> None:
        self._world = world
        self._journal = journal
        self._tasks = MACHINE.get()
        self._at_s = 0.0

    def append(self, payloads: Any, then: Any = None) -> "asyncio.Future[int]":
        loop, chance = self._world.loop, self._world.chance
        done: asyncio.Future[int] = loop.create_future()
        late_s = self._world.disk_pause_s()
        self._at_s = max(self._at_s + 1e-6, loop.time() + late_s + 0.004 * chance.random())
        loop.call_at(self._at_s, self._append, payloads, done, then)
        return done

    def _append(self, payloads: Any, done: "asyncio.Future[int]", then: Any) -> None:
        if self._tasks is None or not self._tasks.is_alive:
            return
        result, error = 0, None
        try:
            result = self._journal.append_batch(payloads)
        except Exception as raised:
            error = raised
        late_s = 0.002 * self._world.chance.random()
        self._world.loop.call_later(late_s, _report, done, then, result, error)

    def close(self) -> None: ...


@contextmanager
def simulated(world: World) -> Iterator[None]:
    """Put the simulation in the place of clock, disk, threads and servers."""
    now = world.loop.time

    async def to_thread(work: Callable[..., Any], *args: Any, **options: Any) -> Any:
        await asyncio.sleep(world.disk_pause_s() + 0.001 * world.chance.random())
        return work(*args, **options)

    async def connect(_url: str) -> Connection:
        await asyncio.sleep(0.001)
        return Connection(world.database)

    patches = [
        patch.object(sequencer_module, "JournalThread", partial(_JournalThread, world)),
        patch.object(asyncio, "to_thread", to_thread),
        patch.object(lease_module, "connect", connect),
        patch.object(link_module.secrets, "randbits", random.Random(world.seed).getrandbits),
        patch.object(projector_module, "monotonic", now),
        *(patch.object(module, "monotonic", now) for module in CLOCKS),
    ]
    with ExitStack() as stack:
        stack.enter_context(world.disk.patched())
        for one in patches:
            stack.enter_context(one)
        yield


@dataclass(frozen=True)
class Simulation:
    """A kind of world, the faults of its seeds, and what it patches beside the common things."""

    world: type[World]
    faults_of: Callable[[int, str], list[Fault]]
    patches: Callable[[Any], AbstractContextManager[None]]

    def run(
        self, seed: int, faults: list[Fault] | None = None, strike: Strike | None = None
    ) -> Any:
        """Run a seed; raises Wrong with its history where something does not hold."""
        loop = VirtualLoop()
        home = Path(tempfile.mkdtemp(prefix="acre-sim-", dir=MEMORY))
        if faults is None:
            faults = self.faults_of(seed, CLUSTER if seed % 2 else FILES)
        previous = logging.root.manager.disable
        logging.disable(logging.CRITICAL)
        world: Any = None
        try:
            asyncio.set_event_loop(loop)
            world = self.world(seed, faults, home, loop)
            world.disk.strike = strike
            with simulated(world), self.patches(world):
                loop.run_until_complete(world.run())
        except (Wrong, Stuck) as wrong:
            wrong.add_note(f"seed {seed}, {world.kind}\n" + "\n".join(world.history))
            raise
        finally:
            logging.disable(previous)
            with suppress(Exception):
                _finish(loop)
            asyncio.set_event_loop(None)
            if world is not None:
                world.close()
            shutil.rmtree(home, ignore_errors=True)
        return world

    def shortest(self, seed: int) -> list[Fault]:
        """Return the fewest faults of a failing seed that still make it fail."""
        faults = self.faults_of(seed, CLUSTER if seed % 2 else FILES)
        at = 0
        while at < len(faults):
            fewer = faults[:at] + faults[at + 1 :]
            try:
                self.run(seed, fewer)
            except (Wrong, Stuck):
                faults = fewer
            else:
                at += 1
        return faults


def _finish(loop: VirtualLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(1))
    loop.close()


SIMULATION = Simulation(World, faults_of, lambda _world: nullcontext())
run = SIMULATION.run
