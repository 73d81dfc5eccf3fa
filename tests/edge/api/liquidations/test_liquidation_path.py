"""A liquidation through the service: candidates, builder, histories, streams, the fee."""

import asyncio

from chain.client.wallet import address_of
from engine.core.generated.messages import PostPrint
from tests.edge.api.transactions.test_trading_path import build, send_built
from tests.edge.projector.test_projector import content, replayed, run_until, truncate
from tests.edge.service_world import text_of
from tests.edge.streams.test_stream import DAY_S, listening
from tests.edge.streams.test_stream_user import heard, subscribed

MAIN = "/api/v1"
EXPRESS = "/express/v1"
E6 = 10**6
E8 = 10**8


async def fall(service, *prices: int) -> None:
    """Let a print come on each of the next days."""
    for price in prices:
        now_s = service.context.now_s()
        midnight_s = now_s // DAY_S * DAY_S + DAY_S
        await service.world.advance(midnight_s - now_s + 3_600)
        applied = await service.context.sequencer.submit(
            PostPrint(market_id=1, price_e8=price * E8, published_at_s=midnight_s)
        )
        assert applied is not None
        view = service.exchange.market_view(1, service.context.now_s())
        assert view.index_price_e8 == price * E8


async def ruined(service):
    """Return a wallet whose account 0 may be liquidated."""
    wallet = await service.trader(1_000 * E6)
    await service.trade(wallet, 25 * E6)
    await fall(service, 295, 290, 285, 280, 276, 272)
    return wallet


async def test_candidates_are_told_and_others_are_refused(service):
    wallet = await ruined(service)
    user, other = text_of(wallet), await service.trader(100 * E6)
    (found,) = (await service.get(f"{EXPRESS}/liquidations/candidates"))["accounts"]
    assert (found["owner"], found["marginAccountId"]) == (user, 0)
    assert found["inLiquidation"] is False
    assert float(found["healthRatio"]) < 1
    account = (await service.get(f"{MAIN}/user/{user}/margin-account"))["info"]
    assert account["canLiquidate"] is True
    assert found["openInterest"] == account["openInterest"]

    liquidator = text_of(other)
    body = {"owner": user, "marginAccountId": 0}
    own = {"owner": liquidator, "marginAccountId": 0}
    refused = await build(service, user, "liquidate", own, 409)
    assert refused["code"] == "NOT_LIQUIDATABLE"
    unknown = await build(service, user, "liquidate", {**body, "marginAccountId": 9}, 404)
    assert unknown["code"] == "MARGIN_ACCOUNT_NOT_FOUND"


async def test_a_liquidation_is_told_to_both_and_stands_in_every_history(service):
    wallet = await ruined(service)
    user, other = text_of(wallet), await service.trader(100 * E6)
    liquidator, body = text_of(other), {"owner": user, "marginAccountId": 0}
    async with listening(service) as listener, listening(service) as second:
        name = await subscribed(service, listener, wallet)
        own_name = await subscribed(service, second, other)
        await listener.say(op="subscribe", channels=["trades"])
        await listener.hear("snapshot", "trades")
        built = await build(service, liquidator, "liquidate", {**body, "feeMarginAccountId": 0})
        await send_built(service, other, built)
        received = await heard(listener, name, "marginAccounts")
        assert {event["kind"] for event in received["events"]} == {"liquidation"}
        assert received["marginAccounts"][0]["wasRecentlyLiquidated"] is True
        taken = await heard(second, own_name, "marginAccounts")
        assert [event["kind"] for event in taken["events"]] == ["command"]

    rows = (await service.get(f"{MAIN}/user/{user}/history/liquidation"))["info"]
    assert rows
    assert sorted(received["events"], key=str) == sorted(
        ({"kind": "liquidation", **row} for row in rows), key=str
    )
    (piece,) = rows
    assert (piece["user"], piece["liquidator"]) == (user, liquidator)
    assert piece["marketId"] == 1
    assert piece["indexPrice"] == str(272 * E8)
    assert int(piece["newPositionSize"]) == 25 * E6 - int(piece["amountLiquidated"])
    assert int(piece["amountLiquidatedNotional"]) == int(piece["amountLiquidated"]) * 272
    assert piece["liquidationStartedAt"] == piece["timestamp"]
    gained = int(taken["marginAccounts"][0]["marginCollateral"]) - 100 * E6
    assert int(piece["liquidationFee"]) == gained > 0

    await check_lists(service, user, rows)


async def check_lists(service, user: str, rows: list) -> None:
    """The same rows are in every list, and in none of trades."""
    for path, key in (
        (f"{EXPRESS}/portfolio/{user}/history/liquidation?marketId=1", "events"),
        (f"{EXPRESS}/liquidations", "liquidations"),
        (f"{EXPRESS}/liquidations?marketId=1", "liquidations"),
        (f"{MAIN}/user/{user}/history/liquidation?order=asc&marginAccountId=0", "info"),
    ):
        assert (await service.get(path))[key] == rows, path
    nothing = f"{EXPRESS}/liquidations?marketId=2"
    assert (await service.get(nothing))["liquidations"] == []
    trades = (await service.get(f"{MAIN}/user/{user}/history/trade"))["info"]
    assert [row["tradeKind"] for row in trades] == ["open"]
    assert len((await service.get(f"{EXPRESS}/trade-stream"))["trades"]) == 1
    async with service.client.get(f"{EXPRESS}/liquidations?format=csv") as answer:
        header, line = (await answer.text()).strip().split("\r\n")
    assert header.startswith("timestamp,exchangeId,signature,slot,user,marginAccountId,liquidator")
    assert user in line


async def test_a_fee_for_a_wallet_waits_as_a_request(service):
    wallet = await ruined(service)
    other = await service.world.user()
    body = {"owner": text_of(wallet), "marginAccountId": 0}
    await send_built(service, other, await build(service, text_of(other), "liquidate", body))
    path = f"{MAIN}/user/{text_of(other)}/settlement-requests"
    (request,) = (await service.get(path))["info"]
    assert request["status"] == "payable"
    (piece,) = (await service.get(f"{EXPRESS}/liquidations"))["liquidations"]
    assert request["amount"] == piece["liquidationFee"]
    (row,) = await service.context.store.rows("history.commands_of_user", *_commands(other))
    assert (row["name"], row["status"]) == ("liquidate", "applied")


def _commands(wallet) -> tuple:
    return (address_of(wallet), 2**63 - 1, 0, None, 0, 2**40, 10)


async def test_projecting_a_liquidation_again_gives_the_same_rows(service):
    wallet = await ruined(service)
    other = await service.world.user()
    body = {"owner": text_of(wallet), "marginAccountId": 0}
    await send_built(service, other, await build(service, text_of(other), "liquidate", body))
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    store, sequencer = service.context.store, service.context.sequencer
    before = await content(store)
    assert before["liquidation"]
    await truncate(store)
    await run_until(await replayed(store, sequencer, 7), sequencer)
    assert await content(store) == before
