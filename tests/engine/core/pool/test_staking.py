"""Staking and vesting: states at the edges of epochs, rows, refusals, the token identity."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.generated import messages as m
from engine.core.views import UnlockingView, UnvestedView
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import E6, OPERATOR, World, of, wallet

WEEK_S = 604_800
EPOCH = 2_858  # a Thursday, 00:00 UTC
FIRST_S = EPOCH * WEEK_S
OWNER = wallet(1)
NONE = UnvestedView(0, 0, 0, 0, 0, 0)
STAKES_MAX = 100


class Stakers(World):
    """An exchange at the start of an epoch, with the token's mint and identity."""

    def __init__(self, **parameters: int) -> None:
        super().__init__(**parameters)
        self.now_s = FIRST_S
        self.send(m.Tick())

    def send(self, command: m.Command) -> list[m.Event]:
        events = super().send(command)
        assert_tokens(self)
        return events

    def stake(self, amount_e6: int, owner: bytes = OWNER, creating: int = 1) -> list[m.Event]:
        return self.chain(
            m.Stake,
            owner,
            amount_e6,
            attached_mint=2 if amount_e6 else 0,
            amount_e6=amount_e6,
            is_creating_account=creating,
        )

    def unstake(self, amount_e6: int, owner: bytes = OWNER) -> list[m.Event]:
        return self.chain(m.Unstake, owner, amount_e6=amount_e6)

    def withdraw(self, amount_e6: int, owner: bytes = OWNER) -> list[m.Event]:
        return self.chain(m.WithdrawStake, owner, amount_e6=amount_e6)

    def vest(self, total_e6: int, owner: bytes = OWNER, **fields: int) -> list[m.Event]:
        values = {"start_s": FIRST_S, "period_s": WEEK_S, "period_count": 4} | fields
        return self.operate(m.SetVesting, owner=owner, total_e6=total_e6, **values)

    def go(self, epochs: int, seconds: int = 0) -> None:
        """Go to so many seconds past the start of an epoch after the first."""
        self.now_s = FIRST_S + epochs * WEEK_S + seconds
        self.send(m.Tick())

    def balance(self, owner: bytes = OWNER) -> Any:
        return self.exchange.staking_view(owner, self.now_s)

    def amounts(self, owner: bytes = OWNER) -> tuple[int, int, int, int, int]:
        """LOCKING, LOCKED, PREUNLOCKING, UNLOCKING, UNLOCKED."""
        row = self.balance(owner)
        return (
            row.locking_e6,
            row.locked_e6,
            row.preunlocking_e6,
            row.unlocking_e6 - row.preunlocking_e6,
            row.unlocked_e6,
        )


def assert_tokens(world: World) -> None:
    """The identity of the token's vault, to the last unit."""
    view = world.pool()
    assert (
        view.token_balance_e6
        == view.token_staked_e6 + view.token_unsettled_e6 + view.token_quarantined_e6
    )


def test_a_stake_is_locked_from_the_next_epoch_on():
    world = Stakers()
    world.go(0, 5)
    events = world.stake(10 * E6)
    assert of(events, m.StakeAccountCreated)[0].owner == OWNER
    (staked,) = of(events, m.Staked)
    assert (staked.amount_e6, staked.activation_epoch) == (10 * E6, EPOCH + 1)
    world.go(0, WEEK_S - 1)
    assert world.amounts() == (10 * E6, 0, 0, 0, 0)
    world.go(1)
    assert world.amounts() == (0, 10 * E6, 0, 0, 0)
    world.stake(3 * E6)  # in the first second of its epoch
    assert world.amounts() == (3 * E6, 10 * E6, 0, 0, 0)
    world.go(1, WEEK_S - 1)
    world.stake(1)  # in the last one: a second later it is locked
    world.go(2)
    assert world.amounts() == (0, 13 * E6 + 1, 0, 0, 0)
    assert world.pool().token_staked_e6 == 13 * E6 + 1


