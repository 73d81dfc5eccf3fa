import pytest

from engine.programmes.errors import ProgrammeError
from engine.programmes.points_rows import (
    DayPoints,
    PointsRow,
    daily_points,
    points_quote,
    ranked,
    total_of,
)
from engine.programmes.seasons import SEASONS, Programme
from tests.engine.programmes.facts_world import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    DAY_S,
    E6,
    E12,
    badges,
    ended,
    excluded,
    finalised,
    joined,
    ledger,
    opened,
    points,
    trade,
)

ONE, TWO, THREE, FOREVER = Programme


def season_totals(found, now_s):
    """The sums over seasons 1 to 3 of all their participants, by rank."""
    rows = {}
    for programme in SEASONS:
        for place in found.leaderboard(programme, now_s):
            rows.setdefault(place.row.user, []).append(place.row)
    return ranked(total_of(parts) for parts in rows.values())


def earned(user, amount):
    return PointsRow(user=user, trading_points_e6=amount)


def test_accrual_ends_with_the_season_and_the_next_starts_at_nothing():
    found = ledger(
        opened(0, TWO),
        joined(0, ALICE, TWO),
        trade(0, ALICE, 10),
        ended(DAY_S, TWO),
        joined(DAY_S, ALICE),
        opened(2 * DAY_S),
        trade(3 * DAY_S, ALICE, 20),
    )
    assert points(found, ALICE, 4 * DAY_S, TWO).points_e6 == 2_000 * E6
    assert points(found, ALICE, 4 * DAY_S).points_e6 == (2_500 + 5_000) * E6
    totals = season_totals(found, 4 * DAY_S)
    assert [(place.rank, place.row.points_e6) for place in totals] == [(1, 9_500 * E6)]


def test_the_perpetual_programme_stands_alone():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        trade(0, ALICE, 10),
        ended(DAY_S),
        opened(DAY_S, FOREVER),
        joined(DAY_S, ALICE, FOREVER),
    )
    assert season_totals(found, 2 * DAY_S)[0].row.points_e6 == 2_500 * E6
    assert points(found, ALICE, 2 * DAY_S, FOREVER).points_e6 == 2_500 * E6


def test_at_most_one_programme_accrues_at_a_time():
    found = ledger(opened(0))
    for fact in (opened(1, FOREVER), opened(1)):
        with pytest.raises(ProgrammeError, match="At most one programme"):
            found.apply(fact)


def test_only_the_running_programme_ends():
    found = ledger(opened(0))
    with pytest.raises(ProgrammeError, match="Only the running"):
        found.apply(ended(1, FOREVER))
    found.apply(ended(2))
    with pytest.raises(ProgrammeError, match="Only the running"):
        found.apply(ended(3))


def test_an_ended_season_cannot_be_joined_or_opened_again():
    found = ledger(opened(0), ended(5))
    for fact in (joined(6, ALICE), opened(6)):
        with pytest.raises(ProgrammeError, match="SEASON_CLOSED"):
            found.apply(fact)


def test_a_running_season_is_not_final():
    with pytest.raises(ProgrammeError, match="SEASON_NOT_FINAL"):
        ledger(opened(0), finalised(5))


def test_a_final_leaderboard_never_changes():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        joined(0, BOB),
        trade(0, ALICE, 10),
        ended(DAY_S),
        excluded(DAY_S + 5, ALICE),
        finalised(DAY_S + 9),
    )
    board = found.leaderboard(Programme.SEASON_3, DAY_S + 9)
    for event in (trade(2 * DAY_S, BOB, 99), badges(2 * DAY_S, BOB, 3), finalised(2 * DAY_S)):
        found.apply(event)
    assert found.leaderboard(Programme.SEASON_3, 9 * DAY_S) == board
    assert points(found, ALICE, 9 * DAY_S) == board[0].row
    assert points(found, ALICE, 9 * DAY_S).is_excluded
    assert points(found, CAROL, 9 * DAY_S) == PointsRow(user=CAROL)


def test_a_leaderboard_of_before_the_journal_can_be_installed():
    found = ledger()
    found.install_final(ONE, [earned(BOB, 5), earned(ALICE, 7)])
    found.install_final(TWO, [earned(BOB, 9)])
    assert [place.row.user for place in found.leaderboard(ONE, 0)] == [ALICE, BOB]
    totals = [
        (place.rank, place.row.user, place.row.points_e6) for place in season_totals(found, 0)
    ]
    assert totals == [(1, BOB, 14), (2, ALICE, 7)]
    with pytest.raises(ProgrammeError, match="SEASON_CLOSED"):
        found.apply(joined(0, ALICE, ONE))


def test_totals_are_the_sum_of_the_rows_with_the_newest_boosts():
    found = ledger()
    boosted = PointsRow(user=ALICE, lp_points_e6=10, referred_boost_e12=E12 // 2)
    found.install_final(ONE, [boosted])
    found.install_final(TWO, [earned(ALICE, 7)])
    row = season_totals(found, 0)[0].row
    assert (row.points_e6, row.trading_points_e6, row.lp_points_e6) == (22, 7, 10)
    assert row.boosts_e12 == 0


def test_ties_share_the_lower_rank_and_order_by_address():
    rows = [earned(DAVE, 5), earned(CAROL, 9), earned(BOB, 5), earned(ALICE, 1)]
    assert [(place.rank, place.row.user) for place in ranked(rows)] == [
        (1, CAROL),
        (2, BOB),
        (2, DAVE),
        (4, ALICE),
    ]


def test_days_are_the_differences_of_midnights():
    rows = [PointsRow(user=ALICE, trading_points_e6=n * n, lp_points_e6=3 * n) for n in range(3)]
    days = [(DAY_S * number, row) for number, row in enumerate(rows)]
    assert daily_points(days) == [
        DayPoints(day_s=0, trading_points_e6=1, lp_points_e6=3, referral_points_e6=0),
        DayPoints(day_s=DAY_S, trading_points_e6=3, lp_points_e6=3, referral_points_e6=0),
    ]


def test_a_quote_rounds_down_once():
    assert points_quote(1, 2_500_000, 1_199_999_999_999).per_day_e6 == 2
    assert points_quote(1, 2_500_000, 1_200_000_000_000).per_day_e6 == 3
