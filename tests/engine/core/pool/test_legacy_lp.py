"""The legacy liquidity account: granted by the operator, upgraded by its owner."""

import pytest

from engine.core.generated import messages as m
from engine.core.views import LpAccountView
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import (
    DAY_S,
    E6,
    E8,
    E12,
    OPERATOR,
    START_S,
    World,
    assert_vault,
    of,
    wallet,
)

LP = wallet(5)
MATURITY_S = 30 * DAY_S


def bring(world: World, amount_e6: int, sender: bytes = OPERATOR, mint: int = 1) -> int:
    """Quarantine a transfer; returns the deposit's id."""
    world.chain(m.IgnoreTransaction, sender, amount_e6, attached_mint=mint, reason="bare")
    return len(world.exchange.quarantined_deposits(sender))


def grant(world: World, deposit_id: int, owner: bytes = LP) -> list[m.Event]:
    return world.operate(m.GrantLpAccount, owner=owner, deposit_id=deposit_id)


def upgrade(world: World) -> list[m.Event]:
    return world.chain(m.UpgradeLpAccount, LP)


def account(world: World) -> LpAccountView | None:
    return world.exchange.lp_account(LP, world.now_s)


def profitable(granted_e6: int = 0) -> World:
    """A pool of 1,000 shares, and those of a grant at 1, to which a trader has lost 100."""
    world = World(net_exposure_cap_rate_e12=10 * E12, protocol_fee_rate_e12=0)
    world.add_liquidity(1_000 * E6, 9)
    if granted_e6:
        grant(world, bring(world, granted_e6))
    world.market(
        100 * E8,
        skew_scale_e6=0,
        taker_fee_rate_e12=0,
        maker_fee_rate_e12=0,
        max_funding_velocity_e12=0,
        spread_rate_e12=0,
        k_drift_e12=0,
        level_n=0,
        max_side_notional_rate_e12=10 * E12,
        print_band_e12=2 * 10**11,
        print_band_pause_e12=3 * 10**11,
        entry_window_before_s=0,
        entry_window_after_s=0,
        print_interval_s=31_536_000,
        oracle_max_age_s=604_800,
    )
    trader = world.account(1, 1, 500 * E6)
    world.modify(trader, 10 * E6)
    assert not world.rejected, world.code
    world.tick(60)
    world.post(90 * E8)
    world.close(trader)
    assert not world.rejected, world.code
    return world


def test_a_grant_turns_the_operators_deposit_into_liquidity():
    world = World()
    world.add_liquidity(1_000 * E6, 9)
    bring(world, 3_000 * E6)
    assert account(world) is None
    before = world.pool()
    events = grant(world, 1)
    assert [type(e) for e in events] == [
        m.DepositClaimed,
        m.LiquidityModified,
        m.PoolUpdated,
    ]
    assert (events[0].owner, events[0].deposit_id, events[0].request_id) == (OPERATOR, 1, 0)
    modified = events[1]
    assert (modified.owner, modified.kind, modified.lp_position_id) == (LP, 0, 0)
    assert (modified.liquidity_e6, modified.shares_e6) == (3_000 * E6, 3_000 * E6)
    assert modified.share_price_e8 == E8
    assert account(world) == LpAccountView(
        owner=LP,
        liquidity_e6=3_000 * E6,
        shares_e6=3_000 * E6,
        stake_e12=75 * 10**10,
        share_value_e6=3_000 * E6,
        added_at_s=START_S,
        maturity_s=START_S + MATURITY_S,
        has_reached_maturity=False,
        max_removable_shares_e6=0,
        entry_share_price_e8=E8,
        delegate=None,
        delegate_terms=None,
    )
    pool = world.pool()
    assert pool.balance_e6 == before.balance_e6
    assert (pool.quarantined_e6, pool.lp_balance_e6) == (0, 4_000 * E6)
    assert pool.lp_shares_e6 == 4_000 * E6
    assert world.exchange.lp_positions(LP, world.now_s) == []
    assert world.exchange.open_settlement_requests() == []
    assert_vault(world)


