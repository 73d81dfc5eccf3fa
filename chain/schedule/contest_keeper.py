"""`ContestKeeper`: creates the demo's contests, with the operator's signed commands."""

import logging
from collections.abc import Collection
from typing import Final

from solders.keypair import Keypair

from chain.schedule.contests import DAY_S, due_contests
from chain.schedule.rounds import ScheduleKeeper
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

# The book takes 1,024 contests: the last are for the operator.
CONTESTS_MAX: Final = 960


class ContestKeeper(ScheduleKeeper):
    """Keeps the contests of the calendar there, one command at a time.

    What was created is read from the book of the programmes, which takes each id once: a restart
    creates nothing twice.
    """

    NAME = "contest_keeper"

    def __init__(
        self, sequencer: Sequencer, contests: Collection[str], operator: Keypair, start_s: int
    ) -> None:
        """Read the ids of the contests there are from `contests`; `start_s` begins the demo."""
        super().__init__(sequencer, operator)
        self._contests = contests
        self._start_s = start_s
        self._refused: dict[str, int] = {}  # engine time from which each may be tried again

    async def round(self) -> int:
        """Create what is due; return how many contests were taken."""
        now_s = self.now_s()
        self._refused = {key: until_s for key, until_s in self._refused.items() if until_s > now_s}
        due = due_contests(now_s, self._start_s, {*self._contests, *self._refused})
        created = 0
        for command in due[: max(0, CONTESTS_MAX - len(self._contests))]:
            _applied, code = await self.submit(command)
            extra = {"contest": command.contest_id}
            if command.contest_id in self._contests:
                created += 1
                log.info("contest_created", extra=extra)
            else:
                self._refused[command.contest_id] = now_s + DAY_S
                log.warning("contest_refused", extra=extra | {"code": code.name if code else None})
        return created
