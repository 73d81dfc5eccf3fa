"""Leaderboards of points, computed at most every fifteen seconds (API 1.5, 7.4).

One user's row is read from its leaderboard too: row, rank and total then stem from one moment, and
a wallet with many referees costs no more than any other.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from edge.http.addresses import address_text
from edge.http.cache import CachedValue
from edge.http.limits import LEADERBOARD_AGE_S, LEADERBOARD_SLICE
from engine.programmes.points_rows import PointsRow, Ranked, ranked, total_of
from engine.programmes.programme_state import ProgrammeState
from engine.programmes.seasons import SEASONS, Programme


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard at one moment; `points_e6` is the sum of its rows."""

    places: list[Ranked]
    by_user: dict[bytes, Ranked]
    users: list[bytes]  # in order of their bytes
    points_e6: int
    updated_at_s: int

    def place(self, user: bytes) -> tuple[PointsRow, int | None]:
        """Return a user's row and rank; zeros without a rank for one who has no place."""
        found = self.by_user.get(user)
        return (PointsRow(user=user), None) if found is None else (found.row, found.rank)


@dataclass(frozen=True, slots=True)
class _Round:
    """All leaderboards of one moment."""

    programmes: dict[Programme, Board]
    totals: Board


class PointsBoards:
    """The leaderboards of every programme and of the seasons' totals.

    Rows are computed in slices between which other work continues, and ranked in a thread. So the
    rows of more than a slice of participants may lie as far apart as their computation took.
    """

    def __init__(
        self,
        programmes: ProgrammeState,
        now_s: Callable[[], int],
        age_s: float = LEADERBOARD_AGE_S,
    ) -> None:
        self._programmes = programmes
        self._now_s = now_s
        self._round = CachedValue(self._make, age_s)

    async def totals(self) -> Board:
        """Return the sums over the seasons."""
        return (await self._round.get()).totals

    async def of(self, programme: Programme) -> Board:
        """Return the leaderboard of one programme."""
        return (await self._round.get()).programmes[programme]

    async def _make(self) -> _Round:
        now_s = self._now_s()
        rows = {programme: await self._rows(programme) for programme in Programme}
        return await asyncio.to_thread(_round, rows, now_s)

    async def _rows(self, programme: Programme) -> list[PointsRow]:
        ledger = self._programmes.ledger
        users = list(ledger.participants(programme))
        rows: list[PointsRow] = []
        for start in range(0, len(users), LEADERBOARD_SLICE):
            if start:
                await asyncio.sleep(0)
            now_s = self._now_s()
            part = users[start : start + LEADERBOARD_SLICE]
            rows += [ledger.row(programme, user, now_s) for user in part]
        return rows


def _round(rows: dict[Programme, list[PointsRow]], now_s: int) -> _Round:
    programmes = {programme: _board(found, now_s) for programme, found in rows.items()}
    parts: dict[bytes, list[PointsRow]] = {}
    for programme in SEASONS:
        for row in rows[programme]:
            parts.setdefault(row.user, []).append(row)
    totals = [found[0] if len(found) == 1 else total_of(found) for found in parts.values()]
    return _Round(programmes, _board(totals, now_s))


def _board(rows: Sequence[PointsRow], now_s: int) -> Board:
    """Return the leaderboard of some rows; equal ranks are ordered by the text of the address."""
    places = sorted(ranked(rows), key=lambda place: (place.rank, address_text(place.row.user)))
    by_user = {place.row.user: place for place in places}
    points_e6 = sum(place.row.points_e6 for place in places)
    return Board(places, by_user, sorted(by_user), points_e6, now_s)
