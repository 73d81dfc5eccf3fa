"""P&L attribution of the pool over whole days, exact from stored rows.

The value is NAV = lpBalance - U. What traders have received of funding is the sum of
skew x change of F over the states of each market, as the engine reported them, and what they have
paid of the holding charge that of open interest x change of G: exact, because both sum what every
single position accrues. F and G of all markets and U are of one moment only at the
first command of an engine day, which stores every accrual, and now; so spans begin and end there.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from edge.http.limits import POOL_SUMS_MAX
from edge.http.windows import DAY_S, WEEK_S
from edge.store.pool import Store, with_deadline
from edge.store.tables import PoolPointRow

E8 = 10**8
E18 = 10**18
PIECE_S = WEEK_S  # of history whose sum is surely there in time
K = TypeVar("K")
V = TypeVar("V")
FundingIndexes = Sequence[tuple[int, int, int]]  # id, F and G (e18) of markets


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolState:
    """The pool at one moment, after the command `seq`; fees and profits are sums from the first."""

    seq: int
    at_s: int
    lp_balance_e6: int = 0
    unrealized_pnl_e6: int = 0  # U
    lp_shares_e6: int = 0
    lp_fee_e6: int = 0
    realized_pnl_e6: int = 0  # of traders, without losses that others had to pay for them

    @property
    def value_e6(self) -> int:
        """NAV."""
        return self.lp_balance_e6 - self.unrealized_pnl_e6


@dataclass(frozen=True, slots=True)
class PoolFlows:
    """Sums over the commands of a span."""

    funding_e24: int = 0  # received by traders
    holding_e24: int = 0  # paid by traders
    surcharge_e6: int = 0
    deposited_e6: int = 0
    withdrawn_e6: int = 0

    def plus(self, other: "PoolFlows") -> "PoolFlows":
        """Return the sums over both spans."""
        return PoolFlows(
            self.funding_e24 + other.funding_e24,
            self.holding_e24 + other.holding_e24,
            self.surcharge_e6 + other.surcharge_e6,
            self.deposited_e6 + other.deposited_e6,
            self.withdrawn_e6 + other.withdrawn_e6,
        )


@dataclass(frozen=True, slots=True)
class CurrentDay:
    """The pool now, and the sums since the first command of the last day that had one."""

    standing: PoolState
    since: PoolState
    moved: PoolFlows


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Gains of the pool; together with deposits less withdrawals they are the change of NAV."""

    fees_e6: int
    surcharge_e6: int
    funding_e6: int  # rounded down
    holding_e6: int  # the holding charge, rounded down
    trading_e6: int  # what traders lost by prices; it has every rounding of the engine
    other_e6: int  # losses that the reserve paid, and what removals gave up until their payout

    @property
    def total_e6(self) -> int:
        """The change of NAV, deposits and withdrawals apart."""
        earned_e6 = self.fees_e6 + self.surcharge_e6 + self.funding_e6 + self.holding_e6
        return earned_e6 + self.trading_e6 + self.other_e6


def share_price_e8(value_e6: int, shares_e6: int) -> int:
    """Return the share price, rounded down; 1.00000000 without shares (API 3.1)."""
    return value_e6 * E8 // shares_e6 if shares_e6 else E8


def parts_of(start: PoolState, end: PoolState, moved: PoolFlows) -> Parts:
    """Return the parts of a span.

    Bad debt that the pool pays is no part: what traders did not pay is not counted as their loss.
    """
    fees_e6 = end.lp_fee_e6 - start.lp_fee_e6
    realized_e6 = end.realized_pnl_e6 - start.realized_pnl_e6
    unrealized_e6 = end.unrealized_pnl_e6 - start.unrealized_pnl_e6
    funding_e6 = -moved.funding_e24 // E18
    holding_e6 = moved.holding_e24 // E18
    balance_e6 = end.lp_balance_e6 - start.lp_balance_e6
    flows_e6 = moved.deposited_e6 - moved.withdrawn_e6
    return Parts(
        fees_e6=fees_e6,
        surcharge_e6=moved.surcharge_e6,
        funding_e6=funding_e6,
        holding_e6=holding_e6,
        trading_e6=-realized_e6 - unrealized_e6 - funding_e6 - holding_e6,
        other_e6=balance_e6 - flows_e6 - fees_e6 - moved.surcharge_e6 + realized_e6,
    )


