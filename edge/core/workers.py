"""The loops of the core."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from chain.client.wallet import address_of
from chain.custody.build import custody_loops
from chain.custody.fee_payer import FeePayerWatch
from chain.follower.follower import Follower
from chain.oracle.poster import OraclePoster
from chain.proof.poster import RootPoster
from chain.schedule.build import ScheduleSettings, schedule_loops
from chain.worker import Loop, Worker
from edge.api.accounts.equity_history import EquitySampler
from edge.api.alerts.watch import AlertWatch
from edge.api.context import Context, Health
from edge.core.demo import demo_loops
from edge.core.opening import Core, custody_settings
from edge.core.settings import LOCAL
from edge.operator.build import operator_loops
from edge.process.keeping import keep_running
from edge.projector.unfilled_orders import UnfilledOrderPruner
from edge.store.coordination import Coordination
from edge.store.pool import DATABASE_ERRORS
from engine.journal import JournalError
from engine.journal.scrub import Scrub
from engine.sequencer import ClockTicker

CLEAN_PERIOD_S = 60.0
SCRUB_WINDOW_S = 0.25  # of 128 KiB: about 1 ms of a processor
SCRUB_IDLE_S = 60.0


@dataclass(frozen=True, slots=True)
class CoreLoops:
    """What the loops of the core work with."""

    core: Core
    context: Context
    follower: Follower
    oracle: OraclePoster
    roots: RootPoster
    peers: Coordination


def loops_of(parts: CoreLoops) -> list[Loop]:
    """Return every loop of the process."""
    core, context, follower = parts.core, parts.context, parts.follower
    settings, sequencer, store, rpc, keys = (
        core.settings, core.sequencer, core.store, core.rpc, core.keys,
    )  # fmt: skip
    payers = [address_of(keys.settler_fee_payer), address_of(keys.keeper)]
    if settings.has_play_money:
        payers.append(address_of(keys.faucet))
    fee_payers = FeePayerWatch(rpc, tuple(payers), can_airdrop=settings.env == LOCAL)
    schedule = ScheduleSettings(
        keys=keys,
        prediction_indexes=settings.prediction_indexes,
        has_contests=settings.has_demo_contests,
    )
    return [
        Loop("projector", lambda: core.projector.run(sequencer)),
        Loop("follower", follower.run),
        Loop("clock", ClockTicker(sequencer).run),
        Loop("coordination", parts.peers.run),
        parts.oracle.loop,
        parts.roots.worker.loop,
        *(keeper.loop for keeper in context.health.keepers),
        fee_payers.worker.loop,
        *schedule_loops(schedule, rpc, sequencer, core.programmes, core.catalogue, core.facts),
        core.imports.worker.loop,
        Worker("sessions", context.sessions.forget_old, CLEAN_PERIOD_S, DATABASE_ERRORS).loop,
        EquitySampler(store, sequencer, core.facts).worker.loop,
        UnfilledOrderPruner(store, sequencer).worker.loop,
        AlertWatch(store, sequencer).worker.loop,
        *operator_loops(core.lists, rpc, store, sequencer, core.programmes, keys.operator),
        *demo_loops(settings, context, sequencer, core.catalogue),
        *scrub_loops(context.health.scrub),
        *custody_loops(
            custody_settings(settings),
            (rpc, *core.agreeing),
            follower,
            core.custody,
            sequencer,
            context.health.custody,
        ),
    ]


def scrub_loops(scrub: Scrub | None) -> list[Loop]:
    """Return the loop that reads the sealed segments of the journal, 512 KiB a second."""
    if scrub is None:
        return []

    def pause_s() -> float:
        return SCRUB_IDLE_S if scrub.is_idle else SCRUB_WINDOW_S

    step = partial(asyncio.to_thread, scrub.step)
    return [Worker("journal scrub", step, pause_s, (OSError, JournalError)).loop]


@asynccontextmanager
async def running(loops: Sequence[Loop], health: Health) -> AsyncIterator[None]:
    """Run the loops; one that ends on an error ends the process."""
    health.workers.update({loop.name: loop.worker for loop in loops if loop.worker is not None})
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(keep_running(loop.name, loop.run, health.trouble)) for loop in loops
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
