"""Leaderboards of contests, each made at most every LEADERBOARD_AGE_S seconds (API 1.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from edge.api.contests import encode
from edge.api.contests.schemas import ContestResult, RankedContestResult
from edge.http.limits import LEADERBOARD_AGE_S
from engine.programmes.contests.contests import Contest, RankedContestRow


@dataclass(frozen=True, slots=True)
class Board:
    """The leaderboard of a contest as of `updated_at_s` of engine time."""

    places: Sequence[RankedContestRow]
    by_user: Mapping[bytes, RankedContestRow]
    winners: list[ContestResult] | None
    updated_at_s: int
    made_at_s: float
    _shown: dict[int, RankedContestResult] = field(default_factory=dict)

    @property
    def is_final(self) -> bool:
        """Whether it never changes again."""
        return self.winners is not None

    def users(self, offset: int, limit: int) -> list[bytes]:
        """Return the wallets of some rows."""
        return [place.row.user for place in self.places[offset : offset + limit]]

    def part(self, offset: int, limit: int) -> list[RankedContestResult]:
        """Return some rows, each encoded once: the return of a year takes its time."""
        found = range(offset, min(offset + limit, len(self.places)))
        for number in found:
            if number not in self._shown:
                self._shown[number] = encode.ranked_result(self.places[number])
        return [self._shown[number] for number in found]


@dataclass(slots=True)
class ContestBoards:
    """The leaderboards that were asked for; at most one for each contest there is."""

    _made: dict[str, Board] = field(default_factory=dict)

    def board(self, contest: Contest, now_s: int, wall_s: float) -> Board:
        """Return a leaderboard; `now_s` is engine time, `wall_s` dates its age.

        A final one is that of the contest's end, for ever.
        """
        board = self._made.get(contest.rules.contest_id)
        if board is None or (not board.is_final and _is_old(board, contest, wall_s)):
            board = self._made[contest.rules.contest_id] = _board(contest, now_s, wall_s)
        return board

    def place(
        self, contest: Contest, user: bytes, now_s: int, wall_s: float
    ) -> RankedContestRow | None:
        """Return a participant's place; None: the user has not joined."""
        found = self.board(contest, now_s, wall_s).by_user.get(user)
        if found is None and contest.joined_at_s(user) is not None:  # since it was made
            del self._made[contest.rules.contest_id]
            found = self.board(contest, now_s, wall_s).by_user[user]
        return found


def _is_old(board: Board, contest: Contest, wall_s: float) -> bool:
    return contest.final is not None or abs(wall_s - board.made_at_s) >= LEADERBOARD_AGE_S


def _board(contest: Contest, now_s: int, wall_s: float) -> Board:
    places = encode.in_order(contest.leaderboard(now_s))
    is_final = contest.final is not None
    return Board(
        places=places,
        by_user={place.row.user: place for place in places},
        winners=encode.winners(contest.rules, places) if is_final else None,
        updated_at_s=contest.rules.ends_at_s if is_final else now_s,
        made_at_s=wall_s,
    )
