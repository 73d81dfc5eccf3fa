"""Events into rows: liquidations, forced closes, bad debt, and no event without a decision."""

import pytest
from msgspec.structs import astuple

from edge.api.history import encode as history
from edge.http.errors import MESSAGE_OF, STATUS_OF
from edge.http.failures import engine_details
from edge.projector.collect import COLLECTORS, NOT_PROJECTED, collect
from edge.projector.rows.batch import Batch
from edge.store.tables import LiquidationRow, LpEventRow, TradeRow
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from engine.sequencer import Applied
from tests.engine.core.perps.test_auto_deleveraging import insolvent
from tests.engine.core.perps.test_settle_market import settle, sides
from tests.engine.core.support.arena import losing
from tests.engine.core.support.world import E6, wallet


def batch_of(world, events) -> Batch:
    batch = Batch()
    collect(batch, Applied(world.journal[-1], tuple(events)))
    return batch


def test_every_event_has_a_row_or_is_named_as_without_one():
    events = {kind for kind in m.Event.__args__}
    assert set(COLLECTORS) | NOT_PROJECTED == events
    assert not set(COLLECTORS) & NOT_PROJECTED


def test_each_piece_of_a_liquidation_is_a_row_and_no_trade():
    world, owner = losing()
    batch = batch_of(world, world.liquidate(owner))
    assert not batch.of(TradeRow)
    assert not batch.volumes
    row = astuple(*batch.of(LiquidationRow))
    assert row[:2] == (owner, world.seq)
    assert row[4] == world.slot
    assert row[6:] == (
        1, 1, wallet(9), world.now_s, 45 * E6, 1_000 * E6, 18 * E6, 40 * E6, 3_600 * E6, 60 * E6,
        90 * 10**8,
    )  # fmt: skip
    assert batch.realized_pnl_e6 == -1_000 * E6


def test_a_forced_close_is_a_decrease_without_fee_and_in_no_volume():
    # The long of 100 from 100 loses 4,000 at 60, has 1,100, and the pool of 1,000 cannot pay the
    # short that won 4,000.
    world = insolvent(60 * 10**8, [(2, 100, 5_000)])
    events = world.liquidate(wallet(1))
    (event,) = [event for event in events if isinstance(event, m.AutoDeleveraged)]
    (debt,) = [event for event in events if isinstance(event, m.BadDebtCovered)]
    assert event.haircut_e6 > 0
    batch = batch_of(world, events)
    assert not batch.volumes
    (row,) = batch.of(TradeRow)
    shown = history.trade(row)
    assert (shown.trade_kind, shown.side, shown.trade_fee) == ("decrease", "long", "0")
    assert shown.open_interest_delta.size == str(100 * E6)
    assert shown.new_open_interest.size == shown.new_open_interest.notional == "0"
    assert int(shown.fill_price) == 60 * 10**8 + -(-event.haircut_e6 * 10**8 // (100 * E6))
    assert shown.index_price == str(60 * 10**8)
    assert int(shown.pnl) == 4_000 * E6 - event.haircut_e6
    assert int(shown.pnl) == int(shown.price_performance) + int(shown.funding_performance)
    # Traders as a whole: the loser is out of its 1,100, the winner has what is left.
    assert debt.from_reserve_e6 + debt.from_pool_e6 == 2_900 * E6
    assert batch.realized_pnl_e6 == -1_100 * E6 + int(shown.pnl)


def test_a_settled_position_is_a_close_without_fee_and_in_no_volume():
    world = sides()
    events = settle(world, 97 * 10**8)
    batch = batch_of(world, events)
    assert not batch.volumes
    rows = batch.of(TradeRow)
    long, short = (history.trade(row) for row in rows)
    assert [row.trade_kind for row in rows] == [6, 6]
    assert (long.trade_kind, long.side, long.trade_fee, long.surcharge) == (
        "close",
        "short",
        "0",
        "0",
    )
    assert long.open_interest_delta.size == str(-100 * E6)
    assert long.open_interest_delta.notional == str(-9_700 * E6)
    assert long.fill_price == long.index_price == str(97 * 10**8)
    assert long.new_open_interest.size == "0"
    assert (int(long.pnl), int(short.pnl)) == (-300 * E6, 180 * E6)
    assert int(long.pnl) == int(long.price_performance) + int(long.funding_performance)
    assert batch.realized_pnl_e6 == -120 * E6


def test_a_legacy_account_has_no_position_id():
    event = m.LiquidityModified(owner=wallet(1), lp_position_id=0, liquidity_e6=5)
    batch = Batch()
    collect(batch, Applied(m.GrantLpAccount(seq=1), (event,)))
    shown = history.lp_event(*batch.of(LpEventRow))
    assert shown.lp_position_id is None
    assert shown.modify_liquidity_kind == "add"


@pytest.mark.parametrize("code", [code for code in ErrorCode if code is not ErrorCode.NONE])
def test_every_refusal_of_the_engine_has_a_status_and_a_sentence(code):
    assert STATUS_OF[code.name] in (400, 403, 404, 409)
    assert MESSAGE_OF[code.name] != code.name
    assert engine_details(code, 7) in ({}, *({name: v} for name in _names() for v in (7, "7")))


def _names() -> set[str]:
    """What figures of refusals are called in the contract."""
    return {
        "publishedAt", "possibleAt", "lastNonce", "expiresSlot", "maximum", "maturity",
        "heldPrice", "fillPrice", "required", "positionSize", "minTradeNotional", "minimum",
        "maxKeeperTip", "maxWithdrawableAmount", "attached", "maxUnstakeAmount",
        "maxRemovableShares", "shares", "expiredAt", "marketId", "remainingNotional", "latest",
        "price",
    }  # fmt: skip


def test_a_largest_amount_of_nothing_is_told():
    assert engine_details(ErrorCode.DELEGATE_LIMIT, 0) == {"remainingNotional": "0"}
    assert engine_details(ErrorCode.SHARES_EXCEED_REMOVABLE, 0) == {"maxRemovableShares": "0"}
    assert engine_details(ErrorCode.STALE_PRICE, 0) == {}
