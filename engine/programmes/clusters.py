"""Referral clusters that hold both sides of a market (API 7.4).

Points pay open interest, and a long and a short of the same hands cost each other nothing. This
finds such clusters at one moment; whether to exclude them is the operator's decision (a fact), as
a well-known referrer may have strangers on both sides.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.programmes.holdings import Holdings
from engine.programmes.referrals import ReferralBook


@dataclass(frozen=True, slots=True, kw_only=True)
class OpposedCluster:
    """A cluster, named by the user at its top, with members on both sides of one market."""

    root: bytes
    market_id: int
    longs: tuple[bytes, ...]
    shorts: tuple[bytes, ...]


def opposed_clusters(
    holdings: Mapping[bytes, Holdings], referrals: ReferralBook
) -> list[OpposedCluster]:
    """Return the clusters of two or more on both sides, by root and market, members by address.

    One user on both sides in different accounts is no cluster, unless others of theirs are there.
    """
    sides: dict[tuple[bytes, int], tuple[set[bytes], set[bytes]]] = {}
    roots: dict[bytes, bytes] = {}
    for user, held in holdings.items():
        if not held.positions:
            continue
        root = _root_of(user, referrals, roots)
        for (_, market_id), position in held.positions.items():
            longs, shorts = sides.setdefault((root, market_id), (set(), set()))
            (longs if position.size_e6 > 0 else shorts).add(user)
    return [
        OpposedCluster(
            root=root, market_id=market_id, longs=_ordered(longs), shorts=_ordered(shorts)
        )
        for (root, market_id), (longs, shorts) in sorted(sides.items())
        if longs and shorts and len(longs | shorts) > 1
    ]


def _root_of(user: bytes, referrals: ReferralBook, roots: dict[bytes, bytes]) -> bytes:
    """Return the topmost referrer of a user; each way up is walked once."""
    way: list[bytes] = []
    while user not in roots and (above := referrals.of(user).referred_by) is not None:
        way.append(user)
        user = above
    root = roots.get(user, user)
    roots.update(dict.fromkeys(way, root))
    return root


def _ordered(users: Iterable[bytes]) -> tuple[bytes, ...]:
    return tuple(sorted(users))
