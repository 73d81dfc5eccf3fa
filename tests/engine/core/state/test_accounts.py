"""Margin accounts, liquidity, settlement, quarantine: money in and out."""

import pytest

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import DAY_S, E6, E8, World, assert_vault, of, wallet

NO_IDS = (0,) * 7


@pytest.fixture
def world() -> World:
    world = World()
    world.add_liquidity()
    world.market()
    return world


def process(world: World, user: bytes, owner: bytes, request_id: int) -> list[m.Event]:
    return world.chain(
        m.ProcessSettlementRequests,
        user,
        owner=owner,
        request_count=1,
        request_ids=(request_id, *NO_IDS),
    )


def authorise(world: World, owner: bytes, request_id: int) -> list[m.Event]:
    return world.send(
        m.AuthorisePayout(
            owner=owner,
            request_id=request_id,
            payout_signature=b"s" * 64,
            last_valid_block_height=9,
        )
    )


def record(world: World, owner: bytes, request_id: int) -> list[m.Event]:
    return world.send(
        m.RecordPayout(owner=owner, request_id=request_id, payout_signature=b"s" * 64, slot=5)
    )


def test_events_of_a_funded_account_end_in_pool_and_applied(world):
    events = world.chain(
        m.CreateMarginAccount, wallet(1), 5 * E6, account_id=3, name="Main", amount_e6=5 * E6
    )
    assert [type(e) for e in events] == [
        m.MarginAccountCreated,
        m.MarginTransferred,
        m.PoolUpdated,
        m.CommandApplied,
    ]
    assert world.view(wallet(1), 3).name == "Main"
    assert world.exchange.user_view(wallet(1)).margin_account_ids == (3,)


def test_ids_are_unique_bounded_and_free_again_after_closing():
    world = World(max_margin_accounts_per_user=2)
    owner = wallet(1)
    for account_id, code in ((1, 0), (1, ErrorCode.MARGIN_ACCOUNT_EXISTS), (2, 0)):
        world.chain(m.CreateMarginAccount, owner, account_id=account_id)
        assert world.code == code
    world.chain(m.CreateMarginAccount, owner, account_id=3)
    assert world.code is ErrorCode.TOO_MANY_MARGIN_ACCOUNTS
    world.chain(m.CloseMarginAccount, owner, account_id=1)
    world.chain(m.CreateMarginAccount, owner, account_id=3)
    assert world.code is ErrorCode.NONE
    world.chain(m.CloseMarginAccount, owner, account_id=3)
    world.chain(m.CreateMarginAccount, owner, account_id=1)
    assert world.code is ErrorCode.NONE
    assert world.exchange.user_view(owner).margin_account_ids == (1, 2)


def test_a_funded_account_does_not_close(world):
    owner = world.account()
    world.chain(m.CloseMarginAccount, owner, account_id=1)
    assert world.code is ErrorCode.MARGIN_ACCOUNT_NOT_EMPTY


def test_anyone_may_deposit_and_a_pause_spares_open_positions(world):
    owner = world.account()
    idle = world.account(2)
    world.modify(owner, E6)
    world.operate(m.PauseExchange)
    for target, code in ((owner, ErrorCode.NONE), (idle, ErrorCode.EXCHANGE_PAUSED)):
        world.chain(
            m.DepositMargin, wallet(9), 7 * E6, owner=target, account_id=1, amount_e6=7 * E6
        )
        assert world.code is code
        assert_vault(world)


