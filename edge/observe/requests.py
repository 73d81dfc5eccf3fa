"""What is measured of requests, and the id of the one that is answered."""

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

from engine.sequencer.times import Distribution

# Of the request that the current task answers; in each of its log lines.
request_id: ContextVar[str] = ContextVar("request_id", default="")
trace_id: ContextVar[str] = ContextVar("trace_id", default="")
ANSWER_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


@dataclass(frozen=True, slots=True)
class RequestStages:
    """Times of the stages of a request in this process, in seconds."""

    parse: Distribution = field(default_factory=Distribution)
    encode: Distribution = field(default_factory=Distribution)


class Answers:
    """Answered requests by route template and status."""

    def __init__(self) -> None:
        self.by_route: dict[str, dict[int, Distribution]] = {}

    def add(self, route: str, status: int, seconds: float) -> None:
        """Count an answer under its route's template."""
        of_route = self.by_route.get(route)
        if of_route is None:
            of_route = self.by_route[route] = {}
        times = of_route.get(status)
        if times is None:
            times = of_route[status] = Distribution(ANSWER_S)
        times.add(seconds)


def merged(parts: list[Distribution]) -> Distribution:
    """Return the distribution of the values of all parts, which have the same bounds."""
    whole = Distribution(parts[0].bounds)
    for part in parts:
        whole.counts = [one + more for one, more in zip(whole.counts, part.counts, strict=True)]
        whole.total += part.total
        whole.largest = max(whole.largest, part.largest)
    return whole
