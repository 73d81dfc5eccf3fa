"""All laws of rules/invariants.md while markets fall silent, hold prints, die and are settled (46).

The machine of `test_state_machine.py` with the rules of a market's end beside its own.
"""

import os
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.laws import Lawful
from tests.engine.core.support.world import DAY_S, E6, OPERATOR, of, wallet
from tests.engine.core.test_state_machine import KEEPER, USERS, Books, markets, users

MONTH_S = 30 * DAY_S
PROVIDERS = (*USERS, wallet(999))
LEAST_E6 = 10_000  # of a withdrawal
SETTINGS = (
    settings()
    if os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
    else settings(max_examples=80, stateful_step_count=40, derandomize=True)
)


def settle(world: Lawful, market_id: int, percent: int, limit: int) -> list[m.Event]:
    """At a percentage of the last price, or at the price of the first command."""
    seen = world.see(market_id)
    price = seen.index_price_e8
    if seen.settled_at_s is None:
        price = max(1, price * percent // 100)
    fields = {"market_id": market_id, "price_e8": price, "limit": limit}
    return world.operate(m.SettleMarket, **fields)


def has_positions(world: Lawful, market_id: int) -> bool:
    return bool(world.see(market_id).open_interest_size_e6)


class Endings(Books):
    """Silence, held prints, settlements in pieces, and everybody on the way out."""

    def settled(self) -> list[int]:
        return [i for i in (1, 2) if self.world.see(i).settled_at_s is not None]

    @rule(market_id=markets, days=st.sampled_from([1, 8, 31, 31, 31]), is_alone=st.booleans())
    def fall_silent(self, market_id: int, days: int, is_alone: bool) -> None:
        """No print for days; the other market has one at the end, or none either."""
        world = self.world
        world.now_s = max(world.now_s, world.see(market_id).index_price_at_s + days * DAY_S)
        world.tick()
        if is_alone and 3 - market_id not in self.settled():
            world.post(world.see(3 - market_id).index_price_e8, 3 - market_id)

    @rule(market_id=markets, part=st.integers(81, 119), is_up=st.booleans())
    def hold(self, market_id: int, part: int, is_up: bool) -> None:
        price = self.world.see(market_id).index_price_e8
        self.world.tick()
        self.world.post(price + price * (part if is_up else -part) // 1_000, market_id)

    @rule(market_id=markets, is_old=st.booleans())
    def confirm(self, market_id: int, is_old: bool) -> None:
        """The operator accepts what is held, however old; the market lives or stays dead."""
        world = self.world
        if is_old:
            world.tick(8 * DAY_S)
        held = world.see(market_id).held_print
        world.operate(m.ConfirmPrint, market_id=market_id)
        assert world.code is (E.NONE if held else E.VALIDATION)
        if held:
            seen = world.see(market_id)
            assert (seen.index_price_e8, seen.held_print) == (held.price_e8, None)
            assert seen.index_price_at_s == held.published_at_s

    @rule(
        market_id=markets,
        percent=st.sampled_from([1, 40, 80, 97, 100, 103, 130, 300]),
        limit=st.sampled_from([1, 1, 2, 256]),
    )
    def settle(self, market_id: int, percent: int, limit: int) -> None:
        world = self.world
        seen = world.see(market_id)
        age = world.now_s - seen.index_price_at_s
        oldest = seen.parameters["oracle_max_age_decrease_s"]
        expected = E.NONE
        if seen.settled_at_s is not None:
            expected = E.NONE if has_positions(world, market_id) else E.NOTHING_TO_SETTLE
        elif age < MONTH_S or age <= oldest:
            expected = E.VALIDATION
        elif seen.held_print and world.now_s - seen.held_print.published_at_s <= oldest:
            expected = E.PRICE_BAND
        events = settle(world, market_id, percent, limit)
        assert world.code is expected
        for end in of(events, m.MarketSettled):
            assert end.closed_count == len(of(events, m.PositionSettled)) <= limit
            assert bool(end.left_count) == has_positions(world, market_id)

    @rule(user=users, size=st.integers(1, 50))
    def try_settled(self, user: bytes, size: int) -> None:
        """Trades, prints, an unpause, a confirmation, liquidations: nothing in a settled market."""
        for market_id in self.settled():
            world = self.world.copy()
            held = world.position(user, market_id)
            for delta in (size * E6, -size * E6, -held):
                if delta:
                    world.modify(user, delta, market_id)
                    assert world.rejected
            world.tick()
            world.post(world.see(market_id).index_price_e8, market_id)
            assert world.code is E.PRINT_REJECTED
            world.operate(m.UnpauseMarket, market_id=market_id)
            assert world.code is E.MARKET_PAUSED
            world.operate(m.ConfirmPrint, market_id=market_id)
            assert world.code is E.VALIDATION
            events = world.chain(m.Liquidate, KEEPER, owner=user, account_id=1)
            pieces = of(events, m.PositionLiquidated)
            assert market_id not in {piece.market_id for piece in pieces}
            assert world.position(user, market_id) == held
            assert world.see(market_id).is_paused

    @rule(percent=st.sampled_from([30, 90, 100, 110, 250]))
    def everybody_leaves(self, percent: int) -> None:
        """Both markets die and are settled; then every wallet takes out all that it has."""
        world = self.world.copy()
        world.tick(60 * DAY_S)
        for market_id in (1, 2):
            while has_positions(world, market_id):
                settle(world, market_id, percent, 2)
                assert world.code is E.NONE
            settle(world, market_id, percent, 2)
            assert world.code in (E.NONE, E.NOTHING_TO_SETTLE)
        for view in world.accounts():
            assert not view.positions
            assert view.max_withdrawable_e6 == view.collateral_e6
            if view.collateral_e6 >= LEAST_E6:
                fields = {"account_id": view.account_id, "amount_e6": view.collateral_e6}
                world.chain(m.WithdrawMargin, view.owner, **fields)
                assert world.code is E.NONE
        for owner in PROVIDERS:
            for row in world.exchange.lp_positions(owner, world.now_s):
                if row.shares_e6 and row.max_removable_shares_e6:
                    assert row.max_removable_shares_e6 == row.shares_e6
                    fields = {"lp_position_id": row.lp_position_id, "shares_e6": row.shares_e6}
                    world.chain(m.RemoveLiquidity, owner, **fields)
                    assert world.code is E.NONE
        self.be_processed(world)

    def be_processed(self, world: Lawful) -> None:
        """No request waits, for removals wait for no print of a settled market."""
        world.tick(DAY_S)
        for owner in (*PROVIDERS, KEEPER, OPERATOR):
            rows = world.exchange.settlement_requests(owner)
            pending = [row.request_id for row in rows if row.state == 0]
            for first in range(0, len(pending), 8):
                ids = pending[first : first + 8]
                fields: dict[str, Any] = {"owner": owner, "request_count": len(ids)}
                fields["request_ids"] = tuple(ids + [0] * (8 - len(ids)))
                world.chain(m.ProcessSettlementRequests, KEEPER, **fields)
                assert world.code is E.NONE
            assert all(row.state for row in world.exchange.settlement_requests(owner))


TestEndings = Endings.TestCase
TestEndings.settings = SETTINGS
TestEndings = pytest.mark.timeout(0)(TestEndings) if SETTINGS.max_examples > 100 else TestEndings
