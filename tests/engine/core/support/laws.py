"""Checks of rules/invariants.md after every command, on a world that checks itself."""

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from engine.core.adoption.preview import PreviewOfParameters
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.core.views import MarginAccountView
from engine.schema.errors import EngineError, ErrorCode
from engine.schema.parameters import MARKET_PARAMETERS
from tests.engine.core.support.world import (
    DAY_S,
    E6,
    E8,
    E12,
    E18,
    OPERATOR,
    World,
    assert_vault,
    index_e18,
    of,
)

NAMES = {p.id: p.name for p in MARKET_PARAMETERS}
# What may stand against a trade that only lowers its position (rules/fills.md).
AGAINST_A_DECREASE = {
    ErrorCode.NONE,
    ErrorCode.EXCHANGE_HALTED,
    ErrorCode.IN_LIQUIDATION,
    ErrorCode.STALE_PRICE,
    ErrorCode.POSITION_TOO_SMALL,
    ErrorCode.AMOUNT_OUT_OF_RANGE,
    ErrorCode.INSUFFICIENT_MARGIN,
}


class Lawful(World):
    """Every command is checked: the books after it, and a refusal for having no effect."""

    users: tuple[bytes, ...] = ()
    # Of each market, as its events told them.
    parameters: Mapping[int, dict[str, int]] = MappingProxyType({})

    def send(self, command: m.Command) -> list[m.Event]:
        if self.seq == 0:
            return super().send(command)
        before, day = self.exchange.state_hash(), self.exchange.now_s // DAY_S
        events = super().send(command)
        assert len(of(events, m.CommandRejected)) <= 1
        if self.rejected and self.now_s // DAY_S == day and len(events) == 1:
            assert self.exchange.state_hash() == before, command
        self.check(events)
        return events

    def accounts(self) -> list[MarginAccountView]:
        return [
            self.view(owner, number)
            for owner in self.users
            for number in self.exchange.user_view(owner).margin_account_ids
        ]

    def check(self, events: list[m.Event]) -> None:
        views = self.accounts()
        assert_vault(self)
        self._check_parameters(events)
        self._check_pool(views)
        self._check_markets(views)
        for view in views:
            assert view.collateral_e6 >= 0
            required, available = view.total_required_margin_e6, view.available_margin_e6
            is_unsafe = required > available
            assert view.can_liquidate == is_unsafe  # equality is safe
            assert not view.in_liquidation or is_unsafe
            self._check_orders(view)
        for piece in of(events, m.PositionLiquidated):
            closed = abs(piece.size_e6)
            assert closed > 0
            assert piece.liquidation_fee_e6 >= 0

    def _check_orders(self, view: MarginAccountView) -> None:
        """Orders that reduce have something to reduce; there are never too many."""
        held = {row.market_id: row.size_e6 for row in view.positions}
        rows = self.exchange.perp_orders(view.owner, view.account_id, self.now_s)
        assert len({row.order_id for row in rows}) == len(rows) <= 100
        for market_id in {row.market_id for row in rows}:
            assert sum(row.market_id == market_id for row in rows) <= 20
        for row in rows:
            assert row.expires_at_s > self.exchange.now_s - DAY_S
            assert (row.size_e6 == 0) == row.is_whole
            assert row.is_whole or (row.size_e6 > 0) == row.is_buy
            if row.is_whole:
                assert (held.get(row.market_id, 0) < 0) == row.is_buy, (row, held)
                assert row.market_id in held, row

    def _check_pool(self, views: list[MarginAccountView]) -> None:
        pool = self.pool()
        assert sum(view.collateral_e6 for view in views) == pool.margin_e6
        requests = self.exchange.open_settlement_requests()
        for mint, unsettled in ((1, pool.unsettled_e6), (2, pool.token_unsettled_e6)):
            assert sum(r.amount_e6 for r in requests if r.mint == mint) == unsettled
        assert pool.token_balance_e6 == (
            pool.token_staked_e6 + pool.token_unsettled_e6 + pool.token_quarantined_e6
        )
        stakes = [self.exchange.staking_view(owner, self.now_s) for owner in self.users]
        assert pool.token_staked_e6 == sum(
            s.locking_e6 + s.locked_e6 + s.unlocking_e6 + s.unlocked_e6 for s in stakes
        )
        held = [row for user in self.users for row in self.exchange.lp_positions(user, self.now_s)]
        assert sum(row.shares_e6 for row in held) == max(0, pool.lp_shares_e6 - 1_000)
        assert all(row.shares_e6 >= 0 and row.share_value_e6 >= 0 for row in held)
        assert min(pool.reserve_e6, pool.protocol_fees_e6, pool.lp_shares_e6) >= 0

    def _check_parameters(self, events: list[m.Event]) -> None:
        """A market's parameters are those of its creation and of the events since."""
        known = {market_id: dict(values) for market_id, values in self.parameters.items()}
        for event in of(events, m.ParameterChanged):
            if event.market_id:
                known[event.market_id][NAMES[event.parameter]] = event.value
        for market_id in self.exchange.market_ids():
            market = self.see(market_id)
            rules = known.setdefault(market_id, market.parameters)
            assert market.parameters == rules
            # sigma^2 against maxNoise^2, and 5/6 of it; in between it stays as it was.
            most = rules["max_noise_e12"] ** 2
            if most == 0 or market.noise_e18 * 36 * (E12 // E6) < most * 25:
                assert not market.is_auction_only
            elif market.noise_e18 * (E12 // E6) > most:
                assert market.is_auction_only
        self.parameters = known

    def _check_markets(self, views: list[MarginAccountView]) -> None:
        """Open interest, and the profit of all positions: one rounding up for each market."""
        total = 0
        for market_id in self.exchange.market_ids():
            market = self.see(market_id)
            rows = [p for view in views for p in view.positions if p.market_id == market_id]
            assert sum(max(0, p.size_e6) for p in rows) == market.long.size_e6
            assert sum(max(0, -p.size_e6) for p in rows) == market.short.size_e6
            profit = sum(
                Fraction(p.size_e6 * (market.index_price_e8 - p.entry_price_e8), E8)
                + Fraction(
                    p.size_e6 * (index_e18(market, p.size_e6) - p.entry_funding_per_unit_e18), E18
                )
                for p in rows
            )
            total += -(-profit // 1)
            shown = sum(p.pnl.total_e6 for p in rows)
            assert profit - 2 * len(rows) <= shown <= profit
        assert self.pool().unrealized_pnl_e6 == total

    # Quotes: the same figures as the execution that follows.

    def position(self, owner: bytes, market_id: int) -> int:
        rows = self.view(owner).positions
        return next((p.size_e6 for p in rows if p.market_id == market_id), 0)

    def quoted_trade(self, owner: bytes, market_id: int, size_e6: int) -> list[m.Event]:
        old = self.position(owner, market_id)
        quote: Any = None
        with suppress(EngineError):  # refused input has no quote
            quote = self.exchange.quote_modify_position(owner, 1, market_id, size_e6, self.now_s)
        events = self.modify(owner, size_e6, market_id)
        if quote is None:
            assert self.rejected
        else:
            self._compare(quote, events, owner, market_id)
        if old * size_e6 < 0 and abs(size_e6) <= abs(old):
            assert self.code in AGAINST_A_DECREASE
            if self.code is ErrorCode.INSUFFICIENT_MARGIN:
                assert quote.margin_after_e6 < 0
        return events

    def quoted_close(self, owner: bytes, market_id: int) -> None:
        quote = self.exchange.quote_close_position(owner, 1, market_id, 0, self.now_s)
        events = self.close(owner, 0, market_id)
        self._compare(quote, events, owner, market_id)
        assert self.code in AGAINST_A_DECREASE - {ErrorCode.POSITION_TOO_SMALL}
        if self.code is ErrorCode.INSUFFICIENT_MARGIN:
            assert quote.margin_after_e6 < 0

    def _compare(self, quote: Any, events: list[m.Event], owner: bytes, market_id: int) -> None:
        assert quote.is_executable == (not self.rejected)
        if self.rejected:
            assert quote.reasons[0] is self.code
            return
        (trade,) = of(events, m.PositionModified)
        for name in (
            "fill_price_e8",
            "index_price_e8",
            "size_delta_e6",
            "notional_delta_e6",
            "new_size_e6",
            "trade_fee_e6",
            "surcharge_e6",
        ):
            assert getattr(trade, name) == getattr(quote, name), name
        view, market = self.view(owner), self.see(market_id)
        assert view.collateral_e6 == quote.margin_after_e6
        assert view.available_margin_e6 == quote.available_after_e6
        assert view.leverage_e12 == quote.leverage_e12
        needed = view.required_initial_margin_e6 + view.required_liquidation_fee_margin_e6
        assert needed == quote.required_after_e6
        for name in ("funding_drift_e12", "funding_crowding_e12", "funding_spread_e12"):
            assert getattr(market, name) == getattr(quote, name), name
        row = next((p for p in view.positions if p.market_id == market_id), None)
        assert (row.liquidation_price_e8 if row else None) == quote.liquidation_price_e8

    def quoted_deposit(self, user: bytes, amount_e6: int) -> None:
        quote = self.exchange.quote_add_liquidity(amount_e6, self.now_s)
        events = self.chain(m.AddLiquidity, user, amount_e6, amount_e6=amount_e6)
        assert self.code is (quote.reasons[0] if quote.reasons else ErrorCode.NONE)
        for event in of(events, m.LiquidityModified):
            assert (event.shares_e6, event.maturity_s) == (quote.shares_e6, quote.maturity_s)

    def quoted_removal(self, user: bytes, number: int, shares_e6: int) -> None:
        quote = self.exchange.quote_remove_liquidity(user, number, shares_e6, self.now_s)
        events = self.chain(m.RemoveLiquidity, user, lp_position_id=number, shares_e6=shares_e6)
        assert self.code is (quote.reasons[0] if quote.reasons else ErrorCode.NONE)
        for event in of(events, m.LiquidityModified):
            shown = (event.liquidity_e6, event.shares_e6, event.share_price_e8)
            assert shown == (quote.liquidity_e6, quote.shares_e6, quote.share_price_e8)
        if not self.rejected:
            assert shares_e6 <= quote.max_removable_shares_e6

    def quoted_liquidation(self, liquidator: bytes, owner: bytes) -> None:
        sizes = {p.market_id: p.size_e6 for p in self.view(owner).positions}
        quote = self.exchange.quote_liquidation(owner, 1, self.now_s)
        events = self.chain(m.Liquidate, liquidator, owner=owner, account_id=1)
        assert self.code is quote.code
        pieces = of(events, m.PositionLiquidated)
        assert sum(piece.liquidation_fee_e6 for piece in pieces) == quote.fee_e6
        names = ("market_id", "notional_e6", "new_size_e6", "index_price_e8", "pnl_e6")
        assert [[getattr(piece, name) for name in names] for piece in pieces] == [
            [getattr(piece, name) for name in names] for piece in quote.pieces
        ]
        after = {p.market_id: p.size_e6 for p in self.view(owner).positions}
        for market_id, size in after.items():
            assert abs(size) <= abs(sizes[market_id])
            assert size * sizes[market_id] > 0
        if not self.rejected:
            assert quote.is_over == (not self.view(owner).in_liquidation)

    def previewed_adoption(self, market_id: int, values: dict[str, int]) -> None:
        """New parameters change no balance, profit, size or order; their preview shows as much."""
        self.tick(0)  # what the clock does by itself
        command = m.AdoptParameters(operator=OPERATOR, market_id=market_id, **values)
        shown: Any = None
        code = ErrorCode.NONE
        bytes_before = self.exchange.snapshot()
        try:
            preview = PreviewOfParameters(self.exchange, command, 40)
            while preview.step(self.now_s, 2):
                pass
            shown = preview.result(self.now_s)
        except EngineError as refused:
            code = refused.code
        assert self.exchange.snapshot() == bytes_before
        before = self._books()
        events = self.send(command)
        assert self.code is code
        assert self._books() == before
        if self.rejected:
            return
        old = self.exchange.restore(bytes_before).market_view(market_id, self.now_s).parameters
        assert self.see(market_id).parameters == old | values
        assert [NAMES[x.parameter] for x in of(events, m.ParameterChanged)] == [
            p.name for p in MARKET_PARAMETERS if values.get(p.name, old[p.name]) != old[p.name]
        ]
        held = [
            view
            for view in self.accounts()
            if any(row.market_id == market_id for row in view.positions)
        ]
        assert shown.position_count == len(held)
        assert shown.liquidatable_before == sum(view.can_liquidate for view in held)
        if values["skew_scale_rate_e12"] == 0:
            assert shown.liquidatable_after == shown.liquidatable_before
            assert shown.market_price_after_e8 == shown.market_price_before_e8

    def _books(self) -> list[Any]:
        """What only trades, price updates and time may move."""
        markets = [self.see(market_id) for market_id in self.exchange.market_ids()]
        views, pool = self.accounts(), self.pool()
        return [
            (pool.lp_balance_e6, pool.margin_e6, pool.reserve_e6, pool.protocol_fees_e6),
            (pool.unrealized_pnl_e6, pool.required_minimum_balance_e6, pool.share_price_e8),
            [
                (x.index_price_e8, x.funding_per_unit_e18, x.holding_per_unit_e18, x.noise_e18)
                for x in markets
            ],
            [(x.parameters["skew_scale_e6"], x.parameters["max_side_size_e6"]) for x in markets],
            [(x.collateral_e6, [(p.size_e6, p.pnl) for p in x.positions]) for x in views],
            [self.exchange.perp_orders(x.owner, x.account_id, self.now_s) for x in views],
        ]

    # Other ways to the same state.

    def copy(self) -> "Lawful":
        other = object.__new__(type(self))
        other.__dict__ = self.__dict__ | {
            "exchange": Exchange.restore(self.exchange.snapshot()),
            "nonces": dict(self.nonces),
            "journal": list(self.journal),
        }
        return other


def records(journal: list[m.Command]) -> bytes:
    return b"".join(m.encode(command) for command in journal)
