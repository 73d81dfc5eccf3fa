from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.programmes.errors import ProgrammeError
from engine.programmes.seasons import Programme
from tests.engine.programmes.facts_world import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    DAY_S,
    E6,
    SEASON,
    coded,
    deposit,
    ended,
    excluded,
    joined,
    ledger,
    opened,
    points,
    trade,
    used,
)

DAILY = 2_500 * E6
HEAD = (opened(0), joined(0, ALICE), joined(0, BOB), coded(0, ALICE, "alices"))


def test_the_referrer_earns_a_tenth_of_what_is_earned_after_use():
    found = ledger(*HEAD, trade(0, BOB, 10), used(DAY_S, BOB, "alices"))
    assert points(found, ALICE, DAY_S).points_e6 == 0
    row = points(found, ALICE, 3 * DAY_S)
    assert (row.referral_points_e6, row.points_e6) == (500 * E6, 500 * E6)


def test_a_tenth_is_of_the_base_without_boosts_and_is_not_boosted():
    found = ledger(
        *HEAD,
        joined(0, CAROL),
        coded(0, CAROL, "carols"),
        used(0, ALICE, "carols"),
        trade(0, BOB, 10),
        used(0, BOB, "alices"),
    )
    assert points(found, BOB, DAY_S).points_e6 == DAILY * 105 // 100
    assert points(found, ALICE, DAY_S).points_e6 == DAILY // 10


def test_referrals_pay_one_level_only():
    found = ledger(
        *HEAD,
        joined(0, CAROL),
        used(0, BOB, "alices"),
        coded(0, BOB, "bobs"),
        used(0, CAROL, "bobs"),
        trade(0, CAROL, 10),
    )
    assert points(found, BOB, DAY_S).points_e6 == DAILY // 10
    assert points(found, ALICE, DAY_S).points_e6 == 0


def test_a_referrer_counts_from_their_own_participation():
    found = ledger(
        opened(0, Programme.SEASON_2),
        joined(0, ALICE, Programme.SEASON_2),
        coded(0, ALICE, "alices"),
        joined(0, BOB, Programme.SEASON_2),
        used(0, BOB, "alices"),
        ended(1, Programme.SEASON_2),
        opened(1),
        joined(1, BOB),
        trade(1, BOB, 10),
        joined(1 + DAY_S, ALICE),
    )
    assert points(found, ALICE, 1 + DAY_S).points_e6 == 0
    assert points(found, ALICE, 1 + 2 * DAY_S).points_e6 == DAILY // 10


def test_a_user_who_joins_after_using_a_code_counts_from_joining():
    found = ledger(
        opened(0),
        joined(0, ALICE),
        coded(0, ALICE, "alices"),
        used(0, BOB, "alices"),
        trade(0, BOB, 10),
        joined(DAY_S, BOB),
    )
    assert points(found, ALICE, 2 * DAY_S).points_e6 == DAILY // 10


def test_an_excluded_user_has_nothing_and_gives_nothing():
    found = ledger(*HEAD, used(0, BOB, "alices"), trade(0, BOB, 10), excluded(5, BOB))
    row = points(found, BOB, DAY_S)
    assert row.is_excluded
    assert (row.points_e6, row.trading_points_e6) == (0, 0)
    assert points(found, ALICE, DAY_S).points_e6 == 0
    assert [place.row.user for place in found.leaderboard(SEASON, DAY_S)] == [ALICE, BOB]


def test_an_appeal_gives_everything_back():
    found = ledger(*HEAD, used(0, BOB, "alices"), trade(0, BOB, 10), excluded(5, BOB))
    found.apply(excluded(9, BOB, is_excluded=False))
    assert points(found, BOB, DAY_S).trading_points_e6 == DAILY
    assert points(found, ALICE, DAY_S).referral_points_e6 == DAILY // 10


