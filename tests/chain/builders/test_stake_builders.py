"""Staking and liquidity through the chain: what is signed, what moves, what is refused."""

import pytest
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

from chain.builders.builders import Builders
from chain.client.addresses import token_account
from chain.client.balances import token_balance
from chain.client.errors import ChainError
from chain.client.instructions import memo as memo_instruction
from chain.client.instructions import transfer_tokens
from chain.client.wallet import address_of
from engine.schema.errors import ErrorCode
from tests.chain.builders.test_builders import memo_of
from tests.chain.world import DAY_S, rejected_code, until

T = 10**6
GIFT_E6 = 10_000 * T
WEEK_S = 7 * DAY_S


def staking(world, owner):
    return world.sequencer.exchange.staking_view(owner, world.sequencer.clock.now_s())


def keys_of(built):
    return VersionedTransaction.from_bytes(built.tx).message.account_keys


async def code_of(build):
    with pytest.raises(ChainError) as refusal:
        await build
    return refusal.value.code, refusal.value.details


async def test_tokens_go_into_a_stake_and_come_back(world):
    user = await world.user()
    owner = address_of(user)
    mint = world.facts.token_mint
    built = await world.builders.build(owner, "stake", amount=40 * T, create_account=True)
    assert memo_of(world, built).fields == {"amount": 40 * T, "create-account": 1}
    assert rejected_code(await world.send(user, built)) is ErrorCode.NONE
    assert await token_balance(world.rpc, owner, mint) == GIFT_E6 - 40 * T
    assert await token_balance(world.rpc, world.facts.vault_authority, mint) == 40 * T
    assert staking(world, owner).locking_e6 == 40 * T
    await world.advance(WEEK_S)
    assert staking(world, owner).locked_e6 == 40 * T
    built = await world.builders.build(owner, "unstake", amount=15 * T)
    assert memo_of(world, built).fields == {"amount": 15 * T}
    assert rejected_code(await world.send(user, built)) is ErrorCode.NONE
    await world.advance(2 * WEEK_S)
    built = await world.builders.build(owner, "stake-withdraw", amount=15 * T)
    assert Pubkey(token_account(owner, mint)) in keys_of(built)  # made if it was closed
    applied = await world.send(user, built)
    assert rejected_code(applied) is ErrorCode.NONE
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    settler = world.new_settler()

    async def is_paid() -> bool:
        await settler.step()
        (request,) = world.sequencer.exchange.settlement_requests(owner)
        return request.state == 3

    await until(is_paid)
    assert await token_balance(world.rpc, owner, mint) == GIFT_E6 - 25 * T
    assert staking(world, owner).locked_e6 == 25 * T
    view = world.sequencer.exchange.exchange_view(world.sequencer.clock.now_s())
    assert (view.token_balance_e6, view.token_staked_e6) == (25 * T, 25 * T)


async def test_refusals_of_staking_carry_the_contracts_codes(world):
    user = await world.user()
    owner = address_of(user)
    builders = world.builders
    assert (await code_of(builders.build(owner, "stake", amount=T)))[0] == "STAKE_ACCOUNT_MISSING"
    assert (await code_of(builders.build(owner, "unstake", amount=T)))[0] == "STAKE_ACCOUNT_MISSING"
    assert (await code_of(builders.build(owner, "stake-withdraw", amount=T)))[
        0
    ] == "STAKE_ACCOUNT_MISSING"
    built = await builders.build(owner, "stake-create")
    assert memo_of(world, built).fields == {}
    assert rejected_code(await world.send(user, built)) is ErrorCode.NONE
    assert (await code_of(builders.build(owner, "stake-create")))[0] == "STAKE_ACCOUNT_EXISTS"
    assert (await code_of(builders.build(owner, "stake", amount=0)))[0] == "INPUT_NOT_POSITIVE"
    assert (await code_of(builders.build(owner, "stake", amount=-1)))[0] == "VALIDATION"
    assert await code_of(builders.build(owner, "stake", amount=GIFT_E6 + 1)) == (
        "INSUFFICIENT_TOKEN",
        {"have": str(GIFT_E6), "need": str(GIFT_E6 + 1)},
    )
    await world.send(user, await builders.build(owner, "stake", amount=5 * T))
    assert await code_of(builders.build(owner, "unstake", amount=5 * T + 1)) == (
        "UNSTAKE_EXCEEDS_STAKED",
        {"maxUnstakeAmount": str(5 * T)},
    )
    await world.send(user, await builders.build(owner, "unstake", amount=2 * T))
    assert await code_of(builders.build(owner, "stake-withdraw", amount=2 * T + 1)) == (
        "WITHDRAW_EXCEEDS_UNLOCKED",
        {"maxWithdrawableAmount": str(2 * T)},
    )


async def test_collateral_is_no_stake(world):
    """A stake whose transfer is of the wrong mint is refused and its tokens are kept for it."""
    user = await world.user()
    owner = address_of(user)
    text = world.memo("stake", {"amount": T, "create-account": 1}, nonce=1)
    transfer = transfer_tokens(owner, world.facts.collateral_vault, world.facts.collateral_mint, T)
    (applied,) = await world.send_raw([user], [transfer, memo_instruction(text, owner)])
    assert rejected_code(applied) is ErrorCode.DEPOSIT_MISMATCH
    (deposit,) = world.sequencer.exchange.quarantined_deposits(owner)
    assert (deposit.amount_e6, deposit.mint) == (T, 1)
    assert not staking(world, owner).has_account


class Agreeing:
    """The engine's reads, and consent to every command."""

    def __init__(self, exchange):
        self._exchange = exchange

    def __getattr__(self, name):
        return getattr(self._exchange, name)

    def check(self, _command):
        return ErrorCode.NONE


async def test_the_words_of_liquidity_and_liquidation(world):
    user, other = await world.user(), await world.user()
    owner, debtor = address_of(user), address_of(other)
    exchange = Agreeing(world.sequencer.exchange)
    builders = Builders(world.rpc, exchange, world.facts, world.sequencer.clock.now_s)
    own_account = Pubkey(token_account(owner, world.facts.collateral_mint))
    for build, name, fields, is_paid in (
        (
            builders.build(owner, "remove-liquidity", position=1, shares=5 * T, tip=100),
            "remove-liquidity",
            {"position": 1, "shares": 5 * T, "tip": 100},
            True,
        ),
        (
            builders.build(owner, "remove-liquidity", position=2, shares=T),
            "remove-liquidity",
            {"position": 2, "shares": T},
            True,
        ),
        (
            builders.build(owner, "close-lp-position", position=3),
            "close-lp-position",
            {"position": 3},
            False,
        ),
        (builders.build(owner, "upgrade-lp-account"), "upgrade-lp-account", {}, False),
        (
            builders.build(owner, "liquidate", owner=debtor, account=1),
            "liquidate",
            {"owner": debtor, "account": 1},
            True,
        ),
        (
            builders.build(owner, "liquidate", owner=debtor, account=1, fee_account=0),
            "liquidate",
            {"owner": debtor, "account": 1, "fee-account": 0},
            False,
        ),
    ):
        built = await build
        memo = memo_of(world, built)
        assert (memo.name, memo.fields) == (name, fields)
        assert (own_account in keys_of(built)) is is_paid
