from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.core.generated import messages as m
from engine.programmes.contests.contests import (
    ANNUALIZED_RETURN_MAX_E12,
    Contest,
    Entrant,
    RaffleDraw,
    annualized_return_floor_e12,
)
from engine.programmes.contests.rules import ContestMetric, ContestRules, ContestStatus
from engine.programmes.errors import ProgrammeError
from engine.programmes.facts import ContestJoined, EquitySampled
from tests.engine.programmes.facts_world import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    DAY_S,
    E6,
    E12,
    trade,
)

START_S, END_S = 10 * DAY_S, 20 * DAY_S


def rules(**changed):
    known = {"contest_id": "royale", "starts_at_s": START_S, "ends_at_s": END_S}
    return ContestRules(**(known | changed))


def joins(time_s, user, contest_id="royale", is_asset_dash=False):
    return ContestJoined(
        time_s=time_s, contest_id=contest_id, user=user, is_asset_dash=is_asset_dash
    )


def sample(time_s, user, equity, collateral=None):
    return EquitySampled(
        time_s=time_s,
        user=user,
        equity_e6=equity * E6,
        collateral_e6=(equity if collateral is None else collateral) * E6,
        open_interest_e6=7 * E6,
        position_count=2,
    )


def transfer(time_s, user, margin, is_withdraw=0):
    return m.MarginTransferred(
        time_s=time_s, owner=user, margin_e6=margin * E6, is_withdraw=is_withdraw
    )


def contest(*events, high_risk=None, **changed):
    result = Contest(rules(**changed), high_risk)
    for event in events:
        result.apply(event)
    return result


def row(found, user, now_s=END_S):
    return next(place.row for place in found.leaderboard(now_s) if place.row.user == user)


@pytest.mark.parametrize(
    ("now_s", "status"),
    [
        (START_S - 1, ContestStatus.UPCOMING),
        (START_S, ContestStatus.LIVE),
        (END_S - 1, ContestStatus.LIVE),
        (END_S, ContestStatus.FINISHED),
    ],
)
def test_status_follows_time(now_s, status):
    assert rules().status(now_s) is status


def test_joining_is_open_until_the_end_and_repeats_change_nothing():
    found = contest(joins(5, ALICE, is_asset_dash=True), joins(9, ALICE), joins(7, BOB, "other"))
    assert found.participants_count == 1
    assert found.joined_at_s(ALICE) == 5
    assert found.joined_at_s(BOB) is None
    assert row(found, ALICE).is_asset_dash
    found.check_join(BOB, END_S - 1)
    with pytest.raises(ProgrammeError, match="CONTEST_CLOSED"):
        found.apply(joins(END_S, BOB))


def test_a_high_risk_user_cannot_join_until_cleared():
    high_risk = {ALICE}
    found = contest(high_risk=high_risk)
    with pytest.raises(ProgrammeError, match="HIGH_RISK_USER"):
        found.apply(joins(5, ALICE))
    high_risk.clear()
    found.apply(joins(7, ALICE))
    assert found.participants_count == 1


def test_results_count_from_the_start_for_those_who_joined_early():
    found = contest(
        joins(5, ALICE),
        sample(6, ALICE, 500),
        sample(START_S - 1, ALICE, 900),
        sample(START_S, ALICE, 1_000),
        sample(START_S + 60, ALICE, 1_100),
    )
    assert row(found, ALICE).token_change_e6 == 100 * E6
    assert row(found, ALICE).percent_change_e12 == E12 // 10


def test_results_count_from_joining_for_those_who_join_late():
    found = contest(
        sample(START_S, ALICE, 10),
        joins(START_S + 5, ALICE),
        sample(START_S + 5, ALICE, 1_000),
        sample(END_S, ALICE, 900),
    )
    assert row(found, ALICE).percent_change_e12 == -E12 // 10


def test_before_the_first_sample_everything_is_nothing():
    found = contest(joins(5, ALICE), transfer(6, ALICE, 50))
    shown = row(found, ALICE, START_S)
    assert (shown.token_change_e6, shown.percent_change_e12) == (0, 0)
    assert shown.annualized_return_e12 is None
    assert not shown.is_eligible


def test_net_deposits_are_no_gain():
    found = contest(
        joins(5, ALICE),
        transfer(6, ALICE, 777),
        sample(START_S, ALICE, 1_000),
        transfer(START_S + 1, ALICE, 300),
        transfer(START_S + 2, ALICE, 100, is_withdraw=1),
        sample(START_S + 3, ALICE, 1_250),
    )
    assert row(found, ALICE).token_change_e6 == 50 * E6
    assert row(found, ALICE).percent_change_e12 == 5 * E12 // 100