class PoolAttribution:
    """Standings at the first command of a day, and sums between them.

    A span is summed in pieces of a week at most, which never change and are remembered.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        # By first and last sequence.
        self._pieces: OrderedDict[tuple[int, int], PoolFlows] = OrderedDict()
        self._borders: OrderedDict[int, int] = OrderedDict()  # seq by midnight
        self._lock = asyncio.Lock()  # one query at a time sums a piece

    async def first_of_day(self, at_s: int, last_seq: int) -> PoolState | None:
        """Return the pool at the first command of the day of `at_s`, or of a later one.

        From before all trading it is the empty pool; None: no command up to `last_seq` that day
        or later.
        """
        row = await self._store.row("pool_return.boundary", at_s // DAY_S * DAY_S)
        assert row is not None  # it is one of expressions
        if row["has_before"]:
            is_there = row["seq"] is not None and row["seq"] <= last_seq
            return await self._standing(row["seq"], row["at_s"]) if is_there else None
        first_s = await self._store.value("pool_return.first_point")
        return None if first_s is None else PoolState(seq=0, at_s=first_s)

    async def _standing(self, seq: int, at_s: int) -> PoolState:
        row = await self._store.first(PoolPointRow, "pool_return.pool_at", seq)
        if row is None:
            return PoolState(seq=seq, at_s=at_s)
        return PoolState(
            seq=seq,
            at_s=at_s,
            lp_balance_e6=row.lp_balance_e6,
            unrealized_pnl_e6=row.unrealized_pnl_e6,
            lp_shares_e6=row.lp_shares_e6,
            lp_fee_e6=row.cumulative_lp_fee_e6,
            realized_pnl_e6=row.realized_pnl_e6,
        )

    async def between_days(self, start: PoolState, end: PoolState) -> PoolFlows:
        """Return the sums between two standings of `first_of_day`.

        TimeoutError where that takes long; what was summed until then is remembered.
        """
        return await with_deadline(self._between_days(start, end))

    async def _between_days(self, start: PoolState, end: PoolState) -> PoolFlows:
        moved, at_seq = PoolFlows(), start.seq
        for border_s in range(_next_border(start.at_s), end.at_s, PIECE_S):
            border_seq = min(await self._border(border_s), end.seq)
            moved = moved.plus(await self._piece(at_seq, border_seq))
            at_seq = max(at_seq, border_seq)
        return moved.plus(await self._piece(at_seq, end.seq))

    async def latest(self, now: PoolState, shown: FundingIndexes) -> CurrentDay:
        """Return the current pool and the sums of its last day; `shown`: F and G of its markets.

        What traders realised is added to `now`; the database has all commands up to it.
        """
        realized_e6 = (await self._standing(now.seq, now.at_s)).realized_pnl_e6
        last_s = await self._store.value("pool_return.last_point", now.seq)
        since = await self.first_of_day(last_s or 0, now.seq) or PoolState(seq=0, at_s=now.at_s)
        moved = await self._sum(since.seq, now.seq, shown)
        return CurrentDay(replace(now, realized_pnl_e6=realized_e6), since, moved)

    async def _border(self, border_s: int) -> int:
        """Return the number of the first command of a day that a later one follows."""
        seq = self._borders.get(border_s)
        if seq is None:
            row = await self._store.row("pool_return.boundary", border_s)
            assert row is not None  # it is one of expressions
            seq = int(row["seq"]) if row["has_before"] else 0
            _keep(self._borders, border_s, seq)
        return seq

    async def _piece(self, after_seq: int, seq: int) -> PoolFlows:
        """Return the sums between the first commands of two days."""
        if after_seq >= seq:
            return PoolFlows()
        span = (after_seq, seq)
        found = self._pieces.get(span)
        if found is None:
            async with self._lock:  # a second caller waits and finds the result
                found = self._pieces.get(span) or await self._sum(after_seq, seq, ())
        _keep(self._pieces, span, found)
        return found

    async def _sum(self, after_seq: int, seq: int, shown: FundingIndexes) -> PoolFlows:
        columns = [list(column) for column in zip(*shown, strict=True)] or [[], [], []]
        row = await self._store.row("pool_return.moved", after_seq, seq, *columns)
        assert row is not None  # sums
        return PoolFlows(*(int(row[name]) for name in PoolFlows.__slots__))


def _keep(cache: OrderedDict[K, V], key: K, value: V) -> None:
    """Remember a value as the newest and forget the oldest beyond the bound."""
    cache[key] = value
    cache.move_to_end(key)
    if len(cache) > POOL_SUMS_MAX:
        cache.popitem(last=False)


def _next_border(at_s: int) -> int:
    """Return the first midnight after a moment at which a piece begins."""
    return (at_s // PIECE_S + 1) * PIECE_S
