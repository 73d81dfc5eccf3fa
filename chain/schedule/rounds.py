"""Shared by schedule keepers: rounds by engine time, for the operator's key only."""

import logging
from abc import ABC, abstractmethod
from typing import ClassVar, Final

from solders.keypair import Keypair

from chain.client.wallet import address_of
from chain.operator_key import OperatorCommand, sign_operator_command
from chain.worker import Loop, Worker
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
        self.worker = Worker(self.NAME, self.round, lambda: self.period_s)

    @property
    def period_s(self) -> float:
        """Real seconds between rounds."""
        return max(PERIOD_REAL_S_MIN, PERIOD_ENGINE_S / self._sequencer.clock.rate)

    @property
    def loop(self) -> Loop:
        """This keeper as one of the loops of the core."""
        return Loop(self.NAME, self.run, self.worker)

    async def run(self) -> None:
        """Keep for ever; without the operator's key there is nothing to do."""
        exchange = self._sequencer.exchange.exchange_view(self.now_s())
        if exchange.operator != address_of(self._operator):
            log.warning(f"{self.NAME}_off", extra={"reason": "not the operator's key"})
            return
        await self.worker.run()

    @abstractmethod
    async def round(self) -> int:
        """Do what is due; return how many commands were taken."""

    def now_s(self) -> int:
        """Return engine time, never before the last applied command."""
        return self._sequencer.now_s()

    async def submit(self, command: OperatorCommand) -> tuple[Applied, ErrorCode | None]:
        """Submit the signed command; return its outcome and the engine's refusal."""
        applied = await self._sequencer.submit(sign_operator_command(command, self._operator))
        rejection = applied.rejection
        return applied, None if rejection is None else ErrorCode(rejection.code)
