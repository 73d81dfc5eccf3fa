"""Acre under the classical preset reproduces the published perpetuals vectors."""

from fractions import Fraction
from typing import Any

import pytest

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import E12, World, of
from tests.vectors.preset import (
    add_market,
    classical,
    open_at,
    set_price,
    set_skew,
    trader,
)
from tests.vectors.vectors import NOT_APPLICABLE, SOURCE, load, raw

VECTORS = load()
MISSING = (
    f"vectors not found at {SOURCE.name}: set ACRE_TEST_SHARED to the folder that has vectors/"
)
Vector = dict[str, Any]


def quote(world: World, owner: bytes, market_id: int, size: str) -> Any:
    return world.exchange.quote_modify_position(owner, 1, market_id, raw(size, 6), world.now_s)


def check_fill_price(v: Vector) -> None:
    given = v["inputs"]
    world = classical()
    market = add_market(world, "MKT", given["indexPrice"], v["params"])
    set_skew(world, market, given["skew"])
    seen = quote(world, trader(world), market, given["sizeDelta"])
    assert seen.fill_price_e8 == raw(v["expected"]["fillPrice"], 8)


def check_order_fee(v: Vector) -> None:
    given = v["inputs"]
    price = given.get("indexPrice", given.get("fillPrice"))
    world = classical()
    market = add_market(world, "MKT", price, v["params"])
    set_skew(world, market, given["skew"])
    seen = quote(world, trader(world), market, given["sizeDelta"])
    assert seen.trade_fee_e6 == raw(v["expected"]["orderFee"], 6)


def check_fee_split(v: Vector) -> None:
    given, params, expected = v["inputs"], v["params"], v["expected"]
    world = classical(
        protocol_fee_rate_e12=raw(params["referrerRatio"], 12),
        reserve_fee_share_e12=raw(params["feeCollectorRatio"], 12),
    )
    market = add_market(world, "MKT", given["indexPrice"], params)
    owner = trader(world, collateral=given["collateral"])
    (trade,) = of(world.modify(owner, raw(given["sizeDelta"], 6), market), m.PositionModified)
    assert trade.fill_price_e8 == raw(expected["fillPrice"], 8)
    assert trade.trade_fee_e6 == raw(expected["orderFee"], 6)
    assert world.pool().protocol_fees_e6 == raw(expected["referrer"], 6)
    assert world.pool().reserve_e6 == raw(expected["feeCollector"], 6)
    reward = raw(params["settlementReward"], 6)  # Acre has no settlement reward
    assert world.view(owner).collateral_e6 == raw(expected["collateralAfter"], 6) + reward


def check_order_settlement(v: Vector) -> None:
    given, expected = v["inputs"], v["expected"]
    world = classical()
    market = add_market(world, "MKT", given["indexPrice"], v["params"])
    if "positionSize" in given:
        return check_second_order(world, market, v)
    owner = trader(world, collateral=given.get("collateralValue", "1000000000"))
    seen = quote(world, owner, market, given["sizeDelta"])
    if expected.get("insufficient"):
        assert ErrorCode.INSUFFICIENT_MARGIN in seen.reasons
        assert seen.available_after_e6 == raw(expected["availableMargin"], 6)
        return None
    assert seen.is_executable
    assert seen.fill_price_e8 == raw(expected["fillPrice"], 8)
    if "orderFee" in expected:
        assert seen.trade_fee_e6 == raw(expected["orderFee"], 6)
    if "pnl" in expected:
        open_at(world, owner, market, given["sizeDelta"])
        assert world.view(owner).pnl.price_e6 == raw(expected["pnl"], 6)
    return None


def check_second_order(world: World, market: int, v: Vector) -> None:
    given, expected = v["inputs"], v["expected"]
    owner = trader(world)
    open_at(world, owner, market, given["positionSize"])
    assert world.view(owner).positions[0].entry_price_e8 == raw(given["entryFillPrice"], 8)
    world.now_s += given["elapsedSeconds"]
    (trade,) = of(world.modify(owner, raw(given["sizeDelta"], 6), market), m.PositionModified)
    assert trade.fill_price_e8 == raw(expected["fillPrice"], 8)
    assert trade.price_performance_e6 == raw(expected["pricePnl"], 6)
    assert trade.trade_fee_e6 == raw(expected["orderFee"], 6)
    # The published number has 18 decimals; Acre floors it to 6.
    exact = Fraction(expected["accruedFunding"]) * 10**6
    assert trade.funding_performance_e6 == exact.numerator // exact.denominator


