"""Counters and latencies for a local `/metrics`."""

from typing import ClassVar

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The figures of one application, in a registry of its own."""

    KEY: ClassVar[web.AppKey["Metrics"]]

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "acre_requests",
            "Requests by route and status",
            ["route", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "acre_request_seconds",
            "Time to answer",
            ["route"],
            registry=self.registry,
            buckets=_BUCKETS,
        )
        self._figures: dict[tuple[str, int], tuple[Counter, Histogram]] = {}
        self.sockets = Gauge("acre_sockets", "Open websockets", registry=self.registry)
        self.sequence = Gauge("acre_sequence", "Last applied command", registry=self.registry)
        self.projected = Gauge(
            "acre_projected_sequence", "Last projected command", registry=self.registry
        )

    def observe(self, request: web.Request, status: int, seconds: float) -> None:
        """Count one answered request under its route's template."""
        resource = request.match_info.route.resource
        name = resource.canonical if resource is not None else "none"
        figures = self._figures.get((name, status))
        if figures is None:
            figures = self.requests.labels(name, str(status)), self.seconds.labels(name)
            self._figures[name, status] = figures
        figures[0].inc()
        figures[1].observe(seconds)

    def text(self) -> bytes:
        """Return the exposition text."""
        return generate_latest(self.registry)


Metrics.KEY = web.AppKey("metrics", Metrics)
