"""Outcomes of submissions whose submitter runs in no task: it continues at once."""

from collections.abc import Callable, Generator
from typing import Any, Generic, Protocol, TypeVar, cast

T = TypeVar("T")
Result = TypeVar("Result", contravariant=True)
_WAITING: Any = object()


class Submitter(Protocol[Result]):
    """One who waits for the outcome of a command, in no task; nothing here may raise."""

    def done(self) -> bool:
        """Return whether the outcome is of no use any more."""
        ...

    def set_result(self, result: Result, /) -> None:
        """Take what was made of the applied command."""
        ...

    def set_exception(self, error: BaseException, /) -> None:
        """Take the error in its place."""
        ...


class Outcome(Generic[T]):
    """Has the methods of a future that a submission needs; its callback is not put off.

    For coroutines that are driven from callbacks of the loop: the future of a task would let the
    loop turn once more between the outcome and what follows from it. The callback must not raise.
    """

    __slots__ = ("_error", "_go_on", "_result")

    def __init__(self) -> None:
        self._result: T = _WAITING
        self._error: BaseException | None = None
        self._go_on: Callable[[object], None] | None = None

    def __await__(self) -> "Generator[Outcome[T], None, T]":
        if not self.done():
            yield self
        if self._error is not None:
            raise self._error
        return self._result

    def done(self) -> bool:
        """Return whether there is an outcome."""
        return self._result is not _WAITING or self._error is not None

    def set_result(self, result: T) -> None:
        """Give the result to the one that waits."""
        self._result = result
        self._continue()

    def set_exception(self, error: BaseException) -> None:
        """Raise an error where the outcome is waited for."""
        self._error = error
        self._continue()

    def add_done_callback(self, go_on: Callable[[object], None]) -> None:
        """Have the one that waits called; there is one."""
        self._go_on = go_on

    def _continue(self) -> None:
        if self._go_on is not None:
            self._go_on(cast(object, self))