def check_funding(v: Vector) -> None:
    given, params, expected = v["inputs"], v["params"], v["expected"]
    world = classical()
    price = params.get("indexPrice", given.get("indexPrice", "1000"))
    market = add_market(world, "MKT", price, params)
    if "steps" in given:
        return check_funding_steps(world, market, v)
    set_skew(world, market, given["skew"])
    if "fundingVelocity" in expected:
        assert world.see(market).funding_velocity_e12 == raw(expected["fundingVelocity"], 12)
        return None
    start = world.now_s
    while world.now_s < start + given["elapsedSeconds"]:  # fresh prints, so that nothing is stale
        world.now_s = min(world.now_s + 86_400, start + given["elapsedSeconds"])
        world.post(raw(price, 8), market)
    other = world.exchange.margin_account_view((50).to_bytes(32, "big"), 1, world.now_s)
    assert world.see(market).funding_rate_e12 == raw(expected["fundingRate"], 12)
    assert other.pnl.funding_e6 == raw(expected["accruedFunding"], 6)
    return None


def check_funding_steps(world: World, market: int, v: Vector) -> None:
    given, params, expected = v["inputs"], v["params"], v["expected"]
    assert params["initialSkew"] == params["traderSize"]
    owner = trader(world)
    open_at(world, owner, market, params["traderSize"])
    for step in given["steps"]:
        seconds = Fraction(step["daysElapsed"]) * 86_400
        assert seconds.denominator == 1
        world.now_s += int(seconds)
        world.post(raw(params["indexPrice"], 8), market)  # a fresh one, so that nothing is stale
        set_skew(world, market, step["skewDelta"])
    view = world.see(market)
    assert view.skew_size_e6 == raw(expected["skew"], 6)
    assert view.funding_velocity_e12 == raw(expected["fundingVelocityAfter"], 12)
    assert view.funding_rate_e12 == raw(expected["fundingRate"], 12)
    assert world.view(owner).pnl.funding_e6 == -raw(expected["accruedFundingPaid"], 6)


def check_margin(v: Vector) -> None:
    given, params, expected = v["inputs"], v["params"], v["expected"]
    world = classical(params.get("guards"))
    owner = trader(world, collateral=given.get("collateral", "1000000000"))
    positions = given.get("positions", [])
    if v["id"] == "edge-08":
        market = add_market(world, "MKT", given["indexPrice"], params)
        open_at(world, owner, market, given["size"])
        (position,) = world.view(owner).positions
        assert position.initial_margin_ratio_e12 == raw(expected["initialMarginRatio"], 12)
        assert position.maintenance_margin_ratio_e12 == raw(expected["maintenanceMarginRatio"], 12)
        assert world.view(owner).required_initial_margin_e6 == raw(expected["initialMargin"], 6)
        assert position.required_margin_e6 == raw(expected["maintenanceMargin"], 6)
        return
    for position in positions:
        market = add_market(world, position["market"], position["price"], params, position)
        open_at(world, owner, market, position["size"])
    if "ethPrice" in given:
        set_price(world, given["ethPrice"], 2)
    view = world.view(owner)
    if "openInterest" in expected:
        assert view.open_interest_e6 == raw(expected["openInterest"], 6)
        assert view.positions[0].pnl.price_e6 == raw(expected["btcPnl"], 6)
        assert view.positions[1].pnl.price_e6 == raw(expected["ethPnl"], 6)
    if "availableMargin" in expected:
        assert view.available_margin_e6 == raw(expected["availableMargin"], 6)
    if "withdrawableMargin" in expected:
        assert view.max_withdrawable_e6 == raw(expected["withdrawableMargin"], 6)
    if expected.get("withdrawableNegative"):
        need = view.required_initial_margin_e6 + view.required_liquidation_fee_margin_e6
        assert view.available_margin_e6 < need
        assert view.max_withdrawable_e6 == 0


def check_liquidation_threshold(v: Vector) -> None:
    given, params, expected = v["inputs"], v["params"], v["expected"]
    world = classical()
    owner = trader(world, collateral=given["collateral"])
    for specification, position in zip(params["markets"], given["positions"], strict=True):
        market = add_market(
            world, specification["market"], position["openedAtIndex"], params, specification
        )
        open_at(world, owner, market, position["size"])
    for place, price in enumerate(given["indexPrices"]):
        set_price(world, price, place + 1)
    view = world.view(owner)
    for specification, position in zip(params["markets"], view.positions, strict=True):
        assert position.pnl.total_e6 == raw(expected[f"{specification['market']}Pnl"], 6)
    assert view.available_margin_e6 == raw(expected["availableMargin"], 6)
    if "canLiquidate" in expected:
        assert view.can_liquidate == expected["canLiquidate"]


