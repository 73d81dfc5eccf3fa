"""A metric as it is declared: name, kind, help and labels."""

from dataclasses import dataclass
from typing import Final

GAUGE: Final = "gauge"
COUNTER: Final = "counter"
HISTOGRAM: Final = "histogram"


@dataclass(frozen=True, slots=True)
class Figure:
    """One metric. The unit is the last word of the name; a counter is exported with `_total`.

    Values of labels come from fixed sets (routes, classes, folders), never from clients.
    """

    name: str
    kind: str
    help: str
    labels: tuple[str, ...] = ()

    @property
    def exported_name(self) -> str:
        """The name in the exposition format."""
        return f"{self.name}_total" if self.kind == COUNTER else self.name


def gauge(name: str, text: str, *labels: str) -> Figure:
    """Return a value that goes up and down."""
    return Figure(name, GAUGE, text, labels)


def counter(name: str, text: str, *labels: str) -> Figure:
    """Return a count since the start of the process."""
    return Figure(name, COUNTER, text, labels)


def histogram(name: str, text: str, *labels: str) -> Figure:
    """Return a distribution since the start of the process."""
    return Figure(name, HISTOGRAM, text, labels)
