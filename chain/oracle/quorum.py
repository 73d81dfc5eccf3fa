"""Quorum: how many sources must report, and their maximum distance."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from chain.oracle.decimals import nearest_ratio
from chain.oracle.source import Observation

BASIS_POINTS: Final = 10_000


class Lack(Enum):
    """Why there is no print."""

    TOO_FEW = "too few sources"
    DISAGREE = "sources disagree"


@dataclass(frozen=True, slots=True)
class QuorumRule:
    """Number of sources, the quorum, and the tolerance as a share of the lowest price."""

    sources: int
    quorum: int
    tolerance_bp: int

    def __post_init__(self) -> None:
        assert 1 <= self.quorum <= self.sources
        assert 0 <= self.tolerance_bp < BASIS_POINTS


@dataclass(frozen=True, slots=True)
class Agreed:
    """The print that enough sources confirm."""

    price_e8: int
    confidence_e8: int
    published_at_s: int
    sources: tuple[str, ...]


def combine(observations: Sequence[Observation], rule: QuorumRule) -> Agreed | Lack:
    """Return the print of one market and schedule from the newest word of each source.

    The agreeing sources are at least the quorum and more than half of the answering ones, so
    that two camps never both win. They agree when the highest is within the tolerance of the
    lowest, inclusive and exact. Of several such groups the largest counts, then the closest,
    then the lowest.

    price = median of the group, for an even number the mean of the two in the middle, rounded to
    the nearest and ties to even; confidence = the largest of the group's, and no less than half
    the distance between lowest and highest, rounded up; the publish time is the oldest: a print
    is as old as its oldest part. The order of the observations does not matter.
    """
    if len(observations) < rule.quorum:
        return Lack.TOO_FEW
    group = _largest_group(observations, rule.tolerance_bp)
    if len(group) < max(rule.quorum, len(observations) // 2 + 1):
        return Lack.DISAGREE
    distance_e8 = group[-1].price_e8 - group[0].price_e8
    low, high = group[(len(group) - 1) // 2], group[len(group) // 2]
    return Agreed(
        price_e8=nearest_ratio(low.price_e8 + high.price_e8, 2),
        confidence_e8=max((distance_e8 + 1) // 2, *(one.confidence_e8 for one in group), 0),
        published_at_s=min(one.published_at_s for one in group),
        sources=tuple(one.source for one in group),
    )


def _largest_group(observations: Sequence[Observation], tolerance_bp: int) -> list[Observation]:
    """Return the group, ascending by price."""
    ordered = sorted(observations, key=lambda one: (one.price_e8, one.source))
    groups = [
        [one for one in ordered[start:] if _is_near(first.price_e8, one.price_e8, tolerance_bp)]
        for start, first in enumerate(ordered)
    ]
    return max(groups, key=lambda group: (len(group), group[0].price_e8 - group[-1].price_e8))


def _is_near(low_e8: int, high_e8: int, tolerance_bp: int) -> bool:
    return (high_e8 - low_e8) * BASIS_POINTS <= low_e8 * tolerance_bp