def check_order_required_margin(v: Vector) -> None:
    given, params, expected = v["inputs"], v["params"], v["expected"]
    world = classical(params.get("guards"))
    tolerance = v["tolerance"] if isinstance(v["tolerance"], dict) else {}
    if v["id"] == "ordmargin-pd":
        market = add_market(world, "OP", given["indexPrice"], params)
        set_skew(world, market, given["skewBefore"])
        owner, delta = trader(world, collateral=given["collateral"]), given["sizeDelta"]
    else:
        owner, market, delta = arrange_two_markets(world, v)
    if "liquidatable" in expected:
        assert world.view(owner).can_liquidate == expected["liquidatable"]
    seen = quote(world, owner, market, delta)
    if expected.get("insufficient") or expected.get("insufficientMargin"):
        assert ErrorCode.INSUFFICIENT_MARGIN in seen.reasons
    if "requiredMargin" in expected:
        off = abs(seen.required_after_e6 - raw(expected["requiredMargin"], 6))
        assert off <= raw(tolerance.get("requiredMargin", "0"), 6)
    if "availableMargin" in expected:
        assert seen.available_after_e6 == raw(expected["availableMargin"], 6)
    if "fillPrice" in expected:
        assert seen.fill_price_e8 == raw(expected["fillPrice"], 8)
    if "initialMarginRatio" in expected:
        assert seen.initial_margin_ratio_e12 == raw(expected["initialMarginRatio"], 12)


def arrange_two_markets(world: World, v: Vector) -> tuple[bytes, int, str]:
    """Markets ETH and BTC, what is held in them, and the order that is asked about."""
    given, params = v["inputs"], v["params"]
    opened = {p["market"]: p for p in given.get("positions", given.get("openPositions", []))}
    prices = {
        "ETH": opened.get("ETH", {}).get("openedAt", given.get("indexEth", "2000")),
        "BTC": opened.get("BTC", {}).get("openedAt", given.get("indexBtc", "10000")),
    }
    ids = {
        name: add_market(world, name, prices[name], params, params[name.lower()])
        for name in ("ETH", "BTC")
    }
    owner = trader(world, collateral=given["collateral"])
    for name in ("BTC", "ETH"):
        size = opened.get(name, {}).get("size", given.get(f"current{name.capitalize()}", "0"))
        if Fraction(size):
            open_at(world, owner, ids[name], size)
    for name in ("BTC", "ETH"):
        if f"index{name.capitalize()}" in given:
            set_price(world, given[f"index{name.capitalize()}"], ids[name])
    if "market" in given:
        return owner, ids[given["market"]], given["sizeDelta"]
    name = "ETH" if Fraction(given["deltaEth"]) else "BTC"
    return owner, ids[name], given[f"delta{name.capitalize()}"]


def check_lp_market_debt(v: Vector) -> None:
    """Reported debt is what traders have put in and gained."""
    given, expected = v["inputs"], v["expected"]
    world = classical()
    if "collaterals" in given:
        for place, collateral in enumerate(given["collaterals"]):
            trader(world, place + 1, collateral)
    elif "orders" in given:
        check_debt_with_funding(world, v)
        return
    else:
        add_market(world, "MKT", given["sequence"][0]["indexPrice"], v["params"])
        for step in given["sequence"]:
            take_step(world, step)
    pool = world.pool()
    assert pool.margin_e6 + pool.unrealized_pnl_e6 == raw(expected["reportedDebt"], 6)


def take_step(world: World, step: dict[str, Any]) -> None:
    set_price(world, step["indexPrice"])
    if "account" not in step:
        return
    owner = step["account"].to_bytes(32, "big")
    amount = raw(step.get("collateralDelta", "0"), 6)
    if amount < 0:
        world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=-amount)
    elif not world.exchange.user_view(owner).margin_account_ids:
        world.account(step["account"], 1, amount)
    elif amount:
        world.chain(m.DepositMargin, owner, amount, owner=owner, account_id=1, amount_e6=amount)
    if "sizeDelta" in step:
        world.modify(owner, raw(step["sizeDelta"], 6))
    assert not world.rejected, (step, world.code)


def check_debt_with_funding(world: World, v: Vector) -> None:
    given, expected = v["inputs"], v["expected"]
    market = add_market(world, "MKT", given["indexPrice"], v["params"])
    for place, size in enumerate(given["orders"]):
        open_at(world, trader(world, place + 1), market, size)
    world.now_s += given["elapsedSeconds"]
    view = world.see(market)
    assert view.skew_size_e6 == raw(expected["skew"], 6)
    assert view.funding_rate_e12 == raw(expected["fundingRate"], 12)
    assert view.funding_per_unit_e18 == raw(expected["fundingPerUnit"], 18)
    assert world.pool().unrealized_pnl_e6 == raw(expected["marketDebt"], 6)


