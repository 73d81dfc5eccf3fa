"""Refusals of the pool for its prices say when it will be possible again (API 7.1)."""

from dataclasses import dataclass

import pytest

from chain.client.wallet import address_of
from edge.http.failures import pool_details
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.edge.api.liquidations.test_liquidation_path import ruined
from tests.edge.api.transactions.test_trading_path import build
from tests.edge.service_world import text_of

MAIN = "/api/v1"
E6 = 10**6
DAY_S, HOUR_S = 86_400, 3_600


@dataclass
class Provider:
    """A wallet with a position and a deposit, and a market of which it has nothing."""

    service: object
    user: str

    async def refusals(self) -> list[dict]:
        """Ask the quote and the builder of both ways; all are refused."""
        removal = {"lpPositionId": 1, "shares": "1000000"}
        lead = f"{MAIN}/user/{self.user}/quote"
        return [
            await self.service.get(f"{lead}/add-liquidity?liquidity=5000000", 409),
            await self.service.get(f"{lead}/remove-liquidity?lpPositionId=1&shares=1000000", 409),
            await build(self.service, self.user, "add-liquidity", {"liquidity": "5000000"}, 409),
            await build(self.service, self.user, "remove-liquidity", removal, 409),
        ]

    async def market(self) -> dict:
        return (await self.service.get(f"{MAIN}/account/market/1"))["info"]


@pytest.fixture
async def provider(service):
    wallet = await service.trader()
    await service.trade(wallet, 5 * E6)
    built = await service.world.builders.build(address_of(wallet), "add-liquidity", amount=50 * E6)
    await service.world.send(wallet, built)
    return Provider(service, text_of(wallet))


def midnight_after(now_s: int) -> int:
    return now_s // DAY_S * DAY_S + DAY_S


async def test_around_a_print_the_end_of_the_window_is_told(service, provider):
    window = (await provider.market())["specification"]["entryWindow"]
    midnight_s = midnight_after(service.context.now_s())
    at_s = midnight_s - window["before"] + 60
    await service.world.advance(at_s - service.context.now_s())
    for refused in await provider.refusals():
        assert refused["code"] == "ENTRY_WINDOW"
        assert refused["details"]["possibleAt"] == midnight_s + window["after"]


async def test_without_a_fresh_price_the_next_print_is_told(service, provider):
    await service.world.advance(5 * DAY_S + 12 * HOUR_S - service.context.now_s() % DAY_S)
    midnight_s = midnight_after(service.context.now_s())
    for refused in await provider.refusals():
        assert refused["code"] == "STALE_PRICE"
        assert refused["details"]["possibleAt"] == midnight_s


async def test_while_a_print_is_held_the_next_one_is_told(service, provider):
    now_s = service.context.now_s()
    midnight_s = midnight_after(now_s)
    await service.world.advance(midnight_s + HOUR_S - now_s)
    price_e8 = int((await provider.market())["indexPrice"]) * 108 // 100
    await service.context.sequencer.submit(
        m.PostPrint(market_id=1, price_e8=price_e8, published_at_s=midnight_s)
    )
    assert (await provider.market())["heldPrint"]["price"] == str(price_e8)
    for refused in await provider.refusals():
        assert refused["code"] == "PRICE_BAND"
        assert refused["details"]["possibleAt"] == midnight_s + DAY_S


async def test_a_liquidation_without_a_price_waits_for_the_next_print(service):
    wallet, other = await ruined(service), await service.trader()
    await service.world.advance(5 * DAY_S)
    body = {"owner": text_of(wallet), "marginAccountId": 0}
    refused = await build(service, text_of(other), "liquidate", body, 409)
    assert refused["code"] == "STALE_PRICE"
    assert refused["details"] == {"possibleAt": midnight_after(service.context.now_s())}


async def test_a_market_without_positions_delays_no_liquidity(service):
    wallet = await service.trader()
    await service.world.advance(5 * DAY_S)
    path = f"{MAIN}/user/{text_of(wallet)}/quote/add-liquidity?liquidity=5000000"
    assert int((await service.get(path))["info"]["shares"]) > 0


def test_the_figure_of_a_held_print_is_its_market():
    assert pool_details(ErrorCode.PRICE_BAND, 2) == {"marketId": 2}
    assert pool_details(ErrorCode.LP_NOT_MATURE, 7) == {"maturity": 7}
