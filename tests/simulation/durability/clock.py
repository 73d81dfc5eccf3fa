"""An event loop whose time jumps to the next timer, and tasks that belong to a machine."""

import asyncio
import contextvars
import selectors
from collections.abc import Callable, Coroutine
from typing import Any

MACHINE: contextvars.ContextVar["Tasks | None"] = contextvars.ContextVar("machine", default=None)
STEPS_MAX = 3_000_000


class Stuck(AssertionError):
    """Nothing is left to wait for, or there is no end."""


class _Selector(selectors.SelectSelector):
    """Never waits: where the loop would sleep, its time passes at once."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[Any]:
        self.loop.steps += 1
        if self.loop.steps > STEPS_MAX:
            raise Stuck("the simulation does not come to an end")
        if timeout is None:
            raise Stuck("every task waits for another one")
        if timeout > 0:
            self.loop.now_s += timeout
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Runs without a real clock, real sockets and threads."""

    def __init__(self) -> None:
        selector = _Selector()
        super().__init__(selector)
        selector.loop = self
        self.now_s = 0.0
        self.steps = 0
        self.set_task_factory(_make_task)
        self.set_exception_handler(lambda _loop, _context: None)  # of machines that have ended

    def time(self) -> float:
        return self.now_s

    def run_in_executor(self, _executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        raise Stuck(f"a thread for {func}")


class Tasks:
    """The tasks of a machine: they end with it, wherever they are."""

    def __init__(self) -> None:
        self.running: dict[asyncio.Task[Any], None] = {}  # in the order of their start
        self.is_alive = True
        self.context = contextvars.copy_context()  # what runs in it belongs to the machine
        self.context.run(MACHINE.set, self)

    def run(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Start a task that belongs to the machine, as do those that it starts."""
        return asyncio.get_running_loop().create_task(work, context=self.context)

    def end(self) -> None:
        """End every task."""
        self.is_alive = False
        for task in tuple(self.running):
            task.cancel()


def _make_task(
    loop: asyncio.AbstractEventLoop,
    work: Coroutine[Any, Any, Any],
    context: contextvars.Context | None = None,
) -> "asyncio.Task[Any]":
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, context=context)
    machine = (context or contextvars.copy_context()).get(MACHINE)
    if machine is not None:
        machine.running[task] = None
        task.add_done_callback(lambda task: machine.running.pop(task, None))
        if not machine.is_alive:
            task.cancel()
    return task
