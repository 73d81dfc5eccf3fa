"""Waiting orders, their history and auctions (API 3.5, 3.6)."""

from typing import Annotated

from edge.api.history.schemas import HistoryEntity
from edge.api.quotes.schemas import PositionQuote
from edge.http.schema.base import Entity
from edge.http.schema.units import (
    AddressText,
    Collateral,
    Price,
    Ratio,
    Side,
    SignedCollateral,
    SignedSize,
    Size,
    Timestamp,
    one_of,
)

OrderTypeText = Annotated[str, one_of("auction", "limit", "stop", "takeProfit", "trailing")]
SourceText = Annotated[str, one_of("index", "market")]
EndText = Annotated[
    str,
    one_of(
        "filled",
        "canceled",
        "group",
        "expired",
        "rejected",
        "noPosition",
        "liquidation",
        "marketSettled",
    ),
]


class PerpOrder(Entity):
    """An order that waits, for its owner alone."""

    order_id: int
    margin_account_id: int
    market_id: int
    order_type: OrderTypeText
    trigger_by: SourceText
    side: Side
    reduce_only: bool
    whole_position: bool
    size: SignedSize
    trigger_price: Price | None
    trail_rate: Ratio | None
    best_price: Price | None
    acceptable_price: Price | None
    group: int
    expires_at: Timestamp
    stop_price: Price | None
    target_price: Price | None
    is_locked: bool
    is_due: bool
    deferred_reason: str | None
    deferred_text: str | None
    delegate: AddressText | None


class EndedOrder(Entity):
    """An order of a stream that waits no more."""

    order_id: int
    margin_account_id: int
    market_id: int
    is_open: bool = False


class PerpOrderEvent(HistoryEntity):
    """What happened to a waiting order; fields without a meaning there are null."""

    margin_account_id: int
    market_id: int
    order_id: int
    event: Annotated[str, one_of("placed", "amended", "deferred", "filled", "ended")]
    order_type: OrderTypeText | None
    trigger_by: SourceText | None
    reduce_only: bool | None
    whole_position: bool | None
    size: SignedSize | None
    trigger_price: Price | None
    trail_rate: Ratio | None
    acceptable_price: Price | None
    group: int | None
    expires_at: Timestamp | None
    stop_price: Price | None
    target_price: Price | None
    parent_order_id: int | None
    matched_size: SignedSize | None
    fill_price: Price | None
    trade_fee: Collateral | None
    surcharge: Collateral | None
    left_size: SignedSize | None
    end_reason: EndText | None
    code: str | None
    text: str | None


class Auction(Entity):
    """A call auction that was held; sizes are sums."""

    timestamp: Timestamp
    market_id: int
    index_price: Price
    order_count: int
    bought: Size
    sold: Size
    matched: Size
    pool_size: SignedSize
    pool_price: Price | None


class ComingAuction(Entity):
    """The next auction at the index of now; count and size rounded to two digits."""

    market_id: int
    timestamp: Timestamp
    locks_at: Timestamp
    order_count: int
    side: Side | None
    size: Size


class AuctionCosts(Entity):
    """Fee, surcharge and impact of an order now, and in the auction at the index of now."""

    timestamp: Timestamp
    locks_at: Timestamp
    cost_now: SignedCollateral
    cost_matched: SignedCollateral
    cost_with_pool: SignedCollateral
    saving: SignedCollateral
    saving_matched: SignedCollateral


class PerpOrderQuote(Entity):
    """Quote of place-perp-order."""

    is_placeable: bool
    placing_reasons: list[str]
    order_margin: Collateral
    size: SignedSize
    trigger_price: Price | None
    acceptable_price: Price | None
    expires_at: Timestamp
    at_trigger: PositionQuote | None
    now: PositionQuote | None
    auction: AuctionCosts | None
    loss_to_stop: SignedCollateral | None