@pytest.mark.parametrize(
    ("duration", "unlocked_epoch"), [(0, EPOCH + 2), (1, EPOCH + 3), (3, EPOCH + 5)]
)
def test_an_unstake_waits_for_the_next_epoch_and_the_unlocking_duration(duration, unlocked_epoch):
    world = Stakers(unlocking_duration_epochs=duration)
    world.stake(10 * E6)
    world.go(1, 77)
    (asked,) = of(world.unstake(10 * E6), m.UnstakeRequested)
    assert (asked.amount_e6, asked.unlocking_start_epoch) == (10 * E6, EPOCH + 2)
    assert world.balance().unlocking_schedule == (UnlockingView(unlocked_epoch, 10 * E6),)
    world.go(1, WEEK_S - 1)
    assert world.amounts() == (0, 0, 10 * E6, 0, 0)
    for epochs in range(2, unlocked_epoch - EPOCH):
        world.go(epochs)
        assert world.amounts() == (0, 0, 0, 10 * E6, 0)
        world.go(epochs, WEEK_S - 1)
        assert world.amounts() == (0, 0, 0, 10 * E6, 0)
        world.withdraw(1)
        assert world.code is ErrorCode.WITHDRAW_EXCEEDS_UNLOCKED
    world.go(unlocked_epoch - EPOCH)
    assert world.amounts() == (0, 0, 0, 0, 10 * E6)
    assert world.balance().unlocking_schedule == ()
    world.withdraw(10 * E6)
    assert world.code is ErrorCode.NONE
    assert world.amounts() == (0, 0, 0, 0, 0)


def test_unlocked_stake_returns_immediately_newest_first():
    world = Stakers()
    world.stake(5 * E6)
    world.go(1)
    world.stake(2 * E6)
    world.stake(3 * E6)
    events = world.unstake(4 * E6)  # all of the three, one of the two
    assert [e.amount_e6 for e in of(events, m.Unstaked)] == [4 * E6]
    assert of(events, m.UnstakeRequested) == []
    assert world.amounts() == (E6, 5 * E6, 0, 0, 4 * E6)
    events = world.unstake(3 * E6)  # the last of LOCKING, then two of the five
    assert [e.amount_e6 for e in of(events, m.Unstaked)] == [E6]
    assert [e.amount_e6 for e in of(events, m.UnstakeRequested)] == [2 * E6]
    assert world.amounts() == (0, 3 * E6, 2 * E6, 0, 5 * E6)
    assert world.pool().token_staked_e6 == 10 * E6


def test_locked_stakes_unlock_newest_first_and_the_last_one_splits():
    world = Stakers()
    for amount in (1, 2, 4):
        world.stake(amount * E6)
    world.go(1)
    world.unstake(5 * E6)  # the four, and one of the two
    assert world.amounts() == (0, 2 * E6, 5 * E6, 0, 0)
    world.go(2)
    world.unstake(E6)  # the rest of the two: whole
    assert world.balance().unlocking_schedule == (
        UnlockingView(EPOCH + 3, 5 * E6),
        UnlockingView(EPOCH + 4, E6),
    )
    assert world.amounts() == (0, E6, E6, 5 * E6, 0)
    world.unstake(E6 + 1)
    assert world.code is ErrorCode.UNSTAKE_EXCEEDS_STAKED
    assert world.rejected is not None
    assert world.rejected.detail == E6
    world.go(3)
    assert world.amounts() == (0, E6, 0, E6, 5 * E6)


