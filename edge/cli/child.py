"""One child of the supervisor: start it, wait until it is ready, stop it within its deadline."""

import asyncio
import contextlib
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from edge.cli.lifeline import lifeline_environment
from edge.cli.logs import open_log
from edge.cli.probes import Probe

PROBE_PAUSE_S = 0.02


class ChildError(Exception):
    """A child ended, or did not become ready in time; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildPlan:
    """What to start, how to see that it is ready, and how long it may take to start and to stop.

    An optional child is left off when it cannot be kept running; the others do not notice.
    """

    name: str
    command: tuple[str, ...]
    probe: Probe
    log: Path
    ready_max_s: float
    stop_max_s: float
    is_optional: bool = False


def role_command(role: str, *arguments: str) -> tuple[str, ...]:
    """Return the command of a role: the one that a person or a service unit would type."""
    return (sys.executable, "-m", "edge.cli", role, *arguments)


class Child:
    """A running (or ended) process in a session of its own."""

    def __init__(self, plan: ChildPlan, process: asyncio.subprocess.Process) -> None:
        self.plan = plan
        self.process = process

    @classmethod
    async def start(cls, plan: ChildPlan, lock_fd: int, pipe_read_fd: int) -> "Child":
        """Start the process; it inherits the lock of the state directory and the lifeline."""
        with open_log(plan.log) as log:
            process = await asyncio.create_subprocess_exec(
                *plan.command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **lifeline_environment(pipe_read_fd)},
                pass_fds=(lock_fd, pipe_read_fd),
                start_new_session=True,
            )
        return cls(plan, process)

    async def wait_ready(self) -> None:
        """Return when the probe is answered; raises ChildError if the child ends or is late."""
        ended = asyncio.ensure_future(self.process.wait())
        try:
            async with asyncio.timeout(self.plan.ready_max_s):
                while not await self.plan.probe():
                    await asyncio.wait({ended}, timeout=PROBE_PAUSE_S)
                    if ended.done():
                        raise ChildError(f"{self.plan.name} ended while starting")
        except TimeoutError:
            raise ChildError(
                f"{self.plan.name} was not ready within {self.plan.ready_max_s:.0f} s"
            ) from None
        finally:
            ended.cancel()

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
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)
