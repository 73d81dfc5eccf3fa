"""An exchange for tests of waiting orders: a calm market, orders by keyword, prints at midnight."""

from typing import Any

from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderEnd as End
from engine.schema.enums import PerpOrderKind as Kind
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import DAY_S, E6, E8, World, of

P = 400 * E8
WIDE = 10**13
SCALE = 2_000_000 * E6  # of the skew
# Nothing accrues and no surcharge: figures can be done by hand.
CALM = {
    "level_n": 0,
    "k_drift_e12": 0,
    "spread_rate_e12": 0,
    "max_funding_velocity_e12": 0,
    "max_side_notional_rate_e12": 10 * 10**12,
    "print_band_e12": 49 * 10**10,
    "print_band_pause_e12": 50 * 10**10,
}
MAKER, TAKER = 2 * 10**8, 15 * 10**8  # fee rates, e12


def fee(maker_e6: int, taker_e6: int, price_e8: int) -> int:
    """Rounded up once."""
    return -(-(maker_e6 * MAKER + taker_e6 * TAKER) * price_e8 // 10**20)


def pool_price(size_e6: int, skew_e6: int = 0, price_e8: int = P) -> int:
    """Of an amount bought (positive) or sold, against the trader."""
    exact = price_e8 * (2 * SCALE + 2 * skew_e6 + size_e6)
    return -(-exact // (2 * SCALE)) if size_e6 > 0 else exact // (2 * SCALE)


class Desk(World):
    """One calm market at 400, ample liquidity."""

    def __init__(self, rules: dict[str, int] | None = None, **market: int) -> None:
        super().__init__(**(rules or {}))
        self.add_liquidity(1_000_000_000 * E6)
        self.market(P, **(CALM | market))

    def place(self, owner: bytes, size_e6: int, kind: int = Kind.AUCTION, **fields: Any) -> int:
        """The id of the order, 0 where it is refused."""
        worst = 0 if kind == Kind.LIMIT else WIDE if size_e6 > 0 else 1
        values = {
            "user": owner,
            "owner": owner,
            "account_id": 1,
            "market_id": 1,
            "kind": int(kind),
            "size_e6": size_e6,
            "worst_e8": worst,
            "expires_at_s": self.now_s + 30 * DAY_S,
        } | fields
        events = self.chain(m.PlacePerpOrder, values.pop("user"), **values)
        placed = of(events, m.PerpOrderPlaced)
        return placed[0].order_id if placed else 0

    def exit(self, owner: bytes, trigger_e8: int, **fields: Any) -> int:
        """A stop that closes the whole position."""
        values = {"is_reduce_only": 1, "is_whole": 1, "worst_e8": 0, "trigger_e8": trigger_e8}
        return self.place(owner, 0, Kind.STOP, **(values | fields))

    def cancel(self, owner: bytes, order_id: int, **fields: Any) -> ErrorCode:
        values = {"owner": owner, "account_id": 1, "order_id": order_id, "user": owner} | fields
        self.chain(m.CancelPerpOrder, values.pop("user"), **values)
        return self.code

    def amend(self, owner: bytes, order_id: int, **fields: Any) -> ErrorCode:
        values = {"owner": owner, "account_id": 1, "order_id": order_id, "user": owner}
        values |= {"expires_at_s": self.now_s + 30 * DAY_S} | fields
        self.chain(m.AmendPerpOrder, values.pop("user"), **values)
        return self.code

    def orders(self, owner: bytes, account_id: int = 1) -> list[Any]:
        return self.exchange.perp_orders(owner, account_id, self.now_s)

    def size(self, owner: bytes, market_id: int = 1) -> int:
        rows = self.view(owner).positions
        return sum(p.size_e6 for p in rows if p.market_id == market_id)

    def to_print(self, price_e8: int = P, market_id: int = 1) -> list[m.Event]:
        """The next midnight's price update."""
        self.now_s = (self.now_s // DAY_S + 1) * DAY_S
        return self.post(price_e8, market_id)

    def open_again(self) -> None:
        self.now_s += 3600


def ends(events: list[m.Event]) -> dict[int, tuple[End, ErrorCode]]:
    return {e.order_id: (End(e.reason), ErrorCode(e.code)) for e in of(events, m.PerpOrderEnded)}


def fills(events: list[m.Event]) -> dict[int, m.PerpOrderFilled]:
    return {e.order_id: e for e in of(events, m.PerpOrderFilled)}


def deferrals(events: list[m.Event]) -> dict[int, ErrorCode]:
    return {e.order_id: ErrorCode(e.code) for e in of(events, m.PerpOrderDeferred)}