def check_open_interest(v: Vector) -> None:
    given, params, expected = v["inputs"], v["params"], v["expected"]
    if v["id"].startswith("oicap"):
        check_caps(v)
        return
    world = classical()
    market = add_market(world, "MKT", "2000", params)
    open_at(world, trader(world, 1), market, given["traderA"])
    other = trader(world, 2)
    for size in given["traderBOrders"]:
        open_at(world, other, market, size)
    assert world.see(market).open_interest_size_e6 == raw(expected["marketSize"], 6)
    assert world.see(market).skew_size_e6 == raw(expected["skew"], 6)


def check_caps(v: Vector) -> None:
    given, params, expected = v["inputs"], v["params"], v["expected"]
    world = classical(net_exposure_cap_rate_e12=10 * E12, lp_e6=4 * 10**15)
    market = add_market(
        world,
        "MKT",
        given["indexPrice"],
        max_side_size_e6=raw(params["maxMarketSize"], 6),
        max_side_notional_rate_e12=E12 // 100,  # of a pool of four billion
    )
    owner = trader(world)
    assert world.see(market).max_side_notional_e6 == raw(params["maxMarketValue"], 6)
    others = Fraction(given["marketSize"]) - abs(Fraction(given["oldSize"]))
    set_skew(world, market, str(others))
    if Fraction(given["oldSize"]):
        open_at(world, owner, market, given["oldSize"])
    delta = str(Fraction(given["newSize"]) - Fraction(given["oldSize"]))
    seen = quote(world, owner, market, delta)
    exceeds = expected["exceedsMaxSize"] or expected["exceedsMaxValue"]
    assert (ErrorCode.MAX_SIDE_SIZE in seen.reasons) == exceeds
    assert abs(seen.new_size_e6) == raw(expected["newSideSize"], 6)


def check_liquidation_capacity(v: Vector) -> None:
    """Accounts that have lost everything close as much as the market's window lets them."""
    given, params, expected = v["inputs"], v["params"], v["expected"]
    world = classical()
    market = add_market(world, "MKT", "10", params, endorsed=9 if "endorsed" in given else 0)
    set_skew(world, market, "-150")
    sizes = [given["size"]] if "size" in given else ["150", "150"]
    owners = [trader(world, place + 1, "200") for place in range(len(sizes))]
    for owner, size in zip(owners, sizes, strict=True):
        open_at(world, owner, market, size)
    set_price(world, "6")
    if "sequence" in given:
        check_windows(world, owners, v)
        return
    (piece,) = of(liquidate(world, owners[0]), m.PositionLiquidated)
    if "liquidated" in expected:
        assert piece.size_e6 == raw(expected["liquidated"], 6)
        assert piece.liquidation_fee_e6 == raw(expected["liquidationReward"], 6)
    else:
        assert piece.size_e6 == raw(expected["maxLiquidationInWindow"], 6)


def liquidate(world: World, owner: bytes) -> list[m.Event]:
    return world.chain(m.Liquidate, (9).to_bytes(32, "big"), owner=owner, account_id=1)


def check_windows(world: World, owners: list[bytes], v: Vector) -> None:
    """The published sequence: seconds since the first call, and whom each call is about."""
    start = world.now_s
    steps = [(0, 0), (1, 0), (6, 0), (13, 0), (13, 1), (23, 1)]
    remaining = []
    for seconds, place in steps:
        world.now_s = start + seconds
        liquidate(world, owners[place])
        rows = world.view(owners[place]).positions
        remaining.append(rows[0].size_e6 if rows else 0)
    assert remaining[v["inputs"]["order"] - 1] == raw(v["expected"]["remainingSize"], 6)


CHECKS = {
    "fill_price": check_fill_price,
    "order_fee": check_order_fee,
    "fee_split": check_fee_split,
    "order_settlement": check_order_settlement,
    "funding": check_funding,
    "account_margin": check_margin,
    "withdrawable_margin": check_margin,
    "liquidation_threshold": check_liquidation_threshold,
    "order_required_margin": check_order_required_margin,
    "lp_market_debt": check_lp_market_debt,
    "open_interest": check_open_interest,
    "liquidation_capacity": check_liquidation_capacity,
}
RUN = [key for key in VECTORS if key not in NOT_APPLICABLE]


@pytest.mark.skipif(not VECTORS, reason=MISSING)
@pytest.mark.parametrize("key", RUN or ["none"])
def test_vector(key: str) -> None:
    vector = VECTORS[key]
    CHECKS[vector["category"]](vector)


@pytest.mark.skipif(not VECTORS, reason=MISSING)
def test_every_vector_is_run_or_listed_with_a_reason() -> None:
    assert set(NOT_APPLICABLE) <= set(VECTORS)
    assert all(NOT_APPLICABLE.values())
    assert {VECTORS[key]["category"] for key in RUN} <= set(CHECKS)
    assert len(RUN) + len(NOT_APPLICABLE) == len(VECTORS) == 80
