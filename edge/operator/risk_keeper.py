"""`RiskKeeper`: the wallets of the operator's risk list become high risk in the exchange."""

import logging
from asyncio import sleep
from collections.abc import Set
from typing import Final

from solders.keypair import Keypair

from chain.schedule.rounds import ScheduleKeeper
from edge.operator.screening import RiskScreen
from engine.core.generated.messages import SetRisk
from engine.sequencer import Sequencer

log = logging.getLogger("acre.lists")

PERIOD_S: Final = 60.0
CHANGES_PER_ROUND_MAX: Final = 1_024
LOOKS_PER_SLICE: Final = 200
NOT_MARKED, ON_LIST = 0, 3  # SetRisk.is_high_risk


class RiskKeeper(ScheduleKeeper):
    """Journals the list, so that the exchange refuses exposure to commands of any origin.

    A wallet with a mark of the operator's own keeps it. `marked` are the wallets that the journal
    made high risk by either; who left the list loses the list's mark.
    """

    NAME = "risk_keeper"

    def __init__(
        self, sequencer: Sequencer, screen: RiskScreen, marked: Set[bytes], operator: Keypair
    ) -> None:
        super().__init__(sequencer, operator)
        self._screen = screen
        self._marked = marked

    @property
    def period_s(self) -> float:
        """Real seconds: the list is about the real world."""
        return PERIOD_S

    async def round(self) -> int:
        """Mark who is new on the list, clear who left it; the rest waits for the next round."""
        listed = self._screen.listed
        changes = await self._changes(sorted(listed), listed)
        changes += await self._changes(sorted(self._marked), listed)
        for user, mark in changes[:CHANGES_PER_ROUND_MAX]:
            _applied, code = await self.submit(SetRisk(user=user, is_high_risk=mark))
            if code is not None:
                log.warning("risk_not_journaled", extra={"code": code.name})
        return min(len(changes), CHANGES_PER_ROUND_MAX)

    async def _changes(self, users: list[bytes], listed: Set[bytes]) -> list[tuple[bytes, int]]:
        found: list[tuple[bytes, int]] = []
        for place, user in enumerate(users):
            if place % LOOKS_PER_SLICE == 0:
                await sleep(0)
            view = self._sequencer.exchange.user_view(user)
            if view.is_on_list and user not in listed:
                found.append((user, NOT_MARKED))
            elif user in listed and not view.is_on_list and view.is_high_risk is None:
                found.append((user, ON_LIST))
        return found
