"""The follower on a real chain: what becomes a command, what is ignored, what is quarantined."""

import asyncio
import dataclasses
import errno

import pytest
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import MessageV0, MessageV1
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction
from spl.token.instructions import approve, set_authority, transfer_checked
from spl.token.instructions import transfer as plain_transfer
from spl.token.models import (
    ApproveParams,
    AuthorityType,
    SetAuthorityParams,
    TransferCheckedParams,
)
from spl.token.models import TransferParams as TokenTransferParams

from chain.client.addresses import MEMO_PROGRAM, MEMO_V1_PROGRAM, TOKEN_PROGRAM, token_account
from chain.client.instructions import create_token_account, memo, sign, transfer_tokens
from chain.client.wallet import TransactionFailed, address_of, send_bytes, sign_and_send
from chain.commands.lines import NONCE_MAX
from chain.follower.acceptance import IGNORED_COMMAND, NO_COMMAND
from chain.follower.checkpoint import CheckpointFile
from chain.follower.marks import Marks
from engine.core.generated.messages import (
    AddLiquidity,
    CommandIgnored,
    CreateMarginAccount,
    DepositMargin,
    DepositQuarantined,
    IgnoreTransaction,
)
from engine.schema.errors import ErrorCode
from tests.chain.world import rejected_code

USD = 10**6


def to_vault(world, wallet, amount_e6):
    return transfer_tokens(
        address_of(wallet), world.facts.collateral_vault, world.facts.collateral_mint, amount_e6
    )


def quarantined(row):
    return [event for event in row.events if isinstance(event, DepositQuarantined)]


async def test_a_deposit_goes_from_wallet_to_engine(world):
    user = await world.user()
    owner = address_of(user)
    created = await world.send(
        user, await world.builders.build(owner, "create-margin-account", account=1)
    )
    assert isinstance(created.command, CreateMarginAccount)
    assert rejected_code(created) is ErrorCode.NONE
    row = await world.send(
        user, await world.builders.build(owner, "deposit-margin", account=1, amount=250 * USD)
    )
    assert isinstance(row.command, DepositMargin)
    assert (row.command.attached_e6, row.command.attached_mint) == (250 * USD, 1)
    assert world.collateral_e6(owner) == 250 * USD


async def test_one_byte_off_is_ignored_and_its_tokens_quarantined(world):
    user = await world.user()
    text = world.memo("add-liquidity", {"amount": 5 * USD}, nonce=1).replace("5.0", "05.0")
    ignored, tokens = sorted(
        await world.send_raw(
            [user], [memo(text, address_of(user)), to_vault(world, user, 5 * USD)]
        ),
        key=lambda row: row.command.instruction_index,
    )
    assert isinstance(ignored.command, IgnoreTransaction)
    assert ignored.command.has_magic == 1
    assert "amount is not a decimal" in ignored.command.reason
    assert any(isinstance(event, CommandIgnored) for event in ignored.events)
    assert tokens.command.has_magic == 0
    assert tokens.command.reason == IGNORED_COMMAND
    (deposit,) = quarantined(tokens)
    assert (deposit.owner, deposit.amount_e6) == (address_of(user), 5 * USD)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda text: text.replace("localnet", "devnet"), "another chain"),
        (lambda text: text + "\n", "lines do not fit"),
        (lambda text: text.replace("add-liquidity", "give-liquidity"), "unknown"),
        (lambda text: "Acre v1", "magic"),
    ],
)
async def test_a_bad_memo_is_listed_with_its_reason(world, damage, reason):
    user = await world.user()
    text = damage(world.memo("add-liquidity", {"amount": 5 * USD}, nonce=1))
    (row,) = await world.send_raw([user], [memo(text, address_of(user))])
    assert row.command.user == address_of(user)
    assert reason in row.command.reason


async def test_a_memo_without_magic_is_ignored(world):
    user = await world.user()
    assert await world.send_raw([user], [memo("hello", address_of(user))]) == []


async def test_a_foreign_memo_beside_the_command_is_fine(world):
    user = await world.user()
    text = world.memo("create-margin-account", {"account": 1}, nonce=1)
    rows = await world.send_raw(
        [user], [memo("paid by card", address_of(user)), memo(text, address_of(user))]
    )
    assert [type(row.command) for row in rows] == [CreateMarginAccount]


