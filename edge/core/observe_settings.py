"""Settings of logs, traces and the drain."""

from dataclasses import dataclass
from typing import Final

LOG_FORMATS = TEXT, JSON = ("text", "json")
DRAIN_S_MAX: Final = 60
PERCENT_MAX: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ObserveSettings:
    """Output of a process about itself, and how long it drains."""

    log_format: str
    has_access_log: bool
    traces_url: str  # OTLP endpoint over HTTP; empty: no traces
    traces_percent: int  # of the requests that are traced
    drain_s: int  # between the signal to stop and the end of listening
