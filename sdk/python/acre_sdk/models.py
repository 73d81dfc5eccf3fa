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
    """An order of this user.

    Attributes:
        order_id: Number of the order.
        client_order_id: Id that the client gave it; None without one.
        market_id: Prediction market, by its number.
        type: `limit` rests at its price, `market` takes what there is.
        time_in_force: How long it rests: `gtc` until canceled, `gtd` until `expires_at`, `ioc` not
            at all, `fok` all at once or not at all.
        expires_at: When a `gtd` order ends, engine time in unix seconds; None of others.
        post_only: Whether it is refused when it would trade at once.
        self_trade_prevention: What is canceled when it would meet an own order.
        side: Outcome that it buys, `yes` or `no`.
        price: Points for one contract of the side, 1 to 99; None of a market order without
            one.
        contracts: Number of contracts that were asked for.
        filled_contracts: Contracts that were traded.
        remaining_contracts: Contracts that rest in the book.
        average_price: Average price of the traded contracts, points; None before the first.
        fee_e6: Fee that was paid, millionths of a point.
        status: What became of the order, as in `open` or `filled`.
        reserved_e6: What the rest of the order holds, millionths of a point.
        created_at: When it was placed, engine time in unix seconds.
        updated_at: When it changed last, engine time in unix seconds.
        canceled_contracts: Contracts that were canceled.
        queue_contracts: Contracts ahead of it at its price; None when the server does not report
            it.
    """

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
    queue_contracts: int | None = None

    @property
    def is_open(self) -> bool:
        """Return whether something of the order still rests."""
        return self.status in ("open", "partiallyFilled")


class Position(Model):
    """The user's position in one market, on one side.

    Attributes:
        market_id: Prediction market, by its number.
        side: Outcome that is held, `yes` or `no`.
        contracts: Number of contracts.
        average_price: Average price that was paid, points; None when there is none.
        cost_e6: What the contracts have cost, millionths of a point.
        current_price: Price of the last trade for the side, points; None before the first.
        unrealized_pnl_e6: What the contracts would win or lose at that price, millionths of a
            point.
        payout_e6: What was paid for the position, millionths of a point; None before.
    """

    market_id: int
    side: str
    contracts: int
    average_price: Decimal | None
    cost_e6: Raw = field(name="costPoints")
    current_price: int | None
    unrealized_pnl_e6: Raw = field(name="unrealizedPnl")
    payout_e6: Raw | None = field(name="payoutPoints")


class Trade(Model):
    """A fill of one of the user's orders.

    Attributes:
        trade_id: Number of the trade.
        order_id: Number of the user's order.
        market_id: Prediction market, by its number.
        side: Outcome that was bought, `yes` or `no`.
        price: Points for one contract of the side, 1 to 99.
        contracts: Number of contracts.
        fee_e6: Fee that was paid, millionths of a point.
        role: Whether the order rested (`maker`) or came (`taker`).
        timestamp: When it happened, engine time in unix seconds.
    """

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
    """A prediction market.

    Attributes:
        market_id: Number of the prediction market.
        title: The question.
        description: What the question is about.
        category: Kind of the question.
        rules: How the question is decided.
        acre_id: Area that it is about, by its number; None without one.
        strike_e8: Index price that it asks about, USD x 10^8; None without
            one.
        opens_at: When orders are taken first, engine time in unix seconds.
        closes_at: When trading ends, engine time in unix seconds.
        resolves_at: When the price that decides is due, engine time in unix seconds.
        status: How far the question is.
        is_resolved: Whether it is decided and paid.
        outcome: How it was decided; None before.
        last_yes_price: Points for YES in the last trade; None before the first.
        volume_contracts: Contracts that were traded.
        open_interest_contracts: Pairs of contracts that are held.
    """

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
    """The contracts that rest at one price.

    Attributes:
        price: Points for one contract of the side, 1 to 99.
        contracts: Contracts that rest at the price; 0: none are left.
    """

    price: int
    contracts: int


class OrderBook(Model):
    """Resting bids of both sides, best first.

    Attributes:
        market_id: Prediction market, by its number.
        sequence: Number of the last command that is in it.
        yes: Resting bids for YES.
        no: Resting bids for NO.
        best_yes_bid: Best resting bid for YES, points; None without one.
        best_yes_ask: 100 - best bid for NO, points; None without one.
        best_no_bid: Best resting bid for NO, points; None without one.
        best_no_ask: 100 - best bid for YES, points; None without one.
    """

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
    """Free points, and points in open orders and unresolved positions.

    Attributes:
        available_e6: Points that can be spent, millionths.
        open_interest_e6: Points that orders hold and contracts cost, millionths.
    """

    available_e6: Raw = field(name="availablePoints")
    open_interest_e6: Raw = field(name="openInterestPoints")


class Portfolio(Model):
    """The user's points and what trading has brought.

    Attributes:
        balance: Free and bound points.
        realized_pnl_e6: Points won or lost with closed positions, millionths.
        unrealized_pnl_e6: Points that open positions would win or lose at the last prices,
            raw.
    """

    balance: Balance = field(name="portfolio")
    realized_pnl_e6: Raw = field(name="realizedPnl")
    unrealized_pnl_e6: Raw = field(name="unrealizedPnl")


class Participation(Model):
    """Whether the user takes part in the season, and since when.

    Attributes:
        is_participating: Whether the user takes part.
        participated_at: When the user joined, engine time in unix seconds; None without having
            joined.
    """

    is_participating: bool
    participated_at: int | None


class IndexPrice(Model):
    """The index of one area, under the id that prediction markets name it by.

    Attributes:
        acre_id: Number of the area; None without one.
        market_id: Market of the index, by its number.
        symbol: Symbol of that market.
        price_e8: Index price for one unit of area, USD x 10^8.
    """

    acre_id: int | None
    market_id: int
    symbol: str
    price_e8: Raw = field(name="indexPrice")


class Clock(Model):
    """Engine time, and how many engine seconds pass in one second.

    Attributes:
        now: Engine time, unix seconds.
        rate: Engine seconds in a real second; 1 outside the demo.
    """

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
    try:
        return msgspec.json.decode(raw, type=kind, dec_hook=_from_text)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None


def convert(value: object, kind: type[T]) -> T:
    """Return decoded JSON as `kind`; raises msgspec.ValidationError."""
    return msgspec.convert(value, kind, dec_hook=_from_text)