async def test_two_memos_of_ours_are_ignored(world):
    user = await world.user()
    texts = [world.memo("create-margin-account", {"account": number}, nonce=1) for number in (0, 1)]
    (row,) = await world.send_raw([user], [memo(text, address_of(user)) for text in texts])
    assert row.command.reason == "more than one memo of Acre in the transaction"


async def test_an_unsigned_memo_is_ignored_for_the_fee_payer(world):
    user = await world.user()
    text = world.memo("create-margin-account", {"account": 1}, nonce=1)
    (row,) = await world.send_raw([user], [Instruction(MEMO_PROGRAM, text.encode(), [])])
    assert row.command.user == address_of(user)
    assert "one account, which signed" in row.command.reason


async def test_a_memo_of_two_signers_is_ignored(world):
    user, other = await world.user(), await world.user()
    text = world.memo("create-margin-account", {"account": 1}, nonce=1)
    metas = [AccountMeta(key.pubkey(), is_signer=True, is_writable=False) for key in (user, other)]
    (row,) = await world.send_raw([user, other], [Instruction(MEMO_PROGRAM, text.encode(), metas)])
    assert isinstance(row.command, IgnoreTransaction)


async def test_the_old_memo_program_carries_no_commands(world):
    user = await world.user()
    text = world.memo("create-margin-account", {"account": 1}, nonce=1)
    instruction = Instruction(MEMO_V1_PROGRAM, text.encode(), [])
    assert await world.send_raw([user], [instruction]) == []


async def test_an_unknown_program_makes_it_ignored(world):
    user = await world.user()
    text = world.memo("create-margin-account", {"account": 1}, nonce=1)
    lookup = Instruction(Pubkey.from_string("Config1111111111111111111111111111111111111"), b"", [])
    with pytest.raises(TransactionFailed):  # it fails on chain, and that is seen first
        await world.send_raw([user], [lookup, memo(text, address_of(user))])


async def test_a_command_of_another_fee_payer_belongs_to_its_signer(world):
    sponsor, user = await world.user(), Keypair()
    text = world.memo("create-margin-account", {"account": 1}, nonce=1)
    (row,) = await world.send_raw([sponsor, user], [memo(text, address_of(user))])
    assert row.command.user == address_of(user)
    assert rejected_code(row) is ErrorCode.NONE


async def test_tokens_of_another_owner_are_not_the_users_deposit(world):
    user, other = await world.user(), await world.user()
    text = world.memo("add-liquidity", {"amount": 5 * USD}, nonce=1)
    rows = await world.send_raw(
        [user, other], [memo(text, address_of(user)), to_vault(world, other, 5 * USD)]
    )
    ignored, tokens = rows
    assert ignored.command.reason == "the transfer is not from the memo's account"
    assert quarantined(tokens)[0].owner == address_of(other)


async def test_a_delegated_transfer_belongs_to_the_owner_of_the_tokens(world):
    owner, spender = await world.user(), await world.user()
    mint = world.facts.collateral_mint
    source = Pubkey(token_account(address_of(owner), mint))
    grant = approve(
        ApproveParams(
            program_id=TOKEN_PROGRAM,
            source=source,
            delegate=spender.pubkey(),
            owner=owner.pubkey(),
            amount=USD,
            signers=[],
        )
    )
    spend = plain_transfer(
        TokenTransferParams(
            program_id=TOKEN_PROGRAM,
            source=source,
            dest=Pubkey(world.facts.collateral_vault),
            owner=spender.pubkey(),
            amount=USD,
            signers=[],
        )
    )
    (row,) = await world.send_raw([spender, owner], [grant, spend])
    assert quarantined(row)[0].owner == address_of(owner)


async def test_a_bare_transfer_is_quarantined_and_claimable(world):
    user = await world.user()
    vault_before_e6 = world.vault_e6()
    (row,) = await world.send_raw([user], [to_vault(world, user, 7 * USD)])
    assert row.command.reason == NO_COMMAND
    (deposit,) = quarantined(row)
    assert world.vault_e6() == vault_before_e6 + 7 * USD
    built = await world.builders.build(
        address_of(user), "claim-deposit", deposit=deposit.deposit_id
    )
    claimed = await world.send(user, built)
    assert rejected_code(claimed) is ErrorCode.NONE
    (request,) = world.sequencer.exchange.settlement_requests(address_of(user))
    assert (request.amount_e6, request.tip_e6, request.state) == (7 * USD, 0, 1)


