"""The path of one trade: quote, build, sign, send, follow, read back everywhere."""

import base64

import pytest
from solders.keypair import Keypair
from solders.transaction import VersionedTransaction

from chain.client.instructions import transfer_tokens
from chain.client.wallet import address_of, wait_confirmed
from engine.core.generated.messages import SetRisk
from tests.edge.service_world import text_of

MAIN = "/api/v1"
EXPRESS = "/express/v1"


async def send_built(service, wallet: Keypair, built: dict) -> None:
    """Sign the service's bytes and send them through the service's own proxy."""
    unsigned = VersionedTransaction.from_bytes(base64.b64decode(built["tx"]))
    signed = VersionedTransaction(unsigned.message, [wallet])
    encoded = base64.b64encode(bytes(signed)).decode()
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "sendTransaction",
        "params": [encoded, {"encoding": "base64"}],
    }
    answer = await service.post("/rpc", call)
    await wait_confirmed(service.world.rpc, answer["result"], built["lastValidBlockHeight"])
    await service.world.follow()
    await service.settle()


async def build(service, user: str, name: str, body: dict, status: int = 200) -> dict:
    answer = await service.post(f"{MAIN}/user/{user}/transaction/{name}", body, status)
    return answer["info"] if status == 200 else answer


async def funded_wallet(service) -> tuple[Keypair, int]:
    """Return a wallet from the faucet with a margin account of 5,000, all over HTTP."""
    wallet = Keypair()
    user = text_of(wallet)
    drop = await service.post(f"{EXPRESS}/faucet", {"address": user})
    gifts = (drop["sol"], drop["collateral"], drop["token"])
    assert gifts == ("2000000000", "10000000000", "10000000000")
    created = await build(service, user, "create-margin-account", {"name": "First"})
    await send_built(service, wallet, created)
    (account,) = (await service.get(f"{MAIN}/user/{user}/margin-accounts"))["info"]
    assert account["name"] == "First"
    deposit = {"marginAccountId": account["id"], "margin": "5000000000"}
    await send_built(service, wallet, await build(service, user, "deposit-margin", deposit))
    balance = await service.get(f"{MAIN}/user/{user}/collateral-balance")
    assert balance["info"]["balance"] == "5000000000"
    return wallet, account["id"]


def order_of(account_id: int, **changes) -> dict:
    order = {"marginAccountId": account_id, "marketId": 1, "side": "long"}
    return {**order, "input": "3000000000", "inputKind": "notionalDelta", **changes}


async def test_a_trade_goes_from_quote_to_history(service):
    wallet, account_id = await funded_wallet(service)
    user, order = text_of(wallet), order_of(account_id)
    quote = (await service.post(f"{MAIN}/user/{user}/quote/modify-position", order))["info"]
    aliased = await service.post(f"{MAIN}/quote/modify-position", {**order, "user": user})
    assert aliased["info"]["openInterestDelta"] == quote["openInterestDelta"]
    assert quote["isExecutable"], quote["reasons"]
    assert quote["openInterestDelta"]["size"] == "10000000"  # 3,000 at 300.00
    await send_built(service, wallet, await build(service, user, "modify-position", order))

    account = (await service.get(f"{MAIN}/user/{user}/margin-account"))["info"]
    assert account["positions"][0]["openInterest"]["size"] == "10000000"
    assert account["positions"][0]["lastInteractionPrice"] == quote["fillPrice"]
    (trade,) = (await service.get(f"{MAIN}/user/{user}/history/trade"))["info"]
    assert (trade["tradeKind"], trade["fillPrice"]) == ("open", quote["fillPrice"])
    assert trade["tradeFee"] == quote["tradeFee"]
    assert trade["signature"] is not None
    stream = (await service.get(f"{EXPRESS}/trade-stream/1"))["trades"]
    own = {"marginAccountId", "orderId"}
    assert stream == [{k: v for k, v in trade.items() if k not in own}]
    commands = (await service.get(f"{MAIN}/user/{user}/commands"))["info"]
    names = ["modify-position", "deposit-margin", "create-margin-account"]
    assert [row["name"] for row in commands] == names
    assert {row["status"] for row in commands} == {"applied"}


async def test_a_trade_shows_in_volumes_and_series(service):
    wallet = await service.trader()
    await service.trade(wallet, 10_000_000)
    await service.settle()
    volumes = await service.get(f"{EXPRESS}/market/AUS/volumes")
    assert volumes["allTime"] == {"notional": "3000000000", "trades": 1}
    candles = await service.get(f"{EXPRESS}/market/AUS/candles?interval=5m&window=1d")
    assert sum(int(value) for value in candles["volume"]) == 3000000000
    assert len({len(column) for column in candles.values() if isinstance(column, list)}) == 1
    for row in zip(*(candles[name] for name in ("open", "high", "low", "close")), strict=True):
        opened, high, low, close = map(int, row)
        assert low <= min(opened, close) <= max(opened, close) <= high
    series = await service.get(f"{EXPRESS}/market-time-series/1?window=1d")
    assert series["points"][-1]["openInterestLong"] == "3000000000"
    funding = await service.get(f"{EXPRESS}/market/AUS/funding-history?window=1d")
    assert funding["points"]
    exchange = (await service.get(f"{MAIN}/account/exchange"))["info"]
    for name, field in (
        ("cumulative-notional-volume", "cumulativeNotionalVolume"),
        ("cumulative-lp-fee", "cumulativeLpFee"),
    ):
        points = (await service.get(f"{MAIN}/time-series/{name}?window=1d"))["info"]
        assert points[-1]["value"] == exchange[field]
        values = [int(point["value"]) for point in points]
        assert values == sorted(values)
    parts = ("marginBalance", "lpBalance", "reserveBalance", "protocolFeeBalance")
    rest = ("unsettledBalance", "quarantinedBalance")
    assert int(exchange["balance"]) == sum(int(exchange[name]) for name in (*parts, *rest))


