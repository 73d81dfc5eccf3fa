"""What the keepers of the schedule share: rounds by engine time, for the operator's key alone."""

import logging
from abc import ABC, abstractmethod
from asyncio import sleep
from typing import ClassVar, Final

from solders.keypair import Keypair

from chain.client.wallet import address_of
from chain.custody.attempt import attempt
from chain.operator_key import OperatorCommand, sign_operator_command
from engine.schema.errors import ErrorCode
from engine.sequencer import Applied, Sequencer

log = logging.getLogger(__name__)

PERIOD_ENGINE_S: Final = 3_600
PERIOD_REAL_S_MIN: Final = 1.0


class ScheduleKeeper(ABC):
    """Submits the operator's signed commands, round after round."""

    NAME: ClassVar[str]

    def __init__(self, sequencer: Sequencer, operator: Keypair) -> None:
        self._sequencer = sequencer
        self._operator = operator

    @property
    def period_s(self) -> float:
        """Real seconds between rounds."""
        return max(PERIOD_REAL_S_MIN, PERIOD_ENGINE_S / self._sequencer.clock.rate)

    async def run(self) -> None:
        """Keep for ever; without the operator's key there is nothing to do."""
        exchange = self._sequencer.exchange.exchange_view(self.now_s())
        if exchange.operator != address_of(self._operator):
            log.warning(f"{self.NAME}_off", extra={"reason": "not the operator's key"})
            return
        trouble_s = 0.0
        while True:
            trouble_s = await attempt(self.NAME, self.round, trouble_s)
            await sleep(max(self.period_s, trouble_s))

    @abstractmethod
    async def round(self) -> int:
        """Do what is due; return how many commands were taken."""

    def now_s(self) -> int:
        """Return engine time, never before the last applied command."""
        return self._sequencer.now_s()

    async def submit(self, command: OperatorCommand) -> tuple[Applied, ErrorCode | None]:
        """Submit the signed command; return what came of it, and the engine's refusal."""
        applied = await self._sequencer.submit(sign_operator_command(command, self._operator))
        rejection = applied.rejection
        return applied, None if rejection is None else ErrorCode(rejection.code)
