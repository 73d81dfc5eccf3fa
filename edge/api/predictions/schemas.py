"""Queries, bodies and answers of the predictions (API 5.7)."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, field

from edge.http.limits import (
    CANCEL_AFTER_S_MAX,
    CANCEL_AFTER_S_MIN,
    PREDICTION_BATCH_MAX,
)
from edge.http.schema.base import Entity, Request
from edge.http.schema.examples import condition, example, has, without
from edge.http.schema.inputs import TIME_END_S, CandleInterval, PageQuery, RangeQuery, TimeInput
from edge.http.schema.units import REQUIRED, Count32, Points, Price, Ratio, Timestamp

SideName = Literal["yes", "no"]
OrderType = Literal["limit", "market"]
TimeInForce = Literal["gtc", "gtd", "ioc", "fok"]
SelfTrade = Literal["cancelResting", "cancelIncoming", "both"]
OrderStatus = Literal["open", "partiallyFilled", "filled", "canceled", "expired"]
StatusFilter = Literal["open", "filled", "canceled", "expired", "all"]
MarketStatus = Literal["upcoming", "open", "closed", "resolved", "voided"]
Order = Literal["desc", "asc"]

# `order_input.py` validates the fields of an order in the order of the rules, so the decoder
# accepts any value; the JSON schema states the real types.
TypeInput = Annotated[object, Meta(extra_json_schema={"enum": ["limit", "market"]})]
SideInput = Annotated[object, Meta(extra_json_schema={"enum": ["yes", "no"]})]
PriceInput = Annotated[
    object, Meta(extra_json_schema={"type": ["integer", "null"], "minimum": 1, "maximum": 99})
]
NewPriceInput = Annotated[
    object, Meta(extra_json_schema={"type": "integer", "minimum": 1, "maximum": 99})
]
ContractsInput = Annotated[
    object, Meta(extra_json_schema={"type": "integer", "minimum": 1, "maximum": 100_000})
]
ForceInput = Annotated[object, Meta(extra_json_schema={"enum": ["gtc", "gtd", "ioc", "fok"]})]
ExpiryInput = Annotated[
    object,
    Meta(
        description="of gtd alone",
        extra_json_schema={"type": ["integer", "null"], "x-unit": "seconds"},
    ),
]
FlagInput = Annotated[object, Meta(extra_json_schema={"type": "boolean"})]
SelfTradeInput = Annotated[
    object, Meta(extra_json_schema={"enum": ["cancelResting", "cancelIncoming", "both"]})
]
ClientIdInput = Annotated[
    object,
    Meta(extra_json_schema={"type": ["string", "null"], "pattern": "^[A-Za-z0-9_-]{1,36}$"}),
]
MarketFilter = Annotated[int, Meta(ge=1, le=2**32 - 1)]
IdInput = Annotated[object, Meta(extra_json_schema={"type": "integer", "minimum": 1})]

LIMIT_ORDER = {"if": {"properties": {"type": {"const": "limit"}}}, "then": has("price")}


@condition(LIMIT_ORDER)
@example(type="limit", side="yes", price=40, contracts=5)
class OrderBody(Request):
    """An order; type, side and contracts are required, price as well for a limit order."""

    type: Annotated[TypeInput, REQUIRED] = UNSET
    side: Annotated[SideInput, REQUIRED] = UNSET
    price: PriceInput = UNSET
    contracts: Annotated[ContractsInput, REQUIRED] = UNSET
    time_in_force: ForceInput = "gtc"
    expires_at: ExpiryInput = None
    post_only: FlagInput = False
    self_trade_prevention: SelfTradeInput = "cancelResting"
    client_order_id: ClientIdInput = None


@condition(LIMIT_ORDER)
@example(type="limit", side="yes", price=40, contracts=5, marketId=1)
class BatchOrderBody(OrderBody):
    """An order of a batch; its market is required too."""

    market_id: Annotated[IdInput, REQUIRED] = UNSET


@example(orders=[{"type": "limit", "side": "yes", "price": 40, "contracts": 5, "marketId": 1}])
class BatchBody(Request):
    """Orders that are placed one after the other."""

    orders: Annotated[list[BatchOrderBody], Meta(min_length=1, max_length=PREDICTION_BATCH_MAX)]


@example(marketId=1)
class CancelAllBody(Request):
    """Scope of a cancel-all: one market or all."""

    market_id: Count32 | None = None


@condition(without("contracts", "price"))
@example(price=41)
class AmendBody(Request):
    """A new price, or a new number of contracts that are to remain; what is absent stays."""

    price: NewPriceInput = UNSET
    contracts: ContractsInput = UNSET


@example(timeoutSeconds=60)
class CancelAfterBody(Request):
    """After how many seconds all orders are cancelled; 0 switches that off."""

    timeout_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=CANCEL_AFTER_S_MAX,
            description=f"0, or {CANCEL_AFTER_S_MIN} to {CANCEL_AFTER_S_MAX}",
        ),
    ]


class OrdersQuery(PageQuery):
    """A page of the wallet's orders."""

    order_status_filter: StatusFilter = "open"
    market_id: MarketFilter | None = None
    order: Order = "desc"


