from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.programmes import facts
from engine.programmes.boosts import (
    BADGES_COUNTED_MAX,
    SnapshotTier,
    badge_rates_e12,
)
from engine.programmes.errors import ProgrammeError
from engine.programmes.points_rows import PointsRow
from tests.engine.programmes.facts_world import (
    ALICE,
    BOB,
    DAY_S,
    E6,
    E12,
    SEASON,
    badges,
    coded,
    deposit,
    ended,
    excluded,
    finalised,
    joined,
    ledger,
    opened,
    points,
    trade,
    used,
)

# 1,000 of open interest earns 2,500 a day.
DAILY = 2_500 * E6
HEAD = (opened(0), joined(0, ALICE), trade(0, ALICE, 10))


def snapshot(time_s, user, tier, snapshot_id="one"):
    return facts.SnapshotBoostGranted(
        time_s=time_s,
        programme=SEASON,
        user=user,
        snapshot_id=snapshot_id,
        name=snapshot_id.title(),
        tier=tier,
    )


@pytest.mark.parametrize(
    ("count", "first", "further"),
    [(0, 0, 0), (1, 20, 0), (2, 20, 5), (3, 20, 10), (11, 20, 50), (12, 20, 50), (99, 20, 50)],
)
def test_badges_boost_up_to_ten_further_ones(count, first, further):
    found = ledger(opened(0), badges(0, ALICE, count), joined(0, ALICE), trade(0, ALICE, 10))
    row = points(found, ALICE, DAY_S)
    assert row.first_hoa_boost_e12 == first * E12 // 100
    assert row.additional_hoa_boost_e12 == further * E12 // 100
    assert row.points_e6 == DAILY * (100 + first + further) // 100
    assert badge_rates_e12(count) == (first * E12 // 100, further * E12 // 100)


def test_a_badge_boosts_only_what_is_earned_while_it_is_held():
    found = ledger(*HEAD, badges(DAY_S, ALICE, 1))
    assert points(found, ALICE, DAY_S).points_e6 == DAILY
    row = points(found, ALICE, 2 * DAY_S)
    assert row.first_hoa_boost_e12 == 10 * E12 // 100
    assert row.points_e6 == DAILY + DAILY * 120 // 100


def test_a_badge_moved_away_forfeits_what_it_earned():
    found = ledger(*HEAD, badges(0, ALICE, 1), badges(DAY_S, ALICE, 0))
    row = points(found, ALICE, DAY_S)
    assert (row.first_hoa_boost_e12, row.points_e6) == (0, DAILY)
    assert points(found, ALICE, 2 * DAY_S).points_e6 == 2 * DAILY


def test_a_badge_that_comes_back_starts_again_at_nothing():
    found = ledger(*HEAD, badges(0, ALICE, 1), badges(DAY_S, ALICE, 0), badges(DAY_S, ALICE, 1))
    assert points(found, ALICE, DAY_S).points_e6 == DAILY
    assert points(found, ALICE, 2 * DAY_S).points_e6 == DAILY + DAILY * 120 // 100


def test_losing_one_of_three_badges_forfeits_the_newest():
    found = ledger(*HEAD, badges(0, ALICE, 2), badges(DAY_S, ALICE, 3), badges(2 * DAY_S, ALICE, 2))
    row = points(found, ALICE, 2 * DAY_S)
    assert row.additional_hoa_boost_e12 == 5 * E12 // 100
    assert row.points_e6 == 2 * DAILY * 125 // 100


def test_badges_beyond_the_cap_can_go_without_loss():
    found = ledger(*HEAD, badges(0, ALICE, 14), badges(DAY_S, ALICE, BADGES_COUNTED_MAX))
    assert points(found, ALICE, DAY_S).points_e6 == DAILY * 170 // 100


def test_a_finished_season_keeps_boosts_of_badges_that_go_later():
    found = ledger(*HEAD, badges(0, ALICE, 1), ended(DAY_S), badges(DAY_S + 1, ALICE, 0))
    assert points(found, ALICE, 9 * DAY_S).points_e6 == DAILY * 120 // 100


def test_a_code_used_boosts_the_base_of_the_season():
    found = ledger(*HEAD, joined(0, BOB), coded(0, BOB, "bobs"), used(5, ALICE, "BOBS"))
    row = points(found, ALICE, DAY_S)
    assert row.referred_boost_e12 == 5 * E12 // 100
    assert row.points_e6 == DAILY * 105 // 100


def test_a_code_used_after_the_end_does_not_boost_the_season():
    found = ledger(
        *HEAD, joined(0, BOB), coded(0, BOB, "bobs"), ended(DAY_S), used(DAY_S, ALICE, "bobs")
    )
    assert points(found, ALICE, DAY_S).points_e6 == DAILY


@pytest.mark.parametrize(
    ("tier", "percent"), [("base", 10), ("mid", 15), ("plus", 20), ("max", 30)]
)
def test_each_tier_has_its_boost(tier, percent):
    found = ledger(*HEAD, snapshot(5, ALICE, SnapshotTier(tier)))
    row = points(found, ALICE, DAY_S)
    assert [(boost.id, boost.name, boost.boost_e12) for boost in row.snapshot_boosts] == [
        ("one", "One", percent * E12 // 100)
    ]
    assert row.points_e6 == DAILY * (100 + percent) // 100


def test_a_snapshot_gives_one_tier_and_several_snapshots_add():
    found = ledger(
        *HEAD,
        snapshot(1, ALICE, SnapshotTier.BASE),
        snapshot(2, ALICE, SnapshotTier.MAX),
        snapshot(3, ALICE, SnapshotTier.MID, "two"),
    )
    assert points(found, ALICE, DAY_S).points_e6 == DAILY * 145 // 100


def test_boosts_add_and_never_multiply():
    found = ledger(
        *HEAD,
        joined(0, BOB),
        coded(0, BOB, "bobs"),
        used(0, ALICE, "bobs"),
        badges(0, ALICE, 2),
        snapshot(0, ALICE, SnapshotTier.BASE),
    )
    # 1 + 0.05 + 0.20 + 0.05 + 0.10
    assert points(found, ALICE, DAY_S).points_e6 == DAILY * 140 // 100


def test_snapshots_and_exclusions_need_a_participant_of_an_unfrozen_programme():
    found = ledger(*HEAD)
    for fact in (snapshot(1, BOB, SnapshotTier.BASE), excluded(1, BOB)):
        with pytest.raises(ProgrammeError, match="NOT_PARTICIPATING"):
            found.apply(fact)
    for fact in (ended(2), finalised(3)):
        found.apply(fact)
    for fact in (snapshot(4, ALICE, SnapshotTier.BASE), excluded(4, ALICE)):
        with pytest.raises(ProgrammeError, match="SEASON_CLOSED"):
            found.apply(fact)


def test_quotes_use_the_boosts_in_force_now():
    found = ledger(*HEAD, badges(DAY_S, ALICE, 1))
    quote = found.quote_trading(ALICE, 1_000 * E6)
    assert (quote.per_day_e6, quote.multiplier_e12) == (3_000 * E6, 12 * E12 // 10)
    quote = found.quote_liquidity(ALICE, 1_000 * E6)
    assert quote.per_day_e6 == 6_000 * E6
    assert found.quote_trading(ALICE, 1).per_day_e6 == 3
    assert found.quote_trading(BOB, 1_000 * E6).per_day_e6 == 0
    assert found.quote_trading(BOB, 1_000 * E6).multiplier_e12 == E12
    found.apply(excluded(DAY_S, ALICE))
    assert found.quote_trading(ALICE, 1_000 * E6).per_day_e6 == 0
    found.apply(ended(DAY_S))
    assert found.quote_liquidity(ALICE, 1_000 * E6).per_day_e6 == 0


@given(
    st.lists(st.tuples(st.integers(0, 5 * DAY_S), st.integers(0, 13)), max_size=8),
    st.integers(0, 10**6),
)
def test_badges_against_a_ledger_of_each_level(samples, rest_s):
    samples = sorted(samples)
    end_s = (samples[-1][0] if samples else 0) + rest_s
    found = ledger(
        opened(0),
        joined(0, ALICE),
        deposit(0, ALICE, 777),
        *(badges(at_s, ALICE, count) for at_s, count in samples),
    )
    base = Fraction(777 * E6 * 5, DAY_S)  # a second
    held_from = {}
    for at_s, count in samples:
        for level in range(1, 12):
            if level > count:
                held_from.pop(level, None)
            else:
                held_from.setdefault(level, at_s)
    extra = sum(
        base * (end_s - from_s) * Fraction(20 if level == 1 else 5, 100)
        for level, from_s in held_from.items()
    )
    row = points(found, ALICE, end_s)
    assert abs(row.points_e6 - (base * end_s + extra)) < 3
    assert row.points_e6 >= row.trading_points_e6 + row.lp_points_e6


@given(
    st.integers(0, 10**18),
    st.integers(0, 10**18),
    st.integers(0, 10**18),
    *[st.integers(0, E12)] * 3,
)
def test_points_follow_the_formula_of_the_row(trading, lp, referral, one, two, three):
    row = PointsRow(
        user=ALICE,
        trading_points_e6=trading,
        lp_points_e6=lp,
        referral_points_e6=referral,
        referred_boost_e12=one,
        first_hoa_boost_e12=two,
        additional_hoa_boost_e12=three,
    )
    exact = Fraction(trading + lp) * (1 + Fraction(one + two + three, E12)) + referral
    assert row.points_e6 == exact.__floor__()