def test_a_withdrawal_takes_what_came_back_first_and_then_the_oldest_rows():
    world = Stakers()
    world.stake(2 * E6)
    world.stake(3 * E6)
    world.go(1)
    world.unstake(5 * E6)
    world.go(3)
    world.stake(E6)
    world.unstake(E6)
    assert world.amounts() == (0, 0, 0, 0, 6 * E6)
    events = world.withdraw(4 * E6)  # one came back, the two, one of the three
    (request,) = of(events, m.SettlementRequestCreated)
    assert (request.kind, request.mint, request.amount_e6, request.tip_e6) == (4, 2, 4 * E6, 0)
    (withdrawn,) = of(events, m.StakeWithdrawn)
    assert (withdrawn.amount_e6, withdrawn.request_id) == (4 * E6, request.request_id)
    (row,) = world.exchange.settlement_requests(OWNER)
    assert (row.state, row.maturity_s) == (1, world.now_s)  # payable at once
    assert world.amounts() == (0, 0, 0, 0, 2 * E6)
    assert world.pool().token_unsettled_e6 == 4 * E6
    for _ in range(99):
        world.stake(1)
        assert world.code is ErrorCode.NONE
    assert world.balance().is_account_full  # one of the two old rows is still there
    world.withdraw(2 * E6)
    assert not world.balance().is_account_full


def test_a_stake_withdrawal_is_paid_like_any_other_request():
    world = Stakers()
    world.stake(E6)
    world.unstake(E6)
    world.withdraw(E6)
    payout: dict[str, Any] = {
        "owner": OWNER, "request_id": 1, "payout_signature": b"P" * 64,
    }  # fmt: skip
    world.send(m.AuthorisePayout(**payout, last_valid_block_height=9))
    assert world.code is ErrorCode.NONE
    world.send(m.RecordPayout(**payout, slot=5))
    assert world.code is ErrorCode.NONE
    view = world.pool()
    assert (view.token_balance_e6, view.token_unsettled_e6, view.token_staked_e6) == (0, 0, 0)


def full() -> Stakers:
    """A hundred LOCKED stakes of two, in the second epoch."""
    world = Stakers()
    for _ in range(STAKES_MAX):
        assert not world.balance().is_account_full
        world.stake(2 * E6)
        assert world.code is ErrorCode.NONE
    assert world.balance().is_account_full
    world.go(1)
    return world


def test_a_full_account_takes_no_stake_and_no_split():
    world = full()
    before = world.exchange.state_hash()
    command = world.stamp(m.Unstake, OWNER, amount_e6=5 * E6)
    assert world.exchange.check(replace(command, time_s=world.now_s)) is (
        ErrorCode.STAKE_ACCOUNT_FULL
    )
    world.unstake(5 * E6)  # two rows whole, but half of the third
    assert world.code is ErrorCode.STAKE_ACCOUNT_FULL
    assert world.exchange.state_hash() == before
    assert world.amounts() == (0, 200 * E6, 0, 0, 0)
    world.unstake(4 * E6)
    assert world.code is ErrorCode.NONE
    assert world.amounts() == (0, 196 * E6, 4 * E6, 0, 0)
    world.stake(E6)
    assert world.code is ErrorCode.STAKE_ACCOUNT_FULL
    (deposit,) = world.exchange.quarantined_deposits(OWNER)
    assert (deposit.amount_e6, deposit.mint) == (E6, 2)
    assert world.pool().token_quarantined_e6 == E6


def test_a_split_may_use_the_row_that_the_same_unstake_gave_free():
    world = Stakers()
    for _ in range(STAKES_MAX - 1):
        world.stake(2 * E6)
    world.go(1)
    world.stake(E6)
    assert world.balance().is_account_full
    events = world.unstake(2 * E6)  # the one that is LOCKING, half of the newest LOCKED
    assert world.code is ErrorCode.NONE
    assert [e.amount_e6 for e in of(events, m.Unstaked)] == [E6]
    assert [e.amount_e6 for e in of(events, m.UnstakeRequested)] == [E6]
    assert world.balance().is_account_full
    assert world.amounts() == (0, 197 * E6, E6, 0, E6)


