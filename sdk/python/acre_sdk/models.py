"""Typed answers of the server. Points are raw integers: 1 point is 1,000,000."""

from decimal import Decimal
from typing import Any, TypeVar

import msgspec
from msgspec import field

POINT_E6 = 1_000_000
T = TypeVar("T")


class Raw(int):
    """A raw amount: text on the wire, an integer here."""


class Model(msgspec.Struct, kw_only=True, rename="camel"):
    """Something of the contract; fields that it does not know are ignored."""


class Order(Model):
    """An order of this user."""

    order_id: int
    client_order_id: str | None
    market_id: int
    type: str
    time_in_force: str
    expires_at: int | None
    post_only: bool
    self_trade_prevention: str
    side: str
    price: int | None
    contracts: int
    filled_contracts: int
    remaining_contracts: int
    average_price: Decimal | None
    fee_e6: Raw = field(name="feePoints")
    status: str
    reserved_e6: Raw = field(name="reservedPoints")
    created_at: int
    updated_at: int
    canceled_contracts: int = 0
    queue_contracts: int | None = None  # ahead of it at its price, if the server reports it

    @property
    def is_open(self) -> bool:
        """Return whether something of the order still rests."""
        return self.status in ("open", "partiallyFilled")


class Position(Model):
    """The user's position in one market, on one side."""

    market_id: int
    side: str
    contracts: int
    average_price: Decimal | None
    cost_e6: Raw = field(name="costPoints")
    current_price: int | None
    unrealized_pnl_e6: Raw = field(name="unrealizedPnl")
    payout_e6: Raw | None = field(name="payoutPoints")


class Trade(Model):
    """A fill of one of the user's orders."""

    trade_id: int
    order_id: int
    market_id: int
    side: str
    price: int
    contracts: int
    fee_e6: Raw = field(name="feePoints")
    role: str
    timestamp: int


class Market(Model):
    """A prediction market."""

    market_id: int
    title: str
    description: str
    category: str
    rules: str
    acre_id: int | None
    strike_e8: Raw | None = field(name="strike")
    opens_at: int
    closes_at: int
    resolves_at: int
    status: str
    is_resolved: bool
    outcome: str | None
    last_yes_price: int | None
    volume_contracts: int
    open_interest_contracts: int


class Level(Model):
    """The contracts that rest at one price."""

    price: int
    contracts: int


class OrderBook(Model):
    """Resting bids of both sides, best first."""

    market_id: int
    sequence: int
    yes: list[Level]
    no: list[Level]
    best_yes_bid: int | None
    best_yes_ask: int | None
    best_no_bid: int | None
    best_no_ask: int | None


class BookDelta(Model):
    """Levels with their new totals; 0 contracts: the level is gone."""

    sequence: int
    yes: list[Level] = []
    no: list[Level] = []
    best_yes_bid: int | msgspec.UnsetType | None = msgspec.UNSET
    best_no_bid: int | msgspec.UnsetType | None = msgspec.UNSET


class Balance(Model):
    """Free points, and points in open orders and unresolved positions."""

    available_e6: Raw = field(name="availablePoints")
    open_interest_e6: Raw = field(name="openInterestPoints")


class Portfolio(Model):
    """The user's points and what trading has brought."""

    balance: Balance = field(name="portfolio")
    realized_pnl_e6: Raw = field(name="realizedPnl")
    unrealized_pnl_e6: Raw = field(name="unrealizedPnl")


class Participation(Model):
    """Whether the user takes part in the season, and since when."""

    is_participating: bool
    participated_at: int | None


class IndexPrice(Model):
    """The index of one area, under the id that prediction markets name it by."""

    acre_id: int | None
    market_id: int
    symbol: str
    price_e8: Raw = field(name="indexPrice")


class Clock(Model):
    """Engine time, and how many engine seconds pass in one second."""

    now: int
    rate: int


class Session(Model):
    """The tokens of a login or of a refresh."""

    access_token: str
    refresh_token: str
    access_token_expiration_time: int


class ErrorBody(Model):
    """The body of a refusal."""

    code: str
    message: str = ""
    details: dict[str, Any] = {}


def _from_text(kind: type, value: Any) -> Any:  # noqa: ANN401 - any field of a message
    if kind is Raw and isinstance(value, str):
        return Raw(value)
    raise ValueError(f"expected a {kind.__name__}")


def decode(raw: bytes, kind: type[T]) -> T:
    """Return the JSON as `kind`; raises msgspec.DecodeError, also for wrong types."""
    return msgspec.json.decode(raw, type=kind, dec_hook=_from_text)


def convert(value: object, kind: type[T]) -> T:
    """Return decoded JSON as `kind`; raises msgspec.ValidationError."""
    return msgspec.convert(value, kind, dec_hook=_from_text)
