"""The whole service over a small exchange: real node, engine, sequencer and database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from aiohttp.test_utils import TestClient, TestServer
from solders.keypair import Keypair

from chain.client.addresses import to_base58
from chain.client.faucet import Faucet
from chain.client.wallet import address_of
from chain.proof.poster import Posting, RootPoster
from chain.proof.vault import VaultBalances
from edge.api.auth.message import MessageIssuer
from edge.api.auth.sessions import Sessions
from edge.api.context import Context, Health
from edge.api.markets.exchange_routes import cluster_health
from edge.api.markets.figures import MarketStats
from edge.api.points.leaderboards import PointsBoards
from edge.api.pool.figures import PoolStats
from edge.api.status.node_health import NodeHealth
from edge.core.app import build_app
from edge.http.cache import CachedValue
from edge.http.gate import Gate
from edge.http.limits import RATES, Rate
from edge.http.middleware.protocol import Runner
from edge.http.middleware.rates import RateLimiter
from edge.operator.list_paths import ListPaths
from edge.operator.lists import Lists
from edge.projector.history_load import load_history
from edge.projector.projector import Projector
from edge.rpc.proxy import NodeUrls
from edge.store.idempotency_keys import IdempotencyKeys
from edge.store.pool import Store
from edge.streams.hub import Hub
from tests.chain.world import World, small_catalogue
from tests.edge.described import DescribedClient

SECRET = bytes(range(32))
ORIGIN = "http://localhost:8080"
GENEROUS = {name: Rate(100_000, 100_000) for name in RATES}
TABLES = (
    "projection, trade, market_volume, margin_transfer, lp_event, user_command, "
    "settlement_request, quarantined_deposit, liquidation, market_point, pool_point, index_value, "
    "index_history, market_area, wallet, session, refresh_token, consumed_nonce, "
    "prediction_order, prediction_trade, prediction_payout, participation, idempotent_answer, "
    "profile, hidden_margin_account, risk_listed, badge_holder, account_value, wallet_ledger, "
    "position_realized, alert, alert_event, perp_order_event, auction"
)


@dataclass
class WallClock:
    """A wall clock under test control."""

    s: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.s


@dataclass
class Service:
    """A running service and the world behind it."""

    world: World
    context: Context
    hub: Hub
    client: TestClient
    wall: WallClock
    projecting: asyncio.Task = field(repr=False)

    @property
    def exchange(self):
        return self.context.exchange

    async def settle(self) -> None:
        """Wait until the database has everything that the engine applied."""
        await self.context.projector.wait_for(self.context.sequencer.sequence)

    async def get(self, path: str, status: int = 200, **options):
        async with self.client.get(path, **options) as answer:
            body = await answer.json()
            assert answer.status == status, (path, answer.status, body)
            return body

    async def post(self, path: str, body, status: int = 200, **options):
        async with self.client.post(path, json=body, **options) as answer:
            content = await answer.json() if answer.status != 204 else None
            assert answer.status == status, (path, answer.status, content)
            return content

    async def trader(self, margin_e6: int = 5_000 * 10**6) -> Keypair:
        """Return a wallet with a funded margin account 0."""
        wallet = await self.world.user()
        await self.world.send(
            wallet,
            await self.world.builders.build(
                address_of(wallet), "create-margin-account", account=0, amount=margin_e6
            ),
        )
        return wallet

    async def trade(self, wallet: Keypair, size_e6: int, market_id: int = 1) -> None:
        """Change a position of account 0."""
        user = address_of(wallet)
        limit_e8 = 10**13 if size_e6 > 0 else 1
        built = await self.world.builders.build(
            user,
            "modify-position",
            owner=user,
            account=0,
            market=market_id,
            size=size_e6,
            limit=limit_e8,
        )
        await self.world.send(wallet, built)

    async def login(self, wallet: Keypair):
        """Sign in and return the session."""
        address = text_of(wallet)
        fields = await self.get(f"/api/v1/auth/login/message?address={address}")
        signature = str(wallet.sign_message(fields["message"].encode()))
        body = {"address": address, "message": fields["message"], "signature": signature}
        return (await self.post("/api/v1/auth/login", body))["info"]


def text_of(wallet: Keypair) -> str:
    return to_base58(address_of(wallet))


def make_sessions(store: Store, wall: WallClock) -> Sessions:
    issuer = MessageIssuer(SECRET, "localhost:8080", ORIGIN, "localnet")
    return Sessions(store, SECRET, "local", issuer, wall)


class ServedAsInProduction(TestServer):
    """Serves an application on the connections of the real service."""

    async def _make_runner(self, **options) -> Runner:
        return Runner(self.app, **options)


@asynccontextmanager
async def running_service(
    home: Path,
    database_url: str,
    *,
    hub: Hub | None = None,
    rates: dict[str, Rate] | None = None,
    lists: ListPaths | None = None,
    **changes: Any,
) -> AsyncIterator[Service]:
    """Run the service on an empty database; `changes` are of the context, its gate or health."""
    world = await World.open(home)
    store = await Store.open(database_url)
    await store.pool.execute(f"TRUNCATE {TABLES} CASCADE")
    projector = Projector(store)
    await projector.load()
    for applied in await world.sequencer.read(0, 10_000):
        await projector.take_replayed(applied)
    world.sequencer.subscribe(projector.take)
    projecting = asyncio.create_task(projector.run(world.sequencer))
    await load_history(store, small_catalogue(), world.sequencer.exchange.now_s)
    await projector.wait_for(world.sequencer.sequence)
    wall = WallClock()
    context = make_context(world, store, projector, wall, rates or GENEROUS)
    context = changed(context, lists=await Lists.open(lists or ListPaths(), store), **changes)
    hub = hub or Hub()
    client = DescribedClient(ServedAsInProduction(build_app(context, hub, node_of(world))))
    await client.start_server()
    try:
        yield Service(world, context, hub, client, wall, projecting)
    finally:
        await client.close()
        projecting.cancel()
        await asyncio.gather(projecting, return_exceptions=True)
        await world.close()
        await store.close()


def make_context(
    world: World,
    store: Store,
    projector: Projector,
    wall: WallClock,
    rates: dict[str, Rate],
) -> Context:
    def now_s() -> int:
        return world.sequencer.clock.now_s()

    sessions = make_sessions(store, wall)
    gate = Gate(
        env="local",
        version="0.0.0",
        web_dist=world.home / "dist",
        tokens=sessions,
        now_s=world.sequencer.now_s,
        market_count=lambda: len(world.sequencer.exchange.market_ids()),
        symbol_of=lambda i: world.sequencer.exchange.market_view(i, now_s()).symbol,
        sequence=lambda: world.sequencer.sequence,
        stored_keys=IdempotencyKeys(store, wall, lambda: world.sequencer.sequence),
        wall_s=wall,
        limiter=RateLimiter(rates, wall),
    )
    node_health = NodeHealth(lambda: cluster_health(world.rpc, wall))
    health = Health(
        cluster=CachedValue(node_health, 0.0), followed_slot=lambda: world.follower.followed_slot
    )
    return Context(
        gate=gate,
        health=health,
        profile="test",
        sequencer=world.sequencer,
        catalogue=small_catalogue(),
        facts=world.facts,
        builders=world.builders,
        rpc=world.rpc,
        faucet=Faucet(world.rpc, world.facts, world.keys.faucet),
        roots=RootPoster(
            world.rpc,
            world.sequencer,
            world.facts,
            Posting(key=world.keys.settler_fee_payer, directory=world.home / "roots", wall_s=wall),
        ),
        vaults=VaultBalances(world.rpc, world.facts, lambda: wall.s),
        store=store,
        projector=projector,
        programmes=world.programmes,
        boards=PointsBoards(world.programmes, now_s, age_s=0.0),
        sessions=sessions,
        figures=MarketStats(store, world.sequencer.exchange, now_s),
        pool_figures=PoolStats(store, world.sequencer.exchange, now_s),
        staking_age_s=0.0,
        pool_age_s=0.0,
    )


def changed(context: Context, **changes: Any) -> Context:
    """Return a context with other fields, some of them of its gate or its health."""
    parts: dict[str, Any] = {}
    for name in ("gate", "health"):
        part = getattr(context, name)
        own = {field.name for field in fields(part)} & changes.keys()
        parts[name] = replace(part, **{key: changes.pop(key) for key in own})
    return replace(context, **parts, **changes)


def node_of(world: World) -> NodeUrls:
    return NodeUrls(world.node.url, world.node.ws_url)
