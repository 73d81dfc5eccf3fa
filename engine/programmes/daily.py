"""Points totals at the last 31 UTC midnights of engine time."""

from array import array
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from engine.programmes.points_rows import DayPoints, PointsRow, daily_points

DAY_S = 86_400
MIDNIGHTS_MAX = 31
DAYS_SHOWN = 30
_FIGURES = 3
_LARGEST = 2**63 - 1


def next_midnight_s(now_s: int) -> int:
    """Return the first UTC midnight after a moment."""
    return (now_s // DAY_S + 1) * DAY_S


@dataclass(slots=True)
class Midnight:
    """Trading, LP and referral points of each participant, in order of joining."""

    at_s: int
    figures_e6: "array[int]" = field(default_factory=lambda: array("q"))

    def row(self, user: bytes, place: int) -> PointsRow:
        """Return what the participant at a place had earned; zeros before they joined."""
        figures = self.figures_e6[place * _FIGURES : (place + 1) * _FIGURES]
        if not figures:
            return PointsRow(user=user)
        return PointsRow(
            user=user,
            trading_points_e6=figures[0],
            lp_points_e6=figures[1],
            referral_points_e6=figures[2],
        )


class DailyRows:
    """The midnights of one programme, oldest first."""

    def __init__(self, midnights: Sequence[Midnight] = ()) -> None:
        self.midnights: deque[Midnight] = deque(midnights, maxlen=MIDNIGHTS_MAX)

    def save(self) -> list[tuple[int, bytes]]:
        """Return time and figures of each midnight, the figures as 64-bit numbers."""
        return [(one.at_s, one.figures_e6.tobytes()) for one in self.midnights]

    @classmethod
    def load(cls, saved: Sequence[tuple[int, bytes]]) -> Self:
        """Return the midnights that were saved; raise ValueError when they cannot be."""
        midnights = []
        for at_s, data in saved[-MIDNIGHTS_MAX:]:
            figures_e6 = array("q")
            figures_e6.frombytes(data)
            if at_s % DAY_S or len(figures_e6) % _FIGURES:
                raise ValueError("a midnight has no whole rows, or is none")
            midnights.append(Midnight(at_s, figures_e6))
        return cls(midnights)

    def record(self, at_s: int, earned: Iterable[tuple[int, int, int]]) -> None:
        """Keep each wallet's earnings at a midnight; a figure stops at that of 64 bits."""
        midnight = Midnight(at_s)
        for figures in earned:
            midnight.figures_e6.extend(min(figure, _LARGEST) for figure in figures)
        self.midnights.append(midnight)

    def days(self, place: int, joined_at_s: int, now: PointsRow) -> list[DayPoints]:
        """Return the last 30 days of a participant, oldest first, the running one included.

        No day before they joined. An excluded user has earned nothing. Referral points that an
        exclusion took away lower the day on which that happened.
        """
        first_s = joined_at_s // DAY_S * DAY_S
        rows = [
            (midnight.at_s, PointsRow(user=now.user))
            if now.is_excluded
            else (midnight.at_s, midnight.row(now.user, place))
            for midnight in self.midnights
            if midnight.at_s > first_s
        ]
        if len(rows) < MIDNIGHTS_MAX:
            rows.insert(0, (first_s, PointsRow(user=now.user)))
        return daily_points([*rows, (rows[-1][0] + DAY_S, now)])[-DAYS_SHOWN:]
