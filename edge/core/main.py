"""The `core` process: sequencer, engine, projector, chain workers and the web service, in order."""

import asyncio
import logging
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from chain.builders.builders import Builders
from chain.catalogue import Catalogue, load_catalogue
from chain.client.facts import ChainFacts
from chain.client.faucet import Faucet
from chain.client.rpc import Rpc
from chain.client.wallet import address_of
from chain.custody.build import CustodySettings, custody_loops, open_custody
from chain.custody.custody import CUSTODY_DELEGATE, Custody
from chain.custody.fee_payer import FeePayerWatch
from chain.follower.follower import Follower
from chain.genesis import (
    DEMO_LIQUIDITY_E6,
    GenesisError,
    GenesisSettings,
    Keys,
    check_kind,
    ensure_genesis,
)
from chain.importers.book import ImportBook
from chain.keepers.keeper import Keeper
from chain.keepers.liquidation import liquidation_keeper
from chain.keepers.settlement import settlement_keeper
from chain.oracle.build import build_oracle
from chain.oracle.poster import OraclePoster
from chain.oracle.replay_source import ReplaySource
from chain.proof.poster import Posting, RootPoster
from chain.proof.vault import VaultBalances
from chain.schedule.contest_keeper import ContestKeeper
from chain.schedule.keeper import PredictionKeeper
from chain.schedule.raffle_keeper import RaffleKeeper
from edge.api.accounts.equity_history import ValueRecorder
from edge.api.auth.keys import load_secret
from edge.api.auth.message import MessageIssuer
from edge.api.auth.sessions import Sessions
from edge.api.context import Context, Health
from edge.api.markets.exchange_routes import cluster_health
from edge.api.markets.figures import FigureBook, Remembered
from edge.api.points.leaderboards import PointsBoards
from edge.api.status.node_health import NodeHealth
from edge.core.app import build_app
from edge.core.demo import build_demo_traders
from edge.core.programme_keeper import ProgrammeKeeper
from edge.core.settings import LOCAL, Settings
from edge.core.starting import StartProgress, answering_meanwhile
from edge.http.gate import Gate
from edge.http.limits import (
    CONNECTIONS_MAX,
    CONNECTIONS_PER_ADDRESS_MAX,
    NODE_DEADLINE_S,
    scaled_rates,
)
from edge.http.middleware.connections import Connections
from edge.http.middleware.protocol import Runner
from edge.http.middleware.rates import RateLimiter
from edge.operator.admin.server import AdminServer, listening_for_operator
from edge.operator.badges import BadgeSampler
from edge.operator.lists import Lists
from edge.operator.risk_keeper import RiskKeeper
from edge.operator.wash_trading_alert import ClusterWatch
from edge.process import gc_tuning as garbage
from edge.process.descriptors import DESCRIPTORS_RESERVED, raise_descriptors
from edge.process.heartbeat import report_progress
from edge.process.keeping import keep_running
from edge.process.stop_budget import DATABASE_S, DRAIN_S, REQUESTS_S
from edge.process.stop_limit import limit_stop, stopping_on_error
from edge.process.watchdog import LoopTimes, Watchdog, watching_loop
from edge.projector.history_load import load_history
from edge.projector.ownership import exchange_of
from edge.projector.projector import Projector
from edge.projector.unfilled_orders import UnfilledOrderPruner
from edge.rpc.proxy import NodeUrls
from edge.store.idempotency_keys import IdempotencyKeys
from edge.store.pool import Store
from edge.streams.hub import Hub
from engine.journal import ExpectedEnd
from engine.programmes.book import ProgrammeBook
from engine.sequencer import ClockTicker, EngineClock, ReplayListener, Sequencer, SequencerError

log = logging.getLogger("acre.core")

PLAIN = "plain"
CLEAN_PERIOD_S = 60.0
CLUSTER_AGE_S = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """What the process holds once the exchange is ready to trade."""

    settings: Settings
    catalogue: Catalogue
    store: Store
    projector: Projector
    programmes: ProgrammeBook
    sequencer: Sequencer
    rpc: Rpc
    agreeing: tuple[Rpc, ...]  # a second provider, which must say the same about blocks
    edge_rpc: Rpc  # short timeouts: a client waits for the answer
    facts: ChainFacts
    keys: Keys
    custody: Custody
    lists: Lists
    imports: ImportBook  # statistics, and prints made of imported figures


