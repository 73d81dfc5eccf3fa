"""Start the children in order, start again what crashes, give up in time, stop in reverse."""

import asyncio
import contextlib
import os
import time
from collections import deque
from collections.abc import Callable, Sequence

from edge.cli.child import Child, ChildError, ChildPlan
from edge.cli.logs import cut_log, last_sentence, log_tail
from edge.cli.main import EXIT_CONFIGURATION

CRASHES_MAX = 5
CRASH_WINDOW_S = 60.0
BACKOFF_FIRST_S = 0.2
BACKOFF_MAX_S = 5.0
LOG_CHECK_S = 5.0


class SupervisorError(Exception):
    """The children cannot be kept running; the message holds the reason and the end of the log."""


def backoff_s(crashes: int) -> float:
    """Return how long to wait before start number `crashes` + 1: doubled each time, bounded."""
    return min(BACKOFF_MAX_S, BACKOFF_FIRST_S * 2.0 ** max(0, crashes - 1))


class Supervisor:
    """Keeps the planned children running until `run` is cancelled."""

    def __init__(
        self, stages: Sequence[Sequence[ChildPlan]], lock_fd: int, say: Callable[[str], None]
    ) -> None:
        self._stages = stages
        self._lock_fd = lock_fd
        self._say = say
        self._pipe_read_fd, self._pipe_write_fd = os.pipe()
        self._ready = {plan.name: asyncio.Event() for stage in stages for plan in stage}
        self._children: dict[str, Child] = {}

    async def run(self, when_ready: Callable[[], None]) -> None:
        """Start every stage when the one before is ready, then watch; raises SupervisorError."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._cut_logs())
                for stage in self._stages:
                    for plan in stage:
                        keep = self._keep_optional if plan.is_optional else self._keep
                        group.create_task(keep(plan))
                    for plan in stage:
                        await self._ready[plan.name].wait()
                when_ready()
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        finally:
            await self._stop_all()

    async def _keep_optional(self, plan: ChildPlan) -> None:
        """Keep a child that the platform can do without: it is left off where others give up."""
        try:
            await self._keep(plan)
        except (SupervisorError, OSError) as error:
            reason = str(error).partition("\n")[0]
            self._say(f"{plan.name} is left off, everything else goes on: {reason}")
        finally:
            self._ready[plan.name].set()

    async def _keep(self, plan: ChildPlan) -> None:
        crashes: deque[float] = deque(maxlen=CRASHES_MAX)
        while True:
            reason = await self._run_once(plan)
            now = time.monotonic()
            crashes.append(now)
            recent = sum(1 for at in crashes if now - at <= CRASH_WINDOW_S)
            if self._children[plan.name].process.returncode == EXIT_CONFIGURATION:
                raise SupervisorError(last_sentence(plan.log) or reason)
            if recent >= CRASHES_MAX:
                end = "no more starts" if plan.is_optional else "everything is stopped"
                raise SupervisorError(
                    f"{reason}, {recent} times in {CRASH_WINDOW_S:.0f} s: {end}. "
                    f"The end of {plan.log}:\n{log_tail(plan.log)}"
                )
            pause_s = backoff_s(recent)
            self._say(f"{reason}; starting it again in {pause_s:.1f} s (log: {plan.log})")
            await asyncio.sleep(pause_s)

    async def _run_once(self, plan: ChildPlan) -> str:
        """Run the child until it ends; returns why it ended."""
        started = time.monotonic()
        child = await Child.start(plan, self._lock_fd, self._pipe_read_fd)
        self._children[plan.name] = child
        try:
            await child.wait_ready()
        except ChildError as error:
            await child.stop()
            return f"{error} (status {child.process.returncode})"
        self._say(f"  {plan.name:<12} ready after {time.monotonic() - started:.1f} s")
        self._ready[plan.name].set()
        status = await child.process.wait()
        child.kill()
        return f"{plan.name} ended with status {status}"

    async def _stop_all(self) -> None:
        stops = [self._stop_stage(stage) for stage in reversed(self._stages)]
        for stop in stops:
            await stop
        for descriptor in (self._pipe_write_fd, self._pipe_read_fd):
            with contextlib.suppress(OSError):
                os.close(descriptor)

    async def _stop_stage(self, stage: Sequence[ChildPlan]) -> None:
        children = [self._children[plan.name] for plan in stage if plan.name in self._children]
        await asyncio.gather(*(child.stop() for child in children))

    async def _cut_logs(self) -> None:
        while True:
            for stage in self._stages:
                for plan in stage:
                    cut_log(plan.log)
            await asyncio.sleep(LOG_CHECK_S)

    def kill_all(self) -> None:
        """Kill every child at once, for a person who does not want to wait."""
        for child in self._children.values():
            child.kill()
