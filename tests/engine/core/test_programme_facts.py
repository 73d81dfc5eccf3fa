"""Facts of the programmes: the core takes what is in its ranges, and its state does not change."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.world import E12, OPERATOR, World, wallet
from tests.reference.programmes import AMOUNT_MAX, TIME_MAX, refusal

TEXTS = ("", "a", "ab", "abc", "A-z_9", "x" * 20, "x" * 21, "a b", "~", "tab\t")
NUMBERS = (0, 1, 2, 3, 4, 5, 255)
AMOUNTS = (0, 0, 0, 1, AMOUNT_MAX, AMOUNT_MAX + 1, -1)
BOOSTS = (0, 0, E12, 10 * E12, 10 * E12 + 1, -1)
RANKS = ((1, 2), (1, 1_000_000), (1, 1), (0, 1), (2, 1_000_001), (1, 2, 3))


def padded(values: tuple[int, ...]) -> tuple[int, ...]:
    return (*values, *[0] * (8 - len(values)))


def any_fact(random: Random) -> m.Command:
    user, text, number = {"user": wallet(3)}, random.choice(TEXTS), random.choice(NUMBERS)
    some = {"programme": random.choice((1, 2, 3, 4, number)), **user}
    kind = random.randrange(11)
    if kind < 2:
        return (m.GenerateReferralCode, m.UseReferralCode)[kind](**user, code=text)
    if kind == 2:
        return m.JoinContest(**user, contest_id=text, is_asset_dash=number)
    if kind == 3:
        return m.SampleBadges(**user, badge_count=number)
    if kind == 4:
        return m.SetProgramme(programme=some["programme"], phase=number)
    if kind == 5:
        return m.SetExclusion(**some, is_excluded=number)
    if kind == 6:
        named = {"snapshot_id": text, "name": random.choice(TEXTS)}
        return m.GrantSnapshotBoost(**some, **named, tier=number)
    if kind == 7:
        points = ("trading_points_e6", "lp_points_e6", "referral_points_e6")
        boosts = ("referred_boost_e12", "first_hoa_boost_e12", "additional_hoa_boost_e12")
        values = {name: random.choice(AMOUNTS) for name in points}
        return m.SetFinalRow(**some, **values, **{one: random.choice(BOOSTS) for one in boosts})
    if kind == 8:
        root = {"root_sequence": number, "slot": number, "seed": bytes([number]) * 32}
        return m.DrawRaffle(contest_id=text, **root)
    if kind == 9:
        return m.SetReplaySpeed(user=bytes(32), rate=random.choice((0, 1, 1_440, 86_400, 86_401)))
    return any_contest(random)


def any_contest(random: Random) -> m.CreateContest:
    """Good but for at most two things."""
    values = {
        "contest_id": "royale",
        "name": "Royale",
        "starts_at_s": 5,
        "ends_at_s": 6,
        "prize_mint": 1,
        "prize_count": 2,
        "prize_ranks_to": padded((1, 2)),
        "prize_amounts_e6": padded((5, 6)),
        "raffle": "cap",
        "raffle_winners": 2,
    }
    wrong = {
        "contest_id": random.choice(TEXTS),
        "name": random.choice(TEXTS),
        "description": random.choice(TEXTS),
        "starts_at_s": random.choice((-1, 0, 5, 6)),
        "ends_at_s": random.choice((5, 6, TIME_MAX, TIME_MAX + 1)),
        "metric": random.choice(NUMBERS),
        "min_collateral_e6": random.choice(AMOUNTS),
        "prize_mint": random.choice(NUMBERS),
        "prize_count": random.choice((0, 1, 2, 3, 9)),
        "prize_ranks_to": padded(random.choice(RANKS)),
        "prize_amounts_e6": padded(random.choice(((1, 2), (0, 1), (1, AMOUNT_MAX + 1)))),
        "raffle": random.choice(TEXTS),
        "raffle_winners": random.choice((0, 1, 1_000, 1_001)),
    }
    for name in random.sample(sorted(wrong), random.randrange(3)):
        values[name] = wrong[name]
    return m.CreateContest(**values)


@pytest.mark.parametrize("seed", range(4))
def test_the_core_and_the_rules_take_the_same_facts(seed):
    random, world, met = Random(seed), World(), Counter()
    before = world.exchange.state_hash()
    for _ in range(1_500):
        fact = any_fact(random)
        expected = refusal(fact)
        if hasattr(fact, "operator"):
            fact = replace(fact, operator=OPERATOR)
        events = world.send(fact)
        assert world.code is expected, fact
        assert len(events) == (expected is not E.NONE)
        met[type(fact).__name__, expected] += 1
    assert world.exchange.state_hash() == before
    kinds = {name for name, _ in met}
    assert len(kinds) == 11
    assert all(met[name, E.NONE] > 3 for name in kinds)
    assert {code for _, code in met} == {E.NONE, E.VALIDATION, E.AMOUNT_OUT_OF_RANGE}
