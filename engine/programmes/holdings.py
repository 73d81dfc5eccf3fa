"""Holdings of each user from the engine's events: positions at entry, deposits, stake."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.generated import messages as m
from engine.core.numbers.arithmetic import mul_div_floor

E8 = 10**8
PRICE_MAX = 10**13  # raw; rules/numbers.md
EPOCH_DURATION_S = 604_800
LEGACY_LP_ID = 0
_UPGRADE = 2

PositionKey = tuple[int, int]  # margin account id, market id


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """A position as points see it: its size and the price at which it was last modified."""

    size_e6: int
    entry_price_e8: int

    @property
    def entry_notional_e6(self) -> int:
        """|size| x entry price, rounded down; the index does not move it."""
        return mul_div_floor(abs(self.size_e6), self.entry_price_e8, E8)


@dataclass(slots=True)
class Holdings:
    """Holdings of one user. `locking_e6` joins `locked_e6` when its epoch begins."""

    positions: dict[PositionKey, OpenPosition] = field(default_factory=dict)
    entry_notional_e6: int = 0
    deposits: dict[int, int] = field(default_factory=dict)  # LP position id: liquidity, raw
    locked_e6: int = 0
    locking_e6: int = 0
    active_from_s: int = 0

    def put(self, key: PositionKey, size_e6: int, entry_price_e8: int) -> None:
        """Replace a position; size 0 removes it."""
        old = self.positions.pop(key, None)
        if old is not None:
            self.entry_notional_e6 -= old.entry_notional_e6
        if size_e6 != 0:
            new = OpenPosition(size_e6, entry_price_e8)
            self.positions[key] = new
            self.entry_notional_e6 += new.entry_notional_e6

    def activate(self, now_s: int) -> bool:
        """Lock the locking tokens whose epoch has begun by `now_s`; return whether there were."""
        if self.locking_e6 == 0 or self.active_from_s > now_s:
            return False
        self.locked_e6 += self.locking_e6
        self.locking_e6 = 0
        return True


NO_HOLDINGS = Holdings()


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedHoldings:
    """One user's holdings as a checkpoint has them; positions are account, market, size, price."""

    positions: list[tuple[int, int, int, int]]
    deposits: dict[int, int]
    locked_e6: int
    locking_e6: int
    active_from_s: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedHoldingsBook:
    """All holdings as a checkpoint has them."""

    epoch_duration_s: int
    index_price_e8: dict[int, int]
    users: dict[bytes, SavedHoldings]