def test_a_first_grant_locks_shares_like_a_first_deposit():
    world = World()
    grant(world, bring(world, 1_000 * E6))
    view = account(world)
    assert (view.shares_e6, view.liquidity_e6) == (999_999_000, 1_000 * E6)
    assert world.pool().lp_shares_e6 == 1_000 * E6
    assert_vault(world)


def test_a_second_grant_adds_and_starts_the_time_again():
    world = profitable()
    first_at = world.now_s
    grant(world, bring(world, 110 * E6))
    assert not world.rejected
    view = account(world)
    assert (view.shares_e6, view.entry_share_price_e8) == (100 * E6, 110_000_000)
    world.now_s += 5 * DAY_S
    assert account(world).maturity_s == first_at + MATURITY_S
    (event,) = of(grant(world, bring(world, 330 * E6 + 5)), m.LiquidityModified)
    # 330.000005 / 1.1 = 300.000004545
    assert (event.liquidity_e6, event.shares_e6) == (330 * E6 + 5, 300 * E6 + 4)
    assert (event.new_liquidity_e6, event.new_shares_e6) == (440 * E6 + 5, 400 * E6 + 4)
    view = account(world)
    assert (view.added_at_s, view.maturity_s) == (world.now_s, world.now_s + MATURITY_S)
    assert view.entry_share_price_e8 == 110_000_000
    assert_vault(world)


def test_the_entry_price_is_the_mean_by_shares():
    world = profitable(1_000 * E6)
    grant(world, bring(world, 210 * E6))
    view = account(world)
    # 1,000 shares at 1 and 200 at 1.05
    assert (view.shares_e6, view.entry_share_price_e8) == (1_200 * E6, 100_833_333)
    world = profitable()
    grant(world, bring(world, 110 * E6))
    upgrade(world)
    grant(world, bring(world, 220 * E6))
    assert account(world).entry_share_price_e8 == 110_000_000
    assert account(world).shares_e6 == 200 * E6


@pytest.mark.parametrize(
    ("sender", "mint", "deposit_id"),
    [(OPERATOR, 2, 1), (wallet(3), 1, 1), (OPERATOR, 1, 2), (OPERATOR, 1, 0)],
)
def test_only_the_operators_own_collateral_can_be_granted(sender, mint, deposit_id):
    world = World()
    world.add_liquidity(1_000 * E6, 9)
    bring(world, 50 * E6, sender, mint)
    before = world.exchange.state_hash()
    grant(world, deposit_id)
    assert world.code is ErrorCode.DEPOSIT_NOT_FOUND
    assert world.exchange.state_hash() == before


def test_a_deposit_is_granted_or_claimed_once():
    world = World()
    world.add_liquidity(1_000 * E6, 9)
    bring(world, 50 * E6)
    grant(world, 1)
    before = world.exchange.state_hash()
    grant(world, 1)
    assert world.code is ErrorCode.DEPOSIT_NOT_FOUND
    world.chain(m.ClaimDeposit, OPERATOR, deposit_id=1)
    assert world.code is ErrorCode.DEPOSIT_NOT_FOUND
    assert world.exchange.state_hash() == before
    bring(world, 50 * E6)
    world.chain(m.ClaimDeposit, OPERATOR, deposit_id=2)
    grant(world, 2)
    assert world.code is ErrorCode.DEPOSIT_NOT_FOUND


