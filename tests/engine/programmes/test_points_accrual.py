from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.generated import messages as m
from engine.programmes.points_rows import PointsRow
from engine.programmes.seasons import DEFAULT_RULES, Programme
from tests.engine.programmes.facts_world import (
    ALICE,
    BOB,
    CAROL,
    DAY_S,
    E6,
    E8,
    SEASON,
    deposit,
    ended,
    joined,
    ledger,
    opened,
    points,
    trade,
)

WEEK_S = 7 * DAY_S


@pytest.mark.parametrize(
    ("programme", "trading", "lp"),
    [
        (Programme.SEASON_1, 1_000, 3_000),
        (Programme.SEASON_2, 2_000, 4_000),
        (Programme.SEASON_3, 2_500, 5_000),
        (Programme.PERPETUAL, 2_500, 5_000),
    ],
)
def test_a_thousand_for_a_day_earns_the_season_rates(programme, trading, lp):
    found = ledger(
        opened(0, programme),
        joined(0, ALICE, programme),
        trade(0, ALICE, 10),
        deposit(0, ALICE, 1_000),
    )
    row = points(found, ALICE, DAY_S, programme)
    assert (row.trading_points_e6, row.lp_points_e6) == (trading * E6, lp * E6)
    assert row.points_e6 == (trading + lp) * E6


def test_one_second_earns_its_part_rounded_down():
    found = ledger(opened(0), joined(0, ALICE), trade(0, ALICE, 10))
    # 1,000 x 2.5 / 86,400 = 0.0289351851...
    assert points(found, ALICE, 1).points_e6 == 28_935
    assert points(found, ALICE, 0).points_e6 == 0


def test_nothing_accrues_before_participation():
    found = ledger(opened(0), trade(0, ALICE, 10), deposit(0, ALICE, 1_000), joined(DAY_S, ALICE))
    assert points(found, ALICE, DAY_S).points_e6 == 0
    assert points(found, ALICE, 2 * DAY_S).points_e6 == 7_500 * E6
    assert found.participated_at_s(SEASON, ALICE) == DAY_S
    assert found.participated_at_s(SEASON, BOB) is None


def test_a_wallet_outside_has_a_row_of_zeros():
    assert points(ledger(opened(0), trade(0, ALICE, 10)), ALICE, DAY_S) == PointsRow(user=ALICE)


def test_joining_again_changes_nothing():
    found = ledger(opened(0), joined(0, ALICE), trade(0, ALICE, 10), joined(DAY_S, ALICE))
    assert points(found, ALICE, DAY_S).points_e6 == 2_500 * E6


def test_early_participants_accrue_from_the_opening():
    found = ledger(trade(0, ALICE, 10), joined(5, ALICE), opened(DAY_S))
    assert points(found, ALICE, DAY_S).points_e6 == 0
    assert points(found, ALICE, 2 * DAY_S).points_e6 == 2_500 * E6


def test_before_the_opening_a_participant_has_no_points():
    found = ledger(joined(5, ALICE), trade(6, ALICE, 10))
    assert points(found, ALICE, DAY_S).points_e6 == 0


def test_open_interest_counts_at_entry_whatever_the_index_does():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        trade(0, ALICE, 10, price=100),
        m.PrintAccepted(time_s=10, market_id=1, price_e8=500 * E8),
        m.MarketUpdated(time_s=10, market_id=1, index_price_e8=500 * E8),
    )
    assert points(found, ALICE, DAY_S).points_e6 == 2_500 * E6


def test_longs_and_shorts_of_all_accounts_and_markets_add():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        trade(0, ALICE, 1),
        trade(0, ALICE, -2, market_id=2),
        trade(0, ALICE, 3, account_id=2),
    )
    assert points(found, ALICE, DAY_S).points_e6 == 600 * 2_500_000


def test_a_closed_position_stops():
    found = ledger(opened(0), joined(0, ALICE), trade(0, ALICE, 10), trade(DAY_S, ALICE, 0))
    assert points(found, ALICE, 9 * DAY_S).points_e6 == 2_500 * E6


