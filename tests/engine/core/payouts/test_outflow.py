"""The line of collateral payouts, its two sliding windows and the freeze."""

import pytest

from engine.core.generated import messages as m
from engine.core.views import OutflowView
from engine.schema.errors import ErrorCode
from engine.schema.parameters import EXCHANGE_PARAMETERS
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import (
    CLASSICAL,
    DAY_S,
    E6,
    E8,
    E12,
    START_S,
    World,
    assert_vault,
    wallet,
)

HOUR_S = 3_600
ACCOUNT = 900  # of withdrawals that make a payable request
NONE, LIMIT = ErrorCode.NONE, ErrorCode.OUTFLOW_LIMIT
FROZEN, NOTHING = ErrorCode.OUTFLOW_FROZEN, ErrorCode.NOTHING_TO_SETTLE


def claims(*amounts_e6: int, **parameters: int) -> World:
    """A pool of 1,000 and payable claims of wallet 1, ids and amounts in order.

    Per hour 100 may leave (10 % of 1,000), per day 300; the floor is 0.
    """
    values = {
        "outflow_hourly_rate_e12": E12 // 10,
        "outflow_daily_rate_e12": 3 * E12 // 10,
        "outflow_floor_e6": 0,
    }
    world = World(**(values | parameters))
    world.add_liquidity(1_000 * E6)
    for amount in amounts_e6:
        claim(world, amount)
    return world


def claim(world: World, amount_e6: int, user: int = 1, mint: int = 1) -> None:
    """Make one more payable request of a wallet: a withdrawal at once, of tokens a claim."""
    if mint == 2:
        take_back(world, amount_e6, user, mint)
        return
    owner = wallet(user)
    known = world.pool().parameters
    names = ("settlement_delay_s", "min_settlement_amount_e6")
    for name in names:
        set_rule(world, name, int(name == "min_settlement_amount_e6"))
    if ACCOUNT not in world.exchange.user_view(owner).margin_account_ids:
        world.account(user, ACCOUNT, 0)
    fields = {"owner": owner, "account_id": ACCOUNT, "amount_e6": amount_e6}
    world.chain(m.DepositMargin, owner, amount_e6, **fields)
    world.chain(m.WithdrawMargin, owner, account_id=ACCOUNT, amount_e6=amount_e6)
    assert not world.rejected, world.code
    (newest, *_) = sorted(
        (row.request_id for row in world.exchange.settlement_requests(owner)), reverse=True
    )
    ids = (newest, *(0,) * 7)
    world.chain(m.ProcessSettlementRequests, owner, owner=owner, request_count=1, request_ids=ids)
    assert not world.rejected, world.code
    for name in names:
        set_rule(world, name, known[name])


def set_rule(world: World, name: str, value: int) -> None:
    place = 1 + [p.name for p in EXCHANGE_PARAMETERS].index(name)
    world.operate(m.SetExchangeParameter, parameter=place, value=value)
    assert not world.rejected, world.code


def take_back(world: World, amount_e6: int, user: int = 1, mint: int = 1) -> None:
    """Tokens that came without a command are claimed by their sender."""
    owner = wallet(user)
    world.chain(m.IgnoreTransaction, owner, amount_e6, attached_mint=mint, reason="test")
    deposit_id = len(world.exchange.quarantined_deposits(owner))
    world.chain(m.ClaimDeposit, owner, deposit_id=deposit_id)
    assert not world.rejected


def authorise(world: World, request_id: int, user: int = 1) -> ErrorCode:
    """Try to authorise; a refusal must change nothing."""
    world.tick(0)
    before = world.exchange.state_hash()
    world.send(
        m.AuthorisePayout(
            owner=wallet(user),
            request_id=request_id,
            payout_signature=b"s" * 64,
            last_valid_block_height=9,
        )
    )
    if world.rejected:
        assert world.exchange.state_hash() == before
    assert_vault(world)
    return world.code


def orders(world: World, user: int = 1) -> list[int | None]:
    return [row.payable_order for row in world.exchange.settlement_requests(wallet(user))]


def used(world: World) -> tuple[int, int]:
    view = world.exchange.outflow_view(world.now_s)
    return view.hour_used_e6, view.day_used_e6


