"""Every route with its worst legal parameters and full tables: no step of the loop is long."""

import asyncio
import json
import sys
from typing import Any

import pytest
from msgspec import inspect as types

from chain.client.addresses import to_base58
from edge.http.limits import (
    CSV_ROWS_MAX,
    LEADERBOARD_ROWS_MAX,
    LIST_ITEMS_MAX,
    LIST_TEXT_MAX,
    PAGE_ROWS_MAX,
    PREDICTION_BATCH_MAX,
    SYMBOLS_PER_QUERY_MAX,
)
from edge.http.route import ROUTES, Route
from edge.streams.hub import SNAPSHOT_AGE_S
from tests.edge.full_tables import Filler, fill_database, fill_markets
from tests.edge.loop_steps import hold_of, measured
from tests.edge.prediction_world import open_market, player, wish

HOLD_S = 0.010
MARGIN = 2.5  # the machine of the tests is shared, and its processor's speed not known
POSITIONS, REQUESTS, OTHERS = 100, 200, 10  # as the engine bounds them for one wallet
WORST = {
    "format": "csv",
    "window": "all",
    "interval": "1h",
    "timeframe": "10y",
    "q": "o" * LIST_TEXT_MAX,
    "tags": ",".join("t" * LIST_TEXT_MAX for _ in range(LIST_ITEMS_MAX)),
    "includeClosed": "true",
    "includeSettled": "true",
    "mature": "false",
    "orderStatusFilter": "all",
    "depth": "99",
    "marginAccountId": "0",
    "lpPositionId": "1",
    "liquidity": "1000000",
    "shares": "1",
    "unlockingEpoch": "5",
    "id": "11",
}
LEFT_OUT = {"from", "to", "cursor", "marketId", "ids", "q", "tags"}  # they make an answer shorter
TRADE = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
BODIES: dict[str, Any] = {
    "batch": {"orders": [{**wish(price=3, contracts=1), "marketId": 1}] * PREDICTION_BATCH_MAX},
    "orders": wish(price=2, contracts=1),
    "modify-position": TRADE,
    "close-position": {"marginAccountId": 0, "marketId": 1},
    "position-modification-limits": {"marginAccountId": 0, "marketIds": list(range(1, 11))},
    "acre-infos": {"ids": list(range(1_000, 1_010))},
}
JUNK = (
    b"[" * 20_000 + b"]" * 20_000,
    json.dumps({"a": [{str(n): ":"} for n in range(4_000)]}).encode(),
)


def query_of(route: Route, player_text: str) -> str:
    kind = types.type_info(route.query)
    values = {}
    for item in kind.fields:
        name = item.encode_name
        if name == "limit":
            is_table = any(other.encode_name == "format" for other in kind.fields)
            is_board = route.query.__name__ == "LeaderboardQuery"
            most = LEADERBOARD_ROWS_MAX if is_board else PAGE_ROWS_MAX
            values[name] = str(CSV_ROWS_MAX if is_table else most)
        elif name == "symbols":
            values[name] = ",".join(f"T{n:04}" for n in range(SYMBOLS_PER_QUERY_MAX))
        elif name in {"user", "address"}:
            values[name] = player_text
        elif name in WORST and name not in LEFT_OUT:
            values[name] = WORST[name]
    return "&".join(f"{name}={value}" for name, value in values.items())


def target_of(route: Route, user: str) -> str:
    path = f"{route.base}{route.path}"
    for name, value in {
        "user": user, "key": user, "market": "1024", "marketId": "1", "symbol": "AUS",
        "collection": "all", "id": "none", "contestId": "none", "contestName": "none",
        "orderId": "1", "sessionId": "none",
    }.items():  # fmt: skip
        path = path.replace(f"{{{name}}}", value)
    query = query_of(route, user)
    return f"{path}?{query}" if query else path


def body_of(route: Route, user: str) -> Any:
    if route.body is None:
        return None
    named = BODIES.get(route.path.rpartition("/")[2], {})
    fields = route.body.__struct_fields__
    return {**named, **{name: user for name in ("user", "address") if name in fields}}


async def hold_of_subscription(service, channel: str) -> float:
    """Return the longest step of a subscription, of the quietest of a few."""
    found = []
    for _ in range(3):
        async with service.client.ws_connect("/express/v1/ws") as socket:
            await socket.receive_json(timeout=20)
            with measured() as steps:
                await socket.send_json({"op": "subscribe", "channels": [channel]})
                kinds = [(await socket.receive_json(timeout=20))["type"] for _ in range(2)]
        assert kinds == ["subscribed", "snapshot"]
        found.append(steps.longest_s)
        await asyncio.sleep(SNAPSHOT_AGE_S)
    return min(found)


@pytest.mark.timeout(240)
async def test_no_legal_request_holds_the_loop(service):
    await open_market(service)
    one = await player(service)
    filler = Filler(service)
    await filler.deposits(one.address, POSITIONS)
    await filler.withdrawals(one.address, REQUESTS)
    for number in range(OTHERS):
        await filler.withdrawals(bytes([number + 1]) * 32, REQUESTS)
    for price in range(1, 30):
        await one.order(price=price, contracts=1)
    await service.settle()
    await fill_markets(service)
    await fill_database(service, one.address)
    user, found, slow = to_base58(one.address), [], []
    for route in ROUTES:
        body, target = body_of(route, user), target_of(route, user)
        answer, steps = await hold_of(service, route.method, target, body, one.headers, HOLD_S)
        assert answer.status < 500 or answer.status == 503, (target, answer.body)
        found.append((steps.longest_s, answer.status, len(answer.body), route, target))
        if steps.longest_s > HOLD_S * MARGIN:
            slow.append((round(steps.longest_s * 1e3, 1), route.method, target, steps.worst))
    for held_s, status, size, route, target in sorted(found, key=lambda row: -row[0])[:25]:
        tokens = route.cost.of_rows(route.cost.rows)
        line = f"{held_s * 1e3:6.1f} ms {status} {size:8} B {tokens:3} tokens {route.method} "
        sys.stdout.write(f"{line}{target[:90]}\n")
    held_s = await hold_of_subscription(service, "markets")
    sys.stdout.write(f"{held_s * 1e3:6.1f} ms subscription of all markets\n")
    assert held_s <= HOLD_S * MARGIN
    assert not slow, slow
    answered = {route.path for _, status, _, route, _ in found if status < 300}
    assert len(answered) > 100, "the requests are hardly legal"


async def test_bodies_that_are_hard_to_read_do_not_hold_the_loop(service):
    one = await player(service)
    for path in ("/express/v1/predictions/orders/batch", "/api/v1/quote/modify-position"):
        for junk in JUNK:
            assert len(junk) < 64 * 1024
            answer, steps = await hold_of(service, "POST", path, junk, one.headers)
            assert answer.status == 400
            assert steps.longest_s < HOLD_S * MARGIN, (path, steps)
