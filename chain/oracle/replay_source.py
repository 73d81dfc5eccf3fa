"""`ReplaySource`: history as if it were published now, one print a day and market."""

import asyncio
from collections.abc import Sequence
from typing import Final

import numpy as np

from chain.catalogue.facts import Catalogue
from chain.oracle.source import (
    OBSERVATIONS_MAX,
    FeedMarket,
    Observation,
    SourceState,
    SourceStatus,
)

NO_CONFIDENCE_E8: Final = 0  # a replayed figure has no spread


class ReplaySource:
    """The catalogue's prints; nothing is fetched. A market has some if the catalogue knows it."""

    name: Final = "replay"

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._acre_ids = frozenset(market.acre_id for market in catalogue.markets)

    async def run(self) -> None:
        """Do nothing until cancelled: all is there."""
        await asyncio.Event().wait()

    def serves(self, market: FeedMarket) -> bool:
        """Return whether the catalogue knows the market's area."""
        return market.acre_id in self._acre_ids

    def follow(self, markets: Sequence[FeedMarket]) -> None:
        """Take them; nothing has to be prepared."""

    def observations(self, market: FeedMarket, from_s: int, to_s: int) -> list[Observation]:
        """Return the area's prints of these days."""
        prints = self._catalogue.prints(market.acre_id)
        start = int(np.searchsorted(prints.published_at_s, from_s))
        end = int(np.searchsorted(prints.published_at_s, to_s, side="right"))
        return [
            Observation(
                market.market_id,
                int(prints.price_e8[index]),
                NO_CONFIDENCE_E8,
                int(prints.published_at_s[index]),
                self.name,
            )
            for index in range(max(start, end - OBSERVATIONS_MAX), end)
        ]

    def ends_at_s(self, market: FeedMarket) -> int | None:
        """Return the end of the area's history."""
        published_at_s = self._catalogue.prints(market.acre_id).published_at_s
        return int(published_at_s[-1]) if len(published_at_s) else 0

    def status(self) -> SourceStatus:
        """Return a healthy state: the history is local."""
        return SourceStatus(self.name, SourceState.CONNECTED, "", None)