@given(
    st.lists(
        st.tuples(
            st.sampled_from([BOB, CAROL, DAVE]),
            st.integers(0, 3 * DAY_S),
            st.integers(0, 10**6),
            st.booleans(),
        ),
        max_size=10,
    ),
    st.integers(0, 10**6),
)
def test_referral_points_are_a_tenth_of_all_direct_base_after_use(changes, rest_s):
    users = [BOB, CAROL, DAVE]
    head = [*HEAD, joined(0, CAROL), joined(0, DAVE)]
    uses = [used((place + 1) * DAY_S, user, "ALICES") for place, user in enumerate(users)]
    moves = [
        deposit(at_s, user, amount) if is_lp else trade(at_s, user, amount, price=1)
        for user, at_s, amount, is_lp in changes
    ]
    events = sorted([*uses, *moves], key=lambda event: event.time_s)
    end_s = events[-1].time_s + rest_s
    found = ledger(*head, *events)
    expected = Fraction(0)
    for place, user in enumerate(users):
        from_s = (place + 1) * DAY_S
        for kind, rate in ((True, 5), (False, Fraction(5, 2))):
            own = [
                (at_s, amount)
                for owner, at_s, amount, is_lp in sorted(changes, key=lambda change: change[1])
                if owner == user and is_lp is kind
            ]
            for number, (at_s, amount) in enumerate(own):
                until_s = own[number + 1][0] if number + 1 < len(own) else end_s
                counted_s = max(0, until_s - max(at_s, from_s))
                expected += Fraction(amount * E6 * counted_s, DAY_S) * rate
    assert points(found, ALICE, end_s).referral_points_e6 == (expected / 10).__floor__()


# The rules of codes, in the contract's order.


def test_the_length_of_a_code_counts_characters_after_trimming():
    book = ledger(*HEAD).referrals
    assert book.check_generate(BOB, "  " + "a" * 20 + " ") == "a" * 20
    for code, error in [
        ("é" * 21, "The referral code cannot be longer than 20 characters"),
        ("   ", "Referral code is required"),
        ("ab", "INVALID_REFERRAL_CODE"),
        ("é" * 20, "INVALID_REFERRAL_CODE"),
        ("has space", "INVALID_REFERRAL_CODE"),
    ]:
        with pytest.raises(ProgrammeError, match=error):
            book.check_generate(BOB, code)


def test_a_code_needs_participation_and_is_unique_and_the_only_one():
    book = ledger(*HEAD).referrals
    for user, code, error in [
        (CAROL, "carols", "NOT_PARTICIPATING"),
        (BOB, "ALICES", "REFERRAL_CODE_TAKEN"),
        (ALICE, "another", "REFERRAL_CODE_EXISTS"),
        (ALICE, "alices", "REFERRAL_CODE_TAKEN"),
    ]:
        with pytest.raises(ProgrammeError, match=error):
            book.check_generate(user, code)
    assert book.of(ALICE).code == "alices"


def test_a_letter_that_is_ascii_only_in_lower_case_is_no_letter_of_a_code():
    book = ledger(opened(0), joined(0, ALICE), coded(0, ALICE, "kkk")).referrals
    assert book.owner_of("KkK") == ALICE
    assert book.owner_of("\N{KELVIN SIGN}" * 3) is None


def test_use_is_refused_in_order():
    found = ledger(
        *HEAD, used(0, BOB, "alices"), coded(0, BOB, "bobs"), joined(0, CAROL), joined(0, DAVE)
    )
    found.apply(used(0, CAROL, "bobs"))
    found.apply(coded(0, CAROL, "carols"))
    for user, code, error in [
        (DAVE, "x" * 21, "Referral codes cannot be longer than 20 characters"),
        (DAVE, "unused", "REFERRAL_CODE_NOT_FOUND"),
        (ALICE, "Alices", "SELF_REFERRAL"),
        (BOB, "carols", "REFERRAL_ALREADY_USED"),
        (ALICE, "carols", "REFERRAL_CYCLE"),
        (ALICE, "bobs", "REFERRAL_CYCLE"),
    ]:
        with pytest.raises(ProgrammeError, match=error):
            found.referrals.check_use(user, code, 0)


def test_a_code_can_be_used_for_seven_days_from_the_first_participation():
    book = ledger(*HEAD).referrals
    assert book.check_use(BOB, "alices", 7 * DAY_S) == ALICE
    with pytest.raises(ProgrammeError, match="REFERRAL_WINDOW_CLOSED"):
        book.check_use(BOB, "alices", 7 * DAY_S + 1)
    assert book.check_use(CAROL, "alices", 99 * DAY_S) == ALICE


def test_the_record_of_a_use_is_kept():
    book = ledger(*HEAD, used(77, BOB, " ALICES ")).referrals
    known = book.of(BOB)
    assert (known.referred_by, known.referred_by_code, known.referred_at_s) == (ALICE, "alices", 77)
    assert book.of(ALICE).referees == [BOB]
    assert book.of(BOB).participated_at_s == 0
    assert book.of(DAVE).participated_at_s is None