# the line


def test_payouts_pass_in_the_order_in_which_they_became_payable():
    world = claims(5 * E6)
    claim(world, 6 * E6, user=2)
    claim(world, 7 * E6)
    assert (orders(world), orders(world, 2)) == ([1, 3], [2])
    assert authorise(world, 1, user=2) is LIMIT
    assert authorise(world, 2) is LIMIT
    assert authorise(world, 1) is NONE
    assert (orders(world), orders(world, 2)) == ([None, 2], [1])
    assert authorise(world, 2) is LIMIT
    assert authorise(world, 1, user=2) is NONE
    assert authorise(world, 2) is NONE
    assert used(world) == (18 * E6, 18 * E6)
    claim(world, 8 * E6)
    assert orders(world) == [None, None, 1]
    assert authorise(world, 3) is NONE


def test_a_withdrawal_joins_the_line_when_it_is_processed():
    world = claims(outflow_floor_e6=10**12)
    owner = world.account(3, 1, 100 * E6)
    for amount in (10 * E6, 20 * E6):
        world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=amount)
    world.now_s += DAY_S
    claim(world, 5 * E6)
    for request_id in (2, 1):
        world.chain(
            m.ProcessSettlementRequests,
            wallet(8),
            owner=owner,
            request_count=1,
            request_ids=(request_id, *(0,) * 7),
        )
    assert (orders(world), orders(world, 3)) == ([1], [3, 2])
    assert authorise(world, 1, user=3) is LIMIT
    assert authorise(world, 9, user=3) is NOTHING
    assert [authorise(world, 1), authorise(world, 2, 3), authorise(world, 1, 3)] == [NONE] * 3
    assert authorise(world, 1, user=3) is NOTHING
    assert used(world) == (35 * E6, 35 * E6)


def test_an_authorised_payout_passes_again_and_counts_once():
    world = claims(90 * E6, 10 * E6, 5 * E6)
    assert authorise(world, 1) is NONE
    world.send(m.ExpirePayout(owner=wallet(1), request_id=1))
    assert not world.rejected
    assert orders(world) == [None, 1, 2]
    assert authorise(world, 2) is NONE  # 100 of 100: nothing more may leave
    assert authorise(world, 3) is LIMIT
    assert authorise(world, 1) is NONE
    assert used(world) == (100 * E6, 100 * E6)
    record = m.RecordPayout(owner=wallet(1), request_id=1, payout_signature=b"s" * 64, slot=5)
    world.send(record)
    assert not world.rejected
    assert used(world) == (100 * E6, 100 * E6)  # paid is still within the hour


def test_payouts_of_tokens_know_neither_line_nor_limit():
    world = claims(500 * E6, 500 * E6)
    claim(world, 10**15, mint=2)
    claim(world, 10**15, mint=2)
    assert orders(world) == [1, 2, None, None]
    assert [authorise(world, number) for number in (4, 1, 2, 3)] == [NONE, NONE, LIMIT, NONE]
    assert used(world) == (500 * E6, 500 * E6)
    pool = world.pool()
    assert (pool.token_balance_e6, pool.token_unsettled_e6) == (2 * 10**15, 2 * 10**15)
    assert (pool.token_quarantined_e6, pool.token_staked_e6) == (0, 0)


# the windows


def test_an_empty_window_lets_a_request_of_any_size_pass():
    world = claims(5_000 * E6, 1)
    assert authorise(world, 1) is NONE
    assert authorise(world, 2) is LIMIT
    world.now_s += HOUR_S  # the hour is empty again, the day is not
    assert used(world) == (0, 5_000 * E6)
    assert authorise(world, 2) is LIMIT
    world.now_s = START_S + DAY_S - 1
    assert authorise(world, 2) is LIMIT
    world.now_s += 1
    assert authorise(world, 2) is NONE
    assert used(world) == (1, 1)