def reassign(account, owner, new_owner):
    return set_authority(
        SetAuthorityParams(
            program_id=TOKEN_PROGRAM,
            account=Pubkey(account),
            authority=AuthorityType.ACCOUNT_OWNER,
            current_authority=owner.pubkey(),
            signers=[],
            new_authority=new_owner.pubkey(),
        )
    )


async def test_tokens_belong_to_who_held_them_when_they_left(world):
    """An account that is given away in the same transaction takes nothing with it."""
    user, other = await world.user(), Keypair()
    account = token_account(address_of(user), world.facts.collateral_mint)
    (row,) = await world.send_raw(
        [user], [to_vault(world, user, 9 * USD), reassign(account, user, other)]
    )
    (deposit,) = quarantined(row)
    assert (deposit.owner, deposit.amount_e6) == (address_of(user), 9 * USD)


async def test_tokens_sent_by_the_new_owner_of_an_account_are_the_new_owners(world):
    user, other = await world.user(), await world.user()
    account = token_account(address_of(user), world.facts.collateral_mint)
    by_other = transfer_checked(
        TransferCheckedParams(
            program_id=TOKEN_PROGRAM,
            source=Pubkey(account),
            mint=Pubkey(world.facts.collateral_mint),
            dest=Pubkey(world.facts.collateral_vault),
            owner=other.pubkey(),
            amount=9 * USD,
            decimals=6,
        )
    )
    (row,) = await world.send_raw([user, other], [reassign(account, user, other), by_other])
    (deposit,) = quarantined(row)
    assert deposit.owner == address_of(other)


async def test_two_bare_transfers_in_one_transaction_are_two_rows(world):
    user, other = await world.user(), await world.user()
    rows = await world.send_raw(
        [user, other], [to_vault(world, user, USD), to_vault(world, other, 2 * USD)]
    )
    assert [(quarantined(row)[0].owner, quarantined(row)[0].amount_e6) for row in rows] == [
        (address_of(user), USD),
        (address_of(other), 2 * USD),
    ]


async def test_acre_tokens_sent_to_the_vault_are_quarantined_as_such(world):
    user = await world.user()
    instruction = transfer_tokens(
        address_of(user), world.facts.token_vault, world.facts.token_mint, 3 * USD
    )
    (row,) = await world.send_raw([user], [instruction])
    assert quarantined(row)[0].mint == 2


async def test_a_plain_transfer_is_no_deposit_of_a_command(world):
    user = await world.user()
    text = world.memo("add-liquidity", {"amount": 5 * USD}, nonce=1)
    instruction = plain_transfer(
        TokenTransferParams(
            program_id=TOKEN_PROGRAM,
            source=Pubkey(token_account(address_of(user), world.facts.collateral_mint)),
            dest=Pubkey(world.facts.collateral_vault),
            owner=user.pubkey(),
            amount=5 * USD,
            signers=[],
        )
    )
    ignored, tokens = await world.send_raw([user], [memo(text, address_of(user)), instruction])
    assert "not a TransferChecked" in ignored.command.reason
    assert quarantined(tokens)[0].amount_e6 == 5 * USD


async def test_a_mismatched_amount_is_refused_and_quarantined_at_once(world):
    user = await world.user()
    text = world.memo("add-liquidity", {"amount": 5 * USD}, nonce=1)
    (row,) = await world.send_raw(
        [user], [to_vault(world, user, 4 * USD), memo(text, address_of(user))]
    )
    assert rejected_code(row) is ErrorCode.DEPOSIT_MISMATCH
    assert quarantined(row)[0].amount_e6 == 4 * USD


async def test_a_nonce_counts_once(world):
    user = await world.user()
    first = world.memo("create-margin-account", {"account": 1}, nonce=9)
    again = world.memo("create-margin-account", {"account": 2}, nonce=9)
    (row,) = await world.send_raw([user], [memo(first, address_of(user))])
    assert rejected_code(row) is ErrorCode.NONE
    (row,) = await world.send_raw([user], [memo(again, address_of(user))])
    assert rejected_code(row) is ErrorCode.NONCE_TOO_LOW