async def run_core(settings: Settings) -> None:
    """Run until cancelled; what was opened is closed in the reverse order."""
    watchdog = Watchdog()
    async with (
        watching_loop(watchdog),
        answering_meanwhile(settings.network.hosts, settings.port) as starting,
        _opened(settings, starting.progress) as core,
    ):
        core.sequencer.failed.add_done_callback(_limit_stop)
        builders = Builders(
            core.edge_rpc, core.sequencer.exchange, core.facts, core.sequencer.now_s
        )
        follower = Follower(
            (core.rpc, *core.agreeing),
            core.sequencer,
            core.facts,
            settings.home / "follower",
            commitment=settings.node.commitment,
        )
        oracle = build_oracle(settings.oracle, core.catalogue, core.sequencer)
        keepers = make_keepers(core, builders)
        context = make_context(core, builders, follower, oracle, keepers, watchdog.times)
        async with _workers(core, follower, oracle, context):
            await core.projector.wait_for(core.sequencer.sequence)
            admin = AdminServer(core.sequencer, core.sequencer.now_s, core.programmes)
            async with (
                listening_for_operator(settings.home, admin),
                _listening(context, settings, starting.hand_over()),
            ):
                garbage.settle()
                log.info("core_ready", extra={"url": settings.url})
                await asyncio.shield(core.sequencer.failed)  # cancelling us must not cancel it


def _limit_stop(failed: "asyncio.Future[None]") -> None:
    """The sequencer has ended: what follows is the stop of the process, which has a deadline."""
    if not failed.cancelled() and failed.exception() is not None:
        limit_stop("an error of the sequencer")


@asynccontextmanager
async def _opened(settings: Settings, progress: StartProgress) -> AsyncIterator[Core]:
    async with AsyncExitStack() as stack:
        with stopping_on_error("the core"):
            yield await _open(settings, progress, stack)


async def _open(settings: Settings, progress: StartProgress, stack: AsyncExitStack) -> Core:
    store = await Store.open(settings.database_url)
    stack.push_async_callback(store.close, DATABASE_S)
    catalogue = await asyncio.to_thread(load_catalogue, settings.data_dir)
    projector = Projector(store)
    await projector.load()
    projector.check_exchange(await asyncio.to_thread(exchange_of, settings.home / "journal"))
    keeper = ProgrammeKeeper(settings.home / "journal")
    end = ExpectedEnd(
        known={"the database": projector.projected_seq}, accepted=settings.accepted_journal_end
    )
    sequencer = await Sequencer.open(
        settings.home / "journal",
        _clock(settings, catalogue),
        listeners=(
            ReplayListener(projector.replay_start, projector.take_replayed),
            keeper.listener,
        ),
        expected=end,
        progress=lambda done, last: report_progress(progress.replay(done, last)),
    )
    stack.push_async_callback(_drain, projector, sequencer)
    stack.push_async_callback(sequencer.close)
    check_kind(sequencer.exchange, is_demo=settings.profile != PLAIN)
    stack.push_async_callback(_journal_the_time, sequencer)
    sequencer.subscribe(projector.take)
    keeper.follow(sequencer)
    known = sequencer.exchange.exchange_view(sequencer.clock.now_s()).address
    await projector.verify(sequencer.sequence, known if sequencer.sequence else None)
    rpc = Rpc(settings.node_url)
    stack.push_async_callback(rpc.close)
    agreeing = tuple(Rpc(url) for url in (settings.second_node_url,) if url)
    for second in agreeing:
        stack.push_async_callback(second.close)
    edge_rpc = Rpc(settings.node_url, NODE_DEADLINE_S)
    stack.push_async_callback(edge_rpc.close)
    genesis = _genesis(settings, agreeing)
    facts, keys = await ensure_genesis(sequencer, rpc, genesis, catalogue)
    custody = open_custody(_custody(settings), facts, keys)
    await load_history(store, catalogue, sequencer.exchange.now_s)
    imports = ImportBook(catalogue, settings.home, sequencer.now_s)
    await asyncio.to_thread(imports.step)
    return Core(
        settings=settings,
        catalogue=catalogue,
        store=store,
        projector=projector,
        programmes=keeper.book,
        sequencer=sequencer,
        rpc=rpc,
        agreeing=agreeing,
        edge_rpc=edge_rpc,
        facts=facts,
        keys=keys,
        custody=custody,
        lists=await Lists.open(settings.lists, store),
        imports=imports,
    )


async def _journal_the_time(sequencer: Sequencer) -> None:
    """Tick once more: after a restart engine time goes on from where people last saw it."""
    if sequencer.sequence:
        with suppress(SequencerError):
            await ClockTicker(sequencer).tick()


