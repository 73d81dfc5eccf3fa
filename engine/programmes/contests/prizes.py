"""Prizes of a finished contest and its raffle (API 7.5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from engine.programmes.contests.contests import RankedContestRow
from engine.programmes.contests.rules import PrizeTier

RAFFLE_SHARE_PERCENT = 10


@dataclass(frozen=True, slots=True)
class Prize:
    """A user's prize."""

    user: bytes
    amount_e6: int


def prizes_of(places: Sequence[RankedContestRow], tiers: Sequence[PrizeTier]) -> list[Prize]:
    """Give the prizes to the eligible in order of rank; the ineligible are passed over.

    Places are counted one by one, so that users who share a rank never share a prize: the one
    that the leaderboard lists first takes the higher.
    """
    eligible = [place.row.user for place in places if place.row.is_eligible]
    return [
        Prize(user, tier.amount_e6)
        for place, user in enumerate(eligible, 1)
        for tier in tiers
        if tier.rank_from <= place <= tier.rank_to
    ]


def raffle_pool(places: Sequence[RankedContestRow]) -> list[bytes]:
    """Return the top 10 % of the eligible, rounded up, so that one eligible user is enough."""
    eligible = [place.row.user for place in places if place.row.is_eligible]
    return eligible[: -(-len(eligible) * RAFFLE_SHARE_PERCENT // 100)]


def draw_raffle(
    pool: Sequence[bytes], winner_count: int, contest_id: str, seed: bytes
) -> list[bytes]:
    """Return the winners: those with the smallest SHA-256(seed, contest id, 0x00, address).

    The seed is public and fixed after the contest is over, so that no participant can choose it
    for their address and anyone can verify the draw. Everyone in the pool has the same chance.
    """
    assert winner_count >= 0
    prefix = seed + contest_id.encode() + b"\x00"
    tickets = sorted((sha256(prefix + user).digest(), user) for user in set(pool))
    return [user for _, user in tickets[:winner_count]]