def test_free_rows_go_to_other_stakers_and_a_refusal_gives_them_back():
    world = Stakers()
    world.stake(E6)
    world.stake(2 * E6)
    world.unstake(3 * E6)
    world.stake(7 * E6, wallet(2))
    world.stake(5 * E6, wallet(3))
    world.stake(4 * E6, wallet(2))
    before = world.exchange.state_hash()
    world.unstake(11 * E6 + 1, wallet(2))
    assert world.exchange.state_hash() == before
    assert world.amounts() == (0, 0, 0, 0, 3 * E6)
    assert world.amounts(wallet(2)) == (11 * E6, 0, 0, 0, 0)
    assert world.amounts(wallet(3)) == (5 * E6, 0, 0, 0, 0)
    totals = world.exchange.staking_totals(world.now_s)
    assert (totals.epoch, totals.stakers) == (EPOCH, 2)
    assert (totals.total_locking_e6, totals.total_locked_e6) == (16 * E6, 0)
    world.go(1)
    world.unstake(E6, wallet(3))
    totals = world.exchange.staking_totals(world.now_s)
    assert (totals.total_locked_e6, totals.total_unlocking_e6) == (15 * E6, E6)
    assert world.exchange.staking_totals(FIRST_S + 3 * WEEK_S).total_unlocking_e6 == 0


def test_unvested_tokens_fill_the_states_in_order():
    world = Stakers()
    world.stake(E6)
    world.go(1)
    world.unstake(E6)  # unlocked in the fourth epoch
    world.stake(2 * E6)
    world.go(2)
    world.unstake(2 * E6)  # unlocking in the fourth
    world.stake(3 * E6)
    world.go(3)
    world.stake(8 * E6)
    world.stake(16 * E6)
    world.unstake(16 * E6)  # comes back at once
    world.unstake(8 * E6 + E6)  # and one of the three: in the wait
    assert world.amounts() == (0, 2 * E6, E6, 2 * E6, 25 * E6)
    world.stake(4 * E6)
    world.vest(20 * E6, start_s=world.now_s)
    row = world.balance()
    assert row.unvested == UnvestedView(20 * E6, 4 * E6, 2 * E6, E6, 2 * E6, 11 * E6)
    assert (row.unlocked_e6, row.withdrawable_e6) == (25 * E6, 14 * E6)
    world.vest(3 * E6, start_s=world.now_s)
    assert world.balance().unvested == UnvestedView(3 * E6, E6, 2 * E6, 0, 0, 0)
    world.vest(100 * E6, start_s=world.now_s)
    row = world.balance()
    assert row.unvested.total_e6 == 34 * E6  # never more than there is
    assert row.withdrawable_e6 == 0
    world.withdraw(1)
    assert world.code is ErrorCode.WITHDRAW_EXCEEDS_UNLOCKED
    world.vest(0)
    assert world.balance().unvested == NONE
    assert world.balance().withdrawable_e6 == 25 * E6


def test_vesting_is_by_whole_periods_and_rounds_up():
    world = Stakers()
    world.stake(20)
    world.unstake(20)
    start = FIRST_S + 1000
    (event,) = of(world.vest(10, start_s=start, period_s=100, period_count=3), m.VestingSet)
    assert (event.total_e6, event.start_s, event.period_s, event.period_count) == (
        10, start, 100, 3,
    )  # fmt: skip
    for after, unvested in (
        (-1000, 10),
        (-1, 10),
        (0, 10),
        (99, 10),
        (100, 7),  # 6.67
        (199, 7),
        (200, 4),  # 3.33
        (299, 4),
        (300, 0),
        (10**9, 0),
    ):
        world.now_s = start + after
        assert world.balance().unvested.unlocked_e6 == unvested
        assert world.balance().unvested.total_e6 == unvested
        assert world.balance().withdrawable_e6 == 20 - unvested
    world.now_s = start + 199
    world.withdraw(14)
    assert world.code is ErrorCode.WITHDRAW_EXCEEDS_UNLOCKED
    assert world.rejected is not None
    assert world.rejected.detail == 13
    world.withdraw(13)
    assert world.code is ErrorCode.NONE
    world.now_s = start + 200
    world.withdraw(3)
    assert world.code is ErrorCode.NONE
    assert world.balance().withdrawable_e6 == 0


