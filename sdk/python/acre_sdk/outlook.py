"""A maker's market view and its target orders for each book."""

from dataclasses import dataclass, field, replace

from acre_sdk.client import AcreClient
from acre_sdk.models import POINT_E6, IndexPrice, Market, Order, OrderBook, Position
from acre_sdk.orders import Side
from acre_sdk.quoting import (
    LadderRules,
    Quote,
    Resting,
    fair_price,
    implied_probability,
    ladder,
    price_limits,
    within_budget,
)

OPEN_ORDERS_MAX = 160  # 200 are allowed; what is partly filled takes more than one a level
USABLE_PERCENT = 95  # of all points; the rest pays what a taker's fee may reserve
UNTRADED_PRICE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class MakerOptions:
    """Settings of the maker; times are real seconds, points are whole."""

    markets: frozenset[int] | None = None  # `None`: every market
    rules: LadderRules = field(default_factory=LadderRules)
    volatility: float = 0.03  # of the index, per square root of a year
    budget_points: int | None = None  # of one market; `None`: an equal part of all points
    dead_man_s: float = 30.0
    withdraw_s: float = 10.0  # before a market closes
    cycle_s: float = 5.0
    pause_min_s: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """One look at everything; times are engine seconds."""

    now_s: int
    rate: int
    markets: list[Market]  # open ones that were asked for, by id
    indexes: dict[int, IndexPrice]
    orders: dict[int, list[Resting]]  # by market, also of markets that are not quoted
    positions: dict[int, Position]
    points_e6: int  # free and at work

    def inventory(self, market_id: int) -> int:
        """Return the contracts held: YES is positive, NO negative."""
        position = self.positions.get(market_id)
        if position is None:
            return 0
        return position.contracts if position.side == "yes" else -position.contracts

    def resting(self, market_id: int) -> list[Resting]:
        """Return the own open orders of a market."""
        return self.orders.get(market_id, [])


async def look(client: AcreClient, options: MakerOptions) -> Outlook:
    """Ask the server for everything that a decision needs."""
    clock = await client.clock()
    markets = [
        market
        async for market in client.predictions.markets(is_resolved=False)
        if market.status == "open"
        and (options.markets is None or market.market_id in options.markets)
    ]
    indexes = await client.index_prices()
    positions = await client.predictions.positions(is_resolved=False)
    portfolio = await client.predictions.portfolio()
    orders: dict[int, list[Resting]] = {}
    async for order in client.predictions.orders():
        orders.setdefault(order.market_id, []).append(_resting(order))
    return Outlook(
        now_s=clock.now,
        rate=clock.rate,
        markets=sorted(markets, key=lambda market: market.market_id),
        indexes=indexes,
        orders=orders,
        positions={row.market_id: row for row in positions},
        points_e6=portfolio.balance.available_e6 + portfolio.balance.open_interest_e6,
    )


def _resting(order: Order) -> Resting:
    side: Side = "yes" if order.side == "yes" else "no"
    return Resting(order.order_id, side, order.price or 0, order.remaining_contracts)


def is_closing(market: Market, outlook: Outlook, options: MakerOptions) -> bool:
    """Return whether the market closes so soon that quotes have to be out of it."""
    return market.closes_at - outlook.now_s <= options.withdraw_s * outlook.rate


def fair(market: Market, outlook: Outlook, volatility: float) -> float | None:
    """Return the price of YES in points; `None` when the index that it asks for is unknown.

    A market without a strike is quoted around its last price, around 50 before its first trade.
    """
    if market.strike_e8 is None or market.acre_id is None:
        last = market.last_yes_price
        return float(last if last is not None else UNTRADED_PRICE)
    index = outlook.indexes.get(market.acre_id)
    if index is None:
        return None
    left_s = market.resolves_at - outlook.now_s
    return fair_price(implied_probability(index.price_e8, market.strike_e8, left_s, volatility))


def wanted_quotes(
    market: Market, outlook: Outlook, options: MakerOptions, book: OrderBook, price: float
) -> list[Quote]:
    """Return the quotes that the market shall have: around `price`, within the budget."""
    inventory = outlook.inventory(market.market_id)
    limits = price_limits(book, outlook.resting(market.market_id))
    quotes = ladder(price, inventory, _rules(outlook, options), limits)
    position = outlook.positions.get(market.market_id)
    cost_e6 = position.cost_e6 if position is not None else 0
    return within_budget(quotes, inventory, _budget_e6(outlook, options) - cost_e6)


def _budget_e6(outlook: Outlook, options: MakerOptions) -> int:
    share_e6 = outlook.points_e6 * USABLE_PERCENT // 100 // max(1, len(outlook.markets))
    if options.budget_points is None:
        return share_e6
    return min(share_e6, options.budget_points * POINT_E6)


def _rules(outlook: Outlook, options: MakerOptions) -> LadderRules:
    """Return the ladder with no more levels than the open orders of a user allow."""
    rules = options.rules
    levels_max = max(1, OPEN_ORDERS_MAX // (2 * max(1, len(outlook.markets))))
    if rules.levels <= levels_max:
        return rules
    return replace(rules, levels=levels_max)
