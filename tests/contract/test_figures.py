"""Figures of the answers recomputed from each other by the contract's words, with fractions."""

from fractions import Fraction

import pytest
from solders.keypair import Keypair

from tests.contract.answers.parts import EXPRESS, MAIN
from tests.edge.service_world import text_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

E8, E12 = 10**8, 10**12


async def read(inhabited, path: str):
    return (await inhabited.service.get(MAIN + path))["info"]


def is_floor(text: str, exact: Fraction) -> bool:
    """Tell whether a rate is the exact figure cut after its twelfth digit."""
    return Fraction(text) == Fraction(exact * E12 // 1, E12)


async def test_the_parts_of_the_vault_sum_to_it(inhabited):
    seen = await read(inhabited, "/account/exchange")
    parts = ("margin", "lp", "reserve", "protocolFee", "unsettled", "quarantined")
    assert int(seen["balance"]) == sum(int(seen[f"{part}Balance"]) for part in parts)
    assert int(seen["tvl"]) == int(seen["marginBalance"]) + int(seen["lpBalance"])
    facts = inhabited.service.context.facts
    account = await inhabited.service.world.rpc.account(facts.collateral_vault)
    assert int.from_bytes(account.data[64:72], "little") == int(seen["balance"])


async def test_the_pool_has_its_price_and_what_may_not_leave(inhabited):
    seen = await read(inhabited, "/account/exchange")
    worth = int(seen["lpBalance"]) - int(seen["unrealizedPnl"])
    assert int(seen["sharePrice"]) == worth * E8 // int(seen["lpShares"])
    rules = seen["specification"]
    locked = Fraction(rules["lockedOpenInterestRatio"]) * int(seen["openInterest"])
    least = -(-locked // 1) + max(0, int(seen["unrealizedPnl"]))
    assert int(seen["requiredMinimumBalance"]) == least
    share = Fraction(least, int(seen["lpBalance"]))
    assert abs(Fraction(seen["requiredMinimumBalancePercent"]) - share) <= Fraction(1, E12)


async def test_open_interest_is_that_of_the_markets(inhabited):
    seen = await read(inhabited, "/account/exchange")
    markets = await read(inhabited, "/account/markets")
    total = sum(int(market["openInterest"]["notional"]) for market in markets)
    assert int(seen["openInterest"]) == total > 0
    for one in (seen, *markets):
        sides = one["openInterestDistribution"]
        assert Fraction(sides["long"]["percent"]) + Fraction(sides["short"]["percent"]) == 1
    for market in markets:
        sides, skew = market["openInterestDistribution"], market["skew"]
        assert int(skew["size"]) == int(sides["long"]["size"]) - int(sides["short"]["size"])
        sizes = (int(sides[side]["size"]) for side in ("long", "short"))
        assert int(market["openInterest"]["size"]) == sum(sizes)
    for side in ("long", "short"):
        room = sum(int(market["availableOpenInterest"][side]["notional"]) for market in markets)
        assert 0 <= int(seen["availableOpenInterest"][side]) <= room


async def test_a_market_has_the_price_of_its_skew_and_rates_of_its_parts(inhabited):
    for market in await read(inhabited, "/account/markets"):
        rules, index = market["specification"], int(market["indexPrice"])
        skew = Fraction(int(market["skew"]["size"]), int(rules["skewScale"]))
        assert abs(int(market["marketPrice"]) - index * (1 + skew)) <= 1
        rate = Fraction(market["fundingRate"])
        assert sum(map(Fraction, market["fundingParts"].values())) == rate
        assert abs(rate) <= Fraction(rules["maxFundingRate"])
        aprs = market["fundingRateAprs"]
        for name, factor in (("oneHour", Fraction(1, 24)), ("eightHour", Fraction(1, 3)),
                             ("oneDay", 1), ("oneYear", 365)):  # fmt: skip
            assert abs(Fraction(aprs[name]) - rate * factor) <= Fraction(1, E12), name
        most = Fraction(market["maxFundingVelocity"])
        knee = Fraction(rules["crowdingKnee"])
        part = max(Fraction(-1), min(Fraction(1), skew))
        speed = most * (part if abs(part) >= knee else part * abs(part) / knee)
        assert abs(Fraction(market["fundingVelocity"]) - speed) <= Fraction(2, E12)
        least = Fraction(rules["minInitialMarginRatio"])
        assert is_floor(market["maxLeverageMultiple"], 1 / least)
        assert market["maxLeverageMultiple"] == "10"


async def test_a_market_is_found_by_id_address_and_symbol(inhabited):
    first = await read(inhabited, "/account/market/1")
    for text in (first["address"], "AUS", "aus"):
        assert await read(inhabited, f"/account/market/{text}") == first
    assert (await read(inhabited, "/account/markets?ids=1"))[0] == first


async def test_an_account_is_the_sum_of_its_positions(inhabited):
    for user in (inhabited.user, text_of(inhabited.ruined), text_of(inhabited.doomed)):
        seen = await read(inhabited, f"/user/{user}/margin-account")
        margins, held = seen["margins"], seen["positions"]
        total = seen["pnlInfo"]["totalPnl"]["value"]
        for one in (seen, *held):
            parts = one["pnlInfo"]
            summed = sum(int(parts[name]["value"]) for name in ("priceComponent", "accruedFunding"))
            assert int(parts["totalPnl"]["value"]) == summed
        open_interest = sum(int(one["openInterest"]["notional"]) for one in held)
        assert int(seen["openInterest"]) == open_interest
        maintenance = sum(int(one["totalRequiredMargin"]) for one in held)
        assert int(margins["requiredMaintenanceMargin"]) == maintenance
        required = maintenance + int(margins["requiredLiquidationFeeMargin"])
        assert int(margins["totalRequiredMargin"]) == required
        available = int(seen["marginCollateral"]) + int(total)
        assert int(margins["availableMargin"]) == available
        assert is_floor(seen["leverageMultiple"], Fraction(open_interest, available))
        assert is_floor(seen["healthRatio"], Fraction(available, required))
        ratio = Fraction(required, available)
        assert abs(Fraction(margins["totalRequiredMarginRatio"]) - ratio) <= Fraction(1, E12)
        assert seen["canLiquidate"] == (required > available)
        assert seen["canClose"] is False


async def test_a_position_needs_what_its_size_and_price_ask_for(inhabited):
    seen = await read(inhabited, f"/user/{inhabited.user}/margin-account")
    for one in seen["positions"]:
        market = await read(inhabited, f"/account/market/{one['marketId']}")
        notional, size = int(one["openInterest"]["notional"]), int(one["openInterest"]["size"])
        assert notional == size * int(market["indexPrice"]) // E8
        rules = market["specification"]
        part = Fraction(one["maintenanceMarginRatio"]) / Fraction(one["initialMarginRatio"])
        assert abs(part - Fraction(rules["maintenanceMarginProportion"])) < Fraction(1, 10**9)
        assert Fraction(one["initialMarginRatio"]) >= Fraction(rules["minInitialMarginRatio"])
        needed = Fraction(one["maintenanceMarginRatio"]) * notional
        floor = int(rules["minPositionMargin"])
        assert 0 <= int(one["totalRequiredMargin"]) - needed - floor <= 1
        # a long pays a positive rate
        sign = -1 if one["side"] == "long" else 1
        hour = sign * Fraction(market["fundingRateAprs"]["oneHour"]) * notional
        assert abs(int(one["accruedFundingEstimateOneHour"]) - hour) <= 2


async def test_liquidated_accounts_keep_what_is_left(inhabited):
    ruined = await read(inhabited, f"/user/{text_of(inhabited.ruined)}/margin-account")
    assert ruined["wasRecentlyLiquidated"] is True
    assert ruined["canLiquidate"] is False
    assert int(ruined["marginCollateral"]) > 0
    assert ruined["positions"]
    pieces = await read(inhabited, f"/user/{text_of(inhabited.ruined)}/history/liquidation")
    assert ruined["positions"][0]["openInterest"]["size"] == pieces[0]["newPositionSize"]
    doomed = await read(inhabited, f"/user/{text_of(inhabited.doomed)}/margin-account")
    assert (doomed["canLiquidate"], doomed["inLiquidation"]) == (True, False)


async def test_a_trade_gains_by_price_and_by_funding(inhabited):
    trades = (await inhabited.service.get(f"{EXPRESS}/trade-stream"))["trades"]
    assert len(trades) == 7
    for one in trades:
        parts = int(one["pricePerformance"]) + int(one["fundingPerformance"])
        assert int(one["pnl"]) == parts
        delta = one["openInterestDelta"]
        assert one["side"] == ("long" if int(delta["size"]) > 0 else "short")
        assert one["tradeKind"] in ("open", "increase")
        if one["tradeKind"] == "open":
            assert one["newOpenInterest"] == delta
        at_index = int(delta["size"]) * int(one["indexPrice"])
        assert abs(int(delta["notional"])) == abs(at_index) // E8


async def test_fees_and_volume_are_those_of_the_trades(inhabited):
    seen = await read(inhabited, "/account/exchange")
    trades = (await inhabited.service.get(f"{EXPRESS}/trade-stream"))["trades"]
    sizes = [abs(int(one["openInterestDelta"]["size"])) for one in trades]
    prices = [int(one["fillPrice"]) for one in trades]
    volume = sum(size * price // E8 for size, price in zip(sizes, prices, strict=True))
    assert int(seen["cumulativeNotionalVolume"]) == volume
    fees = sum(int(one["tradeFee"]) for one in trades)
    part = int(seen["cumulativeLpFee"])
    assert 0 < part < fees
    total = (await inhabited.service.get(f"{EXPRESS}/market/AUS/volumes"))["allTime"]
    other = (await inhabited.service.get(f"{EXPRESS}/market/DAL-1/volumes"))["allTime"]
    at_index = sum(abs(int(one["openInterestDelta"]["notional"])) for one in trades)
    assert int(total["notional"]) + int(other["notional"]) == at_index
    assert total["trades"] + other["trades"] == len(trades)


async def test_series_end_where_the_exchange_is_and_sums_never_fall(inhabited):
    seen = await read(inhabited, "/account/exchange")
    for name, field in (
        ("cumulative-notional-volume", "cumulativeNotionalVolume"),
        ("cumulative-lp-fee", "cumulativeLpFee"),
    ):
        values = [int(point["value"]) for point in await read(inhabited, f"/time-series/{name}")]
        assert values == sorted(values)
        assert values[-1] == int(seen[field])
    prices = await read(inhabited, "/time-series/lp-share-price?window=1d")
    # the series has the price after the last command, a read continues with the clock
    assert abs(int(prices[-1]["value"]) - int(seen["sharePrice"])) <= 1_000


async def test_candles_hold_their_prices(inhabited):
    for source in ("index", "market"):
        path = f"{EXPRESS}/market/AUS/candles?interval=1h&window=1m&source={source}"
        found = await inhabited.service.get(path)
        columns = [found[name] for name in ("timestamp", "open", "high", "low", "close", "volume")]
        assert {len(column) for column in columns} == {len(columns[0])}
        for _, opened, high, low, close, _ in zip(*columns, strict=True):
            assert int(high) >= max(int(opened), int(close))
            assert int(low) <= min(int(opened), int(close))
        traded = (await inhabited.service.get(f"{EXPRESS}/market/AUS/volumes"))["oneMonth"]
        assert sum(map(int, columns[-1])) == int(traded["notional"])


async def test_balances_are_those_of_the_node(inhabited):
    service, user = inhabited.service, inhabited.user
    facts, rpc = service.context.facts, service.world.rpc
    received = (await read(inhabited, f"/user/{user}/sol-balance"))["balance"]
    assert int(received) == await rpc.balance(inhabited.alice.address)
    fresh = text_of(Keypair())
    for name in ("sol-balance", "collateral-balance", "prcl-balance"):
        assert await read(inhabited, f"/user/{fresh}/{name}") == {"balance": "0"}
        assert int((await read(inhabited, f"/user/{user}/{name}"))["balance"]) > 0
    assert facts.collateral_mint != facts.token_mint


async def test_a_wallet_never_seen_has_nothing(inhabited):
    fresh = text_of(Keypair())
    for name in ("margin-accounts", "lp-positions", "settlement-requests", "commands",
                 "quarantined-deposits", "history/trade", "history/lp",
                 "history/margin-transfer", "history/liquidation"):  # fmt: skip
        assert await read(inhabited, f"/user/{fresh}/{name}") == []
    assert await read(inhabited, f"/user/{fresh}/lp-account") is None
    assert await read(inhabited, f"/user/{fresh}/risk-screening") == {"isHighRisk": False}
    addresses = await read(inhabited, f"/user/{fresh}/staking-addresses")
    assert len(set(addresses.values())) == 4
    nothing = await inhabited.service.get(f"{EXPRESS}/portfolio/{fresh}")
    assert nothing["accountValue"] == "0"


async def test_a_portfolio_is_the_sum_of_its_parts(inhabited):
    user = inhabited.user
    seen = await inhabited.service.get(f"{EXPRESS}/portfolio/{user}")
    totals = seen["totals"]
    margin = sum(int(one["marginCollateral"]) for one in seen["marginAccounts"])
    pnl = sum(int(one["pnlInfo"]["totalPnl"]["value"]) for one in seen["marginAccounts"])
    assert (int(totals["margin"]), int(totals["pnl"])) == (margin, pnl)
    legacy = await read(inhabited, f"/user/{user}/lp-account")
    lp = sum(int(one["shareValue"]) for one in (*seen["lpPositions"], legacy))
    assert int(totals["lp"]) == lp
    waiting = sum(int(one["amount"]) for one in seen["settlementRequests"])
    assert int(totals["pendingSettlement"]) == waiting
    assert int(seen["accountValue"]) == margin + pnl + lp + waiting
    assert seen["marginAccounts"] == await read(inhabited, f"/user/{user}/margin-accounts")
    assert seen["lpPositions"] == await read(inhabited, f"/user/{user}/lp-positions")


async def test_liquidity_has_its_share_and_its_time(inhabited):
    user, now_s = inhabited.user, inhabited.service.context.now_s()
    legacy = await read(inhabited, f"/user/{user}/lp-account")
    pool = await read(inhabited, "/account/exchange")
    stake = Fraction(int(legacy["shares"]), int(pool["lpShares"]))
    assert is_floor(legacy["stake"], stake)
    duration_s = pool["minLpDuration"]
    added_s = legacy["lastAddLiquidityTimestamp"]
    assert legacy["minLpDurationMaturity"] == added_s + duration_s
    assert legacy["minLpDurationElapsed"] == (legacy["minLpDurationMaturity"] <= now_s)
    assert (legacy["canUpgrade"], legacy["canClose"]) == (True, False)
    kept, drained = await read(inhabited, f"/user/{user}/lp-positions")
    assert kept["hasReachedMaturity"] == (kept["maturity"] <= now_s)
    assert int(kept["maxRemovableShares"]) <= int(kept["shares"])
    gain = int(kept["shareValue"]) - int(kept["liquidity"])
    assert int(kept["pnl"]["value"]) == gain
    assert (drained["shares"], drained["shareValue"], drained["canClose"]) == ("0", "0", True)


async def test_a_withdrawal_waits_for_the_delay_of_settlement(inhabited):
    user = inhabited.user
    delay_s = (await read(inhabited, "/account/exchange"))["settlementDelay"]
    assert delay_s == 86_400
    transfers = await read(inhabited, f"/user/{user}/history/margin-transfer")
    taken = [one for one in transfers if one["marginTransferKind"] == "withdraw"]
    assert len(taken) == 2
    for one in taken:
        assert one["settlementRequestMaturity"] == one["timestamp"] + delay_s
    requests = await read(inhabited, f"/user/{user}/settlement-requests")
    assert {"7"} == {one["keeperTip"] for one in requests if one["amount"] == "2000000"}


async def test_a_book_shows_the_same_prices_from_both_sides(inhabited):
    await inhabited.alice.order(price=10)  # other tests cancel everything
    path = f"{EXPRESS}/predictions/markets/1/order-book"
    book = (await inhabited.service.get(path))["orderBook"]
    best = {name: book[name] for name in ("bestYesBid", "bestYesAsk", "bestNoBid", "bestNoAsk")}
    assert best["bestYesBid"] == max((level["price"] for level in book["yes"]), default=None)
    assert best["bestNoAsk"] == 100 - best["bestYesBid"]
    assert best["bestNoBid"] == best["bestYesAsk"] is None or (
        best["bestYesAsk"] == 100 - best["bestNoBid"]
    )


async def test_the_main_and_the_express_base_show_the_same_market(inhabited):
    detail = await inhabited.service.get(f"{EXPRESS}/market/aus")
    market = await read(inhabited, "/account/market/AUS")
    now = {"fundingRate", "fundingParts", "fundingRateAprs", "availableOpenInterest"}
    assert {name: detail[name] for name in market.keys() - now} == {
        name: market[name] for name in market.keys() - now
    }
