"""Acre in the shape of CCXT, without `await`: from any thread or notebook."""

import contextlib
import weakref
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from acre_sdk.ccxt.adapter import AsyncAcre
from acre_sdk.ccxt.generated.sync import AcreCalls
from acre_sdk.ccxt.shapes import Structure
from acre_sdk.runner import Runner


class Acre(AcreCalls):
    """The unified methods of `AsyncAcre`; `with Acre({"url": …}) as exchange`, or `close` it."""

    id, name, version = AsyncAcre.id, AsyncAcre.name, AsyncAcre.version
    precisionMode = AsyncAcre.precisionMode
    timeframes, has = AsyncAcre.timeframes, AsyncAcre.has

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        inner, runner = AsyncAcre(config), Runner()
        super().__init__(inner, runner)
        self._finalizer = weakref.finalize(self, _close, inner, runner)

    def __enter__(self) -> "Acre":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connections and their thread."""
        self._finalizer()

    @property
    def markets(self) -> dict[str, Structure]:
        """The markets that were loaded, by unified symbol."""
        return self._calls.markets


def _close(inner: AsyncAcre, runner: Runner) -> None:
    with contextlib.suppress(RuntimeError):
        runner.run(inner.close())
    runner.close()