@pytest.mark.parametrize(("second", "code"), [(60 * E6, NONE), (60 * E6 + 1, LIMIT)])
def test_the_hour_is_full_to_the_unit(second, code):
    world = claims(40 * E6, second)
    assert [authorise(world, 1), authorise(world, 2)] == [NONE, code]
    assert world.exchange.outflow_view(world.now_s) == OutflowView(
        hour_used_e6=100 * E6 if code is NONE else 40 * E6,
        hour_limit_e6=100 * E6,
        day_used_e6=100 * E6 if code is NONE else 40 * E6,
        day_limit_e6=300 * E6,
        negative_equity_e6=0,
        is_frozen=False,
    )


def test_the_hour_slides_over_one_entry_after_the_other():
    world = claims(40 * E6, 30 * E6, 70 * E6, 30 * E6 + 1, 30 * E6)
    assert authorise(world, 1) is NONE
    world.now_s = START_S + 1_000
    assert authorise(world, 2) is NONE
    world.now_s = START_S + HOUR_S - 1
    assert authorise(world, 3) is LIMIT  # 40 + 30 + 70
    world.now_s = START_S + HOUR_S
    assert authorise(world, 3) is NONE  # 30 + 70: full
    assert used(world) == (100 * E6, 140 * E6)
    world.now_s = START_S + 1_000 + HOUR_S - 1
    assert authorise(world, 4) is LIMIT
    world.now_s += 1
    assert used(world) == (70 * E6, 140 * E6)
    assert authorise(world, 4) is LIMIT  # 70 + 30.000001
    world.now_s = START_S + 2 * HOUR_S
    assert [authorise(world, 4), authorise(world, 5)] == [NONE, NONE]
    assert used(world) == (60 * E6 + 1, 200 * E6 + 1)


@pytest.mark.parametrize(("last", "code"), [(60 * E6, NONE), (60 * E6 + 1, LIMIT)])
def test_the_day_is_full_to_the_unit_and_slides_to_the_second(last, code):
    world = claims(80 * E6, 80 * E6, 80 * E6, last)
    for number in (1, 2, 3):
        assert authorise(world, number) is NONE
        world.now_s += HOUR_S
    assert authorise(world, 4) is code
    if code is LIMIT:
        world.now_s = START_S + DAY_S - 1
        assert authorise(world, 4) is LIMIT
        world.now_s += 1
        assert used(world) == (0, 160 * E6)
        assert authorise(world, 4) is NONE
        assert used(world) == (60 * E6 + 1, 220 * E6 + 1)


def test_the_limit_follows_the_value_locked_now_and_never_falls_below_the_floor():
    world = claims(40 * E6, 70 * E6, 10 * E6 + 1, 6 * E6, outflow_floor_e6=0)
    assert authorise(world, 1) is NONE
    assert authorise(world, 2) is LIMIT
    world.account(7, 1, 99_999_999)
    assert authorise(world, 2) is LIMIT  # 1,099.999999: 109.999999 an hour
    world.chain(m.DepositMargin, wallet(7), 1, owner=wallet(7), account_id=1, amount_e6=1)
    assert authorise(world, 2) is NONE
    assert world.exchange.outflow_view(world.now_s).hour_limit_e6 == 110 * E6
    world = claims(40 * E6, 80 * E6 + 1, outflow_floor_e6=120 * E6)
    assert authorise(world, 1) is NONE
    assert authorise(world, 2) is LIMIT
    assert world.exchange.outflow_view(world.now_s).hour_limit_e6 == 120 * E6
    assert world.exchange.outflow_view(world.now_s).day_limit_e6 == 300 * E6


def test_refused_payouts_stay_payable_through_a_halt():
    world = claims(500 * E6, 50 * E6)
    assert authorise(world, 1) is NONE
    world.operate(m.Halt)
    assert authorise(world, 2) is ErrorCode.EXCHANGE_HALTED
    world.operate(m.Resume)
    assert authorise(world, 2) is LIMIT
    rows = world.exchange.open_settlement_requests()
    assert [(row.request_id, row.state) for row in rows] == [(1, 2), (2, 1)]


# the freeze


