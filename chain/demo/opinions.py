"""Trades of the demo's traders in questions about an index: two that see it differently meet."""

import asyncio
import math
from collections.abc import Sequence
from random import Random
from typing import Final

from chain.catalogue.facts import Catalogue
from chain.demo.strategies import DAY_S, change, published
from chain.demo.trader import Trader
from engine.core.generated.messages import GrantPoints, PlaceOrder
from engine.core.views import PredictionMarketView
from engine.schema.enums import PredictionStatus, TimeInForce
from engine.sequencer import Sequencer

TREND_DAYS: Final = 30
DAY_SIGMA: Final = 0.0015  # of an index, with what the trend does not know
DOUBT: Final = 8  # points by which two traders may differ
CONTRACTS: Final = (5, 40)
POINTS_MIN_E6: Final = 4_000 * 10**6  # enough for the largest trade
TRADES_A_DAY: Final = 2
REST_S: Final = 3_600
YES, NO = 0, 1
PRICE_MAX: Final = 99


class Opinions:
    """Makes trades of two traders each in questions that are open."""

    def __init__(
        self, sequencer: Sequencer, catalogue: Catalogue, traders: Sequence[Trader]
    ) -> None:
        self._sequencer = sequencer
        self._catalogue = catalogue
        self._traders = traders

    async def trade(self) -> None:
        """Let some pairs trade, as the day draws them."""
        exchange, now_s = self._sequencer.exchange, self._sequencer.now_s()
        day = now_s // DAY_S
        draw = Random(f"questions:{day}")  # noqa: S311 - no secret
        views = map(exchange.prediction_market, exchange.prediction_market_ids())
        found = [
            view
            for view in views
            if view.status == PredictionStatus.OPEN and view.closes_at_s > now_s + REST_S
        ]
        able = await self._able()
        if len(able) < 2:
            return
        for view in sorted(found, key=lambda one: (one.volume_contracts, one.market_id))[
            :TRADES_A_DAY
        ]:
            maker, taker = draw.sample(able, 2)
            price = self._price(view, now_s) + draw.randint(-DOUBT, DOUBT)
            await self._meet(view.market_id, maker, taker, _bounded(price), draw)

    async def _able(self) -> list[Trader]:
        """Return the traders with enough points; one that takes part gets its grant first."""
        portfolio_of = self._sequencer.exchange.prediction_portfolio
        able = []
        for trader in self._traders:
            view = portfolio_of(trader.address)
            if view.programmes and not view.is_granted:
                await self._sequencer.submit(GrantPoints(user=trader.address))
                view = portfolio_of(trader.address)
            if view.available_e6 >= POINTS_MIN_E6:
                able.append(trader)
        return able

    def _price(self, view: PredictionMarketView, now_s: int) -> int:
        """Return what a follower of the trend gives for YES."""
        if view.acre_id is None or view.strike_e8 is None:
            return 50
        prices = published(self._catalogue, view.acre_id, now_s)
        if not len(prices):
            return 50
        days = max(1.0, (view.resolves_at_s - now_s) / DAY_S)
        expected = float(prices[-1]) * (1 + change(prices, TREND_DAYS) * days / TREND_DAYS)
        distance = math.log(expected / view.strike_e8) / (DAY_SIGMA * math.sqrt(days))
        return round(50 * (1 + math.erf(distance / math.sqrt(2))))

    async def _meet(
        self, market_id: int, maker: Trader, taker: Trader, price: int, draw: Random
    ) -> None:
        contracts, side = draw.randint(*CONTRACTS), draw.choice((YES, NO))
        rest = PlaceOrder(
            user=maker.address,
            market_id=market_id,
            side=side,
            price=price if side == YES else 100 - price,
            contracts=contracts,
            time_in_force=TimeInForce.GTD,
            expires_at_s=self._sequencer.now_s() + REST_S,
        )
        take = PlaceOrder(
            user=taker.address,
            market_id=market_id,
            side=1 - side,
            price=100 - rest.price,
            contracts=contracts,
            time_in_force=TimeInForce.IOC,
        )
        await asyncio.gather(*map(self._sequencer.submit, (rest, take)))


def _bounded(price: int) -> int:
    return max(1, min(PRICE_MAX, price))