async def _drain(projector: Projector, sequencer: Sequencer) -> None:
    """Write what is still queued; what does not fit into the time is replayed at the next start."""
    writing = asyncio.create_task(projector.run(sequencer))
    try:
        async with asyncio.timeout(DRAIN_S):
            await projector.wait_for(sequencer.sequence)
    except TimeoutError:
        log.warning("projection_not_drained", extra={"projected": projector.projected_seq})
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)


def _clock(settings: Settings, catalogue: Catalogue) -> EngineClock:
    """Return engine time: over the dates of the history, or UTC in the plain profile."""
    is_replay = settings.profile != PLAIN or settings.time_rate != 1
    return EngineClock(settings.time_rate, start_s=catalogue.start_s if is_replay else None)


def _genesis(settings: Settings, agreeing: tuple[Rpc, ...]) -> GenesisSettings:
    if settings.custody == CUSTODY_DELEGATE and settings.custody_multisig is None:
        raise GenesisError(
            "ACRE_CUSTODY is 'delegate', so ACRE_CUSTODY_MULTISIG must name the multisig that "
            "owns the vault; `acre custody create` makes one."
        )
    is_demo = settings.profile != PLAIN
    return GenesisSettings(
        keys_dir=settings.home / "keys",
        chain_dir=settings.home / "follower",
        multisig=settings.custody_multisig,
        is_demo=is_demo,
        seed_liquidity_e6=DEMO_LIQUIDITY_E6 if is_demo and settings.has_play_money else 0,
        chain_name=settings.node.chain_name,
        pinned_genesis=settings.node.genesis,
        mints=settings.node.mints,
        can_airdrop=settings.env == LOCAL,
        commitment=settings.node.commitment,
        agreeing=agreeing,
        expected_end=ExpectedEnd(accepted=settings.accepted_journal_end),
    )


def _custody(settings: Settings) -> CustodySettings:
    return CustodySettings(
        home=settings.home, kind=settings.custody, former_keys=settings.custody_former_keys
    )


def make_keepers(core: Core, builders: Builders) -> tuple[Keeper[Any], ...]:
    """Return the permissionless keepers; each pays its fees from its own wallet."""
    rpc, sequencer, keys = core.rpc, core.sequencer, core.keys
    return (
        settlement_keeper(rpc, sequencer, builders, keys.settler_fee_payer),
        liquidation_keeper(rpc, sequencer, builders, keys.keeper),
    )


def make_context(
    core: Core,
    builders: Builders,
    follower: Follower,
    oracle: OraclePoster,
    keepers: tuple[Keeper[Any], ...],
    loop_times: LoopTimes,
) -> Context:
    """Return what the handlers work with."""
    settings, store = core.settings, core.store
    secret = load_secret(settings.home / "keys" / "edge-secret")
    network = settings.network
    issuer = MessageIssuer(secret, network.domain, network.public_url, core.facts.chain_name)
    sessions = Sessions(store, secret, settings.env, issuer)
    faucet = Faucet(core.edge_rpc, core.facts, core.keys.faucet)
    node_health = NodeHealth(lambda: cluster_health(core.edge_rpc, sessions.now_s))
    return Context(
        gate=_gate(core, sessions),
        health=Health(
            cluster=Remembered(node_health, CLUSTER_AGE_S),
            keepers=keepers,
            followed_slot=lambda: follower.followed_slot,
            is_follower_stuck=lambda: follower.is_stuck,
            oracle_status=oracle.status,
            is_replay=settings.oracle.sources == (ReplaySource.name,),
            loop_times=loop_times,
            home=settings.home,
        ),
        profile=settings.profile,
        sequencer=core.sequencer,
        catalogue=core.catalogue,
        facts=core.facts,
        builders=builders,
        rpc=core.edge_rpc,
        faucet=faucet if settings.has_play_money else None,
        roots=_root_poster(core, follower),
        vaults=VaultBalances(core.edge_rpc, core.facts),
        store=store,
        projector=core.projector,
        programmes=core.programmes,
        boards=PointsBoards(core.programmes, core.sequencer.now_s),
        sessions=sessions,
        figures=FigureBook(store, core.sequencer.exchange, core.sequencer.now_s),
        lists=core.lists,
        housing=core.imports,
    )


