"""Orders of several legs over HTTP: quote, one signature, all or none, rows that share it."""

import pytest

from chain.client.wallet import address_of
from tests.edge.api.transactions.test_trading_path import build, send_built
from tests.edge.service_world import text_of

MAIN = "/api/v1"
LONG = {"marketId": 1, "side": "long", "input": "1000000"}
SHORT = {"marketId": 2, "side": "short", "input": "900000000", "inputKind": "notionalDelta"}


def pair(*legs: dict) -> dict:
    return {"marginAccountId": 0, "legs": list(legs)}


async def quoted(service, user: str, body: dict, status: int = 200) -> dict:
    answer = await service.post(f"{MAIN}/user/{user}/quote/modify-positions", body, status)
    return answer["info"] if status == 200 else answer


async def test_a_pair_is_opened_and_closed_with_one_signature_each(service):
    wallet = await service.trader()
    user, body = text_of(wallet), pair(LONG, SHORT)
    quote = await quoted(service, user, body)
    alias = await service.post(f"{MAIN}/quote/modify-positions", {**body, "user": user})
    assert alias["info"]["legs"] == quote["legs"]
    assert quote["isExecutable"], quote["reasons"]
    assert [leg["marketId"] for leg in quote["legs"]] == [1, 2]
    figures = [leg["quote"] for leg in quote["legs"]]
    assert int(quote["tradeFee"]) == sum(int(leg["tradeFee"]) for leg in figures)
    assert {leg["marginCollateralAfter"] for leg in figures} == {quote["marginCollateralAfter"]}
    assert {leg["leverageMultiple"] for leg in figures} == {quote["leverageMultiple"]}
    await send_built(service, wallet, await build(service, user, "modify-positions", body))

    account = (await service.get(f"{MAIN}/user/{user}/margin-account"))["info"]
    assert account["marginCollateral"] == quote["marginCollateralAfter"]
    assert account["margins"]["availableMargin"] == quote["availableMarginAfter"]
    assert account["healthRatio"] == quote["healthRatio"]
    prices = [position["liquidationPrice"] for position in account["positions"]]
    assert prices == [leg["liquidationPrice"] for leg in figures]
    trades = (await service.get(f"{MAIN}/user/{user}/history/trade?order=asc"))["info"]
    assert [row["marketId"] for row in trades] == [1, 2]
    assert [row["fillPrice"] for row in trades] == [leg["fillPrice"] for leg in figures]
    assert len({(row["signature"], row["slot"]) for row in trades}) == 1

    back = [
        {"marketId": row["marketId"], "side": side, "input": row["openInterestDelta"]["size"]}
        for row, side in zip(trades, ("short", "long"), strict=True)
    ]
    back[1]["input"] = back[1]["input"].removeprefix("-")
    closed = await quoted(service, user, pair(*back))
    assert (closed["healthRatio"], closed["liquidationMove"]) == (None, None)
    await send_built(service, wallet, await build(service, user, "modify-positions", pair(*back)))
    account = (await service.get(f"{MAIN}/user/{user}/margin-account"))["info"]
    assert account["positions"] == []
    commands = (await service.get(f"{MAIN}/user/{user}/commands"))["info"]
    names = [(row["name"], row["status"]) for row in commands]
    assert names[:2] == [("modify-positions", "applied")] * 2


async def test_a_refused_leg_is_named_and_changes_nothing(service):
    wallet = await service.trader()
    user = text_of(wallet)
    before = service.context.exchange.state_hash()
    for legs, status, code, leg in (
        ([LONG, {**SHORT, "acceptablePrice": str(10**13)}], 409, "SLIPPAGE_EXCEEDED", 2),
        ([{**LONG, "acceptablePrice": "1"}, SHORT], 409, "SLIPPAGE_EXCEEDED", 1),
        ([LONG, {**SHORT, "input": "1", "inputKind": "sizeDelta"}], 409, "POSITION_TOO_SMALL", 2),
        ([LONG, {**SHORT, "input": "0"}], 400, "INPUT_NOT_POSITIVE", 2),
        ([LONG, {**SHORT, "input": None}], 400, "INPUT_NOT_POSITIVE", 2),
        ([{**LONG, "slippageRate": "1"}, SHORT], 400, "VALIDATION", 1),
        ([{**LONG, "acceptablePrice": "0"}, SHORT], 400, "BAD_PRICE", 1),
        ([{**LONG, "input": "100000000"}, {**SHORT, "input": "30000000000"}], 409, None, None),
    ):
        refused = await build(service, user, "modify-positions", pair(*legs), status)
        if code is None:
            assert refused["code"] == "INSUFFICIENT_MARGIN"
            assert refused["details"]["reasons"] == ["INSUFFICIENT_MARGIN"]
        else:
            assert (refused["code"], refused["details"]["leg"]) == (code, leg)
    assert service.context.exchange.state_hash() == before


@pytest.mark.parametrize(
    ("legs", "status", "code"),
    [
        ([], 400, "VALIDATION"),
        ([LONG], 400, "VALIDATION"),
        ([LONG] * 9, 400, "VALIDATION"),
        ([LONG, LONG], 400, "VALIDATION"),
        ([LONG, {**SHORT, "marketId": 99}], 404, "MARKET_NOT_FOUND"),
        ([LONG, {**SHORT, "marketId": -1}], 400, "VALIDATION"),
        ([LONG, {**SHORT, "side": "up"}], 400, "VALIDATION"),
        ([LONG, {**SHORT, "input": "9" * 30}], 400, "AMOUNT_OUT_OF_RANGE"),
        ([LONG, "leg"], 400, "VALIDATION"),
        (None, 400, "VALIDATION"),
    ],
)
async def test_legs_are_bounded_where_they_enter(service, legs, status, code):
    wallet = await service.trader()
    user, body = text_of(wallet), {"marginAccountId": 0, "legs": legs}
    assert (await quoted(service, user, body, status))["code"] == code
    assert (await build(service, user, "modify-positions", body, status))["code"] == code


async def test_an_account_or_owner_that_is_not_the_callers(service):
    wallet, other = await service.trader(), await service.trader()
    user = text_of(wallet)
    unknown = {**pair(LONG, SHORT), "marginAccountId": 7}
    assert (await quoted(service, user, unknown, 404))["code"] == "MARGIN_ACCOUNT_NOT_FOUND"
    foreign = {**pair(LONG, SHORT), "owner": text_of(other)}
    refused = await build(service, user, "modify-positions", foreign, 403)
    assert refused["code"] == "NOT_OWNER"


async def test_a_delegate_sends_a_basket_and_its_owner_is_told(service):
    owner, delegate = await service.trader(), await service.trader()
    text = text_of(delegate)
    named = {"delegate": text, "notionalPerDay": "1300000000", "markets": [1, 2]}
    await send_built(service, owner, await build(service, text_of(owner), "set-delegate", named))
    body = {**pair(LONG, SHORT), "owner": text_of(owner)}
    await send_built(service, delegate, await build(service, text, "modify-positions", body))
    view = service.context.exchange.margin_account_view(
        address_of(owner), 0, service.context.now_s()
    )
    assert [position.market_id for position in view.positions] == [1, 2]
    refused = await build(service, text, "modify-positions", body, 409)
    assert (refused["code"], refused["details"]["leg"]) == ("DELEGATE_LIMIT", 1)