def underwater(price_e8: int) -> World:
    """A long of 10 at 100 with 150 of margin, and a payable claim; the price has moved since."""
    world = claims(5 * E6, 5 * E6)
    rules = CLASSICAL | {
        "skew_scale_e6": 0,
        "taker_fee_rate_e12": 0,
        "maker_fee_rate_e12": 0,
        "max_funding_velocity_e12": 0,
    }
    world.market(100 * E8, **rules)
    owner = world.account(3, 1, 150 * E6)
    world.modify(owner, 5 * E6)
    assert not world.rejected, world.code
    world.tick(60)
    world.post(price_e8)
    return world


def test_the_freeze_holds_while_more_is_owed_than_the_reserve_has():
    world = underwater(70 * E8)  # 150 of 150 are lost: exactly nothing
    assert world.exchange.outflow_view(world.now_s).negative_equity_e6 == 0
    assert authorise(world, 1) is NONE
    world.tick(60)
    world.post(70 * E8 - 20)  # 5 * 0.0000002 more
    view = world.exchange.outflow_view(world.now_s)
    assert (view.negative_equity_e6, view.is_frozen) == (1, True)
    assert authorise(world, 2) is FROZEN
    world.send(m.ExpirePayout(owner=wallet(1), request_id=1))
    assert authorise(world, 1) is FROZEN  # counted already, and held all the same
    claim(world, 10**9, mint=2)
    assert authorise(world, 3) is NONE
    world.chain(m.DepositMargin, wallet(3), 1, owner=wallet(3), account_id=1, amount_e6=1)
    assert not world.exchange.outflow_view(world.now_s).is_frozen
    assert authorise(world, 2) is NONE
    assert authorise(world, 1) is NONE
    assert used(world) == (10 * E6, 10 * E6)  # each once


def test_the_debt_follows_every_change_within_one_second():
    world = underwater(70 * E8)
    world.now_s += 60

    def owed() -> int:
        here = world.exchange.outflow_view(world.now_s).negative_equity_e6
        restored = type(world.exchange).restore(world.exchange.snapshot())
        assert restored.outflow_view(world.now_s).negative_equity_e6 == here
        return here

    assert owed() == 0
    world.post(69 * E8)
    assert owed() == 5 * E6
    world.chain(m.DepositMargin, wallet(3), 1, owner=wallet(3), account_id=1, amount_e6=1)
    assert owed() == 5 * E6 - 1
    world.chain(m.WithdrawMargin, wallet(3), account_id=1, amount_e6=E6)
    assert world.rejected
    assert owed() == 5 * E6 - 1
    other = world.account(4, 1, 100 * E6)
    assert owed() == 5 * E6 - 1
    world.modify(other, E6)
    assert not world.rejected, world.code
    assert owed() == 5 * E6 - 1
    assert authorise(world, 1) is FROZEN
    rest = 5 * E6 - 1
    world.chain(m.DepositMargin, wallet(3), rest, owner=wallet(3), account_id=1, amount_e6=rest)
    assert owed() == 0
    assert authorise(world, 1) is NONE


def test_a_later_request_is_refused_as_not_first_even_in_a_freeze():
    world = underwater(69 * E8)
    assert authorise(world, 2) is LIMIT
    assert authorise(world, 1) is FROZEN
    assert world.exchange.outflow_view(world.now_s).negative_equity_e6 == 5 * E6


def test_debts_are_summed_and_margins_of_others_do_not_help():
    world = underwater(69 * E8)
    world.account(3, 2, 1_000 * E6)
    world.account(4, 1, 1_000 * E6)
    assert world.exchange.outflow_view(world.now_s).negative_equity_e6 == 5 * E6
    assert authorise(world, 1) is FROZEN


def test_a_reserve_as_large_as_the_debt_is_enough():
    world = claims(5 * E6, protocol_fee_rate_e12=0, reserve_fee_share_e12=E12)
    rules = CLASSICAL | {"skew_scale_e6": 0, "max_funding_velocity_e12": 0}
    world.market(100 * E8, **(rules | {"taker_fee_rate_e12": 10**10, "maker_fee_rate_e12": 0}))
    owner = world.account(3, 1, 155 * E6)
    world.modify(owner, 5 * E6)  # fee 5, all of it to the reserve; 150 of margin are left
    assert world.pool().reserve_e6 == 5 * E6
    world.tick(60)
    world.post(69 * E8 - 20)
    view = world.exchange.outflow_view(world.now_s)
    assert (view.negative_equity_e6, view.is_frozen) == (5 * E6 + 1, True)
    assert authorise(world, 1) is FROZEN
    world.tick(60)
    world.post(69 * E8)
    view = world.exchange.outflow_view(world.now_s)
    assert (view.negative_equity_e6, view.is_frozen) == (5 * E6, False)
    assert authorise(world, 1) is NONE


