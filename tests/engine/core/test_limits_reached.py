"""The limits of rules/numbers.md reached on purpose: errors or saturation, no wrong figure."""

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.arena import PLAIN, Arena
from tests.engine.core.support.world import (
    DAY_S,
    E6,
    E8,
    E12,
    World,
    assert_vault,
    of,
    wallet,
)

AMOUNT_MAX = 9 * 10**18
FUNDING_MAX = 10**24
PRICE_MAX = POSITION_MAX = 10**13
SIDE_MAX = 10**15
ONE = E8  # a price of 1.00
ROOMY = {"locked_open_interest_ratio_e12": 0, "net_exposure_cap_rate_e12": 10 * E12}


def accept(world: World, price_e8: int) -> None:
    """A price however far away: the operator confirms the print and opens the market again."""
    world.now_s += 1
    world.post(price_e8)
    if world.see().held_print:
        world.operate(m.ConfirmPrint, market_id=1)
        world.operate(m.UnpauseMarket, market_id=1)
    assert world.see().index_price_e8 == price_e8


def check(world: World) -> None:
    """The books balance, and a replay gives the same state."""
    assert_vault(world)
    again = Exchange()
    again.apply_batch(b"".join(m.encode(command) for command in world.journal))
    assert again.state_hash() == world.exchange.state_hash()
    assert Exchange.restore(world.exchange.snapshot()).state_hash() == again.state_hash()


def duel(lp_e6: int) -> tuple[Arena, bytes, bytes]:
    """The largest long against the largest short at 1.00, each with 10,000,000 of margin."""
    world = Arena(lp_e6, **ROOMY)
    world.add_market(price_e8=ONE)
    long = world.open(1, POSITION_MAX, POSITION_MAX)
    short = world.open(2, -POSITION_MAX, POSITION_MAX)
    return world, long, short


def test_the_largest_short_is_liquidated_at_the_highest_price():
    # 10,000,000 units from 1.00 to 100,000.00: a loss of 10**18 less 10**13.
    world, long, short = duel(2 * 10**18)
    accept(world, PRICE_MAX)
    loss = 10**18 - 10**13
    assert world.view(short).available_margin_e6 == 10**13 - loss
    assert world.view(long).available_margin_e6 == 10**13 + loss
    events = world.liquidate(short)
    assert not world.rejected
    (piece,) = of(events, m.PositionLiquidated)
    assert (piece.new_size_e6, piece.pnl_e6) == (0, -loss)
    (debt,) = of(events, m.BadDebtCovered)
    assert debt.from_reserve_e6 + debt.from_pool_e6 == loss - 10**13
    assert not of(events, m.AutoDeleveraged)
    assert world.view(short).collateral_e6 == 0
    check(world)
    world.close(long)
    assert not world.rejected
    assert world.view(long).collateral_e6 == 10**13 + loss
    check(world)


def test_auto_deleveraging_of_the_largest_positions():
    world, long, short = duel(10**13)
    accept(world, PRICE_MAX)
    loss = 10**18 - 10**13
    assert world.nav() == 10**13  # both sides are the same
    events = world.liquidate(short)
    assert not world.rejected
    # The debt of loss - 10**13 falls on a pool of 10**13: the long gives what is missing.
    (event,) = of(events, m.AutoDeleveraged)
    assert event.owner == long
    assert world.nav() == 0
    assert world.view(long).positions == ()
    assert world.view(long).collateral_e6 == 10**13 + loss - (loss - 2 * 10**13)
    assert world.pool().unrealized_pnl_e6 == 0
    check(world)


def test_the_fullest_side_counts_to_its_limit():
    world = Arena(10**18, max_margin_accounts_per_user=1000, **ROOMY)
    world.add_market(price_e8=100)
    for number in range(1, 101):
        world.open(1, POSITION_MAX, 10**13, 1, number)
    assert world.see().long.size_e6 == SIDE_MAX
    one_more = world.account(2, 1, 10**13)
    world.modify(one_more, E6 * E6)
    assert world.code is ErrorCode.AMOUNT_OUT_OF_RANGE
    accept(world, 1)
    accept(world, PRICE_MAX)
    world.see()
    assert world.exchange.liquidation_candidates(world.now_s, 10) == []
    check(world)


