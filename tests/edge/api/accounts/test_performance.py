"""P&L, its parts and the return of a wallet: exact, and apart from its deposits and withdrawals."""

import random
from fractions import Fraction

import pytest

from chain.client.wallet import address_of
from edge.api.accounts.equity_history import EquitySampler
from edge.api.accounts.performance import (
    NOTHING,
    CapitalPoint,
    performance_points,
    return_e12,
)
from tests.edge.api.accounts.test_equity_history import DAY_S, E6, EXPRESS, deposit, withdraw
from tests.edge.service_world import text_of

HOUR_S = 3_600
SUMMED = ("realized", "unrealized", "funding", "liquidity", "other")
FEES = ("tradingFees", "liquidationFees")


async def performance(service, user: str, window: str = "1w") -> dict:
    body = await service.get(f"{EXPRESS}/portfolio/{user}/history/performance?window={window}")
    assert body["user"] == user
    return body


def sampler_of(service) -> EquitySampler:
    context = service.context
    return EquitySampler(context.store, context.sequencer, context.facts)


async def add_liquidity(service, wallet, amount_e6: int) -> None:
    builders = service.world.builders
    built = await builders.build(address_of(wallet), "add-liquidity", amount=amount_e6)
    await service.world.send(wallet, built)


async def slow_parts(service, user: str) -> dict[str, int]:
    """Work the realized parts out again from the lists of the wallet's history."""
    lists = {
        name: (await service.get(f"/api/v1/user/{user}/history/{name}?limit=200"))["info"]
        for name in ("trade", "margin-transfer", "lp")
    }
    trades = lists["trade"]
    flows = {"deposit": 0, "withdraw": 0, "add": 0, "remove": 0}
    for row in lists["margin-transfer"]:
        flows[row["marginTransferKind"]] += int(row["margin"])
    for row in lists["lp"]:
        flows[row["modifyLiquidityKind"]] += int(row["liquidity"])
    return {
        "realized": sum(int(row["pnl"]) - int(row["fundingPerformance"]) for row in trades),
        "funding": sum(int(row["fundingPerformance"]) for row in trades),
        "tradingFees": sum(int(row["tradeFee"]) + int(row["surcharge"]) for row in trades),
        "deposited": flows["deposit"] + flows["add"],
        "withdrawn": flows["withdraw"] + flows["remove"],
    }


async def check(service, user: str) -> dict:
    """Check the parts against the portfolio and the lists; return the answer."""
    body = await performance(service, user, "all")
    parts = {name: int(value) for name, value in body["parts"].items()}
    portfolio = await service.get(f"{EXPRESS}/portfolio/{user}")
    capital_e6 = int(portfolio["accountValue"]) - int(portfolio["totals"]["pendingSettlement"])
    net_e6 = parts["deposited"] - parts["withdrawn"]
    assert parts["pnl"] == capital_e6 - net_e6
    assert parts["pnl"] == sum(parts[name] for name in SUMMED) - sum(parts[name] for name in FEES)
    assert parts["unrealized"] == int(portfolio["totals"]["pnl"])
    expected = await slow_parts(service, user)
    assert {name: parts[name] for name in expected} == expected
    assert body["points"][-1]["timestamp"] == service.context.now_s()
    return body


async def test_deposits_and_withdrawals_are_no_profit(service):
    wallet = await service.trader(1_000 * E6)
    user, sampler = text_of(wallet), sampler_of(service)
    await sampler.record()
    await service.world.advance(DAY_S)
    await deposit(service, wallet, 500 * E6)
    await sampler.record()
    await service.world.advance(HOUR_S)
    await withdraw(service, wallet, 700 * E6)
    await sampler.record()
    await service.world.advance(HOUR_S)
    body = await check(service, user)
    assert {point["pnl"] for point in body["points"]} == {"0"}
    assert {point["returnOnCapital"] for point in body["points"]} == {"0"}
    assert body["parts"]["deposited"] == str(1_500 * E6)
    assert body["parts"]["withdrawn"] == str(700 * E6)