async def test_a_position_is_closed_and_the_margin_withdrawn(service):
    wallet = await service.trader()
    user = text_of(wallet)
    await service.trade(wallet, 10_000_000)
    close = {"marginAccountId": 0, "marketId": 1}
    quote = (await service.post(f"{MAIN}/user/{user}/quote/close-position", close))["info"]
    assert quote["openInterestDelta"]["size"] == "-10000000"
    too_much = {**close, "input": "10000001"}
    refused = await build(service, user, "close-position", too_much, 409)
    assert refused["code"] == "CLOSE_EXCEEDS_POSITION"
    await send_built(service, wallet, await build(service, user, "close-position", close))
    refused = await build(service, user, "close-position", close, 409)
    assert refused["code"] == "NO_POSITION"
    trades = (await service.get(f"{MAIN}/user/{user}/history/trade?order=asc"))["info"]
    assert [row["tradeKind"] for row in trades] == ["open", "close"]
    limit = await service.get(f"{MAIN}/user/{user}/quote/withdraw-margin?marginAccountId=0")
    most = limit["info"]["maxWithdrawableAmount"]
    over = {"marginAccountId": 0, "margin": str(int(most) + 1)}
    refused = await build(service, user, "withdraw-margin", over, 409)
    assert refused["code"] == "WITHDRAW_EXCEEDS_MAX"
    assert refused["details"]["maxWithdrawableAmount"] == most
    refused = await build(service, user, "close-margin-account", {"marginAccountId": 0}, 409)
    assert refused["code"] == "MARGIN_ACCOUNT_NOT_EMPTY"
    take = {"marginAccountId": 0, "margin": most}
    await send_built(service, wallet, await build(service, user, "withdraw-margin", take))
    (request,) = (await service.get(f"{MAIN}/user/{user}/settlement-requests"))["info"]
    assert (request["status"], request["amount"]) == ("pending", most)
    waiting = await service.get(f"{EXPRESS}/settlement-requests?mature=false")
    assert [row["id"] for row in waiting["settlementRequests"]] == [request["id"]]
    await service.world.advance(86_400)
    mature = await service.get(f"{EXPRESS}/settlement-requests")
    assert [row["status"] for row in mature["settlementRequests"]] == ["mature"]
    await send_built(service, wallet, await build(service, user, "process-settlement-requests", {}))
    (request,) = (await service.get(f"{MAIN}/user/{user}/settlement-requests"))["info"]
    assert (request["status"], request["processor"]) == ("payable", user)
    closing = {"marginAccountId": 0}
    await send_built(service, wallet, await build(service, user, "close-margin-account", closing))
    gone = await service.get(f"{MAIN}/user/{user}/margin-account", 404)
    assert gone["code"] == "MARGIN_ACCOUNT_NOT_FOUND"
    transfers = (await service.get(f"{MAIN}/user/{user}/history/margin-transfer"))["info"]
    assert [row["marginTransferKind"] for row in transfers] == ["withdraw", "deposit"]


async def test_a_quote_that_cannot_execute_says_why_and_its_builder_refuses(service):
    wallet = await service.trader()
    user = text_of(wallet)
    order = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "200000000"}
    quote = (await service.post(f"{MAIN}/user/{user}/quote/modify-position", order))["info"]
    assert not quote["isExecutable"]
    assert quote["reasons"] == ["MAX_SIDE_SIZE", "INSUFFICIENT_MARGIN"]
    refused = await build(service, user, "modify-position", order, 409)
    assert refused["code"] == quote["reasons"][0]
    now_s = service.context.now_s()
    await service.world.advance(86_400 - now_s % 86_400 - 600)  # ten minutes before the print
    order["input"] = "1000000"
    refused = await build(service, user, "modify-position", order, 409)
    assert refused["code"] == "ENTRY_WINDOW"
    assert refused["details"]["possibleAt"] > service.context.now_s()


async def test_a_stranger_learns_nothing_of_an_account_and_a_delegate_is_quoted(service):
    owner, stranger = await service.trader(), await service.trader()
    order = {"marginAccountId": 0, "marketId": 1, "side": "long", "owner": text_of(owner)}
    for size in ("1000000", "200000000"):  # one that executes, one beyond the margin
        refused = await build(
            service, text_of(stranger), "modify-position", {**order, "input": size}, 403
        )
        assert (refused["code"], refused["details"]) == ("NOT_OWNER", {})
    delegate = {"delegate": text_of(stranger)}
    await send_built(service, owner, await build(service, text_of(owner), "set-delegate", delegate))
    await build(service, text_of(stranger), "modify-position", {**order, "input": "1000000"})