def test_accounts_in_liquidation_freeze_nothing():
    world = Arena(protocol_fee_rate_e12=E12)  # so that the reserve has nothing
    owner = world.windowed(200 * E6)
    world.price(87 * E8)
    view = world.exchange.outflow_view(world.now_s)
    assert (view.negative_equity_e6, view.is_frozen) == (100 * E6, True)
    world.liquidate(owner)  # closes 10 of 100 and covers the debt
    world.price(86 * E8)
    assert world.view(owner).available_margin_e6 == -90 * E6
    view = world.exchange.outflow_view(world.now_s)
    assert (view.negative_equity_e6, view.is_frozen) == (0, False)


# open requests


def test_open_requests_are_those_not_settled_whatever_the_order_of_settling():
    world = claims(*[E6] * 5, outflow_floor_e6=10**12)

    def open_ids() -> list[int]:
        return [row.request_id for row in world.exchange.open_settlement_requests()]

    for number in range(1, 6):
        assert authorise(world, number) is NONE
    left = [1, 2, 3, 4, 5]
    for number in (3, 5, 1, 2, 4):
        record = m.RecordPayout(owner=wallet(1), request_id=number, slot=5)
        world.send(record)
        assert world.code is ErrorCode.VALIDATION  # another signature
        assert open_ids() == left
        world.send(
            m.RecordPayout(owner=wallet(1), request_id=number, payout_signature=b"s" * 64, slot=5)
        )
        left.remove(number)
        assert open_ids() == left
        assert_vault(world)
    claim(world, E6)
    assert open_ids() == [6]
    assert orders(world)[-1] == 1


def test_claims_of_quarantined_tokens_take_no_part_of_the_outflow():
    world = claims(60 * E6, 50 * E6)
    assert authorise(world, 1) is NONE
    for _ in range(3):
        take_back(world, 5_000 * E6, user=2)
    assert orders(world, 2) == [None] * 3
    before = used(world)
    for request_id in (3, 1, 2):
        assert authorise(world, request_id, user=2) is NONE
    assert used(world) == before
    assert authorise(world, 2) is LIMIT  # by the withdrawal before it, not by the claims
    world.now_s += HOUR_S
    assert authorise(world, 2) is NONE


def test_a_claim_passes_a_freeze_and_waits_while_the_vault_lacks_money():
    world = Arena(10_000 * E6, net_exposure_cap_rate_e12=10 * E12, locked_open_interest_ratio_e12=0)
    world.add_market()
    world.open(2, -190 * E6, 3_000 * E6)
    winner = world.open(1, 190 * E6, 3_000 * E6)
    take_back(world, 500 * E6, user=3)
    world.price(120 * E8)  # the short owes 3,800 and has 3,000: the reserve has nothing
    assert world.exchange.outflow_view(world.now_s).is_frozen
    assert authorise(world, 1, user=3) is NONE
    take_back(world, 500 * E6, user=3)
    for price in range(121, 170):
        world.price(price * E8)
    world.close(winner)
    assert world.pool().lp_balance_e6 < 0
    assert authorise(world, 2, user=3) is FROZEN
    take_back(world, 500 * E6, user=3)  # made while money is missing: in the line
    assert sorted(orders(world, 3), key=str) == [1, None, None]
    world.pieces(wallet(2))
    assert world.pool().lp_balance_e6 < 0
    assert not world.exchange.outflow_view(world.now_s).is_frozen
    assert authorise(world, 3, user=3) is NONE
    assert authorise(world, 2, user=3) is NONE  # the older claim is not left behind the newer
    world.add_liquidity(20_000 * E6)
    assert_vault(world)
