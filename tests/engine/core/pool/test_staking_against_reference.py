"""Random staking, the engine against the slow reference: every refusal, every amount."""

import random
from typing import Any

import pytest

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import World, wallet
from tests.reference.staking import STATES, Book, StakingReference

EPOCH_S = 50
USERS = [wallet(number) for number in range(1, 5)]
STEPS = 600


def random_command(world: World, r: random.Random, amount: int, is_filling: bool) -> Any:
    user = r.choice(USERS[:1] if is_filling else USERS)
    kinds = ["stake"] * (9 if is_filling else 3) + ["unstake"] * 3 + ["withdraw"] * 2
    match r.choice([*kinds, "create", "vest"]):
        case "stake":
            return world.stamp(
                m.Stake,
                user,
                amount,
                attached_mint=2 if amount else 0,
                amount_e6=amount,
                is_creating_account=r.randrange(2),
            )
        case "unstake":
            return world.stamp(m.Unstake, user, amount_e6=amount)
        case "withdraw":
            return world.stamp(m.WithdrawStake, user, amount_e6=amount)
        case "create":
            return world.stamp(m.CreateStakeAccount, user)
        case _:
            return m.SetVesting(
                operator=b"O" * 32,
                owner=user,
                total_e6=r.choice([0, amount]),
                start_s=world.now_s + r.randrange(-100, 100),
                period_s=r.randrange(1, 60),
                period_count=r.randrange(1, 5),
            )


def assert_same(world: World, reference: StakingReference) -> None:
    locked = 0
    for user in USERS:
        row = world.exchange.staking_view(user, world.now_s)
        book = reference.books.get(user, Book())
        held, unvested = reference.held(book), reference.unvested(book)
        assert row.has_account is (user in reference.books)
        assert row.is_account_full is (len(book.rows) >= 100)
        shown = [getattr(row, f"{state}_e6") for state in STATES]
        shown[3] -= shown[2]  # the wait includes what is preunlocking
        assert shown == list(held.values())
        assert [getattr(row.unvested, f"{state}_e6") for state in STATES] == list(unvested.values())
        assert row.unvested.total_e6 == sum(unvested.values())
        assert row.withdrawable_e6 == reference.withdrawable(book)
        assert sum(part.amount_e6 for part in row.unlocking_schedule) == row.unlocking_e6
        locked += held["locked"]
    assert world.exchange.staking_totals(world.now_s).total_locked_e6 == locked
    view = world.pool()
    assert view.token_unsettled_e6 == sum(reference.requested.values())
    assert view.token_balance_e6 == (
        view.token_staked_e6 + view.token_unsettled_e6 + view.token_quarantined_e6
    )
    assert view.token_staked_e6 == sum(
        sum(reference.held(book).values()) for book in reference.books.values()
    )


@pytest.mark.parametrize(("seed", "is_filling"), [(1, False), (2, False), (3, True), (4, True)])
def test_random_staking_agrees_with_the_reference(seed, is_filling):
    r = random.Random(seed)
    world = World(epoch_duration_s=EPOCH_S, unlocking_duration_epochs=seed % 3)
    reference = StakingReference(EPOCH_S, seed % 3)
    seen = set()
    for _ in range(STEPS):
        world.now_s += r.choice([0, 1, 3, 0] if is_filling else [0, 1, 9, 30])
        reference.now = world.now_s
        command = random_command(world, r, r.choice([0, 1, 2, 7, 40]), is_filling)
        before = world.exchange.state_hash()
        expected = reference.apply(command)
        world.send(command)
        assert world.code is expected
        if expected is not ErrorCode.NONE and not getattr(command, "attached_e6", 0):
            assert world.exchange.state_hash() == before
        seen.add((type(command), expected))
        assert_same(world, reference)
    assert (m.Unstake, ErrorCode.UNSTAKE_EXCEEDS_STAKED) in seen
    for kind in (m.Stake, m.Unstake):
        assert ((kind, ErrorCode.STAKE_ACCOUNT_FULL) in seen) is is_filling
    assert is_filling or (m.WithdrawStake, ErrorCode.WITHDRAW_EXCEEDS_UNLOCKED) in seen
