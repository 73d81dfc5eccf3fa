"""Changes and volumes of the markets, read from PostgreSQL at most once a second."""

from collections.abc import Callable

from edge.api.markets.encode import Figures
from edge.http.cache import CachedValue
from edge.http.windows import DAY_S
from edge.store.pool import Store
from engine.core.exchange import Exchange
from engine.programmes.series import change_e12

YEAR_S = 365 * DAY_S


class MarketStats:
    """Changes and volumes of every market."""

    def __init__(self, store: Store, exchange: Exchange, now_s: Callable[[], int]) -> None:
        self._store = store
        self._exchange = exchange
        self._now_s = now_s
        self._markets = CachedValue(self._load_markets, 1.0)

    async def markets(self) -> dict[int, Figures]:
        """Return the figures of every market by id."""
        return await self._markets.get()

    async def of_market(self, market_id: int) -> Figures:
        return (await self.markets()).get(market_id, Figures(None, None, 0))

    async def _load_markets(self) -> dict[int, Figures]:
        now_s = self._now_s()
        views = [self._exchange.market_view(i, now_s) for i in self._exchange.market_ids()]
        spans = (DAY_S, YEAR_S)
        wanted = [(view.acre_id, now_s - span) for view in views for span in spans]
        rows = await self._store.rows(
            "series.index_at", [w[0] for w in wanted], [w[1] for w in wanted]
        )
        prices = {(row["acre_id"], row["at_s"]): row["price_e8"] for row in rows}
        volumes = await self._store.rows("series.volumes_since", now_s - DAY_S)
        traded = {row["market_id"]: int(row["notional_e6"]) for row in volumes}
        return {
            view.market_id: Figures(
                change_e12(view.index_price_e8, prices.get((view.acre_id, now_s - spans[0]))),
                change_e12(view.index_price_e8, prices.get((view.acre_id, now_s - spans[1]))),
                traded.get(view.market_id, 0),
            )
            for view in views
        }