def test_vesting_makes_the_stake_account():
    world = Stakers()
    world.vest(0)
    assert not world.balance().has_account
    events = world.vest(5)
    assert of(events, m.StakeAccountCreated)[0].owner == OWNER
    assert world.balance().has_account
    world.stake(10, creating=0)
    assert world.code is ErrorCode.NONE
    assert world.balance().unvested == UnvestedView(5, 5, 0, 0, 0, 0)


def staked() -> Stakers:
    """Three LOCKED, two LOCKING and one taken back, none of it vested beyond that one."""
    world = Stakers()
    world.stake(3)
    world.go(1)
    world.stake(3)
    world.unstake(1)
    return world


HUGE = 2**63 - 1
LIMIT = 9 * 10**18
REFUSED: list[tuple[type[Any], int, dict[str, Any], ErrorCode]] = [
    (m.CreateStakeAccount, 1, {}, ErrorCode.STAKE_ACCOUNT_EXISTS),
    (m.CreateStakeAccount, 2, {"attached_e6": 1, "attached_mint": 2}, ErrorCode.DEPOSIT_MISMATCH),
    (m.Stake, 1, {"amount_e6": 0, "is_creating_account": 2}, ErrorCode.INPUT_NOT_POSITIVE),
    (m.Stake, 1, {"amount_e6": 5}, ErrorCode.DEPOSIT_MISMATCH),
    (m.Unstake, 2, {"amount_e6": 0}, ErrorCode.INPUT_NOT_POSITIVE),
    (m.Unstake, 1, {"amount_e6": -1}, ErrorCode.INPUT_NOT_POSITIVE),
    (m.Unstake, 2, {"amount_e6": HUGE}, ErrorCode.AMOUNT_OUT_OF_RANGE),
    (m.Unstake, 2, {"amount_e6": 1}, ErrorCode.STAKE_ACCOUNT_MISSING),
    (m.Unstake, 1, {"amount_e6": 6}, ErrorCode.UNSTAKE_EXCEEDS_STAKED),
    (m.Unstake, 1, {"amount_e6": LIMIT}, ErrorCode.UNSTAKE_EXCEEDS_STAKED),
    (m.WithdrawStake, 2, {"amount_e6": 0}, ErrorCode.INPUT_NOT_POSITIVE),
    (m.WithdrawStake, 1, {"amount_e6": -HUGE}, ErrorCode.INPUT_NOT_POSITIVE),
    (m.WithdrawStake, 2, {"amount_e6": HUGE}, ErrorCode.AMOUNT_OUT_OF_RANGE),
    (m.WithdrawStake, 2, {"amount_e6": 1}, ErrorCode.STAKE_ACCOUNT_MISSING),
    (m.WithdrawStake, 1, {"amount_e6": 2}, ErrorCode.WITHDRAW_EXCEEDS_UNLOCKED),
]


@pytest.mark.parametrize(("kind", "user", "fields", "code"), REFUSED)
def test_refused_commands_leave_the_state_as_it_was(kind, user, fields, code):
    world = staked()
    before = world.exchange.state_hash()
    command = world.stamp(kind, wallet(user), **fields)
    assert world.exchange.check(replace(command, time_s=world.now_s)) is code
    assert world.exchange.state_hash() == before
    world.send(command)
    assert world.code is code
    if not command.attached_e6:
        assert world.exchange.state_hash() == before


