"""Start the children in order, start again what ends or hangs, stop in reverse.

A child that is needed is started again for ever, with growing pauses, while the others continue.
Everything stops for a lasting error of the configuration only.
"""

import asyncio
import contextlib
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from edge.cli.child import Child, ChildError, ChildPlan
from edge.cli.logs import cut_log, last_sentence, log_tail
from edge.cli.main import EXIT_CONFIGURATION
from edge.process.disk import full_disk_sentence
from edge.process.supervised import ChildState, write_children

CRASHES_MAX = 5
CRASH_WINDOW_S = 60.0
BACKOFF_FIRST_S = 0.2
BACKOFF_MAX_S = 30.0
LOG_CHECK_S = 5.0
PROGRESS_PERIOD_S = 10.0


class SupervisorError(Exception):
    """The children cannot be kept running; the message holds the reason and the end of the log."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of a child's run."""

    reason: str
    status: int | None  # None: it could not be started
    ready_s: float = 0.0  # how long it was ready


def backoff_s(crashes: int) -> float:
    """Return the delay before start number `crashes` + 1: doubled each time, bounded."""
    exponent = min(max(0, crashes - 1), 16)
    return min(BACKOFF_MAX_S, BACKOFF_FIRST_S * 2.0**exponent)


class Supervisor:
    """Keeps the planned children running until `run` is cancelled."""

    def __init__(
        self,
        stages: Sequence[Sequence[ChildPlan]],
        lock_fd: int,
        say: Callable[[str], None],
        home: Path | None = None,
    ) -> None:
        self._stages = stages
        self._lock_fd = lock_fd
        self._say = say
        self._home = home
        self._pipe_read_fd, self._pipe_write_fd = os.pipe()
        self._ready = {plan.name: asyncio.Event() for stage in stages for plan in stage}
        self._children: dict[str, Child] = {}
        self._states = {plan.name: ChildState() for stage in stages for plan in stage}
        self.is_stopping = False

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
            self.is_stopping = True
            await self._stop_all()

    async def _keep_optional(self, plan: ChildPlan) -> None:
        """Keep a child that the platform can do without: it is left off after so many crashes."""
        try:
            await self._keep(plan)
        except (SupervisorError, OSError) as error:
            reason = str(error).partition("\n")[0]
            self._say(f"{plan.name} is left off, everything else continues: {reason}")
        finally:
            self._ready[plan.name].set()

    async def _keep(self, plan: ChildPlan) -> None:
        crashes: deque[float] = deque(maxlen=CRASHES_MAX)
        in_a_row = 0
        while True:
            end = await self._run_once(plan)
            if end.status == EXIT_CONFIGURATION:
                raise SupervisorError(self._sentence(plan) or end.reason)
            now = time.monotonic()
            crashes.append(now)
            recent = sum(1 for at in crashes if now - at <= CRASH_WINDOW_S)
            if plan.is_optional and recent >= CRASHES_MAX:
                raise SupervisorError(
                    f"{end.reason}, {recent} times in {CRASH_WINDOW_S:.0f} s: no more starts. "
                    f"The end of {plan.log}:\n{log_tail(plan.log)}"
                )
            in_a_row = 1 if end.ready_s >= CRASH_WINDOW_S else in_a_row + 1
            pause_s = backoff_s(in_a_row)
            self._say(self._trouble(plan, end, in_a_row, pause_s))
            await asyncio.sleep(pause_s)

    def _trouble(self, plan: ChildPlan, end: End, in_a_row: int, pause_s: float) -> str:
        """Log why a child ended and what follows; the end of its log only once in a row."""
        sentence = self._sentence(plan).partition("\n")[0]
        full = full_disk_sentence(self._home) if self._home is not None else ""
        why = " ".join(part for part in (sentence, full) if part)
        text = f"{end.reason}; starting it again in {pause_s:.1f} s (log: {plan.log})"
        text = f"{text}: {why}" if why else text
        if in_a_row == CRASHES_MAX:
            text += f"\nThe end of {plan.log}:\n{log_tail(plan.log)}"
        return text

    def _sentence(self, plan: ChildPlan) -> str:
        """Return the last message of the child's last run."""
        child = self._children.get(plan.name)
        return last_sentence(plan.log, child.log_start) if child is not None else ""

    async def _run_once(self, plan: ChildPlan) -> End:
        """Run the child until it ends or hangs; returns how it ended."""
        started = time.monotonic()
        try:
            child = await Child.start(plan, self._lock_fd, self._pipe_read_fd)
        except OSError as error:
            if plan.is_optional:
                raise
            return End(f"{plan.name} cannot be started: {error}", None)
        self._children[plan.name] = child
        self._note(plan, is_up=True)
        try:
            await child.wait_ready(self._progress(plan))
        except ChildError as error:
            await child.stop()
            self._note(plan, is_up=False)
            status = child.process.returncode
            return End(f"{error} (status {status})", status)
        ready = time.monotonic()
        self._say(f"  {plan.name:<12} ready after {ready - started:.1f} s")
        self._ready[plan.name].set()
        try:
            await child.watch(lambda text: self._say(f"{plan.name}: {text}"))
            reason = f"{plan.name} ended with status {await child.process.wait()}"
        except ChildError as error:
            reason = f"{error}; it is killed"
            await child.abort()
        child.kill()
        self._note(plan, is_up=False)
        return End(reason, child.process.returncode, time.monotonic() - ready)

    def _note(self, plan: ChildPlan, *, is_up: bool) -> None:
        """Note a start or an end, for the metrics."""
        state = self._states[plan.name]
        state.is_up = is_up
        state.starts += is_up
        if self._home is not None:
            write_children(self._home, self._states)

    def _progress(self, plan: ChildPlan) -> Callable[[str], None]:
        """Return a reporter of start progress, a line every few seconds."""
        said_at_s = time.monotonic()

        def hear(text: str) -> None:
            nonlocal said_at_s
            if time.monotonic() - said_at_s >= PROGRESS_PERIOD_S:
                said_at_s = time.monotonic()
                self._say(f"  {plan.name:<12} {text}")

        return hear

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
                    with contextlib.suppress(OSError):
                        cut_log(plan.log)
            await asyncio.sleep(LOG_CHECK_S)

    def kill_all(self) -> None:
        """Kill every child at once, for a person who does not want to wait."""
        for child in self._children.values():
            child.kill()