def test_deposits_cannot_inflate_the_ratio():
    # 10 at the start, 990 put in, 100 gained, 990 taken out: 100 / 990, not 100 / 10.
    found = contest(
        joins(5, ALICE),
        sample(START_S, ALICE, 10),
        transfer(START_S + 1, ALICE, 990),
        transfer(START_S + 9, ALICE, 990, is_withdraw=1),
        sample(START_S + 9, ALICE, 110),
    )
    assert row(found, ALICE).token_change_e6 == 100 * E6
    assert row(found, ALICE).percent_change_e12 == 100 * E12 // 990


def test_withdrawing_first_lowers_no_level():
    found = contest(
        joins(5, ALICE),
        sample(START_S, ALICE, 1_000),
        transfer(START_S + 1, ALICE, 900, is_withdraw=1),
        sample(START_S + 9, ALICE, 200),
    )
    assert row(found, ALICE).percent_change_e12 == E12 // 10


def test_a_transfer_after_the_last_sample_waits_for_the_next():
    found = contest(
        joins(5, ALICE), sample(START_S, ALICE, 1_000), transfer(START_S + 1, ALICE, 500)
    )
    assert row(found, ALICE).token_change_e6 == 0


def test_no_equity_and_no_deposit_is_no_percentage():
    found = contest(joins(5, ALICE), sample(START_S, ALICE, 0), sample(START_S + 9, ALICE, 40))
    assert (row(found, ALICE).token_change_e6, row(found, ALICE).percent_change_e12) == (
        40 * E6,
        0,
    )


def test_the_last_second_is_valued_and_later_ones_are_not():
    found = contest(
        joins(5, ALICE),
        sample(START_S, ALICE, 1_000),
        transfer(END_S, ALICE, 100),
        sample(END_S, ALICE, 1_300),
        transfer(END_S + 1, ALICE, 5_000),
        sample(END_S + 1, ALICE, 9_000),
    )
    assert row(found, ALICE, END_S + 99).token_change_e6 == 200 * E6


def test_time_after_the_end_changes_no_figure():
    found = contest(*trader(150, sample(START_S + DAY_S, ALICE, 160)))
    assert row(found, ALICE, END_S + 50 * DAY_S) == row(found, ALICE, END_S)


# Ranks.


def scores(**equities):
    events = []
    for name, (start, now, joined_s) in equities.items():
        user = {"alice": ALICE, "bob": BOB, "carol": CAROL, "dave": DAVE}[name]
        events += [joins(joined_s, user), sample(START_S, user, start)]
        events += [sample(START_S + 60, user, now)]
    return events


def places(found):
    return [(place.rank, place.row.user) for place in found.leaderboard(END_S)]


def test_rank_is_by_the_metric():
    events = scores(alice=(1_000, 1_200, 1), bob=(10_000, 11_000, 1))
    assert places(contest(*events)) == [(1, ALICE), (2, BOB)]
    by_token = contest(*events, metric=ContestMetric.TOKEN_CHANGE)
    assert places(by_token) == [(1, BOB), (2, ALICE)]


def test_equal_percentages_rank_by_tokens_then_by_the_earlier_join():
    events = scores(alice=(100, 110, 9), bob=(200, 220, 9), carol=(100, 110, 3), dave=(50, 51, 1))
    assert places(contest(*events)) == [(1, BOB), (2, CAROL), (3, ALICE), (4, DAVE)]


def test_full_ties_share_the_lower_rank_and_order_by_address():
    events = scores(bob=(100, 110, 9), alice=(100, 110, 9), carol=(100, 101, 9))
    assert places(contest(*events)) == [(1, ALICE), (1, BOB), (3, CAROL)]


AMOUNTS = st.integers(-9 * 10**18, 9 * 10**18)
BASES = st.integers(1, 20 * 9 * 10**18)  # twenty accounts


