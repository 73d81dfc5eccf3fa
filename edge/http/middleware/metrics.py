"""Counters and latencies for a local `/metrics`."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from aiohttp import web
from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from chain.keepers.keeper import Keeper
from chain.oracle.poster import OracleStatus
from chain.worker import Worker
from engine.sequencer import Sequencer

_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


@dataclass(slots=True)
class _Answers:
    """The answers of one route with one status."""

    seconds: float = 0.0
    by_time: list[int] = field(default_factory=lambda: [0] * (len(_BUCKETS) + 1))


class _Requests(Collector):
    """All answers, summed only when read: they are counted on one thread."""

    def __init__(self) -> None:
        self.answers: dict[tuple[str, int], _Answers] = {}

    def collect(self) -> Iterator[Metric]:
        """Yield requests by route and status, and their times by route."""
        counts = CounterMetricFamily(
            "acre_requests", "Requests by route and status", labels=["route", "status"]
        )
        by_route: dict[str, _Answers] = {}
        for (route, status), answers in self.answers.items():
            counts.add_metric([route, str(status)], sum(answers.by_time))
            times = by_route.setdefault(route, _Answers())
            times.seconds += answers.seconds
            pairs = zip(times.by_time, answers.by_time, strict=True)
            times.by_time = [one + more for one, more in pairs]
        yield counts
        histogram = HistogramMetricFamily(
            "acre_request_seconds", "Time to answer", labels=["route"]
        )
        for route, times in by_route.items():
            histogram.add_metric([route], _cumulative(times.by_time), times.seconds)
        yield histogram


def _cumulative(by_time: list[int]) -> list[tuple[str, float]]:
    bounds = [*map(str, _BUCKETS), "+Inf"]
    return [(bound, sum(by_time[: at + 1])) for at, bound in enumerate(bounds)]


class Metrics:
    """Metrics of one application, in its own registry."""

    KEY: ClassVar[web.AppKey["Metrics"]]

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = _Requests()
        self.registry.register(self._requests)
        self.custody = Gauge(
            "acre_custody",
            "Vault less claims, allowances (raw units), alarms (0 or 1)",
            ["figure"],
            registry=self.registry,
        )
        self.sockets = Gauge("acre_sockets", "Open websockets", registry=self.registry)
        self.connections = Gauge(
            "acre_connections", "Open connections of clients", registry=self.registry
        )
        self.connections_closed = Gauge(
            "acre_connections_closed",
            "Connections closed by limits since the start",
            registry=self.registry,
        )
        self.sequence = Gauge("acre_sequence", "Last applied command", registry=self.registry)
        self.replicas = Gauge(
            "acre_replicas", "Web processes that follow the core", registry=self.registry
        )
        self.lease_epoch = Gauge(
            "acre_lease_epoch",
            "Epoch of the writer's lease in a cluster: it grows with each takeover",
            registry=self.registry,
        )
        self.replicas_differing = Gauge(
            "acre_replicas_differing",
            "Times since the start that a web process had another state than the core",
            registry=self.registry,
        )
        self.replica_following = Gauge(
            "acre_replica_following",
            "1: this web process receives what the core applies",
            registry=self.registry,
        )
        self.root = Gauge(
            "acre_root_sequence",
            "Last command whose state root is on the chain",
            registry=self.registry,
        )
        self.projected = Gauge(
            "acre_projected_sequence", "Last projected command", registry=self.registry
        )
        self.oracle_sources = Gauge(
            "acre_oracle_source_is_well",
            "1: the price source delivers",
            ["source"],
            registry=self.registry,
        )
        self.oracle_markets = Gauge(
            "acre_oracle_markets",
            "Markets without a fresh price, by reason",
            ["reason"],
            registry=self.registry,
        )
        self.oracle_last_print = Gauge(
            "acre_oracle_last_print", "Publish time of the last print", registry=self.registry
        )
        self.keeper_lag = Gauge(
            "acre_keeper_lag_seconds",
            "Real seconds since the oldest act fell due",
            ["keeper"],
            registry=self.registry,
        )
        self.keeper_acts = Gauge(
            "acre_keeper_acts",
            "Acts since the start, by outcome",
            ["keeper", "outcome"],
            registry=self.registry,
        )
        self.followed = Gauge(
            "acre_followed_slot", "Last slot whose commands were applied", registry=self.registry
        )
        self.follower_stuck = Gauge(
            "acre_follower_stuck", "1: the follower has been stuck for long", registry=self.registry
        )

        self._add_machine()

    def _add_machine(self) -> None:
        ProcessCollector(registry=self.registry)
        self.flushes = Gauge(
            "acre_journal_flush",
            "Durable batches since the start: count, commands, seconds, longest_seconds",
            ["figure"],
            registry=self.registry,
        )
        self.flushing = Gauge(
            "acre_journal_flushing_seconds",
            "Seconds spent on the current journal batch, 0 between batches",
            registry=self.registry,
        )
        self.journal_full = Gauge(
            "acre_journal_full_seconds",
            "Seconds of refused commands due to a full journal disk, 0 otherwise",
            registry=self.registry,
        )
        self.loop_blocked = Gauge(
            "acre_loop_blocked",
            "Steps since the start that held the event loop for more than 2 s",
            registry=self.registry,
        )
        self.loop_longest = Gauge(
            "acre_loop_longest_seconds",
            "Longest delay of the event loop since the start",
            registry=self.registry,
        )
        self.loops_waiting = Gauge(
            "acre_loops_waiting",
            "Loops of the core that retry after a full or failing disk",
            registry=self.registry,
        )
        self.worker_failures = Gauge(
            "acre_worker_failures",
            "Failed steps in a row of a loop of the core",
            ["worker"],
            registry=self.registry,
        )
        self.disk_free = Gauge(
            "acre_disk_free_bytes",
            "Free space for a folder of the state directory",
            ["folder"],
            registry=self.registry,
        )

    def observe_journal(self, sequencer: Sequencer) -> None:
        """Set the sequencer's metrics."""
        flushes = sequencer.flushes
        self.flushes.labels("count").set(flushes.count)
        self.flushes.labels("commands").set(flushes.commands)
        self.flushes.labels("seconds").set(flushes.total_s)
        self.flushes.labels("longest_seconds").set(flushes.longest_s)
        self.flushing.set(sequencer.flushing_s)
        self.journal_full.set(sequencer.journal_full_s)

    def observe_oracle(self, status: OracleStatus) -> None:
        """Set the oracle's metrics."""
        for source in status.sources:
            self.oracle_sources.labels(source.name).set(source.state.is_healthy)
        self.oracle_markets.labels("late").set(status.markets_late)
        self.oracle_markets.labels("disputed").set(status.markets_disputed)
        self.oracle_markets.labels("without_quorum").set(status.markets_without_quorum)
        self.oracle_last_print.set(status.last_print_at_s or 0)

    def observe_keepers(self, keepers: Iterable[Keeper[object]]) -> None:
        """Set the metrics of the core's keepers."""
        for keeper in keepers:
            self.keeper_lag.labels(keeper.name).set(keeper.lag_s)
            for outcome, count in keeper.acts.items():
                self.keeper_acts.labels(keeper.name, outcome).set(count)

    def observe_workers(self, workers: Iterable[Worker]) -> None:
        """Take over what the loops of the core have counted."""
        for worker in workers:
            self.worker_failures.labels(worker.name).set(worker.failures)

    def observe(self, name: str, status: int, seconds: float) -> None:
        """Count one answered request under its route's template."""
        answers = self._requests.answers.get((name, status))
        if answers is None:
            answers = self._requests.answers[name, status] = _Answers()
        answers.seconds += seconds
        answers.by_time[bisect_left(_BUCKETS, seconds)] += 1

    def text(self) -> bytes:
        """Return the exposition text."""
        return generate_latest(self.registry)


Metrics.KEY = web.AppKey("metrics", Metrics)
