"""The `core` process: sequencer, engine, projector, chain workers and the web service, in order."""

import asyncio
import logging

from chain.follower.follower import Follower
from chain.oracle.build import build_oracle
from edge.core.opening import opened_core
from edge.core.serving import serving
from edge.core.settings import Settings
from edge.core.starting import answering_meanwhile
from edge.core.wiring import make_context
from edge.core.workers import loops_of, running
from edge.operator.admin.server import AdminServer, listening_for_operator
from edge.process.gc_tuning import tune_gc
from edge.process.stop_limit import limit_stop
from edge.process.watchdog import Watchdog, watching_loop

log = logging.getLogger("acre.core")


async def run_core(settings: Settings) -> None:
    """Run until cancelled; what was opened is closed in the reverse order."""
    watchdog = Watchdog()
    async with (
        watching_loop(watchdog),
        answering_meanwhile(settings.network.hosts, settings.port) as starting,
        opened_core(settings, starting.progress) as core,
    ):
        core.sequencer.failed.add_done_callback(_limit_stop)
        follower = Follower(
            (core.rpc, *core.agreeing),
            core.sequencer,
            core.facts,
            settings.home / "follower",
            commitment=settings.node.commitment,
        )
        oracle = build_oracle(settings.oracle, core.catalogue, core.sequencer)
        context = make_context(core, follower, oracle, watchdog.times)
        context.vaults.known = context.health.custody.vault_balance_e6
        async with running(loops_of(core, context, follower, oracle), context.health):
            await core.projector.wait_for(core.sequencer.sequence)
            admin = AdminServer(core.sequencer, core.sequencer.now_s, core.programmes)
            async with (
                listening_for_operator(settings.home, admin),
                serving(context, settings, starting.hand_over()),
            ):
                tune_gc()
                log.info("core_ready", extra={"url": settings.url})
                await asyncio.shield(core.sequencer.failed)  # cancelling us must not cancel it


def _limit_stop(failed: "asyncio.Future[None]") -> None:
    """The sequencer has ended: what follows is the stop of the process, which has a deadline."""
    if not failed.cancelled() and failed.exception() is not None:
        limit_stop("an error of the sequencer")