@given(AMOUNTS, BASES, AMOUNTS, BASES)
@example(10**18, 9 * 10**18 + 1, 10**18, 9 * 10**18)
@example(9 * 10**18 - 1, 9 * 10**18, 9 * 10**18 - 2, 9 * 10**18 - 1)
@example(2, 4, 1, 2)
def test_ranks_order_as_the_exact_fractions_do(change, base, other_change, other_base):
    def key(token_change_e6: int, base_e6: int) -> int:
        entrant = Entrant(0, False, start_equity_e6=base_e6, token_change_e6=token_change_e6)
        contest = Contest(ContestRules(contest_id="royale", starts_at_s=0, ends_at_s=9))
        contest.entrants[ALICE] = entrant
        (place,) = contest.leaderboard(1)
        return place.row.rank_key(ContestMetric.PERCENT_CHANGE)[0]

    one, other = Fraction(change, base), Fraction(other_change, other_base)
    keys = key(change, base), key(other_change, other_base)
    assert (keys[0] > keys[1], keys[0] == keys[1]) == (one < other, one == other)


def test_ranks_compare_more_than_what_is_shown():
    # 1/3 of 3e12 and one raw unit more differ below 1e-12.
    big = 3 * 10**12
    events = [joins(1, ALICE), joins(2, BOB)]
    for user, gain in ((ALICE, 10**12), (BOB, 10**12 + 1)):
        for time_s, equity in ((START_S, big), (START_S + 1, big + gain)):
            events.append(
                EquitySampled(
                    time_s=time_s,
                    user=user,
                    equity_e6=equity,
                    collateral_e6=equity,
                    open_interest_e6=0,
                    position_count=0,
                )
            )
    found = contest(*events)
    shown = [place.row.percent_change_e12 for place in found.leaderboard(END_S)]
    assert shown == [333_333_333_333] * 2
    assert places(found) == [(1, BOB), (2, ALICE)]


@given(
    st.lists(
        st.tuples(st.integers(1, 1_000), st.integers(0, 1_000), st.integers(1, 3)),
        min_size=1,
        max_size=6,
    ),
    st.randoms(),
)
def test_the_order_of_independent_users_does_not_matter(results, shuffle):
    groups = []
    for number, (start, now, joined_s) in enumerate(results):
        user = bytes([number + 1]) * 32
        groups.append(
            [joins(joined_s, user), sample(START_S, user, start), sample(START_S + 1, user, now)]
        )
    flat = [event for group in groups for event in group]
    shuffle.shuffle(groups)
    mixed = [event for group in groups for event in group]
    assert contest(*flat).leaderboard(END_S) == contest(*mixed).leaderboard(END_S)


# Annualised return.


