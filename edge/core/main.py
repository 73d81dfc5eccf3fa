"""The `core` process: sequencer, engine, projector, chain workers and the web service, in order."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from time import monotonic

from chain.follower.follower import Follower
from chain.gc_tuning import tune_gc
from chain.keepers.build import make_keepers
from chain.oracle.build import build_oracle
from chain.oracle.poster import OraclePoster
from chain.oracle.replay_source import ReplaySource
from chain.proof.poster import Posting, RootPoster
from chain.worker import Loop
from edge.api.auth.keys import load_secret
from edge.api.context import Health
from edge.core.opening import Core, opened_core
from edge.core.serving import serving
from edge.core.settings import Settings
from edge.core.starting import answering_meanwhile, answering_until
from edge.core.wiring import (
    EDGE_SECRET,
    WebParts,
    cluster_of,
    make_builders,
    make_context,
    make_sessions,
    tracing_as,
)
from edge.core.workers import CoreLoops, loops_of, running
from edge.core.writer_status import encode_status, mark_of
from edge.observe.garbage import timing_collections
from edge.observe.traces import Traces
from edge.operator.admin.server import AdminServer, listening_for_operator
from edge.process.stop_limit import limit_stop
from edge.process.watchdog import Watchdog, watching_loop
from edge.store.coordination import Coordination
from engine.feed import FeedServer
from engine.feed.bus import Bus, BusHub
from engine.journal.scrub import Scrub

log = logging.getLogger("acre.core")


async def run_core(settings: Settings) -> None:
    """Run until cancelled; what was opened is closed in the reverse order."""
    watchdog, taken_over = Watchdog(), asyncio.Event()
    async with (
        watching_loop(watchdog),
        timing_collections() as gc_pauses,
        tracing_as(settings, "core") as traces,
        answering_meanwhile(settings.core_hosts, settings.core_port) as starting,
        answering_until(taken_over, settings, starting.progress),
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
        roots = _root_poster(core, follower)
        parts = _web_parts(core, roots, traces)
        core.sequencer.watch = traces
        feed = None
        if settings.has_edges:
            mark = mark_of(load_secret(settings.home / EDGE_SECRET))
            feed = FeedServer(core.sequencer, lambda: _status(core, health, roots, mark))
            core.projector.on_advance = feed.send_status
            feed.on_follow = taken_over.set
        health = replace(
            _health(parts, core, follower, oracle),
            feed=feed,
            lease_epoch=0 if core.leading is None else core.leading.lease.epoch,
            lease_age_s=partial(_lease_age_s, core),
            gc_pauses=gc_pauses,
            loop_times=watchdog.times,
        )
        sessions = make_sessions(parts)
        peers = Coordination(
            settings.database_url, sessions.remember_revoked, sessions.load_revoked
        )
        context = make_context(parts, health, sessions, peers)
        context.vaults.known = health.custody.vault_balance_e6
        loops = loops_of(CoreLoops(core, context, follower, oracle, roots, peers))
        async with (
            _cluster_loops(core, feed) as more,
            running([*loops, *more], health),
            AsyncExitStack() as stack,
        ):
            await core.projector.wait_for(core.sequencer.sequence)
            admin = AdminServer(core.sequencer, core.sequencer.now_s, core.programmes)
            await stack.enter_async_context(listening_for_operator(settings.home, admin))
            serve = serving(context, settings, starting.hand_over(), settings.core_drain_s)
            await stack.enter_async_context(serve)
            if feed is not None:
                await stack.enter_async_context(feed.listening(settings.home))
            tune_gc()
            log.info("core_ready", extra={"url": settings.url})
            await asyncio.shield(core.sequencer.failed)  # cancelling us must not cancel it


@asynccontextmanager
async def _cluster_loops(core: Core, feed: FeedServer | None) -> AsyncIterator[list[Loop]]:
    """Give the loops that only a writer of a cluster has."""
    if core.leading is None or feed is None:
        yield []
        return
    bus = Bus(core.settings.cluster.nats_urls)
    await bus.open()
    hub = BusHub(feed, bus, core.leading.lease.epoch)
    try:
        yield [
            Loop("lease", core.leading.kept),
            Loop("writer files", core.leading.files.run),
            Loop("bus", hub.run),
        ]
    finally:
        await bus.close()


def _web_parts(core: Core, roots: RootPoster, traces: Traces | None) -> WebParts:
    return WebParts(
        settings=core.settings,
        catalogue=core.catalogue,
        store=core.store,
        projection=core.projector,
        programmes=core.programmes,
        log=core.sequencer,
        node=core.edge_rpc,
        facts=core.facts,
        faucet=core.keys.faucet if core.settings.has_play_money else None,
        lists=core.lists,
        imports=core.imports,
        roots=roots,
        traces=traces,
    )


def _health(parts: WebParts, core: Core, follower: Follower, oracle: OraclePoster) -> Health:
    settings = core.settings
    return Health(
        cluster=cluster_of(core.edge_rpc),
        keepers=make_keepers(core.rpc, core.sequencer, make_builders(parts), core.keys),
        followed_slot=lambda: follower.followed_slot,
        is_follower_stuck=lambda: follower.is_stuck,
        oracle_status=oracle.status,
        is_replay=settings.oracle.sources == (ReplaySource.name,),
        home=settings.home,
        scrub=Scrub(settings.home / "journal") if core.leading is None else None,
    )


def _root_poster(core: Core, follower: Follower) -> RootPoster:
    core.sequencer.exchange.state_hash()  # the first one costs all of the state: before we serve
    posting = Posting(
        key=core.keys.settler_fee_payer,
        directory=core.settings.home / "roots",
        interval_s=core.settings.root_interval_s,
    )
    return RootPoster(
        core.rpc,
        core.sequencer,
        core.facts,
        posting,
        final_slot=lambda: follower.finalized_slot,
    )


def _status(core: Core, health: Health, roots: RootPoster, secret_mark: str) -> bytes:
    posted = 0 if roots.posted is None else roots.posted.memo.sequence
    return encode_status(core.sequencer, core.projector, health, posted, secret_mark)


def _lease_age_s(core: Core) -> float:
    return 0.0 if core.leading is None else monotonic() - core.leading.lease.renewed_at_s


def _limit_stop(failed: "asyncio.Future[None]") -> None:
    """The sequencer has ended: what follows is the stop of the process, which has a deadline."""
    if not failed.cancelled() and failed.exception() is not None:
        limit_stop("an error of the sequencer")
