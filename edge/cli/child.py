"""One child of the supervisor: start it, wait until it is ready, watch it, stop it in time."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from edge.cli.lifeline import lifeline_environment
from edge.cli.logs import open_log
from edge.cli.probes import Probe
from edge.process.heartbeat import Pulse

PROBE_PAUSE_S = 0.02
ALIVE_PERIOD_S = 5.0
MISSES_MAX = 6
ABORT_MAX_S = 1.0


class ChildError(Exception):
    """A child ended, or did not become ready in time; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildPlan:
    """Specification of a child process: command, readiness check, start and stop limits.

    `ready_max_s` begins anew with each progress that the child reports. A ready child is asked
    `is_alive` every `alive_period_s`; None asks nothing. An optional child is left off when it
    cannot be kept running; the others do not notice.
    """

    name: str
    command: tuple[str, ...]
    probe: Probe
    log: Path
    ready_max_s: float
    stop_max_s: float
    is_optional: bool = False
    is_alive: Probe | None = None
    is_starting: Probe | None = None  # an answer that is progress as well, such as of a recovery
    alive_period_s: float = ALIVE_PERIOD_S


def role_command(role: str, *arguments: str) -> tuple[str, ...]:
    """Return the command of a role: the one that a person or a service unit would type."""
    return (sys.executable, "-m", "edge.cli", role, *arguments)


class Child:
    """A running (or ended) process in a session of its own."""

    def __init__(
        self,
        plan: ChildPlan,
        process: asyncio.subprocess.Process,
        pulse: Pulse,
        log_start: int,
    ) -> None:
        self.plan = plan
        self.process = process
        self.log_start = log_start  # bytes in the log before this process
        self._pulse = pulse

    @classmethod
    async def start(cls, plan: ChildPlan, lock_fd: int, pipe_read_fd: int) -> "Child":
        """Start the process; it inherits the lock of the state directory and both pipes."""
        pulse = Pulse()
        try:
            with open_log(plan.log) as log:
                log_start = log.tell()
                process = await asyncio.create_subprocess_exec(
                    *plan.command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env={
                        **os.environ,
                        **lifeline_environment(pipe_read_fd, pulse.write_fd),
                    },
                    pass_fds=(lock_fd, pipe_read_fd, pulse.write_fd),
                    start_new_session=True,
                )
        except BaseException:
            pulse.close()
            raise
        pulse.close_child_end()
        return cls(plan, process, pulse, log_start)

    @property
    def progress(self) -> str:
        """The child's last progress report of a long start."""
        return self._pulse.progress

    async def wait_ready(self, say: Callable[[str], None] = lambda _text: None) -> None:
        """Wait for the probe's answer; raises ChildError if the child ends or is late.

        Progress that the child reports is passed on to `say`, and the time begins anew.
        """
        ended = asyncio.ensure_future(self.process.wait())
        heard = self.progress
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self.plan.ready_max_s) as deadline:
                while not await self.plan.probe():
                    await asyncio.wait({ended}, timeout=PROBE_PAUSE_S)
                    if ended.done():
                        raise ChildError(f"{self.plan.name} ended while starting")
                    if self.progress != heard:
                        heard = self.progress
                        say(heard)
                        deadline.reschedule(loop.time() + self.plan.ready_max_s)
                    elif self.plan.is_starting is not None and await self.plan.is_starting():
                        deadline.reschedule(loop.time() + self.plan.ready_max_s)
        except TimeoutError:
            after = f" after its last progress: {heard}" if heard else ""
            raise ChildError(
                f"{self.plan.name} was not ready within {self.plan.ready_max_s:.0f} s{after}"
            ) from None
        finally:
            ended.cancel()

    async def watch(self, say: Callable[[str], None]) -> None:
        """Wait for the process to end; raises ChildError when it hangs.

        It hangs when it neither answers nor beats at so many looks in a row. A loop that turns but
        does not answer may be flooded: that is said, and the child continues.
        """
        ended = asyncio.ensure_future(self.process.wait())
        period_s = self.plan.alive_period_s
        misses = unanswered = 0
        try:
            while misses < MISSES_MAX:
                looked_at_s = time.monotonic()
                await asyncio.wait({ended}, timeout=period_s if self.plan.is_alive else None)
                if self.plan.is_alive is None or ended.done():
                    return
                does_answer = await self.plan.is_alive()
                does_beat = self._pulse.beaten_at_s > looked_at_s
                unanswered = 0 if does_answer else unanswered + 1
                misses = 0 if does_answer or does_beat else misses + 1
                if unanswered == MISSES_MAX and misses < MISSES_MAX:
                    say(f"no answer for {MISSES_MAX * period_s:.0f} s, but its event loop runs")
        finally:
            ended.cancel()
        raise ChildError(
            f"{self.plan.name} hangs: no sign of life for {MISSES_MAX * period_s:.0f} s"
        )

    async def abort(self) -> None:
        """Kill a process that hangs; one that can still take a signal first logs its stacks."""
        self._signal(signal.SIGABRT)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ABORT_MAX_S):
                await self.process.wait()
        self.kill()
        await self.process.wait()

    async def stop(self) -> None:
        """Ask the process to stop; kill it and what it started when the deadline passes."""
        if self.process.returncode is None:
            self._signal(signal.SIGTERM)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.plan.stop_max_s):
                    await self.process.wait()
        self.kill()
        await self.process.wait()

    def kill(self) -> None:
        """Kill the session's process group, so that no grandchild stays either."""
        self._pulse.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)