@pytest.mark.parametrize(
    ("user", "fields", "code"),
    [
        (2, {}, ErrorCode.STAKE_ACCOUNT_MISSING),
        (2, {"is_creating_account": 2}, ErrorCode.VALIDATION),
        (1, {"is_creating_account": 2}, ErrorCode.VALIDATION),
        (1, {"attached_mint": 1}, ErrorCode.DEPOSIT_MISMATCH),
        (1, {"attached_e6": 4}, ErrorCode.DEPOSIT_MISMATCH),
        (1, {"amount_e6": HUGE, "attached_e6": HUGE}, ErrorCode.AMOUNT_OUT_OF_RANGE),
        (1, {"amount_e6": LIMIT, "attached_e6": LIMIT}, ErrorCode.AMOUNT_OUT_OF_RANGE),
    ],
)
def test_tokens_of_a_refused_stake_are_quarantined(user, fields, code):
    world = staked()
    values = {"attached_e6": 5, "attached_mint": 2, "amount_e6": 5} | fields
    before = world.exchange.state_hash()
    command = world.stamp(m.Stake, wallet(user), **values)
    assert world.exchange.check(replace(command, time_s=world.now_s)) is code
    assert world.exchange.state_hash() == before
    world.send(command)
    assert world.code is code
    assert world.amounts() == (2, 3, 0, 0, 1)
    (deposit,) = world.exchange.quarantined_deposits(wallet(user))
    assert deposit.mint == values["attached_mint"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"total_e6": -1}, ErrorCode.VALIDATION),
        ({"total_e6": HUGE}, ErrorCode.AMOUNT_OUT_OF_RANGE),
        ({"start_s": -1}, ErrorCode.VALIDATION),
        ({"start_s": 2**40 + 1}, ErrorCode.VALIDATION),
        ({"period_s": 0}, ErrorCode.VALIDATION),
        ({"period_s": HUGE}, ErrorCode.VALIDATION),
        ({"period_count": 0}, ErrorCode.VALIDATION),
        ({"operator": wallet(1)}, ErrorCode.NOT_OWNER),
        ({"total_e6": LIMIT, "period_count": 2**32 - 1}, ErrorCode.NONE),
    ],
)
def test_vesting_has_its_ranges(fields, code):
    world = staked()
    before = world.exchange.state_hash()
    values = {"total_e6": 1, "start_s": 0, "period_s": 1, "period_count": 1} | fields
    world.send(m.SetVesting(**({"operator": OPERATOR, "owner": OWNER} | values)))
    assert world.code is code
    assert (world.exchange.state_hash() == before) is (code is not ErrorCode.NONE)


def test_creating_twice_and_staking_into_what_is_there():
    world = Stakers()
    assert of(world.chain(m.CreateStakeAccount, OWNER), m.StakeAccountCreated)
    assert world.balance().has_account
    events = world.stake(1, creating=1)
    assert world.code is ErrorCode.NONE
    assert of(events, m.StakeAccountCreated) == []
    assert world.exchange.staking_view(wallet(9), world.now_s).has_account is False
    with pytest.raises(ValueError, match="32 bytes"):
        world.exchange.staking_view(b"short", 0)


def test_a_pause_refuses_no_staking_and_a_halt_all():
    world = Stakers()
    world.operate(m.PauseExchange)
    world.chain(m.CreateStakeAccount, OWNER)
    for done in (world.stake, world.unstake, world.withdraw):
        done(5)
        assert world.code is ErrorCode.NONE
    world.operate(m.Halt)
    for done in (world.stake, world.unstake, world.withdraw):
        done(0)
        assert world.code is ErrorCode.EXCHANGE_HALTED
    world.chain(m.CreateStakeAccount, wallet(2))
    assert world.code is ErrorCode.EXCHANGE_HALTED
    world.vest(1)
    assert world.code is ErrorCode.NONE


def test_a_replay_of_the_journal_ends_in_the_same_state():
    world = full()
    world.unstake(50 * E6)
    world.go(3)
    world.withdraw(49 * E6)
    world.stake(3)
    world.unstake(7)
    records = b"".join(m.encode(command) for command in world.journal)
    again = type(world.exchange)()
    again.apply_batch(records)
    assert again.state_hash() == world.exchange.state_hash()
    assert again.staking_view(OWNER, world.now_s) == world.balance()
