"""Boosts of the points programmes (API 7.4): they add, never multiply.

A badge boosts what is earned while it is held. Giving a badge away ends its boost and forfeits
what it earned in the running programme; a badge that comes back starts again at nothing. So a
borrowed badge brings nothing for the time before it came. The boost shown for badges is the part
of all base points that they boosted, so that

    points = (tradingPoints + lpPoints) x (1 + sum of the boosts shown) + referralPoints

holds at every moment; for badges held since the first point it is the plain rate.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

E12 = 10**12

REFERRED_BOOST_E12 = 5 * E12 // 100
FIRST_BADGE_BOOST_E12 = 20 * E12 // 100
ADDITIONAL_BADGE_BOOST_E12 = 5 * E12 // 100
ADDITIONAL_BADGES_MAX = 10
BADGES_COUNTED_MAX = 1 + ADDITIONAL_BADGES_MAX


# Of the badges of the snapshot before, this many tenths must still be there for the highest tier.
class SnapshotTier(StrEnum):
    """A user's result in an announced snapshot."""

    BASE = "base"
    MID = "mid"
    PLUS = "plus"
    MAX = "max"


SNAPSHOT_BOOST_E12 = MappingProxyType(
    {
        SnapshotTier.BASE: 10 * E12 // 100,
        SnapshotTier.MID: 15 * E12 // 100,
        SnapshotTier.PLUS: 20 * E12 // 100,
        SnapshotTier.MAX: 30 * E12 // 100,
    }
)


def badge_rates_e12(badge_count: int) -> tuple[int, int]:
    """Return the boosts of the first badge and of the further ones, at most ten of them."""
    assert badge_count >= 0
    further = min(max(badge_count - 1, 0), ADDITIONAL_BADGES_MAX)
    return (FIRST_BADGE_BOOST_E12 if badge_count else 0), ADDITIONAL_BADGE_BOOST_E12 * further


@dataclass(slots=True)
class BadgeMarks:
    """The base earned before each badge came, oldest badge first; the n-th mark is badge n's."""

    marks: list[int] = field(default_factory=list)

    def set_count(self, badge_count: int, base: int) -> None:
        """Take the newest badges away or add some; `base` is what was earned until now."""
        assert badge_count >= 0
        counted = min(badge_count, BADGES_COUNTED_MAX)
        del self.marks[counted:]
        self.marks += [base] * (counted - len(self.marks))

    def boosts_e12(self, base: int) -> tuple[int, int]:
        """Return what the first and the further badges boosted, as parts of `base`, floored."""
        first, further = self.marks[:1], self.marks[1:]
        return (
            _part_floor_e12(FIRST_BADGE_BOOST_E12, first, base),
            _part_floor_e12(ADDITIONAL_BADGE_BOOST_E12, further, base),
        )


def _part_floor_e12(rate_e12: int, marks: list[int], base: int) -> int:
    assert all(0 <= mark <= base for mark in marks)
    if base == 0:
        return rate_e12 * len(marks)
    return rate_e12 * sum(base - mark for mark in marks) // base
