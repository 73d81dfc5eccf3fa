"""Interface of a price source: observations in exact integers, and health."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

PRICE_E8_MAX: Final = 10**13  # the exchange's own bound of a price
OBSERVATIONS_MAX: Final = 64  # that a source hands out at a time: the newest


class OracleError(Exception):
    """The oracle cannot work as it is set up; the message is a sentence."""


class SourceState(Enum):
    """The health of a source."""

    STARTING = "starting"
    CONNECTED = "connected"
    POLLING = "polling"  # what is streamed otherwise is asked for now and then
    STALE = "stale"  # it answers and brings nothing new
    FAILED = "failed"

    @property
    def is_healthy(self) -> bool:
        return self not in (SourceState.STALE, SourceState.FAILED)


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """Operator status of a source; `detail` is a sentence without secrets, or empty."""

    name: str
    state: SourceState
    detail: str
    last_observation_at_s: int | None  # the newest publish time, engine seconds


@dataclass(frozen=True, slots=True)
class FeedMarket:
    """The market data that a source needs to find prices."""

    market_id: int
    symbol: str
    acre_id: int
    price_feed: str  # `source:id`


@dataclass(frozen=True, slots=True)
class Observation:
    """A source's observation of one market: USD per unit of area times 10^8, with its time."""

    market_id: int
    price_e8: int
    confidence_e8: int  # half the width of the interval in which the source sees the price
    published_at_s: int
    source: str

    def __post_init__(self) -> None:
        assert 1 <= self.price_e8 <= PRICE_E8_MAX
        assert 0 <= self.confidence_e8 <= self.price_e8


class PriceSource(Protocol):
    """A source of observations. `run` fetches, all other methods answer immediately."""

    @property
    def name(self) -> str:
        """One word for logs and metrics."""
        ...

    async def run(self) -> None:
        """Fetch until cancelled; trouble is logged, shows in `status` and ends nothing."""
        ...

    def serves(self, market: FeedMarket) -> bool:
        """Return whether this source can know the market's price."""
        ...

    def follow(self, markets: Sequence[FeedMarket]) -> None:
        """Replace the served markets with these."""
        ...

    def observations(self, market: FeedMarket, from_s: int, to_s: int) -> list[Observation]:
        """Return observations from `from_s` to `to_s`, both included, ascending.

        These are the newest OBSERVATIONS_MAX of them.
        """
        ...

    def ends_at_s(self, market: FeedMarket) -> int | None:
        """Return the publish time of the last observation; None: no end."""
        ...

    def status(self) -> SourceStatus:
        """Return the source's health."""
        ...
