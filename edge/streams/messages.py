"""The messages of the stream as types (API 5.8): one table for the document and its tests.

The hub writes messages field by field; tests read what it has sent by these types.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from edge.api.accounts.schemas import LpPosition, MarginAccount, SettlementRequest
from edge.api.history.schemas import (
    CommandRow,
    Liquidation,
    LpEvent,
    MarginTransfer,
    StreamTrade,
    Trade,
)
from edge.api.markets.schemas import (
    Amounts,
    Distribution,
    MarketRoom,
    MarketRow,
    MarketState,
    Skew,
)
from edge.api.orders.schemas import Auction, PerpOrder, PerpOrderEvent
from edge.api.predictions.schemas import (
    Level,
    OrderBook,
    PlacedOrder,
    PredictionPortfolio,
    PredictionTrade,
)
from edge.http.schema.base import Entity
from edge.http.schema.units import AddressText, Price, Ratio, Timestamp, one_of
from edge.streams.predictions import MarketInShort
from edge.streams.socket import Channels, EchoId

Sequence = Annotated[int, Meta(ge=0, description="of the channel: the previous message's + 1")]


class Subscribe(Entity, tag_field="op", tag="subscribe"):
    """Subscribe to channels; each is answered with `Subscribed` and its snapshot, or an error."""

    channels: Channels
    id: EchoId | UnsetType = UNSET


class Unsubscribe(Entity, tag_field="op", tag="unsubscribe"):
    """End subscriptions; names that are not subscribed are answered as well."""

    channels: Channels
    id: EchoId | UnsetType = UNSET


class Authenticate(Entity, tag_field="op", tag="auth"):
    """Sign in with an access token, for channels of a wallet; a newer one extends the time."""

    token: str
    id: EchoId | UnsetType = UNSET


class Ping(Entity, tag_field="op", tag="ping"):
    """Ask for the server's time."""

    id: EchoId | UnsetType = UNSET


class Clock(Entity):
    """Engine time and how many of its seconds pass in one second."""

    now: Timestamp
    rate: int


class Hello(Entity, tag_field="type", tag="hello"):
    """The first message of a socket."""

    env: str
    version: str
    clock: Clock


class Heartbeat(Entity, tag_field="type", tag="heartbeat"):
    """Every 10 seconds, quiet or not."""

    clock: Clock


class Subscribed(Entity, tag_field="type", tag="subscribed"):
    """A channel is subscribed; its snapshot follows."""

    channel: str
    id: EchoId | UnsetType = UNSET


class Unsubscribed(Entity, tag_field="type", tag="unsubscribed"):
    """A channel is no longer subscribed."""

    channel: str
    id: EchoId | UnsetType = UNSET


class Authenticated(Entity, tag_field="type", tag="authenticated"):
    """The socket belongs to a wallet until the token expires."""

    address: AddressText
    expires_at: Timestamp
    id: EchoId | UnsetType = UNSET


class Pong(Entity, tag_field="type", tag="pong"):
    """The server's time."""

    server_time: Timestamp
    id: EchoId | UnsetType = UNSET


class StreamError(Entity, tag_field="type", tag="error"):
    """A refused message, or a channel that ends; the socket stays open."""

    message: str
    code: str
    details: dict[str, Any]
    channel: str | UnsetType = UNSET
    id: EchoId | UnsetType = UNSET


class ExchangeInShort(Entity):
    """The status of the exchange."""

    status: str
    paused: bool


class MarketsSnapshot(Entity):
    """Every market in short."""

    exchange: ExchangeInShort
    markets: list[MarketRow]


class MarketsDelta(Entity):
    """What changed, each market whole."""

    exchange: ExchangeInShort | UnsetType = UNSET
    markets: list[MarketRow] | UnsetType = UNSET


class MarketDelta(Entity):
    """The keys of the market that changed, each whole, and the auctions held since."""

    index_price: Price | UnsetType = UNSET
    index_price_at: Timestamp | UnsetType = UNSET
    next_print_at: Timestamp | UnsetType = UNSET
    market_price: Price | UnsetType = UNSET
    funding_rate: Ratio | UnsetType = UNSET
    funding_velocity: Ratio | UnsetType = UNSET
    open_interest: Amounts | UnsetType = UNSET
    open_interest_distribution: Distribution | UnsetType = UNSET
    skew: Skew | UnsetType = UNSET
    available_open_interest: MarketRoom | UnsetType = UNSET
    paused: bool | UnsetType = UNSET
    auctions: list[Auction] | UnsetType = UNSET


class Trades(Entity):
    """Snapshot: the last 50 trades, newest first. Delta: the new ones, oldest first."""

    trades: list[StreamTrade]


class BookSnapshot(Entity):
    """The whole book."""

    order_book: OrderBook


class BookDelta(Entity):
    """Levels that changed; `contracts` is the level's new total, 0 means that it is gone."""

    sequence: Annotated[int, Meta(description="of the book; may jump")]
    yes: list[Level]
    no: list[Level]
    best_yes_bid: int | None
    best_yes_ask: int | None
    best_no_bid: int | None
    best_no_ask: int | None


class Predictions(Entity):
    """Snapshot: every prediction market in short. Delta: the changed ones, whole."""

    markets: list[MarketInShort]


class TradeHappened(Trade, tag_field="kind", tag="trade"):
    """A trade of the wallet."""


