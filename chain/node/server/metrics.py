"""Metrics of the node for Prometheus, read when they are scraped."""

from collections.abc import Callable, Iterator
from ipaddress import ip_address
from typing import Final

from aiohttp import web
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from chain.node.state.ledger import Ledger

FIGURES: Final = (
    ("acre_node_slot", "Open slot"),
    ("acre_node_confirmed_slot", "Last confirmed slot"),
    ("acre_node_finalized_slot", "Last finalized slot"),
    ("acre_node_healthy", "0: the node takes no transactions, for example on a full disk"),
    ("acre_node_sockets", "Open websockets"),
    ("acre_node_calls_waiting", "Calls that wait for their turn"),
    ("acre_node_store_bytes", "Size of the database files"),
)
TRANSACTIONS: Final = ("acre_node_transactions", "Transactions of the chain since its genesis")


class NodeMetrics(Collector):
    """The metrics of one node, in a registry of its own."""

    def __init__(
        self, ledger: Ledger, socket_count: Callable[[], int], waiting_count: Callable[[], int]
    ) -> None:
        self._ledger = ledger
        self._socket_count = socket_count
        self._waiting_count = waiting_count
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield the current values."""
        ledger = self._ledger
        values = (
            ledger.open_slot,
            ledger.confirmed_slot,
            ledger.finalized_slot,
            ledger.is_healthy,
            self._socket_count(),
            self._waiting_count(),
            ledger.store.size_bytes(),
        )
        for (name, text), value in zip(FIGURES, values, strict=True):
            yield GaugeMetricFamily(name, text, value)
        yield CounterMetricFamily(*TRANSACTIONS, ledger.transaction_count)

    async def answer(self, request: web.Request) -> web.Response:
        """Answer a program of this machine; for every other client the path does not exist."""
        if not ip_address(request.remote or "0.0.0.0").is_loopback:  # noqa: S104 - no address
            raise web.HTTPNotFound
        body = generate_latest(self._registry)
        return web.Response(body=body, content_type="text/plain", charset="utf-8")