class MarketTradesQuery(PageQuery):
    """A page of the trades of one market."""

    order: Order = "desc"
    from_s: TimeInput = field(default=0, name="from")
    to_s: TimeInput = field(default=TIME_END_S, name="to")


class PredictionTradesQuery(MarketTradesQuery):
    """A page of the wallet's trades."""

    market_id: MarketFilter | None = None


class PositionsQuery(Request):
    """Positions of markets that are paid, of others, or of both."""

    is_resolved_filter: bool | None = None


class PredictionMarketsQuery(PageQuery):
    """A page of the prediction markets."""

    market_category_filter: str | None = None
    is_resolved_filter: bool | None = None
    order: Order = "desc"


class BookQuery(Request):
    """The number of price levels per side."""

    depth: Annotated[int, Meta(ge=1, le=99)] = 99


class PredictionHistoryQuery(RangeQuery):
    """Bars of a market; a window ends with its trading, without one it begins with it."""

    interval: Annotated[
        CandleInterval | None, Meta(description="absent: the finest that fits the span")
    ] = None


class PlacedOrder(Entity):
    """An order of a prediction market (API 5.7)."""

    order_id: int
    client_order_id: str | None
    market_id: int
    type: OrderType
    time_in_force: TimeInForce
    expires_at: Timestamp | None
    post_only: bool
    self_trade_prevention: SelfTrade
    side: SideName
    price: int
    contracts: int
    filled_contracts: int
    remaining_contracts: int
    canceled_contracts: int
    average_price: Ratio | None
    fee_points: Points
    status: OrderStatus
    reserved_points: Points
    queue_contracts: Annotated[
        int | None, Meta(description="ahead of it at its price; null when it does not rest")
    ]
    created_at: Timestamp
    updated_at: Timestamp


class OrderAnswer(Entity):
    """One order."""

    order: PlacedOrder


class BatchError(Entity):
    """Why an order of a batch was refused."""

    message: str
    code: str
    details: dict[str, Any]


class BatchResult(Entity, omit_defaults=True):
    """The outcome of one order of a batch: one of the two fields."""

    order: PlacedOrder | msgspec.UnsetType = UNSET
    error: BatchError | msgspec.UnsetType = UNSET


class BatchAnswer(Entity):
    """Outcomes of the orders of a batch, in request order."""

    results: list[BatchResult]


class Canceled(Entity):
    """The orders that were cancelled."""

    canceled: list[int]
    count: int


class StatusAnswer(Entity):
    """The status of an order."""

    status: OrderStatus


class CancelAt(Entity):
    """The time at which all orders will be cancelled; null: never."""

    cancel_at: Timestamp | None


class PredictionPortfolio(Entity):
    """Points of the prediction programme; none before participating."""

    available_points: Points = "0"
    open_interest_points: Points = "0"


class PointsAnswer(Entity):
    """Points of the wallet, and what trading brought."""

    portfolio: PredictionPortfolio
    realized_pnl: Points
    unrealized_pnl: Points


class PredictionPosition(Entity):
    """Contracts of one side of a market."""

    market_id: int
    side: SideName
    contracts: int
    average_price: Ratio
    cost_points: Points
    current_price: int
    unrealized_pnl: Points
    payout_points: Points | None


class PredictionPositions(Entity):
    """The wallet's positions."""

    positions: list[PredictionPosition]


class PredictionTrade(Entity):
    """One fill from the wallet's side."""

    trade_id: int
    order_id: int
    market_id: int
    side: SideName
    price: int
    contracts: int
    fee_points: Points
    role: Literal["maker", "taker"]
    timestamp: Timestamp


class PredictionMarketTrade(Entity):
    """One public fill of a market."""

    trade_id: int
    market_id: int
    taker_side: SideName
    yes_price: int
    contracts: int
    timestamp: Timestamp


class PredictionHistory(Entity):
    """YES prices of a market's trades by interval, as equal-length columns."""

    market_id: int
    interval: CandleInterval
    timestamp: list[Timestamp]
    open: list[int]
    high: list[int]
    low: list[int]
    close: list[int]
    volume_contracts: list[int]


class Resolution(Entity):
    """The value that decides a market; until it is paid an operator may correct it."""

    outcome: SideName
    value: Price | None
    published_at: Timestamp | None
    pays_at: Timestamp


class PredictionMarket(Entity):
    """A prediction market (API 5.7)."""

    market_id: int
    title: str
    description: str
    category: str
    rules: str
    acre_id: int | None
    strike: Price | None
    opens_at: Timestamp
    closes_at: Timestamp
    resolves_at: Timestamp
    status: MarketStatus
    is_resolved: bool
    outcome: Literal["yes", "no", "void"] | None
    last_yes_price: int | None
    volume_contracts: int
    open_interest_contracts: int
    resolution: Resolution | None


class MarketAnswer(Entity):
    """One prediction market."""

    market: PredictionMarket


class Level(Entity):
    """The contracts that rest at a price."""

    price: int
    contracts: int


class OrderBook(Entity):
    """Resting bids of both sides, best first."""

    market_id: int
    sequence: int
    yes: list[Level]
    no: list[Level]
    best_yes_bid: int | None
    best_yes_ask: int | None
    best_no_bid: int | None
    best_no_ask: int | None


class BookAnswer(Entity):
    """The order book of a market."""

    order_book: OrderBook
