"""Attribution and scenarios of the pool's value."""

from edge.http.schema.base import Entity
from edge.http.schema.units import (
    Collateral,
    Ratio,
    SignedCollateral,
    SignedPrice,
    Timestamp,
    Token,
)


class PoolStanding(Entity):
    """The pool at a time: value is lpBalance less the traders' open profit."""

    timestamp: Timestamp
    value: SignedCollateral
    unrealized_pnl: SignedCollateral
    shares: Token
    share_price: SignedPrice


class PoolParts(Entity):
    """Components of the pool's P&L; they sum to the change of its value without deposits."""

    fees: Collateral
    surcharge: Collateral
    funding: SignedCollateral
    holding: Collateral
    trading: SignedCollateral
    other: SignedCollateral


class PoolReturn(Entity):
    """The pool between two times: end less start is deposited less withdrawn plus the total."""

    start: PoolStanding
    end: PoolStanding
    deposited: Collateral
    withdrawn: Collateral
    parts: PoolParts
    total: SignedCollateral
    share_price_change: Ratio | None


class PoolScenario(Entity):
    """The pool if indexes moved by `move`; changes are against now."""

    move: Ratio
    value: SignedCollateral
    change: SignedCollateral
    share_price: SignedPrice
    share_price_change: Ratio | None


class MarketScenarios(Entity):
    """The same for the index of one market alone; `skew` is what traders hold, long less short."""

    market_id: int
    symbol: str
    name: str
    skew: SignedCollateral
    scenarios: list[PoolScenario]


class PoolScenarios(Entity):
    """Every index by the same move, then each market with open positions by itself."""

    as_of: Timestamp
    value: SignedCollateral
    share_price: SignedPrice
    all_markets: list[PoolScenario]
    markets: list[MarketScenarios]