class LiquidityModified(LpEvent, tag_field="kind", tag="lp"):
    """A deposit into or a removal from the pool."""


class MarginMoved(MarginTransfer, tag_field="kind", tag="marginTransfer"):
    """A deposit or a withdrawal of margin."""


class Liquidated(Liquidation, tag_field="kind", tag="liquidation"):
    """A piece of a position was liquidated."""


class SettlementMoved(Entity, tag_field="kind", tag="settlement"):
    """A settlement request has another state."""

    id: int
    status: Annotated[str, one_of("pending", "payable", "authorised", "settled")]


class CommandDone(CommandRow, tag_field="kind", tag="command"):
    """The outcome of a command of the wallet or of its delegate."""


class WaitingOrderMoved(PerpOrderEvent, tag_field="kind", tag="perpOrder"):
    """What happened to a waiting order."""


class PredictionTraded(PredictionTrade, tag_field="kind", tag="predictionTrade"):
    """A fill of a prediction order."""


_ONLY_IN_ORDERS = {"reserved_points", "queue_contracts"}  # depend on other orders
PredictionOrderMoved = msgspec.defstruct(
    "PredictionOrderMoved",
    [
        (
            "event",
            Literal["orderOpened", "orderAmended", "orderFilled", "orderCanceled", "orderExpired"],
        ),
        ("reason", str | None),
        *(
            (one.name, one.type)
            for one in msgspec.structs.fields(PlacedOrder)
            if one.name not in _ONLY_IN_ORDERS
        ),
    ],
    bases=(Entity,),
    namespace={"__doc__": "A prediction order after an event."},
    module=__name__,
    tag_field="kind",
    tag="order",
)
UserEvent = (
    TradeHappened
    | LiquidityModified
    | MarginMoved
    | Liquidated
    | SettlementMoved
    | CommandDone
    | WaitingOrderMoved
    | PredictionTraded
    | PredictionOrderMoved
)


_IDS = {"order_id", "margin_account_id", "market_id"}
ChangedPerpOrder = msgspec.defstruct(
    "ChangedPerpOrder",
    [
        *((one.name, one.type) for one in msgspec.structs.fields(PerpOrder) if one.name in _IDS),
        ("is_open", Literal[False] | UnsetType, UNSET),
        *(
            (one.name, one.type | UnsetType, UNSET)
            for one in msgspec.structs.fields(PerpOrder)
            if one.name not in _IDS
        ),
    ],
    bases=(Entity,),
    namespace={"__doc__": "A waiting order, whole; one that ended has its ids and `isOpen` false."},
    module=__name__,
)


class UserSnapshot(Entity):
    """Everything the wallet has; more pages by REST."""

    margin_accounts: list[MarginAccount]
    lp_positions: list[LpPosition]
    lp_positions_next_cursor: str | None
    settlement_requests: list[SettlementRequest]
    settlement_requests_next_cursor: str | None
    portfolio: PredictionPortfolio
    orders: list[PlacedOrder]
    perp_orders: list[PerpOrder]


class UserDelta(Entity):
    """The events, at most the newest 1,000, and each touched entity whole."""

    events: list[UserEvent]  # type: ignore[valid-type]  # one member is made from another type
    margin_accounts: list[MarginAccount] | UnsetType = UNSET
    lp_positions: list[LpPosition] | UnsetType = UNSET
    settlement_requests: list[SettlementRequest] | UnsetType = UNSET
    portfolio: PredictionPortfolio | UnsetType = UNSET
    orders: list[PlacedOrder] | UnsetType = UNSET
    perp_orders: list[ChangedPerpOrder] | UnsetType = UNSET  # type: ignore[valid-type]  # also made


FROM_CLIENT = (Subscribe, Unsubscribe, Authenticate, Ping)
FROM_SERVER = (Hello, Heartbeat, Subscribed, Unsubscribed, Authenticated, Pong, StreamError)


@dataclass(frozen=True, slots=True)
class ChannelKind:
    """A kind of channel: its name with a parameter, and the data of its two messages."""

    name: str
    summary: str
    snapshot: type
    delta: type
    parameter: str | None = None
    is_private: bool = False

    @property
    def address(self) -> str:
        """Return the name that a client subscribes to."""
        return self.name if self.parameter is None else f"{self.name}:{{{self.parameter}}}"

    @property
    def pattern(self) -> str:
        """Return the pattern of its names."""
        if self.parameter is None:
            return f"^{self.name}$"
        value = "[1-9A-HJ-NP-Za-km-z]{32,44}" if self.is_private else "(0|[1-9][0-9]*)"
        return f"^{self.name}:{value}$"


CHANNELS = (
    ChannelKind("markets", "Every market in short", MarketsSnapshot, MarketsDelta),
    ChannelKind("market", "One market", MarketState, MarketDelta, "marketId"),
    ChannelKind("trades", "Trades of all markets", Trades, Trades),
    ChannelKind("trades", "Trades of one market", Trades, Trades, "marketId"),
    ChannelKind(
        "orderBook",
        "The book of a prediction market",
        BookSnapshot,
        BookDelta,
        "predictionMarketId",
    ),
    ChannelKind("predictions", "Every prediction market in short", Predictions, Predictions),
    ChannelKind(
        "user", "One wallet", UserSnapshot, UserDelta, parameter="address", is_private=True
    ),
)