def test_liquidity_counts_what_is_left_of_the_deposit():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        deposit(0, ALICE, 1_000),
        deposit(DAY_S, ALICE, 400, kind=1),
        deposit(DAY_S, ALICE, 100, lp_position_id=2),
        deposit(2 * DAY_S, ALICE, 0, kind=1),
        m.LpPositionClosed(time_s=2 * DAY_S, owner=ALICE, lp_position_id=1),
    )
    assert points(found, ALICE, 2 * DAY_S).lp_points_e6 == (5_000 + 2_500) * E6
    assert points(found, ALICE, 3 * DAY_S).lp_points_e6 == (5_000 + 2_500 + 500) * E6
    assert found.deposit_points_e6(ALICE, 1, 3 * DAY_S) == 7_000 * E6
    assert found.deposit_points_e6(ALICE, 2, 3 * DAY_S) == 1_000 * E6
    assert found.deposit_points_e6(BOB, 2, 3 * DAY_S) == 0


def test_an_upgraded_legacy_deposit_counts_once():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        deposit(0, ALICE, 1_000, lp_position_id=0),
        deposit(DAY_S, ALICE, 1_000, lp_position_id=1, kind=2),
    )
    assert points(found, ALICE, 2 * DAY_S).lp_points_e6 == 10_000 * E6


def test_stake_earns_half_a_point_a_day_from_its_epoch_on():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        m.Staked(time_s=100, owner=ALICE, amount_e6=1_000 * E6, activation_epoch=1),
    )
    assert points(found, ALICE, WEEK_S).points_e6 == 0
    row = points(found, ALICE, WEEK_S + DAY_S)
    assert (row.staking_points_e6, row.lp_points_e6, row.points_e6) == (500 * E6,) * 3


def test_a_later_event_of_the_user_does_not_move_the_epoch_start():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        m.Staked(time_s=100, owner=ALICE, amount_e6=1_000 * E6, activation_epoch=1),
        m.Staked(time_s=WEEK_S + DAY_S, owner=ALICE, amount_e6=2 * E6, activation_epoch=2),
    )
    assert points(found, ALICE, WEEK_S + 2 * DAY_S).points_e6 == 1_000 * E6
    assert points(found, ALICE, 2 * WEEK_S + DAY_S).points_e6 == 4_001 * E6


def test_unstaked_tokens_stop_at_once():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        m.Staked(time_s=0, owner=ALICE, amount_e6=1_000 * E6, activation_epoch=1),
        m.Unstaked(time_s=5, owner=ALICE, amount_e6=400 * E6),
        m.UnstakeRequested(
            time_s=WEEK_S + DAY_S, owner=ALICE, amount_e6=500 * E6, unlocking_start_epoch=2
        ),
    )
    assert points(found, ALICE, WEEK_S + DAY_S).points_e6 == 300 * E6
    assert points(found, ALICE, WEEK_S + 3 * DAY_S).points_e6 == 400 * E6


def test_stake_that_locked_before_joining_counts_from_joining():
    found = ledger(
        opened(0),
        m.Staked(time_s=0, owner=ALICE, amount_e6=1_000 * E6, activation_epoch=1),
        joined(2 * WEEK_S, ALICE),
    )
    assert points(found, ALICE, 2 * WEEK_S + DAY_S).points_e6 == 500 * E6


def test_stake_that_locked_before_the_opening_counts_from_the_opening():
    found = ledger(
        joined(0, ALICE),
        m.Staked(time_s=0, owner=ALICE, amount_e6=1_000 * E6, activation_epoch=1),
        opened(2 * WEEK_S),
    )
    assert points(found, ALICE, 2 * WEEK_S).points_e6 == 0
    assert points(found, ALICE, 2 * WEEK_S + DAY_S).points_e6 == 500 * E6


def test_stake_that_locks_after_joining_counts_from_its_epoch():
    found = ledger(
        opened(0),
        m.Staked(time_s=0, owner=ALICE, amount_e6=1_000 * E6, activation_epoch=1),
        joined(DAY_S, ALICE),
        trade(2 * WEEK_S, ALICE, 0),
    )
    assert points(found, ALICE, 2 * WEEK_S).points_e6 == 7 * 500 * E6


def test_stake_that_locks_before_the_end_counts_up_to_the_end():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        m.Staked(time_s=0, owner=ALICE, amount_e6=1_000 * E6, activation_epoch=1),
        ended(WEEK_S + DAY_S),
    )
    assert points(found, ALICE, 5 * WEEK_S).points_e6 == 500 * E6


