"""Numbers that cross the border of the engine, by name; the C enums are generated from them."""

from enum import IntEnum


class ExchangeStatus(IntEnum):
    """Status of the exchange, and of a market in `StatusChanged`."""

    ACTIVE = 0
    PAUSED = 1
    HALTED = 2


class StatusScope(IntEnum):
    """Subject of a `StatusChanged`."""

    EXCHANGE = 0
    MARKET = 1


class Mint(IntEnum):
    """A mint of the exchange."""

    NONE = 0
    COLLATERAL = 1
    TOKEN = 2


class RequestKind(IntEnum):
    """Source of a settlement request."""

    MARGIN = 0
    LIQUIDITY = 1
    CLAIMED_DEPOSIT = 2
    LIQUIDATION_FEE = 3
    STAKE = 4
    FEES = 5


class RequestState(IntEnum):
    """State of a settlement request; a pending one is mature from its time on."""

    PENDING = 0
    PAYABLE = 1
    AUTHORISED = 2
    SETTLED = 3


class TradeKind(IntEnum):
    """Effect of a trade on a position; the last two are forced, without an order."""

    OPEN = 0
    INCREASE = 1
    DECREASE = 2
    CLOSE = 3
    FLIP = 4
    AUTO_DELEVERAGED = 5
    SETTLED = 6


class PredictionStatus(IntEnum):
    """Status of a prediction market; from RESOLVED on it is over."""

    UPCOMING = 0
    OPEN = 1
    CLOSED = 2
    RESOLVED = 3
    VOIDED = 4


class OrderStatus(IntEnum):
    """Status of a prediction order; from FILLED on it is closed."""

    OPEN = 0
    PARTIALLY_FILLED = 1
    FILLED = 2
    CANCELED = 3
    EXPIRED = 4


class TimeInForce(IntEnum):
    """Time in force of a prediction order."""

    GTC = 0
    GTD = 1
    IOC = 2
    FOK = 3


class OrderReason(IntEnum):
    """Why a prediction order changed."""

    MATCH = 0
    OWNER = 1
    UNFILLED = 2
    SELF_MATCH = 3
    CANCEL_AFTER = 4
    ITS_TIME = 5
    CLOSED = 6
    VOIDED = 7


class PerpOrderKind(IntEnum):
    """What makes a waiting order run."""

    AUCTION = 0
    LIMIT = 1
    STOP = 2
    TAKE_PROFIT = 3
    TRAILING = 4


class PriceSource(IntEnum):
    """The price that triggers an order."""

    INDEX = 0
    MARKET = 1


class PerpOrderEnd(IntEnum):
    """Why a waiting order ended."""

    FILLED = 0
    CANCELED = 1
    GROUP = 2
    EXPIRED = 3
    REJECTED = 4
    NO_POSITION = 5
    LIQUIDATION = 6
    MARKET_SETTLED = 7


# By the first part of the names in C.
ENUMS: tuple[tuple[str, type[IntEnum]], ...] = (
    ("STATUS", ExchangeStatus),
    ("SCOPE", StatusScope),
    ("MINT", Mint),
    ("REQUEST", RequestKind),
    ("REQUEST", RequestState),
    ("TRADE", TradeKind),
    ("PREDICTION", PredictionStatus),
    ("ORDER", OrderStatus),
    ("FORCE", TimeInForce),
    ("REASON", OrderReason),
    ("PERP_ORDER", PerpOrderKind),
    ("SOURCE", PriceSource),
    ("ENDED", PerpOrderEnd),
)
