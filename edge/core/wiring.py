"""Wiring of the handlers' dependencies from the components of a process."""

import time
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

from solders.keypair import Keypair

from chain.builders.builders import Builders
from chain.catalogue import Catalogue
from chain.client.facts import ChainFacts
from chain.client.faucet import Faucet
from chain.client.rpc import Rpc
from chain.importers.imports import Imports
from chain.proof.roots import Roots
from chain.proof.vault import VaultBalances
from edge.api.auth.keys import load_secret
from edge.api.auth.message import MessageIssuer
from edge.api.auth.sessions import Sessions
from edge.api.context import Context, Health
from edge.api.markets.exchange_routes import cluster_health
from edge.api.markets.figures import MarketStats
from edge.api.points.leaderboards import PointsBoards
from edge.api.pool.figures import PoolStats
from edge.api.series.schemas import ClusterHealth
from edge.api.status.node_health import NodeHealth
from edge.core.settings import Settings
from edge.http.cache import CachedValue
from edge.http.gate import Gate
from edge.http.limits import (
    scaled_rates,
)
from edge.http.middleware.counts import Counts
from edge.http.middleware.rates import RateLimiter
from edge.http.middleware.shared_buckets import SharedBuckets
from edge.observe.traces import Traces, tracing
from edge.operator.lists import Lists
from edge.projector.progress import Projection
from edge.store.coordination import Coordination
from edge.store.idempotency_keys import IdempotencyKeys
from edge.store.pool import Store
from engine.programmes.programme_state import ProgrammeState
from engine.sequencer import CommandLog

CLUSTER_AGE_S = 2.0
EDGE_SECRET = Path("keys") / "edge-secret"  # below the state directory


@dataclass(frozen=True, slots=True, kw_only=True)
class WebParts:
    """What serves the web, in the core and in a web process."""

    settings: Settings
    catalogue: Catalogue
    store: Store
    projection: Projection
    programmes: ProgrammeState
    log: CommandLog
    node: Rpc  # with short timeouts: a client waits for the answer
    facts: ChainFacts
    faucet: Keypair | None  # None: no play money
    lists: Lists
    imports: Imports
    roots: Roots
    traces: Traces | None
    counts: Counts = field(default_factory=Counts)  # over all web processes, where there are more


def tracing_as(settings: Settings, role: str) -> AbstractAsyncContextManager[Traces | None]:
    """Return what makes the traces of a process, if they are on."""
    observe = settings.observe
    return tracing(observe.traces_url, observe.traces_percent, role, settings.version)


def make_builders(parts: WebParts) -> Builders:
    """Return the builders of transactions."""
    return Builders(parts.node, parts.log.exchange, parts.facts, parts.log.now_s)


def cluster_of(node: Rpc) -> CachedValue[ClusterHealth]:
    """Return the node's health, asked for once in two seconds at most."""
    health = NodeHealth(lambda: cluster_health(node, time.time))
    return CachedValue(health, CLUSTER_AGE_S)


def make_sessions(parts: WebParts) -> Sessions:
    """Return the sign-in."""
    settings = parts.settings
    secret = load_secret(settings.home / EDGE_SECRET)
    network = settings.network
    issuer = MessageIssuer(secret, network.domain, network.public_url, parts.facts.chain_name)
    return Sessions(parts.store, secret, settings.env, issuer)


def make_context(
    parts: WebParts, health: Health, sessions: Sessions, peers: Coordination
) -> Context:
    """Return what the handlers work with."""
    settings, log, store = parts.settings, parts.log, parts.store
    faucet = None if parts.faucet is None else Faucet(parts.node, parts.facts, parts.faucet)
    return Context(
        gate=_gate(parts, sessions, peers),
        health=health,
        profile=settings.profile,
        sequencer=log,
        catalogue=parts.catalogue,
        facts=parts.facts,
        builders=make_builders(parts),
        rpc=parts.node,
        faucet=faucet,
        roots=parts.roots,
        vaults=VaultBalances(parts.node, parts.facts),
        store=store,
        projector=parts.projection,
        programmes=parts.programmes,
        boards=PointsBoards(parts.programmes, log.now_s),
        sessions=sessions,
        figures=MarketStats(store, log.exchange, log.now_s),
        pool_figures=PoolStats(store, log.exchange, log.now_s),
        lists=parts.lists,
        housing=parts.imports,
    )


def _gate(parts: WebParts, sessions: Sessions, peers: Coordination) -> Gate:
    settings, log = parts.settings, parts.log
    network = settings.network
    has_peers = settings.has_edges
    rates = scaled_rates(settings.rate_scale)
    return Gate(
        env=settings.env,
        version=settings.version,
        web_dist=settings.web_dist,
        tokens=sessions,
        now_s=log.now_s,
        market_count=lambda: len(log.exchange.market_ids()),
        symbol_of=lambda market_id: log.exchange.market_view(market_id, log.now_s()).symbol,
        sequence=lambda: log.sequence,
        has_peers=has_peers,
        stored_keys=IdempotencyKeys(
            parts.store, time.time, lambda: log.sequence, peers if has_peers else None
        ),
        limiter=RateLimiter(rates, buckets=SharedBuckets(settings.home) if has_peers else None),
        counts=parts.counts,
        allowed_origins=frozenset({network.public_url}),
        public_url=network.public_url,
        proxies=network.proxies,
        traces=parts.traces,
        has_access_log=settings.observe.has_access_log,
    )
