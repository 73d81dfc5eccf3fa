"""The scan says of every account what its view says, at the limits too; nothing changes."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.arrays import position_rows, scan_rows
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import EngineError
from tests.engine.core.support.portfolios import (
    FUNDING_MAX,
    POSITION_MAX,
    PRICE_MAX,
    PRICES,
    RULES,
    made,
    owner_of,
)
from tests.engine.core.support.world import DAY_S, E6, E8, E12, World, wallet


def assert_same(exchange: Exchange, now_s: int, owners: list[tuple[bytes, int]]) -> None:
    """Every row of a scan has what the account's view has, and nothing changes."""
    before = exchange.state_hash()
    rows = exchange.account_scan(now_s)
    assert exchange.state_hash() == before
    assert len(rows) == len(owners)
    for row, (owner, account_id) in zip(rows, owners, strict=True):
        view = exchange.margin_account_view(owner, account_id, now_s)
        assert row["account_id"] == account_id
        assert row["position_count"] == len(view.positions)
        assert row["collateral_e6"] == view.collateral_e6
        assert row["available_e6"] == view.available_margin_e6
        assert row["price_pnl_e6"] == view.pnl.price_e6
        assert row["funding_pnl_e6"] == view.pnl.funding_e6
        assert row["required_e6"] == view.total_required_margin_e6
        assert row["initial_e6"] == view.required_initial_margin_e6
        assert row["is_liquidatable"] == view.can_liquidate