async def test_a_nonce_out_of_bounds_is_ignored_and_does_not_lock_the_owner_out(world):
    user = await world.user()
    text = world.memo("create-margin-account", {"account": 1}, nonce=NONCE_MAX)
    text = text.replace(str(NONCE_MAX), str(NONCE_MAX + 1))
    (row,) = await world.send_raw([user], [memo(text, address_of(user))])
    assert isinstance(row.command, IgnoreTransaction)
    assert row.command.reason == "nonce is too large"
    built = await world.builders.build(address_of(user), "create-margin-account", account=1)
    assert rejected_code(await world.send(user, built)) is ErrorCode.NONE


async def test_the_same_bytes_sent_twice_count_once(world):
    user = await world.user()
    built = await world.builders.build(
        address_of(user), "create-margin-account", account=1, amount=USD
    )
    transaction = sign(built.tx, [user])
    signature = await send_bytes(world.rpc, transaction, built.last_valid_block_height)
    assert await world.rpc.send(transaction) == signature
    await world.follow()
    assert rejected_code(world.outcome(signature)) is ErrorCode.NONE


@pytest.mark.parametrize("compile_message", [MessageV0.try_compile, MessageV1.try_compile])
async def test_versioned_transactions_carry_commands_too(world, compile_message):
    user = await world.user()
    text = world.memo("create-margin-account", {"account": 1}, nonce=1)
    blockhash, last_valid, _slot = await world.rpc.latest_blockhash()
    instructions = [memo(text, address_of(user))]
    rest = [[]] if compile_message == MessageV0.try_compile else []
    message = compile_message(user.pubkey(), instructions, *rest, Hash.from_string(blockhash))
    transaction = bytes(VersionedTransaction(message, [user]))
    signature = await send_bytes(world.rpc, transaction, last_valid)
    await world.follow()
    assert rejected_code(world.outcome(signature)) is ErrorCode.NONE


async def test_a_late_command_is_refused(world):
    user = await world.user()
    expires = world.follower.followed_slot - 1
    text = world.memo("create-margin-account", {"account": 1}, nonce=1, expires=expires)
    (row,) = await world.send_raw([user], [memo(text, address_of(user))])
    assert rejected_code(row) is ErrorCode.COMMAND_EXPIRED


async def test_a_stranger_cannot_trade_for_an_owner(world):
    owner, stranger = await world.user(), await world.user()
    built = await world.builders.build(
        address_of(owner), "create-margin-account", account=1, amount=1000 * USD
    )
    await world.send(owner, built)
    fields = {
        "owner": address_of(owner),
        "account": 1,
        "market": "AUS",
        "size": USD,
        "limit": 400 * 10**8,
    }
    text = world.memo("modify-position", fields, nonce=1)
    (row,) = await world.send_raw([stranger], [memo(text, address_of(stranger))])
    assert rejected_code(row) is ErrorCode.NOT_OWNER


async def test_an_unknown_market_is_refused_by_name(world):
    user = await world.user()
    await world.send(
        user,
        await world.builders.build(
            address_of(user), "create-margin-account", account=1, amount=USD
        ),
    )
    fields = {"account": 1, "market": "NOWHERE", "size": USD, "limit": 400 * 10**8}
    text = world.memo("modify-position", fields, nonce=2**50)
    (row,) = await world.send_raw([user], [memo(text, address_of(user))])
    assert rejected_code(row) is ErrorCode.MARKET_NOT_FOUND


async def test_a_transaction_that_failed_moves_nothing(world):
    user = await world.user()
    text = world.memo("add-liquidity", {"amount": 5 * USD}, nonce=1)
    too_much = transfer(
        TransferParams(from_pubkey=user.pubkey(), to_pubkey=Keypair().pubkey(), lamports=10**12)
    )
    vault_before_e6 = world.vault_e6()
    row = await world.land_failing(
        [user], [to_vault(world, user, 5 * USD), memo(text, address_of(user)), too_much]
    )
    assert row.command.reason == "the transaction failed on chain"
    assert world.vault_e6() == vault_before_e6


