"""The client without `await`: the same calls under the same names, from any thread or notebook."""

import contextlib
import weakref
from types import TracebackType

from solders.keypair import Keypair

from acre_sdk.amounts import Amount
from acre_sdk.client import AcreClient
from acre_sdk.generated import sync
from acre_sdk.runner import Runner
from acre_sdk.trading.commands import FEE_MAX
from acre_sdk.trading.venue import Venue


class Client(sync.ClientCalls):
    """One wallet's access to one server; `with Client(url, key) as client`, or close it by hand.

    Its connections live in a thread of their own, which ends with the client. Parameters are
    those of `AcreClient`.
    """

    def __init__(
        self,
        url: str,
        key: Keypair,
        *,
        owner: str | None = None,
        rpc: str | None = None,
        venue: Venue | None = None,
        fee_max: Amount = FEE_MAX,
    ) -> None:
        inner = AcreClient(url, key, owner=owner, rpc=rpc, venue=venue, fee_max=fee_max)
        runner = Runner()
        runner.run(inner.__aenter__())
        super().__init__(inner, runner)
        self._finalizer = weakref.finalize(self, _close, inner, runner)
        self.url, self.address, self.owner = inner.url, inner.address, inner.owner
        self.main = sync.MainApi(inner.main, runner)
        self.express = sync.ExpressApi(inner.express, runner)
        self.predictions = sync.Predictions(inner.predictions, runner)
        self.margin = sync.Margin(inner.margin, runner)
        self.perps = sync.Perps(inner.perps, runner)
        self.delegates = sync.Delegates(inner.delegates, runner)
        self.keeper = sync.Keeper(inner.keeper, runner)
        self.history = sync.History(inner.history, runner)

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connections and the thread; calls that still wait raise RuntimeError."""
        self._finalizer()


def _close(inner: AcreClient, runner: Runner) -> None:
    with contextlib.suppress(RuntimeError):
        runner.run(inner.__aexit__(None, None, None))
    runner.close()
