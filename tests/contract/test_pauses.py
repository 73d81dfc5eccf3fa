"""What a pause, a halt, another environment and limits stop, and what they must not stop."""

from contextlib import asynccontextmanager

import pytest
from aiohttp.test_utils import TestClient

from edge.core.app import build_app
from edge.http.limits import RATES
from edge.http.middleware.rates import RateLimiter
from edge.streams.hub import Hub
from engine.core.generated import messages as m
from tests.contract.answers.parts import CLOSE_BODY, EXPRESS, MAIN, POSITION_BODY
from tests.edge.api.transactions.test_trading_path import build
from tests.edge.prediction_world import operate
from tests.edge.service_world import ServedAsInProduction, changed, node_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

MORE = POSITION_BODY
LESS = {**POSITION_BODY, "side": "short"}
ADDING = (
    ("create-margin-account", {}),
    ("modify-position", MORE),
    ("add-liquidity", {"liquidity": "1000000"}),
)
LEAVING = (
    ("modify-position", LESS),
    ("close-position", CLOSE_BODY),
    ("withdraw-margin", {"marginAccountId": 0, "margin": "1000000"}),
    ("remove-liquidity", {"lpPositionId": 1, "shares": "1000000"}),
    ("deposit-margin", {"marginAccountId": 0, "margin": "1"}),  # it has positions
)


@asynccontextmanager
async def under(inhabited, begin, end):
    """Let two commands of the operator stand around what is looked at."""
    await operate(inhabited.service, begin)
    try:
        yield inhabited.service, inhabited.user
    finally:
        await operate(inhabited.service, end)


async def test_a_paused_exchange_adds_nothing_and_lets_everybody_go(inhabited):
    async with under(inhabited, m.PauseExchange(), m.UnpauseExchange()) as (service, user):
        received = (await service.get(f"{MAIN}/account/paused?refresh=true"))["info"]
        assert (received["paused"], received["exchange"]) == (True, True)
        exchange = (await service.get(f"{MAIN}/account/exchange"))["info"]["specification"]
        assert (exchange["paused"], exchange["status"]) == (True, "paused")
        assert (await service.get(f"{EXPRESS}/status"))["exchange"] == "paused"
        for name, body in ADDING:
            assert (await build(service, user, name, body, 409))["code"] == "EXCHANGE_PAUSED"
        empty = {"marginAccountId": 5, "margin": "1"}
        refused = await build(service, user, "deposit-margin", empty, 409)
        assert refused["code"] == "EXCHANGE_PAUSED"
        for name, body in LEAVING:
            assert (await build(service, user, name, body))["tx"]
        path = f"{MAIN}/user/{user}/quote"
        quote = (await service.post(f"{path}/modify-position", MORE))["info"]
        assert (quote["isExecutable"], quote["reasons"]) == (False, ["EXCHANGE_PAUSED"])
        refused = await service.get(f"{path}/add-liquidity?liquidity=1000000", 409)
        assert refused["code"] == "EXCHANGE_PAUSED"
    received = (await inhabited.service.get(f"{MAIN}/account/paused"))["info"]
    assert (received["paused"], received["exchange"]) == (False, False)


async def test_a_paused_market_stops_increases_in_it_alone(inhabited):
    begin, end = m.PauseMarket(market_id=1), m.UnpauseMarket(market_id=1)
    async with under(inhabited, begin, end) as (service, user):
        received = (await service.get(f"{MAIN}/account/paused"))["info"]
        assert received["paused"] is False
        assert [row["paused"] for row in received["markets"]] == [True, False]
        assert (await service.get(f"{MAIN}/account/market/1"))["info"]["paused"] is True
        refused = await build(service, user, "modify-position", MORE, 409)
        assert refused["code"] == "MARKET_PAUSED"
        for name, body in (*LEAVING, ("modify-position", {**MORE, "marketId": 2})):
            assert (await build(service, user, name, body))["tx"]


async def test_a_halt_stops_all_of_it(inhabited):
    async with under(inhabited, m.Halt(), m.Resume()) as (service, user):
        assert (await service.get(f"{EXPRESS}/status"))["exchange"] == "halted"
        for name, body in (*ADDING, *LEAVING):
            refused = await build(service, user, name, body, 409)
            assert refused["code"] == "EXCHANGE_HALTED", name


async def test_the_faucet_gives_three_drops_and_then_one_a_minute(inhabited):
    service, generous = inhabited.service, inhabited.service.context.gate.limiter
    path, body = f"{EXPRESS}/faucet", {"address": inhabited.other}
    object.__setattr__(service.context.gate, "limiter", RateLimiter(RATES, service.wall))
    try:
        for _ in range(3):
            drop = await service.post(path, body)
            assert (drop["sol"], drop["collateral"]) == ("2000000000", "10000000000")
            assert drop["token"] == "10000000000"
        assert (await service.post(path, body, 429))["code"] == "RATE_LIMITED"
        service.wall.s += 59
        await service.post(path, body, 429)
        service.wall.s += 1
        await service.post(path, body)
    finally:
        object.__setattr__(service.context.gate, "limiter", generous)


async def test_ten_areas_may_be_asked_for_and_eleven_may_not(inhabited):
    path = f"{MAIN}/real-estate-data/acre-infos"
    ten = (await inhabited.service.post(path, {"ids": [12, 11] * 5}))["info"]
    assert [row["id"] for row in ten][:2] == [12, 11]
    refused = await inhabited.service.post(path, {"ids": [11] * 11}, 400)
    assert refused["message"] == "Too many acre ids supplied. Max amount is 10"


async def test_outside_local_there_is_no_faucet_and_only_listed_origins_get_answers(
    inhabited,
):
    listed = "https://acre.example"
    service = inhabited.service
    other = changed(service.context, env="dev", allowed_origins=frozenset({listed}))
    app = build_app(other, Hub(), node_of(service.world))
    async with TestClient(ServedAsInProduction(app)) as client:
        async with client.post(f"{EXPRESS}/faucet", json={"address": inhabited.user}) as answer:
            assert (answer.status, (await answer.json())["code"]) == (404, "NOT_FOUND")
            age = "max-age=31536000; includeSubDomains"
            assert answer.headers["Strict-Transport-Security"] == age
        for origin, is_shown in (
            (listed, True),
            ("http://localhost:5173", False),
            ("http://127.0.0.1", False),
            (f"{listed}.evil.example", False),
            ("http://acre.example", False),
            ("null", False),
        ):
            async with client.options(f"{MAIN}/health", headers={"Origin": origin}) as answer:
                shown = answer.headers.get("Access-Control-Allow-Origin")
                assert shown == (origin if is_shown else None), origin
        async with client.get(f"{EXPRESS}/health") as answer:
            assert (await answer.json())["env"] == "dev"