async def test_the_parts_of_trades_and_liquidity_sum_to_the_profit(service):
    wallet = await service.trader()
    user, sampler = text_of(wallet), sampler_of(service)
    await service.trade(wallet, 3_000_000)
    await check(service, user)
    await sampler.record()
    await service.world.advance(3 * HOUR_S)
    await service.trade(wallet, -5_000_000)
    await check(service, user)
    await add_liquidity(service, wallet, 5 * E6)
    await sampler.record()
    await check(service, user)
    await service.world.advance(3 * HOUR_S)
    await service.trade(wallet, 2_000_000)
    await withdraw(service, wallet, 50 * E6)
    body = await check(service, user)
    assert int(body["parts"]["tradingFees"]) > 0
    # The whole window begins at nothing: the last point has the whole P&L.
    assert body["points"][-1]["pnl"] == body["parts"]["pnl"]


async def test_a_window_counts_from_its_beginning(service):
    wallet = await service.trader()
    user, sampler = text_of(wallet), sampler_of(service)
    await service.trade(wallet, 3_000_000)
    await sampler.record()
    fees_e6 = int((await check(service, user))["parts"]["tradingFees"])
    assert fees_e6 > 0
    await service.world.advance(3 * DAY_S)
    today = await performance(service, user, "1d")
    ever = await performance(service, user, "all")
    gained_e6 = int(ever["points"][-1]["pnl"]) - int(today["points"][-1]["pnl"])
    assert gained_e6 == int(ever["points"][0]["pnl"]) <= -fees_e6
    assert today["parts"] == ever["parts"]


async def test_a_sample_of_before_has_no_profit_and_an_empty_wallet_has_nothing(service):
    user = text_of(await service.world.user())
    body = await performance(service, user)
    assert body["points"] == []
    assert set(body["parts"].values()) == {"0"}
    wallet = await service.trader(1_000 * E6)
    old = "INSERT INTO account_value (owner, at_s, value_e6) VALUES ($1, $2, 5)"
    now_s = service.context.now_s()
    await service.context.store.pool.execute(old, address_of(wallet), now_s - 9)
    body = await performance(service, text_of(wallet))
    assert [point["pnl"] for point in body["points"]] == ["0"]


async def test_bad_input_is_named(service):
    user = text_of(await service.world.user())
    path = f"{EXPRESS}/portfolio/{user}/history/performance?window=2w"
    assert (await service.get(path, 400))["code"] == "BAD_WINDOW"
    for bad, code in (("%20", "MISSING_ADDRESS"), ("x", "INVALID_ADDRESS")):
        refused = await service.get(f"{EXPRESS}/portfolio/{bad}/history/performance", 400)
        assert refused["code"] == code


@pytest.mark.parametrize(
    ("start", "point", "expected_e12"),
    [
        (NOTHING, CapitalPoint(110, 100, 0), 10**11),
        (NOTHING, CapitalPoint(0, 0, 0), 0),
        (CapitalPoint(-5, 0, 0), CapitalPoint(-7, 0, 0), 0),
        # 100 at the beginning, 50 put in, 30 taken out: 12 gained on 150
        (CapitalPoint(100, 80, 0), CapitalPoint(132, 130, 30), 80_000_000_000),
        (CapitalPoint(3, 0, 0), CapitalPoint(2, 0, 0), -333_333_333_334),  # rounded down
    ],
)
def test_the_return_is_on_capital_and_deposits(start, point, expected_e12):
    assert return_e12(start, point) == expected_e12


@pytest.mark.parametrize("seed", range(3))
def test_random_histories_agree_with_a_ledger_of_single_payments(seed):
    rng = random.Random(seed)
    capital, paid_in, paid_out = 0, 0, 0
    steps = []
    points = []
    for at_s in range(1, 60):
        kind = rng.choice(["in", "out", "gain"])
        amount = rng.randint(0, 10**9)
        if kind == "out":
            amount = min(amount, max(0, capital))
        capital += {"in": amount, "out": -amount, "gain": amount - 5 * 10**8}[kind]
        paid_in += amount if kind == "in" else 0
        paid_out += amount if kind == "out" else 0
        steps.append((kind, amount))
        points.append((at_s, CapitalPoint(capital, paid_in, paid_out)))
    start = points[20][1]
    for number, shown in enumerate(performance_points(start, points[20:])):
        window = steps[21 : 21 + number]
        gained = sum(amount - 5 * 10**8 for kind, amount in window if kind == "gain")
        base = start.capital_e6 + sum(amount for kind, amount in window if kind == "in")
        assert int(shown.pnl) == gained
        ratio = Fraction(shown.return_on_capital)
        exact = Fraction(gained, base) if base > 0 else Fraction(0)
        assert 0 <= exact - ratio < Fraction(1, 10**12)
