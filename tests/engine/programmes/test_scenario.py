"""A scenario finds exactly the accounts that the engine would find at those prices."""

import random

import numpy as np
import pytest

from bench._portfolio import with_market
from engine.core.exchange import Exchange
from engine.programmes.scenario import ScenarioScan, markets_of_state, shocked_price_e8
from tests.engine.core.support.portfolios import RULES, made, owner_of
from tests.engine.core.support.world import E6, E8, E12, World, wallet

PRICE_MAX = 10**13


def by_hand(
    exchange: Exchange, changes: dict[int, int], count: int
) -> list[tuple[bytes, int, int]]:
    """Owner, shortfall and bad debt of each account at the new prices, through the views."""
    now_s = exchange.now_s
    for market_id, change in changes.items():
        view = exchange.market_view(market_id, now_s)
        price = max(1, min(PRICE_MAX, view.index_price_e8 * (E12 + change) // E12))
        funding = view.funding_per_unit_e18
        exchange = with_market(exchange, market_id - 1, price, funding)
    found = []
    for place in range(count):
        view = exchange.margin_account_view(owner_of(place), 1, now_s)
        lacking = view.total_required_margin_e6 - view.available_margin_e6
        if lacking > 0:
            found.append((owner_of(place), lacking, max(0, -view.available_margin_e6)))
    return sorted(found, key=lambda each: (-each[1], each[0]))


def figures(result) -> list[tuple[bytes, int, int]]:
    return [(each.owner, each.shortfall_e6, each.bad_debt_e6) for each in result.accounts]


def some_accounts(draw: random.Random, prices: list[int], largest: int):
    accounts = []
    for _ in range(150):
        markets = sorted(draw.sample(range(len(RULES)), draw.randint(0, 4)))
        held = [
            (
                market,
                draw.choice((-1, 1)) * draw.randint(1, largest),
                max(1, min(PRICE_MAX, prices[market] * draw.randint(80, 120) // 100)),
                draw.randint(-(10**19), 10**19),
            )
            for market in markets
        ]
        worth = sum(abs(n) * prices[market] // E8 for market, n, _, _ in held)
        accounts.append((min(8 * 10**18, worth * draw.randint(0, 60) // 100), held))
    return accounts


@pytest.mark.parametrize("largest", [10**3, 10**8, 10**13])
@pytest.mark.parametrize("seed", range(4))
def test_a_scenario_is_what_the_views_say_at_its_prices(seed, largest):
    draw = random.Random(seed)
    prices = [draw.choice((400 * E8, draw.randint(1, 10**11), PRICE_MAX)) for _ in RULES]
    accounts = some_accounts(draw, prices, largest)
    exchange = made(prices, [0] * len(RULES), accounts)
    before = exchange.state_hash()
    scan = ScenarioScan(exchange, exchange.now_s)
    for change in (0, -E12 // 10, E12 // 10, -E12, -1, 3 * E12):
        markets = draw.sample(range(1, len(RULES) + 1), draw.randint(1, len(RULES)))
        changes = dict.fromkeys(markets, change)
        result = scan.run(changes)
        expected = by_hand(exchange, changes, len(accounts))
        assert figures(result) == expected
        assert result.bad_debt_e6 == sum(debt for _, _, debt in expected)
        assert result.screened >= len(expected)
    assert exchange.state_hash() == before


@pytest.mark.parametrize("change", [-E12 // 10, -123_456_789_123, E12 // 7])
@pytest.mark.parametrize("size", [7, 100 * E6 + 1, 10**13])
def test_equality_at_the_new_price_is_safe_and_one_unit_less_is_not(change, size):
    prices = [400 * E8 + 3] * len(RULES)
    held = [(market, size * (1 - market % 2 * 2), 401 * E8, 17**13) for market in range(5)]
    changes = {1: change, 2: change, 4: change}
    shocked = np.array([
        shocked_price_e8(price, changes.get(number + 1, 0)) for number, price in enumerate(prices)
    ])  # fmt: skip
    (row,) = made(prices, [0] * len(RULES), [(0, held)]).account_scan(0, prices_e8=shocked)
    needed = int(row["required_e6"]) - int(row["available_e6"])
    accounts = [(needed + more, held) for more in (-1, 0, 1)]
    exchange = made(prices, [0] * len(RULES), accounts)
    result = ScenarioScan(exchange, 0).run(changes)
    assert figures(result)[0][:2] == (owner_of(0), 1)
    assert len(result.accounts) == 1


def test_the_figures_of_one_long_that_falls():
    world = World()
    world.add_liquidity()
    plain = {"skew_scale_e6": 0, "taker_fee_rate_e12": 0, "k_drift_e12": 0, "level_n": 0}
    world.market(**plain)
    world.modify(world.account(1, 1, 100 * E6), E6)
    world.modify(world.account(2, 1, 100 * E6), E6 // 2)
    world.account(3)
    result = ScenarioScan(world.exchange, world.now_s).run({1: -30 * E12 // 100})
    # At 280: a loss of 120 and 60; 5 % of 280 and 140, the least margin 1 and the least fee 5.
    (one,) = result.accounts
    assert (one.owner, one.account_id) == (wallet(1), 1)
    assert (one.available_e6, one.required_e6) == (-20 * E6, 20 * E6)
    assert (one.shortfall_e6, one.bad_debt_e6) == (40 * E6, 20 * E6)
    assert result.bad_debt_e6 == 20 * E6


def test_safe_accounts_are_left_out_by_the_screen():
    prices = [400 * E8] * len(RULES)
    rich = (10**12, [(0, 10 * E6, 400 * E8, 0)])
    poor = (300 * E6, [(0, 10 * E6, 400 * E8, 0)])
    exchange = made(prices, [0] * len(RULES), [rich] * 20 + [poor])
    result = ScenarioScan(exchange, 0).run({1: -E12 // 10})
    assert result.screened == len(result.accounts) == 1


def test_a_state_names_its_markets_and_others_are_refused():
    world = World()
    world.market()
    scan = ScenarioScan(world.exchange, 0)
    assert markets_of_state(world.exchange, "FL") == []
    assert markets_of_state(world.exchange, "") == [1]
    for unknown in (0, 2):
        with pytest.raises(KeyError):
            scan.run({unknown: 1})
    world.tick()
    with pytest.raises(ValueError, match="since"):
        scan.run({1: 1})


@pytest.mark.parametrize(
    ("price", "change", "expected"),
    [
        (400 * E8, -E12 // 10, 360 * E8),
        (7, -E12 // 2, 3),
        (7, -E12, 1),
        (7, -2 * E12, 1),
        (PRICE_MAX, 1, PRICE_MAX),
    ],
)
def test_a_shocked_price_is_rounded_down_within_the_limits(price, change, expected):
    assert shocked_price_e8(price, change) == expected