def test_a_grant_is_refused_as_a_deposit_would_be():
    world = World()
    world.add_liquidity(1_000 * E6, 9)
    bring(world, 999_999)
    bring(world, 50 * E6)

    def refusal(deposit_id: int) -> ErrorCode:
        before = world.exchange.state_hash()
        grant(world, deposit_id)
        assert world.exchange.state_hash() == before
        return world.code

    assert refusal(1) is ErrorCode.AMOUNT_TOO_SMALL
    world.operate(m.PauseExchange)
    assert refusal(2) is ErrorCode.EXCHANGE_PAUSED
    world.operate(m.Halt)
    assert refusal(9) is ErrorCode.EXCHANGE_HALTED
    world.operate(m.Resume)
    world.operate(m.UnpauseExchange)
    world.market(100 * E8)
    world.modify(world.account(), E6)
    world.now_s += 100_000
    world.tick(0)
    assert refusal(2) is ErrorCode.STALE_PRICE
    before = world.exchange.state_hash()
    world.send(m.GrantLpAccount(operator=wallet(3), owner=LP, deposit_id=2))
    assert world.code is ErrorCode.NOT_OWNER
    assert world.exchange.state_hash() == before


def test_the_account_itself_is_neither_removed_from_nor_closed():
    world = World()
    grant(world, bring(world, 1_000 * E6))
    world.now_s += MATURITY_S
    world.tick(0)
    before = world.exchange.state_hash()
    world.chain(m.RemoveLiquidity, LP, lp_position_id=0, shares_e6=E6)
    assert world.code is ErrorCode.LP_POSITION_NOT_FOUND
    world.chain(m.CloseLpPosition, LP, lp_position_id=0)
    assert world.code is ErrorCode.LP_POSITION_NOT_FOUND
    assert world.exchange.state_hash() == before


def test_an_upgrade_makes_a_position_that_keeps_the_old_time():
    world = profitable()
    world.add_liquidity(50 * E6, 5)
    grant(world, bring(world, 110 * E6 + 9))
    granted_at = world.now_s
    world.now_s += 10 * DAY_S
    world.tick(0)
    events = upgrade(world)
    assert [type(e) for e in events] == [m.LiquidityModified, m.CommandApplied]
    event = events[0]
    assert (event.owner, event.kind, event.lp_position_id) == (LP, 2, 2)
    assert (event.liquidity_e6, event.shares_e6) == (110 * E6 + 9, 100 * E6 + 8)
    assert (event.new_liquidity_e6, event.new_shares_e6) == (110 * E6 + 9, 100 * E6 + 8)
    assert (event.share_price_e8, event.maturity_s) == (110_000_000, granted_at + MATURITY_S)
    _, position = world.exchange.lp_positions(LP, world.now_s)
    assert (position.liquidity_e6, position.shares_e6) == (110 * E6 + 9, 100 * E6 + 8)
    assert (position.entry_share_price_e8, position.is_closed) == (110_000_000, False)
    assert position.maturity_s == granted_at + MATURITY_S
    view = account(world)
    assert (view.shares_e6, view.liquidity_e6, view.share_value_e6) == (0, 0, 0)
    world.now_s = granted_at + MATURITY_S - 1
    world.chain(m.RemoveLiquidity, LP, lp_position_id=2, shares_e6=100 * E6)
    assert world.code is ErrorCode.LP_NOT_MATURE
    world.now_s += 1
    world.chain(m.RemoveLiquidity, LP, lp_position_id=2, shares_e6=100 * E6 + 8)
    assert not world.rejected
    assert_vault(world)


def test_nothing_to_upgrade_is_refused():
    world = World()
    world.add_liquidity(1_000 * E6, 5)
    before = world.exchange.state_hash()
    upgrade(world)
    assert world.code is ErrorCode.CANNOT_UPGRADE
    world.chain(m.UpgradeLpAccount, wallet(77))
    assert world.code is ErrorCode.CANNOT_UPGRADE
    assert world.exchange.state_hash() == before
    grant(world, bring(world, 10 * E6))
    upgrade(world)
    assert not world.rejected
    before = world.exchange.state_hash()
    upgrade(world)
    assert world.code is ErrorCode.CANNOT_UPGRADE
    assert world.exchange.state_hash() == before