def _gate(core: Core, sessions: Sessions) -> Gate:
    settings, sequencer = core.settings, core.sequencer
    network = settings.network
    return Gate(
        env=settings.env,
        version=settings.version,
        web_dist=settings.web_dist,
        tokens=sessions,
        now_s=sequencer.now_s,
        market_count=lambda: len(sequencer.exchange.market_ids()),
        stored_keys=IdempotencyKeys(core.store, time.time, lambda: sequencer.sequence),
        limiter=RateLimiter(scaled_rates(settings.rate_scale)),
        allowed_origins=frozenset({network.public_url}),
        public_url=network.public_url,
        proxies=network.proxies,
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


@asynccontextmanager
async def _workers(
    core: Core, follower: Follower, oracle: OraclePoster, context: Context
) -> AsyncIterator[None]:
    """Run every loop of the process; one that ends on an error ends the process."""
    sequencer, rpc, keys = core.sequencer, core.rpc, core.keys
    custody, endpoints = _custody(core.settings), (rpc, *core.agreeing)
    context.vaults.known = context.health.custody.vault_balance_e6
    payers = [address_of(keys.settler_fee_payer), address_of(keys.keeper)]
    if core.settings.has_play_money:
        payers.append(address_of(keys.faucet))
    loops: dict[str, Callable[[], Awaitable[None]]] = {
        "projector": lambda: core.projector.run(sequencer),
        "follower": follower.run,
        "roots": context.roots.worker.run,
        **{keeper.name: keeper.run for keeper in context.health.keepers},
        "fee_payers": FeePayerWatch(
            rpc, tuple(payers), can_airdrop=core.settings.env == LOCAL
        ).worker.run,
        "oracle": oracle.run,
        "raffles": _raffle_keeper(core, context).worker.run,
        "imports": core.imports.worker.run,
        "clock": ClockTicker(sequencer).run,
        "sessions": lambda: _clean_sessions(context.sessions),
        "lists": core.lists.run,
        "values": ValueRecorder(core.store, sequencer, core.facts).run,
        "clusters": ClusterWatch(core.programmes).run,
        "unfilled_orders": UnfilledOrderPruner(core.store, sequencer).run,
    }
    if core.lists.badges is not None:
        ledger = core.programmes.ledger
        sampler = BadgeSampler(rpc, core.store, sequencer, ledger, core.lists.badges)
        loops["badges"] = sampler.run
    if core.settings.lists.risk is not None:
        screen, marked = core.lists.screen, core.programmes.high_risk
        loops["risk_list"] = RiskKeeper(sequencer, screen, marked, keys.operator).run
    if core.settings.prediction_indexes:
        count = core.settings.prediction_indexes
        loops["questions"] = PredictionKeeper(sequencer, core.catalogue, keys.operator, count).run
    if core.settings.demo_traders and context.faucet is not None:
        loops["demo_traders"] = build_demo_traders(
            core.settings, context, context.faucet
        ).worker.run
    if core.settings.has_demo_contests:
        contests, start_s = context.programmes.contests, core.catalogue.start_s
        loops["contests"] = ContestKeeper(sequencer, contests, keys.operator, start_s).run
    running = [keep_running(name, run, context.health.trouble) for name, run in loops.items()]
    # these wait for trouble of any kind by themselves
    own = custody_loops(
        custody, endpoints, follower, core.custody, sequencer, context.health.custody
    )
    running += [keep_running(loop.name, loop.run, context.health.trouble) for loop in own]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(loop) for loop in running]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()


def _raffle_keeper(core: Core, context: Context) -> RaffleKeeper:
    signer = address_of(core.keys.settler_fee_payer)  # of the state roots
    contests = context.programmes.contests
    return RaffleKeeper(core.rpc, core.sequencer, contests, core.facts, signer)


async def _clean_sessions(sessions: Sessions) -> None:
    while True:
        try:
            await sessions.forget_old()
        except Exception:
            log.exception("session_cleaning_failed")
        await asyncio.sleep(CLEAN_PERIOD_S)


@asynccontextmanager
async def _listening(
    context: Context, settings: Settings, sockets: Sequence[socket.socket]
) -> AsyncIterator[None]:
    connections = Connections(
        min(CONNECTIONS_MAX, raise_descriptors() - DESCRIPTORS_RESERVED),
        CONNECTIONS_PER_ADDRESS_MAX * settings.rate_scale,
        settings.network.proxies,
    )
    node = NodeUrls(settings.node_url, settings.node_ws_url)
    app = build_app(context, Hub(), node, connections)
    runner = Runner(app, shutdown_timeout=REQUESTS_S)
    await runner.setup()
    try:
        for listening in sockets:
            await web.SockSite(runner, listening).start()
        yield
    finally:
        await runner.cleanup()