def test_withdrawal_lives_from_request_to_payout(world):
    owner, keeper = world.account(), wallet(8)
    events = world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=100 * E6, tip_e6=E6)
    (created,) = of(events, m.SettlementRequestCreated)
    assert created.maturity_s == world.now_s + DAY_S
    assert world.view(owner).collateral_e6 == 9_900 * E6
    process(world, keeper, owner, created.request_id)
    assert world.code is ErrorCode.NOTHING_TO_SETTLE
    world.now_s = created.maturity_s
    (processed,) = of(process(world, keeper, owner, created.request_id), m.SettlementProcessed)
    assert processed.tip_e6 == E6
    assert processed.processor == keeper
    process(world, keeper, owner, created.request_id)
    assert world.code is ErrorCode.NOTHING_TO_SETTLE
    authorise(world, owner, created.request_id)
    world.send(m.ExpirePayout(owner=owner, request_id=created.request_id))
    assert world.code is ErrorCode.NONE
    authorise(world, owner, created.request_id)
    assert world.exchange.open_settlement_requests()[0].state == 2
    before = world.pool()
    record(world, owner, created.request_id)
    after = world.pool()
    assert before.unsettled_e6 - after.unsettled_e6 == 100 * E6
    assert before.balance_e6 - after.balance_e6 == 100 * E6
    assert world.exchange.open_settlement_requests() == []
    assert world.exchange.settlement_requests(owner)[0].state == 3
    assert_vault(world)
    record(world, owner, created.request_id)
    assert world.code is ErrorCode.NOTHING_TO_SETTLE


def test_the_owner_pays_no_tip_to_himself(world):
    owner = world.account()
    world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=100 * E6, tip_e6=E6)
    world.now_s += DAY_S
    (processed,) = of(process(world, owner, owner, 1), m.SettlementProcessed)
    assert processed.tip_e6 == 0


@pytest.mark.parametrize(
    ("amount", "tip", "code"),
    [
        (0, 0, ErrorCode.INPUT_NOT_POSITIVE),
        (9_999, 0, ErrorCode.AMOUNT_TOO_SMALL),
        (10_000, 0, ErrorCode.NONE),
        (1_000_099, 10_001, ErrorCode.KEEPER_TIP_TOO_HIGH),
        (1_000_099, 10_000, ErrorCode.NONE),
        (10_000 * E6, 0, ErrorCode.NONE),
        (10_000 * E6 + 1, 0, ErrorCode.WITHDRAW_EXCEEDS_MAX),
    ],
)
def test_bounds_of_a_withdrawal(world, amount, tip, code):
    owner = world.account()
    world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=amount, tip_e6=tip)
    assert world.code is code


def test_the_shown_maximum_may_be_withdrawn_and_not_a_unit_more(world):
    owner = world.account()
    world.modify(owner, 40 * E6)
    most = world.view(owner).max_withdrawable_e6
    world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=most + 1)
    assert world.code is ErrorCode.WITHDRAW_EXCEEDS_MAX
    world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=most)
    assert world.code is ErrorCode.NONE
    assert world.view(owner).max_withdrawable_e6 == 0


def test_the_first_deposit_locks_a_thousand_shares():
    world = World()
    world.add_liquidity(1_000_000, 5)
    (position,) = world.exchange.lp_positions(wallet(5), world.now_s)
    assert position.shares_e6 == 999_000
    assert world.pool().lp_shares_e6 == 1_000_000
    assert world.pool().share_price_e8 == E8


def test_shares_round_down_and_enter_at_the_higher_value(world):
    owner = world.account()
    world.modify(owner, 100 * E6)
    world.next_day(396 * E8)  # the trader loses: NAV is above the balance
    pool = world.pool()
    nav = pool.lp_balance_e6 - pool.unrealized_pnl_e6
    assert nav > pool.lp_balance_e6
    quote = world.exchange.quote_add_liquidity(123 * E6 + 1, world.now_s)
    assert quote.shares_e6 == (123 * E6 + 1) * pool.lp_shares_e6 // nav
    world.add_liquidity(123 * E6 + 1, 7)
    (position,) = world.exchange.lp_positions(wallet(7), world.now_s)
    assert (position.shares_e6, position.maturity_s) == (quote.shares_e6, quote.maturity_s)
    assert position.share_value_e6 <= 123 * E6 + 1
    assert position.max_removable_shares_e6 == 0
    world.now_s = position.maturity_s
    (position,) = world.exchange.lp_positions(wallet(7), world.now_s)
    assert position.has_reached_maturity
    assert position.max_removable_shares_e6 == position.shares_e6


