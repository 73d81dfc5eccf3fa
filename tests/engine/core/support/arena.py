"""Markets with round figures for liquidations: no funding, no impact, 5 % maintenance margin."""

from typing import Any

from engine.core.generated import messages as m
from tests.engine.core.support.world import (
    CLASSICAL,
    E6,
    E8,
    E12,
    World,
    of,
    wallet,
)

LIQUIDATOR = wallet(9)
LONG = 100 * E6
ENOUGH_FOR_40 = 1_389_250_000  # of margin: 389.25 are left of the long at 90

# MMR = 10 % * 0.5 = 5 %; L and the fee take 0.5 %; every fill is at the index.
PLAIN: dict[str, int] = CLASSICAL | {
    "max_funding_velocity_e12": 0,
    "initial_margin_ratio_e12": 0,
    "min_position_margin_e6": 0,
    "skew_scale_e6": 0,
    "max_side_size_e6": 10**15,
    "maker_fee_rate_e12": 0,
    "taker_fee_rate_e12": 0,
}

# k = 1,000, taker fee 0.1 %, 100 s: 100 units times the multiplier, here 0.1.
WINDOW: dict[str, int] = PLAIN | {
    "skew_scale_e6": 1_000 * E6,
    "taker_fee_rate_e12": 10**9,
    "liquidation_window_s": 100,
    "liquidation_capacity_multiplier_e12": E12 // 10,
}


class Arena(World):
    """A pool and short words for what liquidations need."""

    def __init__(self, lp_e6: int = 10_000_000 * E6, **exchange: int) -> None:
        super().__init__(**({"min_liquidation_fee_e6": 0} | exchange))
        self.add_liquidity(lp_e6)

    def add_market(
        self, symbol: str = "MIA", price_e8: int = 100 * E8, endorsed: int = 0, **changes: int
    ) -> int:
        """A market, PLAIN but for the changes, with its endorsed liquidator."""
        values = PLAIN | {"published_at_s": self.now_s - 1} | changes
        return self.market(price_e8, symbol, endorsed, **values)

    def price(self, price_e8: int, market_id: int = 1) -> list[m.Event]:
        self.now_s += 1
        events = self.post(price_e8, market_id)
        assert not self.rejected, self.code
        assert self.see(market_id).index_price_e8 == price_e8
        return events

    def open(
        self, user: int, size_e6: int, collateral_e6: int, market_id: int = 1, account_id: int = 1
    ) -> bytes:
        """A position on a new account of a wallet."""
        owner = self.account(user, account_id, collateral_e6)
        self.trade(owner, size_e6, market_id, account_id)
        return owner

    def trade(self, owner: bytes, size_e6: int, market_id: int = 1, account_id: int = 1) -> None:
        self.modify(owner, size_e6, market_id, account_id)
        assert not self.rejected, self.code

    def windowed(self, available_e6: int, **changes: int) -> bytes:
        """A long of 100 from 100 in a market with a window; a short of 50 makes its fill exact.

        Its skew is 50 of k = 1,000. The price is 90 afterwards, the loss 1,000, the fee was 5.
        """
        self.add_market(**(WINDOW | changes))
        self.open(50, -50 * E6, 100_000 * E6)
        owner = self.open(1, 100 * E6, available_e6 + 1_005 * E6)
        assert self.view(owner).positions[0].entry_price_e8 == 100 * E8
        self.price(90 * E8)
        return owner

    def liquidate(
        self, owner: bytes, account_id: int = 1, user: int = 9, fee_account: int | None = None
    ) -> list[m.Event]:
        """The events of the call alone; of a refusal none."""
        events = self.chain(
            m.Liquidate,
            wallet(user),
            owner=owner,
            account_id=account_id,
            has_fee_account=int(fee_account is not None),
            fee_account_id=fee_account or 0,
        )
        updates = (m.MarketUpdated, m.PoolUpdated, m.CommandApplied, m.CommandRejected)
        return [event for event in events if not isinstance(event, updates)]

    def deposit(self, owner: bytes, amount_e6: int, account_id: int = 1) -> list[m.Event]:
        fields = {"owner": owner, "account_id": account_id, "amount_e6": amount_e6}
        return self.chain(m.DepositMargin, owner, amount_e6, **fields)

    def pieces(self, owner: bytes, **asked: Any) -> list[m.PositionLiquidated]:
        events = self.liquidate(owner, **asked)
        assert not self.rejected, self.code
        return of(events, m.PositionLiquidated)

    def nav(self) -> int:
        pool = self.pool()
        return pool.lp_balance_e6 - pool.unrealized_pnl_e6


def kinds(events: list[m.Event]) -> list[type]:
    return [type(event) for event in events]


def losing(
    collateral_e6: int = ENOUGH_FOR_40, price_e8: int = 90 * E8, **exchange: int
) -> tuple[Arena, bytes]:
    """A world and the owner of the long, after the price has come."""
    world = Arena(**exchange)
    world.add_market()
    owner = world.open(1, LONG, collateral_e6)
    world.price(price_e8)
    return world, owner
