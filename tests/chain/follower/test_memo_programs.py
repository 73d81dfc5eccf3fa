"""Commands are memos of two programs: each forgery fails alike in both, and in a mix of them."""

import pytest
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair

from chain.client.addresses import MEMO_PROGRAM, NEWER_MEMO_PROGRAM
from chain.client.wallet import TransactionFailed, address_of
from engine.core.generated.messages import AddLiquidity, CreateMarginAccount, IgnoreTransaction
from engine.schema.errors import ErrorCode
from tests.chain.follower.test_follower import USD, quarantined, to_vault
from tests.chain.world import rejected_code

PROGRAMS = pytest.mark.parametrize(
    "program", [MEMO_PROGRAM, NEWER_MEMO_PROGRAM], ids=["2", "newer"]
)


def memo(program, text: str, *signers: Keypair, signed: bool = True) -> Instruction:
    metas = [AccountMeta(one.pubkey(), is_signer=signed, is_writable=False) for one in signers]
    return Instruction(program, text.encode(), metas)


def account(world, number: int = 1) -> str:
    return world.memo("create-margin-account", {"account": number}, nonce=1)


@PROGRAMS
async def test_a_command_with_its_tokens(world, program):
    user = await world.user()
    text = world.memo("add-liquidity", {"amount": 5 * USD}, nonce=1)
    (row,) = await world.send_raw(
        [user], [to_vault(world, user, 5 * USD), memo(program, text, user)]
    )
    assert isinstance(row.command, AddLiquidity)
    assert row.command.user == address_of(user)
    assert rejected_code(row) is ErrorCode.NONE


@PROGRAMS
async def test_the_same_command_is_one_command_whatever_its_program(world, program):
    user = await world.user()
    other = MEMO_PROGRAM if program == NEWER_MEMO_PROGRAM else NEWER_MEMO_PROGRAM
    (first,) = await world.send_raw([user], [memo(program, account(world), user)])
    assert isinstance(first.command, CreateMarginAccount)
    (again,) = await world.send_raw([user], [memo(other, account(world), user)])
    assert rejected_code(again) is ErrorCode.NONCE_TOO_LOW


@PROGRAMS
async def test_an_address_without_a_signature_commands_nothing(world, program):
    victim, attacker = await world.user(), await world.user()
    named = memo(program, account(world), victim, signed=False)
    with pytest.raises(TransactionFailed):  # the program itself asks for the signature
        await world.send_raw([attacker], [named])
    unsigned = memo(program, account(world))
    (row,) = await world.send_raw([attacker], [unsigned])
    assert row.command.user == address_of(attacker)
    assert "one account, which signed" in row.command.reason


@PROGRAMS
async def test_two_signers_a_damaged_text_and_another_chain_are_ignored(world, program):
    user, other = await world.user(), await world.user()
    text = account(world)
    for wrong, signers in (
        (text, (user, other)),
        (text.replace("account 1", "account 01"), (user,)),
        (text.replace("localnet", "mainnet", 1), (user,)),
    ):
        (row,) = await world.send_raw([*signers], [memo(program, wrong, *signers)])
        assert isinstance(row.command, IgnoreTransaction)


@PROGRAMS
async def test_tokens_of_another_owner_are_quarantined_for_their_owner(world, program):
    user, other = await world.user(), await world.user()
    text = world.memo("add-liquidity", {"amount": 5 * USD}, nonce=1)
    ignored, tokens = await world.send_raw(
        [user, other], [memo(program, text, user), to_vault(world, other, 5 * USD)]
    )
    assert ignored.command.reason == "the transfer is not from the memo's account"
    assert quarantined(tokens)[0].owner == address_of(other)


async def test_one_memo_of_each_program_is_one_too_many(world):
    user = await world.user()
    (row,) = await world.send_raw(
        [user],
        [
            memo(MEMO_PROGRAM, account(world, 0), user),
            memo(NEWER_MEMO_PROGRAM, account(world, 1), user),
        ],
    )
    assert row.command.reason == "more than one memo of Acre in the transaction"


async def test_a_foreign_memo_of_the_other_program_is_fine(world):
    user = await world.user()
    rows = await world.send_raw(
        [user],
        [memo(NEWER_MEMO_PROGRAM, "paid by card", user), memo(MEMO_PROGRAM, account(world), user)],
    )
    assert [type(row.command) for row in rows] == [CreateMarginAccount]
