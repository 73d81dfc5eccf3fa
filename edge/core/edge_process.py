"""The `edge` process: a replica of the exchange and the web service, beside others like it."""

import asyncio
import logging
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial

from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc
from chain.client.wallet import load_key
from chain.gc_tuning import tune_gc
from chain.importers.imports import Imports
from chain.oracle.replay_source import ReplaySource
from chain.proof.roots import RootReader
from chain.worker import Loop
from edge.api.context import Health
from edge.core.network_settings import LOOPBACK_LISTEN
from edge.core.opening import catalogue_of, engine_clock
from edge.core.programme_keeper import ProgrammeKeeper
from edge.core.serving import serving
from edge.core.settings import Settings
from edge.core.starting import listening
from edge.core.wiring import (
    EDGE_SECRET,
    WebParts,
    cluster_of,
    make_context,
    make_sessions,
    tracing_as,
)
from edge.core.workers import running
from edge.core.writer_status import WriterFigures, check_secret, decode_status
from edge.http.limits import NODE_DEADLINE_S
from edge.http.middleware.counts import SharedCounts
from edge.observe.garbage import timing_collections
from edge.operator.lists import Lists
from edge.process.heartbeat import report_progress
from edge.process.keeping import Trouble
from edge.process.stop_budget import DATABASE_S
from edge.process.watchdog import Watchdog, watching_loop
from edge.projector.progress import RemoteProjection
from edge.store.coordination import Coordination
from edge.store.pool import Store
from engine.feed import LocalFeed, Replica
from engine.feed.bus import Bus, BusFeed
from engine.feed.link import FeedSource
from engine.journal import SnapshotStore
from engine.journal.postgres.session import Session
from engine.sequencer.saving import SnapshotSaver
from engine.sequencer.sequencer import SNAPSHOTS

log = logging.getLogger("acre.edge")

SNAPSHOT_COMMANDS = 1_000
SNAPSHOT_S = 30.0  # between two looks whether a snapshot is due


async def run_edge(settings: Settings, number: int) -> None:
    """Serve the web until cancelled; raises what ended the replica."""
    watchdog = Watchdog()
    async with (
        watching_loop(watchdog),
        timing_collections() as gc_pauses,
        tracing_as(settings, "edge") as traces,
        AsyncExitStack() as stack,
    ):
        figures, projection = WriterFigures(), RemoteProjection()
        # On a machine without a core one of the web processes keeps the snapshots.
        is_saver = settings.cluster.is_cluster and number == 1
        keeper = ProgrammeKeeper(settings.home / "journal", is_reader=not is_saver)
        parts = await _open(settings, figures, projection, keeper, stack)
        counts = SharedCounts(settings.home, number, settings.edge_workers)
        stack.callback(counts.close)
        parts.store.count_reads_in(counts)
        parts = replace(parts, traces=traces, counts=counts)
        replica = parts.log
        assert isinstance(replica, Replica)
        replica.watch = traces
        health = Health(
            cluster=cluster_of(parts.node),
            followed_slot=figures.followed_slot,
            is_follower_stuck=figures.is_follower_stuck,
            is_following=lambda: replica.is_following,
            custody=figures.custody,
            oracle_status=figures.oracle_status,
            is_replay=settings.oracle.sources == (ReplaySource.name,),
            trouble=Trouble(figures.waiting),
            loop_times=watchdog.times,
            gc_pauses=gc_pauses,
            replica_lag=lambda: figures.lag(replica.sequence),
            home=settings.home,
        )
        sessions = make_sessions(parts)
        peers = Coordination(
            settings.database_url, sessions.remember_revoked, sessions.load_revoked
        )
        context = make_context(parts, health, sessions, peers)
        context.vaults.known = health.custody.vault_balance_e6
        loops = [
            Loop("coordination", peers.run),
            parts.lists.worker().loop,
            parts.imports.worker.loop,
        ]
        if is_saver:
            loops.append(Loop("snapshots", partial(_save_snapshots, settings, replica, keeper)))
        await stack.enter_async_context(running(loops, health))
        async with (
            listening(settings.network.hosts, settings.port, is_shared=True) as everybodys,
            listening((LOOPBACK_LISTEN,), settings.own_port(number)) as own,
            serving(context, settings, [*everybodys, *own], settings.observe.drain_s),
        ):
            tune_gc()
            log.info("edge_ready", extra={"number": number, "sequence": replica.sequence})
            await asyncio.shield(replica.failed)


async def _save_snapshots(settings: Settings, replica: Replica, keeper: ProgrammeKeeper) -> None:
    """Save a snapshot when enough is new, so that the next start replays little."""
    saver = SnapshotSaver(SnapshotStore(settings.home / "journal" / SNAPSHOTS), 0)
    try:
        while True:
            if replica.sequence - saver.saved_seq >= SNAPSHOT_COMMANDS:
                replica.save(saver, [keeper.companion()])
            await asyncio.sleep(SNAPSHOT_S)
    finally:
        await saver.wait()


async def _source(settings: Settings, stack: AsyncExitStack) -> FeedSource:
    """Return where the writer is: on this machine, or wherever the lease says."""
    journal = settings.home / "journal"
    if not settings.cluster.is_cluster:
        return LocalFeed(journal, settings.home)
    session = Session(settings.database_url)
    stack.push_async_callback(asyncio.to_thread, session.close)
    bus = Bus(settings.cluster.nats_urls)
    await bus.open()
    stack.push_async_callback(bus.close)
    return BusFeed(bus, session, journal)


async def _open(
    settings: Settings,
    figures: WriterFigures,
    projection: RemoteProjection,
    keeper: ProgrammeKeeper,
    stack: AsyncExitStack,
) -> WebParts:
    store = await Store.read(settings.database_url)
    stack.push_async_callback(store.close, DATABASE_S)
    catalogue = await asyncio.to_thread(catalogue_of, settings)
    source = await _source(settings, stack)
    replica = Replica(source, engine_clock(settings, catalogue))
    roots = RootReader(settings.home / "roots", lambda: replica.exchange)
    refreshing: set[asyncio.Task[None]] = set()

    def take(data: bytes) -> None:
        status = decode_status(data)
        if figures.status is None or figures.status.secret_mark != status.secret_mark:
            check_secret(settings.home / EDGE_SECRET, status.secret_mark)
        replica.flushing_s, replica.journal_full_s = status.flushing_s, status.journal_full_s
        projection.advance(status.projected_seq)
        figures.take(status)
        if not refreshing:
            task = asyncio.create_task(roots.refresh(status.root_sequence))
            refreshing.add(task)
            task.add_done_callback(refreshing.discard)

    replica.on_status = take
    stack.push_async_callback(replica.close)
    await replica.open(
        [keeper.listener], lambda done, last: report_progress(f"replayed {done:,} of {last:,}")
    )
    keeper.set_pace(replica)
    node = Rpc(settings.node_url, NODE_DEADLINE_S)
    stack.push_async_callback(node.close)
    view = replica.exchange.exchange_view(replica.now_s())
    imports = Imports(catalogue, settings.home, replica.now_s, writes_prints=False)
    await asyncio.to_thread(imports.step)
    faucet = settings.home / "keys" / "faucet.json"
    return WebParts(
        settings=settings,
        catalogue=catalogue,
        store=store,
        projection=projection,
        programmes=keeper.book,
        log=replica,
        node=node,
        facts=ChainFacts.of_exchange(view, settings.node.chain_name),
        faucet=load_key(faucet) if settings.has_play_money else None,
        lists=await Lists.open(settings.lists, store),
        imports=imports,
        roots=roots,
        traces=None,
    )
