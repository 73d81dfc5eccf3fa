from collections import Counter
from fractions import Fraction
from hashlib import sha256

from engine.programmes.contests.contests import ContestRow, RankedContestRow
from engine.programmes.contests.prizes import Prize, draw_raffle, prizes_of, raffle_pool
from engine.programmes.contests.rules import DEFAULT_PRIZES, PrizeTier

E6 = 10**6


def user(number):
    return bytes([number]) * 32


def place(rank, number, is_eligible=True):
    return RankedContestRow(
        rank,
        ContestRow(
            user=user(number),
            joined_at_s=0,
            token_change_e6=0,
            percent_change_e12=0,
            elapsed_s=0,
            position_count=0,
            collateral_e6=0,
            open_interest_e6=0,
            is_asset_dash=False,
            is_eligible=is_eligible,
            exact_change=Fraction(0),
        ),
    )


def test_the_first_three_receive_the_prizes():
    places = [place(rank, rank) for rank in range(1, 5)]
    assert prizes_of(places, DEFAULT_PRIZES) == [
        Prize(user(1), 1_000 * E6),
        Prize(user(2), 600 * E6),
        Prize(user(3), 400 * E6),
    ]


def test_the_ineligible_are_passed_over():
    places = [place(1, 1, is_eligible=False), place(2, 2)]
    assert prizes_of(places, DEFAULT_PRIZES) == [Prize(user(2), 1_000 * E6)]


def test_a_shared_rank_shares_no_prize():
    places = [place(1, 1), place(1, 2), place(3, 3)]
    assert sum(prize.amount_e6 for prize in prizes_of(places, DEFAULT_PRIZES)) == 2_000 * E6


def test_a_tier_can_span_places():
    tiers = [PrizeTier(rank_from=2, rank_to=3, amount_e6=5)]
    places = [place(rank, rank) for rank in range(1, 6)]
    assert prizes_of(places, tiers) == [Prize(user(2), 5), Prize(user(3), 5)]


def test_the_raffle_is_among_the_top_tenth_of_the_eligible_rounded_up():
    for count, size in [(0, 0), (1, 1), (10, 1), (11, 2), (20, 2), (21, 3)]:
        places = [place(9, 200, is_eligible=False)]
        places += [place(number, number) for number in range(1, count + 1)]
        assert raffle_pool(places) == [user(number) for number in range(1, size + 1)]


def test_the_draw_is_the_smallest_hashes_whatever_the_order():
    pool = [user(number) for number in range(1, 30)]
    by_hand = sorted(pool, key=lambda each: sha256(b"seed" + b"royale" + b"\0" + each).digest())
    assert draw_raffle(pool, 3, "royale", b"seed") == by_hand[:3]
    assert draw_raffle(pool[::-1], 3, "royale", b"seed") == by_hand[:3]
    assert draw_raffle(pool + pool, 2, "royale", b"seed") == by_hand[:2]
    assert draw_raffle(pool[:2], 5, "royale", b"seed") != []
    assert draw_raffle([], 1, "royale", b"seed") == []


def test_another_seed_or_contest_draws_another_winner():
    pool = [user(number) for number in range(1, 200)]
    drawn = {
        draw_raffle(pool, 1, contest, seed)[0]
        for contest in ("royale", "spring")
        for seed in (b"a", b"b")
    }
    assert len(drawn) == 4


def test_the_draw_is_uniform():
    pool = [user(number) for number in range(1, 5)]
    wins = Counter(
        draw_raffle(pool, 1, "royale", bytes([a, b]))[0] for a in range(40) for b in range(25)
    )
    # 1,000 draws of four: 250 each, standard deviation 13.7.
    assert all(190 < wins[each] < 310 for each in pool)
