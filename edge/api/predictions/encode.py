"""Engine views, events and stored rows of the predictions into the contract's entities (5.7)."""

from collections.abc import Sequence
from typing import get_args

from edge.api.predictions.client_order_ids import is_servers
from edge.api.predictions.schemas import (
    Level,
    MarketStatus,
    OrderBook,
    OrderStatus,
    OrderType,
    PlacedOrder,
    PointsAnswer,
    PredictionHistory,
    PredictionMarket,
    PredictionMarketTrade,
    PredictionPortfolio,
    PredictionPosition,
    PredictionTrade,
    Resolution,
    SelfTrade,
    SideName,
    TimeInForce,
)
from edge.http.amounts import ratio_floor
from edge.http.windows import INTERVALS
from edge.store.tables import (
    PredictionOrderRow,
    PredictionPayoutRow,
    PredictionTradeRow,
)
from engine.core.generated import messages as m
from engine.core.views import (
    PredictionBookView,
    PredictionMarketView,
    PredictionOrderView,
    PredictionPortfolioView,
    PredictionPositionView,
)
from engine.programmes.series import Bar
from engine.schema import enums

E6 = 10**6
PAYOUT = 100  # points that a contract pays
# The names by the engine's numbers.
SIDES: tuple[SideName, ...] = get_args(SideName)
TYPES: tuple[OrderType, ...] = get_args(OrderType)
FORCES: tuple[TimeInForce, ...] = get_args(TimeInForce)
SELF_TRADES: tuple[SelfTrade, ...] = get_args(SelfTrade)
ORDER_STATUSES: tuple[OrderStatus, ...] = get_args(OrderStatus)
MARKET_STATUSES: tuple[MarketStatus, ...] = get_args(MarketStatus)
_INTERVALS = {step_s: name for name, step_s in INTERVALS.items()}
_OUTCOMES = (None, "yes", "no", "void")


def order(view: PredictionOrderView) -> PlacedOrder:
    """Return an order; the average price is rounded down."""
    return PlacedOrder(
        order_id=view.order_id,
        client_order_id=None if is_servers(view.client_order_id) else view.client_order_id,
        market_id=view.market_id,
        type=TYPES[view.order_type],
        time_in_force=FORCES[view.time_in_force],
        expires_at=view.expires_at_s,
        post_only=view.is_post_only,
        self_trade_prevention=SELF_TRADES[view.self_trade_prevention],
        side=SIDES[view.side],
        price=view.price,
        contracts=view.contracts,
        filled_contracts=view.filled,
        remaining_contracts=view.remaining,
        canceled_contracts=view.canceled,
        average_price=ratio_floor(view.cost_e6, view.filled * E6) if view.filled else None,
        fee_points=str(view.fee_e6),
        status=ORDER_STATUSES[view.status],
        reserved_points=str(view.reserved_e6),
        queue_contracts=view.queue_contracts,
        created_at=view.created_at_s,
        updated_at=view.updated_at_s,
    )


def stored_order(row: PredictionOrderRow) -> PredictionOrderView:
    """Return a row of the database as the engine shows orders; it reserves nothing any more."""
    contracts, filled, canceled = row.contracts, row.filled, row.canceled
    is_open = row.status < enums.OrderStatus.FILLED
    return PredictionOrderView(
        order_id=row.order_id,
        client_order_id=row.client_order_id,
        market_id=row.market_id,
        order_type=row.order_type,
        time_in_force=row.time_in_force,
        expires_at_s=row.expires_at_s,
        is_post_only=row.is_post_only,
        self_trade_prevention=row.self_trade_prevention,
        side=row.side,
        price=row.price,
        contracts=contracts,
        filled=filled,
        remaining=contracts - filled - canceled if is_open else 0,
        canceled=canceled,
        cost_e6=row.cost_e6,
        fee_e6=row.fee_e6,
        status=row.status,
        reserved_e6=0,
        queue_contracts=None,
        created_at_s=row.created_at_s,
        updated_at_s=row.updated_at_s,
    )


def opened_order(
    event: m.OrderOpened, now_s: int, last: m.OrderUpdated | None = None
) -> PredictionOrderView:
    """Return an order from its first event, or closed as its command's last event left it."""
    return PredictionOrderView(
        order_id=event.order_id,
        client_order_id=event.client_order_id or None,
        market_id=event.market_id,
        order_type=event.order_type,
        time_in_force=event.time_in_force,
        expires_at_s=event.expires_at_s or None,
        is_post_only=bool(event.post_only),
        self_trade_prevention=event.self_trade_prevention,
        side=event.side,
        price=event.price if last is None else last.price,
        contracts=event.contracts if last is None else last.contracts,
        filled=0 if last is None else last.filled,
        remaining=event.contracts if last is None else 0,
        canceled=0 if last is None else last.canceled,
        cost_e6=0 if last is None else last.cost_e6,
        fee_e6=0 if last is None else last.fee_e6,
        status=0 if last is None else last.status,
        reserved_e6=0,
        queue_contracts=None,
        created_at_s=now_s,
        updated_at_s=now_s,
    )


