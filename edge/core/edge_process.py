"""The `edge` process: a replica of the exchange and the web service, beside others like it."""

import asyncio
import logging
from contextlib import AsyncExitStack

from chain.catalogue import load_catalogue
from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc
from chain.client.wallet import load_key
from chain.importers.imports import Imports
from chain.oracle.replay_source import ReplaySource
from chain.proof.roots import RootReader
from chain.worker import Loop
from edge.api.context import Health
from edge.core.network_settings import LOOPBACK_LISTEN
from edge.core.opening import engine_clock
from edge.core.programme_keeper import ProgrammeKeeper
from edge.core.serving import serving
from edge.core.settings import Settings
from edge.core.starting import listening
from edge.core.wiring import WebParts, cluster_of, make_context, make_sessions
from edge.core.workers import running
from edge.core.writer_status import WriterFigures, decode_status
from edge.http.limits import NODE_DEADLINE_S
from edge.operator.lists import Lists
from edge.process.gc_tuning import tune_gc
from edge.process.heartbeat import report_progress
from edge.process.keeping import Trouble
from edge.process.stop_budget import DATABASE_S
from edge.process.watchdog import Watchdog, watching_loop
from edge.projector.progress import RemoteProjection
from edge.store.coordination import Coordination
from edge.store.pool import Store
from engine.feed import LocalFeed, Replica

log = logging.getLogger("acre.edge")


async def run_edge(settings: Settings, number: int) -> None:
    """Serve the web until cancelled; raises what ended the replica."""
    watchdog = Watchdog()
    async with watching_loop(watchdog), AsyncExitStack() as stack:
        figures, projection = WriterFigures(), RemoteProjection()
        parts = await _open(settings, figures, projection, stack)
        replica = parts.log
        assert isinstance(replica, Replica)
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
        await stack.enter_async_context(running(loops, health))
        async with (
            listening(settings.network.hosts, settings.port, is_shared=True) as everybodys,
            listening((LOOPBACK_LISTEN,), settings.own_port(number)) as own,
            serving(context, settings, [*everybodys, *own]),
        ):
            tune_gc()
            log.info("edge_ready", extra={"number": number, "sequence": replica.sequence})
            await asyncio.shield(replica.failed)


async def _open(
    settings: Settings,
    figures: WriterFigures,
    projection: RemoteProjection,
    stack: AsyncExitStack,
) -> WebParts:
    store = await Store.open(settings.database_url)
    stack.push_async_callback(store.close, DATABASE_S)
    catalogue = await asyncio.to_thread(load_catalogue, settings.data_dir)
    journal = settings.home / "journal"
    keeper = ProgrammeKeeper(journal, is_reader=True)
    replica = Replica(LocalFeed(journal, settings.home), engine_clock(settings, catalogue))
    roots = RootReader(settings.home / "roots", lambda: replica.exchange)
    refreshing: set[asyncio.Task[None]] = set()

    def take(data: bytes) -> None:
        status = decode_status(data)
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
    )
