"""Wiring of the handlers' dependencies from the core's components."""

import time

from chain.builders.builders import Builders
from chain.client.faucet import Faucet
from chain.follower.follower import Follower
from chain.keepers.build import make_keepers
from chain.oracle.poster import OraclePoster
from chain.oracle.replay_source import ReplaySource
from chain.proof.poster import Posting, RootPoster
from chain.proof.vault import VaultBalances
from edge.api.auth.keys import load_secret
from edge.api.auth.message import MessageIssuer
from edge.api.auth.sessions import Sessions
from edge.api.context import Context, Health
from edge.api.markets.exchange_routes import cluster_health
from edge.api.markets.figures import MarketStats
from edge.api.points.leaderboards import PointsBoards
from edge.api.pool.figures import PoolStats
from edge.api.status.node_health import NodeHealth
from edge.core.opening import Core
from edge.http.cache import CachedValue
from edge.http.gate import Gate
from edge.http.limits import (
    scaled_rates,
)
from edge.http.middleware.rates import RateLimiter
from edge.process.watchdog import LoopTimes
from edge.store.idempotency_keys import IdempotencyKeys

CLUSTER_AGE_S = 2.0


def make_context(
    core: Core, follower: Follower, oracle: OraclePoster, loop_times: LoopTimes
) -> Context:
    """Return what the handlers work with."""
    settings, store, sequencer = core.settings, core.store, core.sequencer
    builders = Builders(core.edge_rpc, sequencer.exchange, core.facts, sequencer.now_s)
    secret = load_secret(settings.home / "keys" / "edge-secret")
    network = settings.network
    issuer = MessageIssuer(secret, network.domain, network.public_url, core.facts.chain_name)
    sessions = Sessions(store, secret, settings.env, issuer)
    faucet = Faucet(core.edge_rpc, core.facts, core.keys.faucet)
    node_health = NodeHealth(lambda: cluster_health(core.edge_rpc, sessions.now_s))
    return Context(
        gate=_gate(core, sessions),
        health=Health(
            cluster=CachedValue(node_health, CLUSTER_AGE_S),
            keepers=make_keepers(core.rpc, sequencer, builders, core.keys),
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
        figures=MarketStats(store, core.sequencer.exchange, core.sequencer.now_s),
        pool_figures=PoolStats(store, core.sequencer.exchange, core.sequencer.now_s),
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