def portfolio(view: PredictionPortfolioView) -> PredictionPortfolio:
    """Return the points of a wallet."""
    return PredictionPortfolio(
        available_points=str(view.available_e6),
        open_interest_points=str(view.reserved_e6 + view.cost_e6),
    )


def points(view: PredictionPortfolioView) -> PointsAnswer:
    """Return the points of a wallet with what trading brought."""
    return PointsAnswer(
        portfolio=portfolio(view),
        realized_pnl=str(view.realized_pnl_e6),
        unrealized_pnl=str(view.unrealized_pnl_e6),
    )


def position(view: PredictionPositionView) -> PredictionPosition:
    """Return contracts that are held, valued at the last traded price."""
    return PredictionPosition(
        market_id=view.market_id,
        side=SIDES[view.side],
        contracts=view.contracts,
        average_price=ratio_floor(view.cost_e6, view.contracts * E6),
        cost_points=str(view.cost_e6),
        current_price=view.current_price,
        unrealized_pnl=str(view.contracts * view.current_price * E6 - view.cost_e6),
        payout_points=None,
    )


def paid_position(row: PredictionPayoutRow) -> PredictionPosition:
    """Return contracts that were paid; the price is what each of them brought."""
    return PredictionPosition(
        market_id=row.market_id,
        side=SIDES[row.side],
        contracts=row.contracts,
        average_price=ratio_floor(row.cost_e6, row.contracts * E6),
        cost_points=str(row.cost_e6),
        current_price=row.payout_e6 // (row.contracts * E6),
        unrealized_pnl="0",
        payout_points=str(row.payout_e6),
    )


def trade(row: PredictionTradeRow, *, is_taker: bool) -> PredictionTrade:
    """Return a fill as its taker or its maker sees it; the price is that side's."""
    side = row.taker_side if is_taker else 1 - row.taker_side
    yes_price = row.yes_price
    return PredictionTrade(
        trade_id=row.trade_id,
        order_id=row.taker_order_id if is_taker else row.maker_order_id,
        market_id=row.market_id,
        side=SIDES[side],
        price=yes_price if side == 0 else PAYOUT - yes_price,
        contracts=row.contracts,
        fee_points=str(row.fee_e6 if is_taker else 0),
        role="taker" if is_taker else "maker",
        timestamp=row.at_s,
    )


def market_trade(row: PredictionTradeRow) -> PredictionMarketTrade:
    """Return the public view of a fill."""
    return PredictionMarketTrade(
        trade_id=row.trade_id,
        market_id=row.market_id,
        taker_side=SIDES[row.taker_side],
        yes_price=row.yes_price,
        contracts=row.contracts,
        timestamp=row.at_s,
    )


def history(market_id: int, step_s: int, bars: Sequence[Bar]) -> PredictionHistory:
    """Return bars as columns."""
    return PredictionHistory(
        market_id=market_id,
        interval=_INTERVALS[step_s],  # type: ignore[arg-type]
        timestamp=[bar.bucket * step_s for bar in bars],
        open=[bar.open for bar in bars],
        high=[bar.high for bar in bars],
        low=[bar.low for bar in bars],
        close=[bar.close for bar in bars],
        volume_contracts=[bar.contracts for bar in bars],
    )


def market(view: PredictionMarketView) -> PredictionMarket:
    return PredictionMarket(
        market_id=view.market_id,
        title=view.title,
        description=view.description,
        category=view.category,
        rules=view.rules,
        acre_id=view.acre_id,
        strike=None if view.strike_e8 is None else str(view.strike_e8),
        opens_at=view.opens_at_s,
        closes_at=view.closes_at_s,
        resolves_at=view.resolves_at_s,
        status=MARKET_STATUSES[view.status],
        is_resolved=is_over(view),
        outcome=_OUTCOMES[view.outcome or 0],  # type: ignore[arg-type]
        last_yes_price=view.last_yes_price,
        volume_contracts=view.volume_contracts,
        open_interest_contracts=view.open_interest_contracts,
        resolution=_resolution(view),
    )


def is_over(view: PredictionMarketView) -> bool:
    """Return whether a market is paid: resolved or voided."""
    return view.status >= enums.PredictionStatus.RESOLVED


def _resolution(view: PredictionMarketView) -> Resolution | None:
    if view.recorded_outcome is None or view.pays_at_s is None:
        return None
    return Resolution(
        outcome=SIDES[view.recorded_outcome - 1],
        value=None if view.value_e8 is None else str(view.value_e8),
        published_at=view.published_at_s,
        pays_at=view.pays_at_s,
    )


def order_book(view: PredictionBookView) -> OrderBook:
    """Return the bids of both sides; an ask is 100 less the other side's bid."""
    yes = view.yes[0][0] if view.yes else None
    no = view.no[0][0] if view.no else None
    return OrderBook(
        market_id=view.market_id,
        sequence=view.sequence,
        yes=_levels(view.yes),
        no=_levels(view.no),
        best_yes_bid=yes,
        best_yes_ask=None if no is None else PAYOUT - no,
        best_no_bid=no,
        best_no_ask=None if yes is None else PAYOUT - yes,
    )


def _levels(levels: Sequence[tuple[int, int]]) -> list[Level]:
    return [Level(price=price, contracts=contracts) for price, contracts in levels]
