"""A service with data, and the names of its entities for calls."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from solders.keypair import Keypair

from chain.client.wallet import address_of
from edge.generate.shapes import Operation, Shape, operations
from edge.http.route import Base
from tests.chain.world import DAY_S
from tests.edge.contest_world import create, join, signed_in
from tests.edge.prediction_world import Player, open_market, player
from tests.edge.service_world import Service, text_of

AREA = 11  # of the first market
CONTEST = "royale"
NAME = "known"  # of a wallet, and of its order


@dataclass(frozen=True)
class Known:
    """Values of parameters that name something, by the parameter; and a signed-in wallet."""

    path: dict[str, list]
    query: dict[str, list]
    token: str
    wallet: Keypair


@dataclass(frozen=True)
class Asked:
    """One GET with everything that it needs."""

    operation: Operation
    path: dict[str, Any]
    query: dict[str, Any]
    url: str


async def populate(service: Service) -> Known:
    """Bring some life into the exchange."""
    await remember(service)
    await create(service, CONTEST)
    trader = await service.trader()
    await service.trade(trader, 10 * 10**6)
    builders, address = service.world.builders, address_of(trader)
    await service.world.send(
        trader, await builders.build(address, "add-liquidity", amount=1_000 * 10**6)
    )
    one = await signed_in(service, trader)
    await service.post("/express/v1/ppps3/participants", {}, 201, headers=one.headers)
    await one.points()
    await join(one, CONTEST)
    await call_oneself(one, NAME)
    prediction = await open_market(service)
    order = await one.order(prediction, clientOrderId=NAME)
    await service.settle()
    (position,) = service.exchange.lp_positions(address, service.context.now_s())
    wallets = [str(trader.pubkey()), str((await player(service)).wallet.pubkey())]
    markets = sorted(service.exchange.market_ids())
    return Known(
        path={
            "user": wallets,
            "key": [*wallets, NAME],
            "contestId": [CONTEST],
            "contestName": [CONTEST],
            "market": [str(markets[0])],
            "marketId": [*markets, prediction],
            "symbol": [service.exchange.market_view(i, 0).symbol for i in markets],
            "orderId": [order["orderId"]],
            "id": [NAME],
            "collection": ["all", "trending"],
        },
        query={
            "user": wallets,
            "address": wallets,
            "id": [AREA],
            "lpPositionId": [position.lp_position_id],
            "marginAccountId": [0],
            "symbols": [service.exchange.market_view(markets[0], 0).symbol],
            "unlockingEpoch": [3_000],
            "liquidity": ["5000000"],
            "timeframe": ["1m", "1y"],
            "shares": ["1"],
        },
        token=one.headers["Authorization"],
        wallet=one.wallet,
    )


async def remember(service: Service) -> None:
    """Give the first market two years of index before its first print."""
    pool = service.context.store.pool
    first_s = await pool.fetchval(
        "SELECT min(published_at_s) FROM index_value WHERE acre_id = $1", AREA
    )
    rows = [(AREA, first_s - day * DAY_S, (300 + day % 7) * 10**8) for day in range(1, 731)]
    await pool.executemany("INSERT INTO index_value VALUES ($1, $2, $3)", rows)


async def call_oneself(one: Player, name: str) -> None:
    """Give a signed-in wallet a username."""
    path = f"/api/v1/user/{text_of(one.wallet)}/profile/settings"
    body = {"username": name}
    async with one.service.client.put(path, json=body, headers=one.headers) as answer:
        assert answer.status == 200


def reads(base: Base, document: Shape, known: Known) -> Iterator[Asked]:
    """Yield every GET of a base for which all that it needs is known."""
    for operation in operations(document):
        if operation.method != "GET":
            continue
        path = {one["name"]: known.path.get(one["name"]) for one in operation.parameters("path")}
        query = {
            one["name"]: known.query.get(one["name"])
            for one in operation.parameters("query")
            if one["required"] or one["name"] == "user"
        }
        if all((*path.values(), *query.values())):
            chosen = {name: values[0] for name, values in path.items()}
            wanted = {name: values[0] for name, values in query.items()}
            place = operation.path.format(**{n: quote(str(v), safe="") for n, v in chosen.items()})
            url = f"{base}{place}" + (f"?{urlencode(wanted)}" if wanted else "")
            yield Asked(operation, chosen, wanted, url)