async def test_a_transfer_between_strangers_is_not_seen(world):
    user, other = await world.user(), await world.user()
    mint = world.facts.collateral_mint
    destination = token_account(address_of(other), mint)
    rows = await world.send_raw(
        [user],
        [
            create_token_account(address_of(user), address_of(other), mint),
            transfer_tokens(address_of(user), destination, mint, USD),
        ],
    )
    assert rows == []


async def test_a_restart_loses_nothing_and_repeats_nothing(world):
    user = await world.user()
    owner = address_of(user)
    await world.send(
        user, await world.builders.build(owner, "create-margin-account", account=1, amount=10 * USD)
    )
    world.follower.save_checkpoint()
    await world.send(
        user, await world.builders.build(owner, "deposit-margin", account=1, amount=USD)
    )
    # the checkpoint is older than the journal: the engine's cursor decides
    before = world.sequencer.exchange.state_hash()
    sequence = world.sequencer.sequence
    await world.restart_engine()
    await world.follow()
    assert world.sequencer.exchange.state_hash() == before
    assert world.sequencer.sequence == sequence
    # without any checkpoint as well, once nothing of it can be abandoned
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    (world.home / "chain" / "follower.json").unlink()
    await world.restart_engine()
    await world.follow()
    assert world.sequencer.sequence == sequence
    row = await world.send(
        user, await world.builders.build(owner, "deposit-margin", account=1, amount=USD)
    )
    assert rejected_code(row) is ErrorCode.NONE
    assert world.collateral_e6(owner) == 12 * USD


async def test_a_full_disk_of_the_checkpoint_is_waited_for(world, monkeypatch, caplog):
    user = await world.user()
    owner = address_of(user)
    await world.send(
        user, await world.builders.build(owner, "create-margin-account", account=1, amount=10 * USD)
    )
    save, failures = CheckpointFile.save, [1, 2, 3]

    def fail_often(checkpoint, marks):
        if failures:
            failures.pop()
            raise OSError(errno.ENOSPC, "No space left on device")
        save(checkpoint, marks)

    monkeypatch.setattr(CheckpointFile, "save", fail_often)
    monkeypatch.setattr("chain.follower.follower.BACKOFF_START_S", 0.01)
    monkeypatch.setattr("chain.follower.follower.CHECKPOINT_EVERY_BLOCKS", 1)
    built = await world.builders.build(owner, "deposit-margin", account=1, amount=USD)
    running = asyncio.create_task(world.follower.run())
    try:
        async with asyncio.timeout(30):
            await sign_and_send(world.rpc, built, [user])
            while world.collateral_e6(owner) < 11 * USD or failures or world.follower.trouble:
                assert not running.done()
                await asyncio.sleep(0.02)
    finally:
        running.cancel()
        await asyncio.wait([running])
    assert running.cancelled()
    assert caplog.text.count("checkpoint_not_written") == 3
    assert CheckpointFile(world.home / "chain" / "follower.json", world.facts).load()


async def test_a_checkpoint_ahead_of_an_older_journal_is_not_believed(world):
    world.follower.save_checkpoint()
    path = world.home / "chain" / "follower.json"
    blocks = CheckpointFile(path, world.facts).load()
    cursor = world.sequencer.exchange.chain_cursor
    assert Marks(blocks, cursor).last == blocks[-1].mark
    assert blocks[-1].cursor == cursor
    older = (cursor[0] - 1, 0, 0)
    last = Marks(blocks, older).last
    assert last is None or last.slot < cursor[0]
    assert Marks(blocks, older).begun[0].mark.slot == cursor[0]
    other = dataclasses.replace(world.facts, exchange=bytes(32))
    assert CheckpointFile(path, other).load() == []


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"blocks": [1]}', '{"blocks": [[1, "x", 0, 0]]}', "\x00"]
)
async def test_a_checkpoint_that_cannot_be_read_is_none(world_facts, tmp_path, text):
    path = tmp_path / "follower.json"
    path.write_text(text)
    assert CheckpointFile(path, world_facts).load() == []


async def test_liquidity_reaches_the_pool(world):
    user = await world.user()
    row = await world.send(
        user, await world.builders.build(address_of(user), "add-liquidity", amount=5 * USD)
    )
    assert isinstance(row.command, AddLiquidity)
    now_s = world.sequencer.clock.now_s()
    (position,) = world.sequencer.exchange.lp_positions(address_of(user), now_s)
    assert position.liquidity_e6 == 5 * USD