@pytest.mark.parametrize("side", [1, -1])
def test_funding_stops_at_its_limit_and_positions_can_leave(side):
    world = World(**ROOMY)
    world.add_liquidity(8 * 10**18)
    changes = PLAIN | {
        "skew_scale_e6": 10**8,
        "max_funding_velocity_e12": 10 * E12,
        "max_funding_rate_e12": 5 * 10**10,
    }
    world.market(PRICE_MAX // 2, **changes)
    owner = world.account(1, 1, 10**16)
    world.modify(owner, side * 10**8)
    assert not world.rejected, world.code
    # 5 % a day of 50,000.00: at most 2.5 * 10**21 a day, so 10**24 within 400 days and a start.
    for _ in range(420):
        world.next_day(PRICE_MAX // 2)
        assert abs(world.see().funding_per_unit_e18) <= FUNDING_MAX
    assert world.see().funding_per_unit_e18 == -side * FUNDING_MAX
    position = world.view(owner).positions[0]
    assert position.pnl.funding_e6 < 0
    for _ in range(3):
        world.next_day(PRICE_MAX // 2)
        assert world.see().funding_per_unit_e18 == -side * FUNDING_MAX
    assert position.pnl.funding_e6 == world.view(owner).positions[0].pnl.funding_e6
    world.close(owner)
    assert not world.rejected, world.code
    check(world)


def test_liquidity_near_the_limit_of_amounts():
    world = World(min_lp_duration_s=0, settlement_delay_s=0)
    most = AMOUNT_MAX - 10
    world.chain(m.AddLiquidity, wallet(1), most, amount_e6=most)
    assert not world.rejected
    world.chain(m.AddLiquidity, wallet(2), E6, amount_e6=E6)
    assert world.code is ErrorCode.AMOUNT_OUT_OF_RANGE
    assert world.pool().quarantined_e6 == 10  # what the vault can still count
    check(world)
    for amount in (1, AMOUNT_MAX, 2**63 - 1):
        world.chain(m.AddLiquidity, wallet(2), amount, amount_e6=amount)
        assert world.rejected
        assert world.pool().balance_e6 == AMOUNT_MAX
    shares = most - 1_000
    for wanted, code in (
        (2**63 - 1, ErrorCode.SHARES_EXCEED_REMOVABLE),
        (shares + 1, ErrorCode.SHARES_EXCEED_REMOVABLE),
        (shares, ErrorCode.NONE),
    ):
        world.chain(m.RemoveLiquidity, wallet(1), lp_position_id=1, shares_e6=wanted)
        assert world.code is code
    assert world.pool().lp_balance_e6 == 1_000
    assert world.pool().unsettled_e6 == shares
    check(world)


def test_payouts_of_more_than_an_hour_can_count_wait():
    world = World(
        min_lp_duration_s=0,
        settlement_delay_s=0,
        outflow_hourly_rate_e12=10 * E12,
        outflow_daily_rate_e12=10 * E12,
        outflow_floor_e6=AMOUNT_MAX,
    )
    amount = 6 * 10**18
    codes = []
    for number in (1, 2):
        owner = wallet(number)
        world.account(number, 1, amount)
        world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=amount)
        ids = (1, 0, 0, 0, 0, 0, 0, 0)
        world.chain(m.ProcessSettlementRequests, owner, request_count=1, request_ids=ids)
        world.send(m.AuthorisePayout(owner=owner, request_id=1))
        codes.append(world.code)
        if not world.rejected:
            world.send(m.RecordPayout(owner=owner, request_id=1))
            assert world.pool().balance_e6 == 0
    assert codes == [ErrorCode.NONE, ErrorCode.OUTFLOW_LIMIT]
    check(world)
    world.now_s += DAY_S
    world.send(m.AuthorisePayout(owner=wallet(2), request_id=1))
    assert not world.rejected
    check(world)


def test_stakes_near_the_limit_of_amounts():
    world = World(epoch_duration_s=DAY_S)
    stake = {"attached_mint": 2, "is_creating_account": 1}
    world.chain(m.Stake, wallet(1), AMOUNT_MAX - 5, amount_e6=AMOUNT_MAX - 5, **stake)
    assert not world.rejected
    before = world.exchange.staking_view(wallet(1), world.now_s)
    world.chain(m.Stake, wallet(2), 6, amount_e6=6, **stake)
    assert world.code is ErrorCode.AMOUNT_OUT_OF_RANGE
    assert world.pool().token_quarantined_e6 == 5
    assert not world.exchange.staking_view(wallet(2), world.now_s).has_account
    world.operate(
        m.SetVesting,
        owner=wallet(1),
        total_e6=AMOUNT_MAX,
        start_s=0,
        period_s=2**40,
        period_count=2**32 - 1,
    )
    view = world.exchange.staking_view(wallet(1), world.now_s)
    assert view.unvested.total_e6 == before.locking_e6 == AMOUNT_MAX - 5
    world.chain(m.Unstake, wallet(1), amount_e6=AMOUNT_MAX - 5)
    assert not world.rejected
    world.chain(m.WithdrawStake, wallet(1), amount_e6=1)
    assert world.code is ErrorCode.WITHDRAW_EXCEEDS_UNLOCKED
    world.operate(m.SetVesting, owner=wallet(1))
    world.chain(m.WithdrawStake, wallet(1), amount_e6=AMOUNT_MAX - 5)
    assert not world.rejected
    assert world.pool().token_unsettled_e6 == AMOUNT_MAX - 5
    assert world.pool().token_staked_e6 == 0
    check(world)


def test_a_deposit_that_no_account_can_count_is_kept_for_its_sender():
    world = World()
    owner = world.account(1, 1, AMOUNT_MAX - 1)
    fields = {"owner": owner, "account_id": 1}
    before = world.view(owner)
    world.chain(m.DepositMargin, owner, 2, amount_e6=2, **fields)
    assert world.code is ErrorCode.AMOUNT_OUT_OF_RANGE
    assert world.view(owner) == before
    world.chain(m.ClaimDeposit, owner, deposit_id=1)
    assert not world.rejected
    assert world.pool().unsettled_e6 == 1
    world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=AMOUNT_MAX - 1)
    assert not world.rejected
    check(world)


def test_a_tip_of_the_largest_withdrawal_is_exact():
    world = World(max_keeper_tip_rate_e12=E12 - 1)
    owner = world.account(1, 1, AMOUNT_MAX)
    # 9e18 * (1 - 1e-12) = 9e18 - 9e6
    most = AMOUNT_MAX - 9 * E6
    fields = {"account_id": 1, "amount_e6": AMOUNT_MAX}
    world.chain(m.WithdrawMargin, owner, tip_e6=most + 1, **fields)
    assert world.code is ErrorCode.KEEPER_TIP_TOO_HIGH
    world.chain(m.WithdrawMargin, owner, tip_e6=most, **fields)
    assert not world.rejected
    check(world)
