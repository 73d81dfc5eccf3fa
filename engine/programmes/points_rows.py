"""Rows of points: what a leaderboard shows, ranks, sums over seasons, days, quotes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.core.row import row
from engine.programmes.boosts import E12

E6 = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotBoost:
    """A user's grant in one snapshot."""

    id: str
    name: str
    boost_e12: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsRow:
    """The points of a user in one programme (API 3.7), each part rounded down once.

    Trading points hold the reward of liquidations, LP points those of staking; both are named.
    """

    user: bytes
    trading_points_e6: int = 0
    lp_points_e6: int = 0
    referral_points_e6: int = 0
    liquidation_points_e6: int = 0
    staking_points_e6: int = 0
    referred_boost_e12: int = 0
    first_hoa_boost_e12: int = 0
    additional_hoa_boost_e12: int = 0
    snapshot_boosts: tuple[SnapshotBoost, ...] = ()
    is_excluded: bool = False
    summed_points_e6: int | None = None

    @property
    def boosts_e12(self) -> int:
        """The sum of all boosts."""
        return (
            self.referred_boost_e12
            + self.first_hoa_boost_e12
            + self.additional_hoa_boost_e12
            + sum(boost.boost_e12 for boost in self.snapshot_boosts)
        )

    @property
    def points_e6(self) -> int:
        """floor((trading + LP) x (1 + boosts)) + referral; of a sum: the sum of the seasons'."""
        if self.summed_points_e6 is not None:
            return self.summed_points_e6
        base_e6 = self.trading_points_e6 + self.lp_points_e6
        return base_e6 * (E12 + self.boosts_e12) // E12 + self.referral_points_e6


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row and its place; equal points share the lower number."""

    rank: int
    row: PointsRow


def ranked(rows: Iterable[PointsRow]) -> list[Ranked]:
    """Order by points, most first, then by address; equal points share the lower rank."""
    ordered = sorted(rows, key=lambda row: (-row.points_e6, row.user))
    result: list[Ranked] = []
    for place, ranked_row in enumerate(ordered, 1):
        is_tie = bool(result) and result[-1].row.points_e6 == ranked_row.points_e6
        result.append(Ranked(result[-1].rank if is_tie else place, ranked_row))
    return result


def without_points(row: PointsRow) -> PointsRow:
    """Return the row of an excluded user: flagged, every figure of points 0."""
    return replace(
        row,
        trading_points_e6=0,
        lp_points_e6=0,
        referral_points_e6=0,
        liquidation_points_e6=0,
        staking_points_e6=0,
        is_excluded=True,
    )


def total_of(rows: Sequence[PointsRow]) -> PointsRow:
    """Return the sum of a user's rows, oldest season first; the boosts are the newest row's."""
    assert rows
    assert len({row.user for row in rows}) == 1
    return replace(
        rows[-1],
        trading_points_e6=sum(row.trading_points_e6 for row in rows),
        lp_points_e6=sum(row.lp_points_e6 for row in rows),
        referral_points_e6=sum(row.referral_points_e6 for row in rows),
        liquidation_points_e6=sum(row.liquidation_points_e6 for row in rows),
        staking_points_e6=sum(row.staking_points_e6 for row in rows),
        summed_points_e6=sum(row.points_e6 for row in rows),
    )


@row(kw_only=True)
class PointsQuote:
    """Daily points of an amount, boosted, rounded down; `multiplier` is 1 + the boosts."""

    per_day_e6: int
    multiplier_e12: int


def points_quote(amount_e6: int, rate_e6: int, multiplier_e12: int) -> PointsQuote:
    """Quote an amount at a rate per 1.0 a day; a removal gives the same figure, lost."""
    assert amount_e6 >= 0
    per_day_e6 = amount_e6 * rate_e6 * multiplier_e12 // (E6 * E12)
    return PointsQuote(per_day_e6=per_day_e6, multiplier_e12=multiplier_e12)


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPoints:
    """The points of one UTC day."""

    day_s: int
    trading_points_e6: int
    lp_points_e6: int
    referral_points_e6: int


def daily_points(midnights: Sequence[tuple[int, PointsRow]]) -> list[DayPoints]:
    """Return each day's points, from the midnight rows and the current row."""
    return [
        DayPoints(
            day_s=day_s,
            trading_points_e6=after.trading_points_e6 - before.trading_points_e6,
            lp_points_e6=after.lp_points_e6 - before.lp_points_e6,
            referral_points_e6=after.referral_points_e6 - before.referral_points_e6,
        )
        for (day_s, before), (_, after) in pairwise(midnights)
    ]