class HoldingsBook:
    """A fold of the engine's events into the holdings of every user."""

    def __init__(self, epoch_duration_s: int = EPOCH_DURATION_S) -> None:
        assert epoch_duration_s > 0
        self._epoch_duration_s = epoch_duration_s
        self._by_user: dict[bytes, Holdings] = {}
        self._index_price_e8: dict[int, int] = {}
        self._on: dict[type, Callable[[Any], None]] = {
            m.PrintAccepted: self._on_price,
            m.MarketUpdated: self._on_market,
            m.PositionModified: self._on_modified,
            m.PositionRemarked: self._on_remarked,
            m.PositionLiquidated: self._on_liquidated,
            m.AutoDeleveraged: self._on_deleveraged,
            m.PositionSettled: self._on_settled,
            m.LiquidityModified: self._on_liquidity,
            m.LpPositionClosed: self._on_lp_closed,
            m.Staked: self._on_staked,
            m.Unstaked: self._on_unstaked,
            m.UnstakeRequested: self._on_unstake_requested,
        }

    def save(self) -> SavedHoldingsBook:
        """Return everything that was folded."""
        return SavedHoldingsBook(
            epoch_duration_s=self._epoch_duration_s,
            index_price_e8=self._index_price_e8,
            users={user: _saved(holdings) for user, holdings in self._by_user.items()},
        )

    def load(self, saved: SavedHoldingsBook) -> None:
        """Take over what was saved; raise ValueError for what no exchange could hold."""
        prices_e8 = saved.index_price_e8
        if saved.epoch_duration_s < 1 or not all(
            0 <= one <= PRICE_MAX for one in prices_e8.values()
        ):
            raise ValueError("an epoch or a price is beyond the limits")
        self._epoch_duration_s, self._index_price_e8 = saved.epoch_duration_s, prices_e8
        try:
            self._by_user = {user: _loaded(one) for user, one in saved.users.items()}
        except OverflowError as error:
            raise ValueError(f"a position is beyond the limits: {error}") from error

    def set_epoch_duration(self, epoch_duration_s: int) -> None:
        """Count epochs in this length; the engine changes it only while nothing is staked."""
        assert epoch_duration_s > 0
        self._epoch_duration_s = epoch_duration_s

    def of(self, user: bytes) -> Holdings:
        """Return what a user holds, empty for one never seen."""
        return self._by_user.get(user, NO_HOLDINGS)

    def all(self) -> Mapping[bytes, Holdings]:
        """Return the holdings by user."""
        return self._by_user

    def apply(self, event: object) -> bool:
        """Take an event of the engine; return whether it was one that changes holdings."""
        change = self._on.get(type(event))
        if change is None:
            return False
        change(event)
        return True

    def _edit(self, user: bytes) -> Holdings:
        return self._by_user.setdefault(user, Holdings())

    def _on_price(self, event: m.PrintAccepted) -> None:
        self._index_price_e8[event.market_id] = event.price_e8

    def _on_market(self, event: m.MarketUpdated) -> None:
        self._index_price_e8[event.market_id] = event.index_price_e8

    def _on_modified(self, event: m.PositionModified) -> None:
        key = (event.account_id, event.market_id)
        self._edit(event.owner).put(key, event.new_size_e6, event.fill_price_e8)

    def _on_remarked(self, event: m.PositionRemarked) -> None:
        holdings, key = self._edit(event.owner), (event.account_id, event.market_id)
        position = holdings.positions.get(key)
        price_e8 = self._index_price_e8.get(event.market_id)
        if position is not None and price_e8 is not None:
            holdings.put(key, position.size_e6, price_e8)

    def _on_liquidated(self, event: m.PositionLiquidated) -> None:
        key = (event.account_id, event.market_id)
        self._edit(event.owner).put(key, event.new_size_e6, event.index_price_e8)

    def _on_deleveraged(self, event: m.AutoDeleveraged) -> None:
        holdings, key = self._edit(event.owner), (event.account_id, event.market_id)
        position = holdings.positions.get(key)
        size_e6 = 0 if position is None else position.size_e6 + event.size_delta_e6
        holdings.put(key, size_e6, event.index_price_e8)

    def _on_settled(self, event: m.PositionSettled) -> None:
        key = (event.account_id, event.market_id)
        self._edit(event.owner).put(key, 0, event.price_e8)

    def _on_liquidity(self, event: m.LiquidityModified) -> None:
        deposits = self._edit(event.owner).deposits
        if event.kind == _UPGRADE:
            deposits.pop(LEGACY_LP_ID, None)
        deposits[event.lp_position_id] = event.new_liquidity_e6

    def _on_lp_closed(self, event: m.LpPositionClosed) -> None:
        self._edit(event.owner).deposits.pop(event.lp_position_id, None)

    def _on_staked(self, event: m.Staked) -> None:
        holdings = self._edit(event.owner)
        holdings.activate(event.time_s)
        holdings.locking_e6 += event.amount_e6
        holdings.active_from_s = event.activation_epoch * self._epoch_duration_s

    def _on_unstaked(self, event: m.Unstaked) -> None:
        self._edit(event.owner).locking_e6 -= event.amount_e6

    def _on_unstake_requested(self, event: m.UnstakeRequested) -> None:
        holdings = self._edit(event.owner)
        holdings.activate(event.time_s)
        holdings.locked_e6 -= event.amount_e6


def _saved(holdings: Holdings) -> SavedHoldings:
    return SavedHoldings(
        positions=[
            (*key, position.size_e6, position.entry_price_e8)
            for key, position in holdings.positions.items()
        ],
        deposits=holdings.deposits,
        locked_e6=holdings.locked_e6,
        locking_e6=holdings.locking_e6,
        active_from_s=holdings.active_from_s,
    )


def _loaded(saved: SavedHoldings) -> Holdings:
    holdings = Holdings(
        deposits=saved.deposits,
        locked_e6=saved.locked_e6,
        locking_e6=saved.locking_e6,
        active_from_s=saved.active_from_s,
    )
    for account_id, market_id, size_e6, entry_price_e8 in saved.positions:
        holdings.put((account_id, market_id), size_e6, entry_price_e8)
    return holdings