@pytest.mark.parametrize(
    ("change", "elapsed_s", "expected"),
    [
        (Fraction(1, 10), DAY_S - 1, None),
        (Fraction(1, 100), 365 * DAY_S, 10**10),
        (Fraction(21, 100), 730 * DAY_S, E12 // 10),
        (Fraction(-19, 100), 730 * DAY_S, -E12 // 10),
        (Fraction(0), DAY_S, 0),
        (Fraction(-1), DAY_S, -E12),
        (Fraction(-3, 2), DAY_S, -E12),
        (Fraction(1, 3), 365 * DAY_S, 333_333_333_333),
        (Fraction(-1, 3), 365 * DAY_S, -333_333_333_334),
        (Fraction(10), DAY_S, ANNUALIZED_RETURN_MAX_E12),
        (Fraction(1_000), 365 * DAY_S, ANNUALIZED_RETURN_MAX_E12),
        (Fraction(999), 365 * DAY_S, 999 * E12),
    ],
)
def test_the_return_of_a_year(change, elapsed_s, expected):
    assert annualized_return_floor_e12(change, elapsed_s) == expected


@given(st.integers(-(10**6) + 1, 10**5), st.integers(1, 365))
def test_the_return_of_whole_parts_of_a_year_is_an_exact_power(millionths, times):
    # elapsed = 365 days / times, where that is a whole number of seconds
    if 365 * DAY_S % times or 365 * DAY_S // times < DAY_S:
        return
    change = Fraction(millionths, 10**6)
    exact = ((1 + change) ** times - 1) * E12
    found = annualized_return_floor_e12(change, 365 * DAY_S // times)
    assert found == min(exact.__floor__(), ANNUALIZED_RETURN_MAX_E12)


def test_the_return_is_shown_from_one_full_day_on():
    found = contest(
        joins(5, ALICE), sample(START_S, ALICE, 1_000), sample(START_S + 60, ALICE, 1_001)
    )
    assert row(found, ALICE, START_S + DAY_S - 1).annualized_return_e12 is None
    exact = (Fraction(1_001, 1_000) ** 365 - 1) * E12
    assert row(found, ALICE, START_S + DAY_S).annualized_return_e12 == exact.__floor__()


# Eligibility.


def trader(collateral=100, *more):
    return (
        joins(5, ALICE),
        sample(START_S, ALICE, collateral),
        trade(START_S, ALICE, 1),
        *more,
    )


def test_eligible_needs_a_trade_while_live():
    assert row(contest(*trader()), ALICE).is_eligible
    for time_s in (START_S - 1, END_S):
        found = contest(joins(5, ALICE), sample(START_S, ALICE, 100), trade(time_s, ALICE, 1))
        assert not row(found, ALICE).is_eligible


def test_a_trade_before_the_first_sample_is_not_enough():
    found = contest(joins(5, ALICE), trade(START_S, ALICE, 1))
    assert not row(found, ALICE).is_eligible


def test_collateral_counts_on_average_over_time():
    half_s = (START_S + END_S) // 2
    enough = contest(*trader(150, sample(half_s, ALICE, 50)))
    assert row(enough, ALICE).is_eligible
    a_second_short = contest(*trader(150, sample(half_s - 1, ALICE, 50)))
    assert not row(a_second_short, ALICE).is_eligible
    assert row(contest(*trader(100)), ALICE, START_S).is_eligible
    assert not row(contest(*trader(99)), ALICE, START_S).is_eligible


def liquidation(time_s, liquidator, owner, fee, has_fee_account=1):
    return m.PositionLiquidated(
        time_s=time_s,
        owner=owner,
        liquidator=liquidator,
        liquidation_fee_e6=fee * E6,
        has_fee_account=has_fee_account,
    )


@pytest.mark.parametrize(
    ("fee", "gained"),
    [
        (liquidation(START_S + 2, ALICE, BOB, 30), 0),  # of another wallet: as if deposited
        (liquidation(START_S + 2, ALICE, ALICE, 30), 30),  # between accounts of one wallet
        (liquidation(START_S + 2, ALICE, BOB, 30, 0), 30),  # paid out: it is in no account
        (liquidation(START_S + 2, BOB, ALICE, 30), 30),
    ],
)
def test_a_liquidation_fee_from_another_wallet_is_no_gain(fee, gained):
    found = contest(joins(5, ALICE), sample(START_S, ALICE, 100), fee, sample(END_S, ALICE, 130))
    assert row(found, ALICE).token_change_e6 == gained * E6


def test_a_high_risk_user_is_not_eligible():
    high_risk = set()
    found = contest(*trader(), high_risk=high_risk)
    assert row(found, ALICE).is_eligible
    high_risk.add(ALICE)
    assert not row(found, ALICE).is_eligible


def test_the_row_shows_the_last_sample():
    shown = row(contest(*trader(250)), ALICE)
    assert (shown.collateral_e6, shown.open_interest_e6, shown.position_count) == (
        250 * E6,
        7 * E6,
        2,
    )
    assert not shown.is_asset_dash


def test_a_frozen_contest_never_changes():
    high_risk = set()
    found = contest(*trader(), high_risk=high_risk)
    with pytest.raises(AssertionError):
        found.freeze(END_S - 1)
    final = found.freeze(END_S)
    high_risk.add(ALICE)
    found.apply(sample(END_S, ALICE, 7))
    assert found.freeze(END_S + 9) is final
    assert found.leaderboard(END_S + 9) == list(final)
    assert final[0].row.is_eligible


# The raffle.


def raffled(*events, **values):
    found = contest(*events, raffle="A cap", raffle_winners=1, **values)
    found.freeze(END_S, 40)
    return found


def drawing(sequence=40, seed=b"s" * 32):
    return RaffleDraw(root_sequence=sequence, slot=9, seed=seed)


def test_a_raffle_is_drawn_once_by_a_root_at_or_after_the_freeze():
    found = raffled(*trader())
    assert (found.frozen_seq, found.awaits_draw) == (40, True)
    with pytest.raises(ProgrammeError) as refused:
        found.take_draw(drawing(39))
    assert (refused.value.code, found.draw) == ("VALIDATION", None)
    found.take_draw(drawing())
    assert (found.draw, found.awaits_draw) == (drawing(), False)
    with pytest.raises(ProgrammeError):
        found.take_draw(drawing(41))
    again = Contest.load(found.save(), set())
    assert (again.draw, again.frozen_seq) == (drawing(), 40)


def test_without_a_raffle_an_end_or_eligible_participants_nothing_is_drawn():
    running = contest(*trader(), raffle="A cap", raffle_winners=1)
    none = contest(*trader())
    none.freeze(END_S, 40)
    for found in (running, none, raffled(joins(5, ALICE))):
        assert not found.awaits_draw
        with pytest.raises(ProgrammeError):
            found.take_draw(drawing())