def test_the_epoch_length_is_a_setting():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        m.Staked(time_s=0, owner=ALICE, amount_e6=1_000 * E6, activation_epoch=1),
        epoch_duration_s=DAY_S,
    )
    assert points(found, ALICE, 2 * DAY_S).points_e6 == 500 * E6


def liquidation(time_s, liquidator, account_id=1, size=0):
    return m.PositionLiquidated(
        time_s=time_s,
        owner=BOB,
        account_id=account_id,
        market_id=1,
        liquidator=liquidator,
        new_size_e6=size * E6,
        index_price_e8=80 * E8,
    )


def started(time_s, liquidator, account_id=1):
    return m.LiquidationStarted(
        time_s=time_s, owner=BOB, account_id=account_id, liquidator=liquidator
    )


def test_a_liquidation_is_rewarded_once_however_many_pieces_it_takes():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        joined(0, CAROL),
        started(1, ALICE),
        liquidation(1, ALICE),
        liquidation(1, ALICE),
        liquidation(2, CAROL),
        m.LiquidationEnded(time_s=2, owner=BOB, account_id=1),
        started(3, CAROL),
        liquidation(3, CAROL),
    )
    row = points(found, ALICE, 9)
    assert (row.trading_points_e6, row.liquidation_points_e6) == (50_000 * E6,) * 2
    assert points(found, CAROL, 9).points_e6 == 50_000 * E6


def test_liquidating_an_own_account_earns_no_points():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        joined(0, BOB),
        started(1, BOB),
        liquidation(1, BOB),
        liquidation(2, ALICE),
    )
    assert points(found, BOB, 9).points_e6 == 0
    assert points(found, ALICE, 9).points_e6 == 50_000 * E6


def test_a_liquidation_without_pieces_or_participation_earns_nothing():
    found = ledger(
        opened(0),
        started(1, ALICE),
        liquidation(1, ALICE),
        joined(2, ALICE),
        started(3, ALICE),
        m.LiquidationEnded(time_s=4, owner=BOB, account_id=1),
        liquidation(5, ALICE),
    )
    assert points(found, ALICE, 9).points_e6 == 0


@pytest.mark.parametrize(
    "programme", [name for name in DEFAULT_RULES if name is not Programme.SEASON_3]
)
def test_liquidations_are_rewarded_in_season_3_only(programme):
    found = ledger(
        opened(0, programme), joined(0, ALICE, programme), started(1, ALICE), liquidation(1, ALICE)
    )
    assert points(found, ALICE, 9, programme).points_e6 == 0


def test_the_rest_of_a_liquidated_position_counts_at_the_closing_index():
    found = ledger(opened(0), joined(0, BOB), trade(0, BOB, 10), liquidation(DAY_S, ALICE, size=5))
    assert points(found, BOB, 2 * DAY_S).points_e6 == (2_500 + 1_000) * E6


def test_auto_deleveraging_and_remarking_are_followed():
    found = ledger(
        opened(0),
        m.MarketUpdated(time_s=0, market_id=1, index_price_e8=200 * E8),
        joined(0, ALICE),
        joined(0, BOB),
        trade(0, ALICE, 10),
        trade(0, BOB, 10),
        m.PositionRemarked(time_s=DAY_S, owner=ALICE, account_id=1, market_id=1),
        m.PositionRemarked(time_s=DAY_S, owner=ALICE, account_id=1, market_id=9),
        m.AutoDeleveraged(
            time_s=DAY_S,
            owner=BOB,
            account_id=1,
            market_id=1,
            size_delta_e6=-10 * E6,
            index_price_e8=200 * E8,
        ),
        m.AutoDeleveraged(time_s=DAY_S, owner=BOB, account_id=9, market_id=1),
    )
    assert points(found, ALICE, 2 * DAY_S).points_e6 == (2_500 + 5_000) * E6
    assert points(found, BOB, 2 * DAY_S).points_e6 == 2_500 * E6


