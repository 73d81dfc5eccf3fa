"""A loop of the core: one step each period, and whatever goes wrong in it ends nothing."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from chain.client.backoff import longer
from chain.client.errors import ChainError
from chain.client.rpc import RpcError
from engine.sequencer import SequencerFailedError, SequencerOverloadedError

log = logging.getLogger(__name__)

PAUSE_START_S: Final = 1.0
PAUSE_MAX_S: Final = 60.0
ALARM_S: Final = 300.0
WAITS_ON: Final = (ChainError, RpcError, SequencerOverloadedError)


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop of the core; `worker` counts its failures."""

    name: str
    run: Callable[[], Awaitable[None]]
    worker: "Worker | None" = None


class Worker:
    """Does `step` every `period_s`; after a failure it waits longer each time, up to a minute.

    Failures in `waits_on` pass by themselves and are logged as warnings; any other is a bug and is
    logged with its trace. A worker that has only failed for five minutes raises one alarm.
    """

    def __init__(
        self,
        name: str,
        step: Callable[[], Awaitable[object]],
        period_s: float | Callable[[], float],
        waits_on: tuple[type[Exception], ...] = WAITS_ON,
    ) -> None:
        self.name = name
        self.failures = 0  # in a row
        self._step = step
        self._period_s = period_s
        self._waits_on = waits_on
        self._failing_since_s = 0.0
        self._is_alarmed = False
        self._pause_s = 0.0

    @property
    def loop(self) -> Loop:
        """This worker as one of the loops of the core."""
        return Loop(self.name, self.run, self)

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            pause_s = await self.attempt()
            period_s = self._period_s if isinstance(self._period_s, float) else self._period_s()
            await asyncio.sleep(max(period_s, pause_s))

    async def attempt(self) -> float:
        """Do the step once; return 0, or after a failure the seconds to wait."""
        try:
            await self._step()
        except SequencerFailedError:
            raise  # it takes nothing any more: the process ends
        except self._waits_on as error:
            log.warning(f"{self.name}_waits", extra={"reason": str(error) or repr(error)})
            self._fail(error)
        except Exception as error:
            # an unexpected error must not end the loop that moves or watches money
            log.exception(f"{self.name}_trouble")
            self._fail(error)
        else:
            self._succeed()
        return self._pause_s

    def _fail(self, error: Exception) -> None:
        if not self.failures:
            self._failing_since_s = monotonic()
        self.failures += 1
        self._pause_s = longer(self._pause_s, PAUSE_START_S, PAUSE_MAX_S)
        failing_s = monotonic() - self._failing_since_s
        if failing_s >= ALARM_S and not self._is_alarmed:
            self._is_alarmed = True
            fields = {"worker": self.name, "failures": self.failures, "reason": repr(error)}
            log.error("worker_failing", extra=fields)

    def _succeed(self) -> None:
        if self._is_alarmed:
            log.info("worker_recovered", extra={"worker": self.name})
        self.failures, self._pause_s, self._is_alarmed = 0, 0.0, False