def test_small_deposits_are_refused_with_their_tokens_kept(world):
    world.add_liquidity(999_999, 7)
    assert world.code is ErrorCode.AMOUNT_TOO_SMALL
    assert world.pool().quarantined_e6 == 999_999
    assert_vault(world)
    world.add_liquidity(E6, 7)
    assert world.code is ErrorCode.NONE


def test_refused_tokens_are_quarantined_claimed_and_paid_once(world):
    sender = wallet(6)
    events = world.chain(
        m.DepositMargin, sender, 5 * E6, owner=sender, account_id=1, amount_e6=5 * E6
    )
    assert [type(e) for e in events] == [
        m.CommandRejected,
        m.DepositQuarantined,
        m.PoolUpdated,
    ]
    assert events[1].reason == "MARGIN_ACCOUNT_NOT_FOUND"
    assert_vault(world)
    world.chain(m.ClaimDeposit, wallet(7), deposit_id=1)
    assert world.code is ErrorCode.DEPOSIT_NOT_FOUND
    (claimed,) = of(world.chain(m.ClaimDeposit, sender, deposit_id=1), m.DepositClaimed)
    (request,) = world.exchange.settlement_requests(sender)
    assert (request.request_id, request.state) == (claimed.request_id, 1)
    world.chain(m.ClaimDeposit, sender, deposit_id=1)
    assert world.code is ErrorCode.DEPOSIT_NOT_FOUND
    authorise(world, sender, request.request_id)
    record(world, sender, request.request_id)
    assert world.pool().quarantined_e6 == world.pool().unsettled_e6 == 0
    assert_vault(world)


@pytest.mark.parametrize(
    ("attached", "mint"), [(5 * E6 + 1, 1), (5 * E6 - 1, 1), (0, 0), (5 * E6, 2)]
)
def test_tokens_must_match_the_command(world, attached, mint):
    owner = world.account()
    world.chain(
        m.DepositMargin,
        owner,
        attached,
        owner=owner,
        account_id=1,
        amount_e6=5 * E6,
        attached_mint=mint,
    )
    assert world.code is ErrorCode.DEPOSIT_MISMATCH
    assert world.pool().quarantined_e6 == (attached if mint == 1 else 0)
    assert_vault(world)


def test_a_command_that_takes_no_tokens_refuses_them(world):
    owner = world.account()
    world.chain(m.SetDelegate, owner, 3 * E6, delegate=wallet(2))
    assert world.code is ErrorCode.DEPOSIT_MISMATCH
    assert world.exchange.user_view(owner).delegate is None


def test_an_ignored_transaction_keeps_its_tokens_even_halted(world):
    world.operate(m.Halt)
    events = world.chain(m.IgnoreTransaction, wallet(4), 2 * E6, reason="bare transfer")
    assert [type(e) for e in events] == [
        m.CommandIgnored,
        m.DepositQuarantined,
        m.PoolUpdated,
    ]
    assert events[1].reason == "bare transfer"
    assert world.exchange.user_view(wallet(4)).nonce == 0


def test_a_halt_stops_users_and_settler_but_not_landed_payouts(world):
    owner = world.account()
    world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=E6)
    world.now_s += DAY_S
    process(world, owner, owner, 1)
    authorise(world, owner, 1)
    world.operate(m.Halt)
    world.modify(owner, E6)
    assert world.code is ErrorCode.EXCHANGE_HALTED
    authorise(world, owner, 1)
    assert world.code is ErrorCode.EXCHANGE_HALTED
    world.operate(m.PauseExchange)
    assert world.code is ErrorCode.EXCHANGE_HALTED
    record(world, owner, 1)
    assert world.code is ErrorCode.NONE
    world.operate(m.Resume)
    assert world.operate(m.Resume) == []  # repeated: applied without an event