def sizes(draw: random.Random) -> int:
    """A size of any length, round as often as not."""
    magnitude = draw.randrange(1, 10 ** draw.randint(1, 13) + 1)
    if draw.random() < 0.5:
        magnitude = min(POSITION_MAX, max(1, magnitude // E6) * E6)
    return draw.choice((-1, 1)) * magnitude


def portfolio(draw: random.Random, reach: int, funding: int) -> list[tuple[int, ...]]:
    """Up to twelve positions whose F differs from the market's by up to `reach`."""
    markets = sorted(draw.sample(range(len(RULES)), draw.randint(0, len(RULES))))
    return [
        (
            market,
            sizes(draw),
            draw.choice((draw.randint(1, PRICE_MAX), draw.choice(PRICES), 400 * E8 + market)),
            max(-FUNDING_MAX, min(FUNDING_MAX, funding + draw.randint(-reach, reach))),
        )
        for market in markets
    ]


@pytest.mark.parametrize("reach", [0, 10**9, 10**19, 2**71, FUNDING_MAX])
@pytest.mark.parametrize("seed", range(4))
def test_a_scan_is_the_sum_of_the_views(seed, reach):
    draw = random.Random(seed)
    count = len(RULES)
    prices = [draw.choice((draw.randint(1, PRICE_MAX), *PRICES, 400 * E8)) for _ in range(count)]
    funding = draw.randint(-FUNDING_MAX, FUNDING_MAX)
    accounts = [
        (
            draw.choice((0, draw.randint(-(10**12), 10**14), 9 * 10**18, -9 * 10**18, 2**61)),
            portfolio(draw, reach, funding),
        )
        for _ in range(200)
    ]
    exchange = made(
        prices, [funding] * count, accounts, draw.choice((0, 1, draw.randint(0, reach)))
    )
    owners = [(owner_of(place), 1) for place in range(len(accounts))]
    assert_same(exchange, exchange.now_s + 40 * DAY_S, owners)


def lengths(most: int) -> st.SearchStrategy[int]:
    """Numbers up to a limit, of all lengths alike."""
    return st.integers(1, most.bit_length()).flatmap(
        lambda bits: st.integers(1, min(most, 2**bits - 1))
    )


@given(
    st.integers(0, len(RULES) - 1),
    st.tuples(st.sampled_from((-1, 1)), lengths(POSITION_MAX)),
    lengths(PRICE_MAX),
    lengths(PRICE_MAX),
    st.integers(-FUNDING_MAX, FUNDING_MAX),
    st.tuples(st.sampled_from((-1, 0, 1)), lengths(2 * FUNDING_MAX)),
)
@settings(max_examples=300, deadline=None)
def test_any_single_position(market, size, price, entry, funding, change):
    entry_funding = max(-FUNDING_MAX, min(FUNDING_MAX, funding + change[0] * change[1]))
    held = (market, size[0] * size[1], entry, entry_funding)
    exchange = made([price] * len(RULES), [funding] * len(RULES), [(0, [held])])
    assert_same(exchange, exchange.now_s, [(owner_of(0), 1)])


@pytest.mark.parametrize("bits", [69, 70, 71, 72])
@pytest.mark.parametrize("over", [-1, 0, 1])
def test_where_the_short_forms_end(bits, over):
    prices = [PRICE_MAX] * len(RULES)
    held = []
    for market in range(len(RULES)):
        size = min(POSITION_MAX, 2**bits // PRICE_MAX + over) * (1 - market % 2 * 2)
        held.append((market, size, 1, (2**bits + over) * (1 - market // 2 % 2 * 2)))
    accounts = [(sign * (2**61 + over), held) for sign in (-1, 1)]
    exchange = made(prices, [0] * len(RULES), accounts)
    assert_same(exchange, exchange.now_s, [(owner_of(0), 1), (owner_of(1), 1)])


def test_ratios_of_the_largest_sizes():
    # Here the guess of |n| * slope / k is one too small for one size in some dozens.
    draw = random.Random(0)
    accounts = [(0, [(3, draw.randint(POSITION_MAX // 2, POSITION_MAX), 1, 0)]) for _ in range(500)]
    exchange = made([10**8] * len(RULES), [0] * len(RULES), accounts)
    assert_same(exchange, exchange.now_s, [(owner_of(place), 1) for place in range(500)])


def test_large_positions_have_exact_figures():
    # 10**7 units from 100 at 90, F 3 dollars a unit higher: 30 % margin and 0.5 % of 9 * 10**8.
    held = (5, 10**13, 100 * E8, -3 * E6 * E12)
    row = made([90 * E8] * len(RULES), [0] * len(RULES), [(10**15, [held])]).account_scan(0)[0]
    assert row["price_pnl_e6"] == -(10**14)
    assert row["funding_pnl_e6"] == 3 * 10**13
    assert row["available_e6"] == 93 * 10**13
    assert row["initial_e6"] == 9 * 10**13  # 10 %, no slope, no least margin
    assert row["required_e6"] == 45 * 10**12 + 5 * E6  # 5 % and the least fee: its rate is 0
    assert row["is_liquidatable"] == 0


def test_equality_is_not_liquidatable_and_one_unit_less_is():
    accounts = [(0, [(0, 100 * E6, 400 * E8, 0)])]
    rows = made([400 * E8] * len(RULES), [0] * len(RULES), accounts).account_scan(0)
    needed = int(rows[0]["required_e6"])
    accounts = [(needed + more, [(0, 100 * E6, 400 * E8, 0)]) for more in (-1, 0, 1)]
    rows = made([400 * E8] * len(RULES), [0] * len(RULES), accounts).account_scan(0)
    assert rows["is_liquidatable"].tolist() == [1, 0, 0]


def small() -> World:
    """A pool, a market at 400 and a long of 10 with 10,000 of margin."""
    world = World()
    world.add_liquidity()
    world.market(skew_scale_e6=0, max_funding_velocity_e12=0, spread_rate_e12=0, k_drift_e12=0)
    world.modify(world.account(1), 10 * E6)
    return world


def test_closed_accounts_are_left_out():
    world = small()
    world.account(2)
    world.account(3, 1, 0)
    world.chain(m.CloseMarginAccount, wallet(3), account_id=1)
    assert not world.rejected
    rows = world.exchange.account_scan(world.now_s)
    assert rows["account"].tolist() == [0, 1]
    assert len(Exchange().account_scan(0)) == 0
    assert world.exchange.scan_owner(1) == (wallet(2), 1)


def test_rows_that_were_made_before_are_written_over():
    world = small()
    rows = scan_rows(3)
    scanned = world.exchange.account_scan(world.now_s, out=rows)
    assert np.shares_memory(rows, scanned)
    assert len(scanned) == 1
    with pytest.raises(ValueError, match="SCAN_ROW"):
        world.exchange.account_scan(0, out=scan_rows(0))
    with pytest.raises(ValueError, match="SCAN_ROW"):
        world.exchange.account_scan(0, out=position_rows(3))


def test_rows_that_do_not_exist_are_refused():
    world = small()
    with pytest.raises(EngineError):
        world.exchange.scan_owner(1)


def test_positions_come_with_their_maintenance_ratio():
    world = small()
    rows = world.exchange.position_rows()
    assert rows.tolist() == [(0, 1, 10 * E6, 5 * E12 // 100)]
    assert len(Exchange().position_rows()) == 0
