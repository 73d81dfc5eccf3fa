"""Orders of several legs in the slow reference (rules/fills.md): all legs or none.

Each leg does what the single order does; margin, net exposure and capacity of the pool are asked
once, after the last leg. Written from the rules alone.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.reference.figures import Account, Figures, Order, Refused, User
from tests.reference.market import Market
from tests.reference.rounding import E8, E12, down, q, up

STEPS = 10_000  # hundredths of a percent
Kept = tuple[dict[bytes, User], dict[int, Market], tuple[int, ...], list[Order]]


@dataclass
class Whole:
    """The exchange and the account before the first leg, and what the legs sum to."""

    nav: int
    exposure: Fraction
    available: int
    gains: int = 0  # never above zero: less for impact, fees and surcharges
    adds: bool = False


class Baskets(Figures):
    """Carries out `ModifyPositions`; the trades themselves are those of single orders."""

    whole: Whole | None = None
    check_limit: Callable[[int], None]
    check_delta: Callable[[int], None]
    account: Callable[[bytes, int], Account]
    trade_target: Callable[[Any], tuple[Account, Market]]
    trade: Callable[[Account, Market, int, int], None]
    remark_profits: Callable[[Account, Market | None], None]

    def exposure(self) -> Fraction:
        return sum((q(abs(x.skew) * x.price, E8) for x in self.markets.values()), Fraction(0))

    def _ModifyPositions(self, c: m.ModifyPositions) -> None:
        if not 2 <= c.leg_count <= 8:
            raise Refused(E.VALIDATION)
        legs = list(zip(c.market_ids, c.sizes_e6, c.limits_e8, strict=True))[: c.leg_count]
        if len({market_id for market_id, _, _ in legs}) < len(legs):
            raise Refused(E.VALIDATION)
        before = self.keep_all()
        try:
            self.carry_out_legs(c, legs)
        except Refused:
            self.put_back(before)
            raise
        finally:
            self.whole = None

    def carry_out_legs(self, c: m.ModifyPositions, legs: list[tuple[int, int, int]]) -> None:
        for market_id, size, limit in legs:
            self.check_delta(size)
            self.check_limit(limit)
            account, market = self.trade_target(
                m.ModifyPosition(
                    user=c.user,
                    owner=c.owner,
                    account_id=c.account_id,
                    market_id=min(market_id, 2**32 - 1),
                )
            )
            if self.whole is None:
                self.whole = Whole(self.nav(), self.exposure(), self.available(account))
            self.trade(account, market, size, limit)
        self.check_whole(account)

    def side_cap(self, market: Market) -> int:
        """A share of the NAV before the trade: before all legs of a basket."""
        nav = self.whole.nav if self.whole else self.nav()
        return down(q(max(0, nav) * market.p["max_side_notional_rate_e12"], E12))

    def note_leg(
        self, account: Account, market: Market, d: int, costs: tuple[int, int], decrease: bool
    ) -> None:
        """Count what one leg takes from the margin at the index; a gain of impact counts nothing.

        A decrease realises profits of other positions as a single one does.
        """
        fill, charges = costs
        assert self.whole
        if decrease and account.collateral < 0:
            self.remark_profits(account, market)
        self.whole.gains += min(0, down(q(d * (market.price - fill), E8))) - charges
        self.whole.adds |= not decrease

    def check_whole(self, account: Account) -> None:
        whole = self.whole
        assert whole
        if not whole.adds:
            if account.collateral < 0:
                raise Refused(E.INSUFFICIENT_MARGIN)
            return
        cap = down(q(max(0, whole.nav) * self.p["net_exposure_cap_rate_e12"], E12))
        if self.exposure() > cap and self.exposure() >= whole.exposure:
            raise Refused(E.NET_EXPOSURE_CAP)
        if self.required_minimum() > self.lp_balance:
            raise Refused(E.POOL_CAPACITY)
        sizes = {i: x.size for i, x in account.positions.items()}
        required = self.initial(sizes) + self.fee_margin(sizes)
        free = whole.available + whole.gains - self.order_margin(account)
        if account.collateral < 0 or free < required:
            raise Refused(E.INSUFFICIENT_MARGIN)

    def keep_all(self) -> Kept:
        pool = (self.lp_balance, self.fees, self.reserve, self.volume, self.lp_fee)
        return deepcopy(self.users), deepcopy(self.markets), pool, list(self.orders)

    def put_back(self, kept: Kept) -> None:
        """Undo; orders that ended are open again, none of them was changed meanwhile."""
        self.users, self.markets, pool, self.orders = kept
        self.lp_balance, self.fees, self.reserve, self.volume, self.lp_fee = pool

    # quotes ----------------------------------------------------------------------------------
    def is_liquidatable_if_moved(self, account: Account, ids: set[int], steps: int) -> bool:
        """With the markets `ids` moved against the account's positions by so many steps."""
        prices = {}
        for i, position in account.positions.items():
            index = self.markets[i].price
            if i in ids and position.size > 0:
                index = max(1, down(index * q(STEPS - steps, STEPS)))
            elif i in ids:
                index = min(10**13, up(index * q(STEPS + steps, STEPS)))
            prices[i] = index
        sizes = {i: x.size for i, x in account.positions.items()}
        available = account.collateral + sum(
            self.pnl(x, self.markets[i], prices[i]) for i, x in account.positions.items()
        )
        maintenance = sum(
            self.markets[i].maintenance_margin(n, prices[i]) for i, n in sizes.items()
        )
        return maintenance + self.fee_margin(sizes, prices) > available
