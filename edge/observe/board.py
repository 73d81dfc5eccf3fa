"""The board: current values of declared metrics, rendered in the text format of Prometheus."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from edge.observe.figure import COUNTER, HISTOGRAM, Figure
from engine.sequencer.times import Distribution


class Board(Collector):
    """Values by metric and labels. A value is set when it is scraped, not when it changes."""

    def __init__(self, figures: Sequence[Figure], registry: CollectorRegistry) -> None:
        self._figures = {figure.name: figure for figure in figures}
        self._values: dict[str, dict[tuple[str, ...], float]] = {name: {} for name in self._figures}
        self._spread: dict[str, dict[tuple[str, ...], Distribution]] = {
            name: {} for name in self._figures
        }
        self.registry = registry
        registry.register(self)

    def set(self, name: str, value: float, *labels: str) -> None:
        """Set a gauge or counter; raises KeyError if undeclared, ValueError for other labels."""
        if len(labels) != len(self._figures[name].labels):
            raise ValueError(f"{name} has the labels {self._figures[name].labels}")
        self._values[name][labels] = value

    def spread(self, name: str, values: Distribution, *labels: str) -> None:
        """Set a histogram; the distribution is read when the text is made."""
        if len(labels) != len(self._figures[name].labels):
            raise ValueError(f"{name} has the labels {self._figures[name].labels}")
        self._spread[name][labels] = values

    def collect(self) -> Iterator[Metric]:
        """Yield every declared metric, also one without a value."""
        for name, figure in self._figures.items():
            if figure.kind == HISTOGRAM:
                yield self._histogram(figure)
                continue
            make = CounterMetricFamily if figure.kind == COUNTER else GaugeMetricFamily
            family = make(name, figure.help, labels=figure.labels)
            for labels, value in self._values[name].items():
                family.add_metric(labels, value)
            yield family

    def _histogram(self, figure: Figure) -> Metric:
        family = HistogramMetricFamily(figure.name, figure.help, labels=figure.labels)
        for labels, values in self._spread[figure.name].items():
            bounds = [*map(str, values.bounds), "+Inf"]
            buckets = list(zip(bounds, accumulate(values.counts), strict=True))
            family.add_metric(labels, buckets, values.total)
        return family

    def text(self) -> bytes:
        """Return the exposition text of the registry."""
        return generate_latest(self.registry)
