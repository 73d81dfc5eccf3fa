"""An exchange with the programmes beside it: each command goes through both."""

from typing import Any

from engine.core.generated import messages as m
from engine.programmes.command_facts import NUMBER_OF
from engine.programmes.points_rows import DayPoints
from engine.programmes.programme_state import ProgrammeState
from engine.programmes.seasons import Programme
from engine.sequencer import Applied
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import DAY_S, E6

SEASON_3 = NUMBER_OF[Programme.SEASON_3]
OPEN, ENDED, FINAL = 1, 2, 3


class BookWorld(Arena):
    """Markets with round figures and no fees, and a book that hears every command."""

    def __init__(self, **exchange: int) -> None:
        self.book = ProgrammeState()
        self.heard: list[Applied] = []
        super().__init__(**exchange)

    def send(self, command: m.Command) -> list[m.Event]:
        events = super().send(command)
        self.heard.append(Applied(self.journal[-1], tuple(events)))
        self.book.take(self.heard[-1], self.exchange)
        return events

    @property
    def refused(self) -> str | None:
        """The code with which the programmes refused the last command."""
        error = self.book.refusal_of(self.seq)
        return None if error is None else error.code

    def participate(self, user: bytes, programme: int = SEASON_3) -> None:
        self.send(m.Participate(user=user, programme=programme))

    def join(self, user: bytes, contest_id: str = "royale") -> None:
        self.send(m.JoinContest(user=user, contest_id=contest_id))

    def contest(self, contest_id: str = "royale", **fields: Any) -> None:
        """A contest over the next day, by default."""
        values = {
            "name": contest_id.title(),
            "starts_at_s": self.now_s,
            "ends_at_s": self.now_s + DAY_S,
            "min_collateral_e6": 100 * E6,
            "prize_mint": 1,
        }
        self.operate(m.CreateContest, contest_id=contest_id, **(values | fields))
        assert not self.rejected, self.code

    def rows(self, contest_id: str = "royale") -> dict[bytes, Any]:
        """The contest's rows by user, now."""
        places = self.book.contests[contest_id].leaderboard(self.now_s)
        return {place.row.user: place.row for place in places}

    def points(self, user: bytes, programme: Programme = Programme.SEASON_3) -> Any:
        return self.book.ledger.row(programme, user, self.now_s)


def days_of(book: ProgrammeState, programme: Programme, user: bytes, now_s: int) -> list[DayPoints]:
    """The last 30 days of a participant up to an instant; none for other users."""
    return book.days_until(programme, book.ledger.row(programme, user, now_s))