def test_a_settled_position_accrues_no_more():
    found = ledger(
        opened(0),
        m.MarketUpdated(time_s=0, market_id=1, index_price_e8=200 * E8),
        joined(0, ALICE),
        trade(0, ALICE, 10),
        m.PositionSettled(
            time_s=DAY_S,
            owner=ALICE,
            account_id=1,
            market_id=1,
            size_delta_e6=-10 * E6,
            price_e8=180 * E8,
        ),
    )
    after_a_day = points(found, ALICE, DAY_S).points_e6
    assert points(found, ALICE, 2 * DAY_S).points_e6 == after_a_day == 2_500 * E6


def test_events_out_of_order_are_a_fault():
    found = ledger(opened(10))
    with pytest.raises(AssertionError):
        found.apply(joined(9, ALICE))


# One user's positions and deposits over time, against sums of fractions.
STEPS = st.lists(
    st.tuples(
        st.integers(0, 100_000),  # seconds since the step before
        st.sampled_from(["trade", "deposit", "look"]),
        st.integers(1, 3),  # market or LP position
        st.integers(-(10**5), 10**5),
        st.integers(1, 1_000),
    ),
    max_size=12,
)


def timeline(steps):
    now_s, result = 0, []
    for gap_s, kind, place, amount, price in steps:
        now_s += gap_s
        if kind == "trade":
            result.append(trade(now_s, ALICE, amount, price, market_id=place))
        elif kind == "deposit":
            result.append(deposit(now_s, ALICE, abs(amount), place))
        else:
            result.append(m.CommandApplied(time_s=now_s, user=ALICE))
    return result, now_s


@given(STEPS, st.integers(0, 10**6))
def test_accrual_is_the_exact_integral(steps, rest_s):
    events, last_s = timeline(steps)
    end_s = last_s + rest_s
    found = ledger(opened(0), joined(0, ALICE), *events)
    trading = lp = Fraction(0)
    for place, event in enumerate(events):
        after = [later for later in events[place + 1 :] if same_row(event, later)]
        until_s = after[0].time_s if after else end_s
        days = Fraction(until_s - event.time_s, DAY_S)
        if isinstance(event, m.PositionModified):
            notional = Fraction(abs(event.new_size_e6) * event.fill_price_e8, E8)
            trading += notional * days * Fraction(5, 2)
        elif isinstance(event, m.LiquidityModified):
            lp += event.new_liquidity_e6 * days * 5
    row = points(found, ALICE, end_s)
    assert row.trading_points_e6 == trading.__floor__()
    assert row.lp_points_e6 == lp.__floor__()


def same_row(one, other):
    if type(one) is not type(other):
        return False
    if isinstance(one, m.PositionModified):
        return one.market_id == other.market_id
    return isinstance(one, m.LiquidityModified) and one.lp_position_id == other.lp_position_id


@given(STEPS, st.lists(st.integers(0, 1_200_000), max_size=6), st.integers(0, 10**6))
def test_accruing_in_steps_equals_accruing_at_once(steps, looks, rest_s):
    events, last_s = timeline(steps)
    end_s = last_s + rest_s
    # An event that changes nothing makes the fold count up to it.
    stops = [
        m.UnstakeRequested(time_s=at_s, owner=ALICE, amount_e6=0) for at_s in looks if at_s <= end_s
    ]
    split = sorted([*events, *stops], key=lambda event: event.time_s)
    once = ledger(opened(0), joined(0, ALICE), *events)
    assert points(ledger(opened(0), joined(0, ALICE), *split), ALICE, end_s) == points(
        once, ALICE, end_s
    )


@given(STEPS, STEPS)
def test_the_order_of_independent_users_does_not_matter(ours, theirs):
    mine, mine_s = timeline(ours)
    other = [
        replace(event, owner=BOB) if hasattr(event, "owner") else event
        for event in timeline(theirs)[0]
    ]
    end_s = max([mine_s, *(event.time_s for event in other)])
    one = sorted([*mine, *other], key=lambda event: event.time_s)
    two = sorted([*other, *mine], key=lambda event: event.time_s)
    head = (opened(0), joined(0, ALICE), joined(0, BOB))
    boards = [ledger(*head, *events).leaderboard(SEASON, end_s) for events in (one, two)]
    assert boards[0] == boards[1]
    assert points(ledger(*head, *mine), ALICE, end_s) == points(ledger(*head, *one), ALICE, end_s)