@pytest.mark.parametrize("name", ["modify-position", "close-position"])
async def test_the_rule_of_an_order_runs_once_before_it_is_sent(service, name, monkeypatch):
    wallet = await service.trader()
    await service.trade(wallet, 2_000_000)
    body = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
    calls: list[str] = []
    exchange = service.exchange

    class Counted:
        """The exchange, noting each call that runs a rule."""

        def __getattr__(self, called):
            if called == "check" or called.startswith("quote_"):
                calls.append(called)
            return getattr(exchange, called)

    monkeypatch.setattr(service.context.builders, "_exchange", Counted())
    monkeypatch.setattr(service.context.sequencer, "exchange", Counted())
    await build(service, text_of(wallet), name, body)
    monkeypatch.undo()
    assert calls == [f"quote_{name.replace('-', '_')}"]


async def test_limits_answer_both_sides_and_their_maximum_executes(service):
    wallet = await service.trader()
    user = text_of(wallet)
    path = f"{MAIN}/user/{user}/quote/position-modification-limits"
    rows = (await service.post(path, {"marginAccountId": 0, "marketIds": [2, 1, 1]}))["info"]
    assert [(row["marketId"], row["side"]) for row in rows] == [
        (1, "long"),
        (1, "short"),
        (2, "long"),
        (2, "short"),
    ]
    most = rows[0]["maxPositionModification"]["openInterestDelta"]["size"]
    order = {"marginAccountId": 0, "marketId": 1, "side": "long"}
    for size, is_executable in ((int(most), True), (int(most) + 1, False)):
        body = {**order, "input": str(size)}
        quote = (await service.post(f"{MAIN}/user/{user}/quote/modify-position", body))["info"]
        assert quote["isExecutable"] is is_executable


@pytest.mark.parametrize("is_listed", [True, False])
async def test_high_risk_wallets_may_only_reduce(service, is_listed):
    wallet = await service.trader()
    user = text_of(wallet)
    await service.trade(wallet, 2_000_000)
    path = f"{MAIN}/user/{user}/risk-screening"
    if is_listed:
        service.context.lists.screen.listed = frozenset({address_of(wallet)})
    else:
        operator = service.exchange.exchange_view(service.context.now_s()).operator
        await service.context.sequencer.submit(
            SetRisk(operator=operator, user=address_of(wallet), is_high_risk=1)
        )
    screening = await service.get(path)
    assert screening["info"] == {"isHighRisk": True}
    order = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
    for name, body in (
        ("create-margin-account", {}),
        ("deposit-margin", {"marginAccountId": 0, "margin": "1"}),
        ("add-liquidity", {"liquidity": "1000000"}),
        ("modify-position", order),
        ("upgrade-lp-account", {}),
    ):
        assert (await build(service, user, name, body, 403))["code"] == "HIGH_RISK_USER"
    await build(service, user, "modify-position", {**order, "side": "short"})
    await build(service, user, "close-position", {"marginAccountId": 0, "marketId": 1})
    staked = await service.post(f"{EXPRESS}/staking/{user}/stake", {"amount": "5"}, 403)
    assert staked["code"] == "HIGH_RISK_USER"


async def test_a_deposit_into_the_pool_is_quoted_built_and_listed(service):
    wallet = await service.world.user()
    user = text_of(wallet)
    quote = (await service.get(f"{MAIN}/quote/add-liquidity?user={user}&liquidity=100000000"))[
        "info"
    ]
    built = await build(service, user, "add-liquidity", {"liquidity": "100000000"})
    await send_built(service, wallet, built)
    (position,) = (await service.get(f"{MAIN}/user/{user}/lp-positions"))["info"]
    assert position["shares"] == quote["shares"]
    assert not position["hasReachedMaturity"]
    (event,) = (await service.get(f"{MAIN}/user/{user}/history/lp"))["info"]
    assert (event["modifyLiquidityKind"], event["liquidity"]) == ("add", "100000000")
    portfolio = await service.get(f"{EXPRESS}/portfolio/{user}")
    assert portfolio["totals"]["lp"] == position["shareValue"]


async def test_a_stray_transfer_is_quarantined_and_claimed(service):
    wallet = await service.world.user()
    user, facts = text_of(wallet), service.context.facts
    await service.world.send_raw(
        [wallet],
        [transfer_tokens(address_of(wallet), facts.collateral_vault, facts.collateral_mint, 7)],
    )
    await service.settle()
    (deposit,) = (await service.get(f"{MAIN}/user/{user}/quarantined-deposits"))["info"]
    assert (deposit["amount"], deposit["claimed"]) == ("7", False)
    unknown = await build(service, user, "claim-deposit", {"depositId": 999}, 404)
    assert unknown["code"] == "DEPOSIT_NOT_FOUND"
