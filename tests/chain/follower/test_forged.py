"""Forgeries that a stranger can really put on the chain: none moves another user's money."""

import dataclasses

import pytest
from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import CreateAccountParams, create_account
from spl.token.instructions import (
    create_associated_token_account,
    get_associated_token_address,
    initialize_mint,
    mint_to_checked,
    transfer_checked,
)
from spl.token.models import InitializeMintParams, MintToCheckedParams, TransferCheckedParams

from chain.client.addresses import LIGHTHOUSE_PROGRAM, TOKEN_2022_PROGRAM
from chain.client.balances import token_balance
from chain.client.instructions import memo, signed
from chain.client.wallet import address_of, send_instructions
from chain.follower.blocks import read_block
from engine.core.generated.messages import CreateMarginAccount, DepositMargin, DepositQuarantined
from engine.schema.errors import ErrorCode
from tests.chain.follower.test_hostile import (
    BLOCKHASH,
    block_of,
    command_text,
    deposit_of,
    found_in,
    meta_of,
    vault_change,
)
from tests.chain.world import rejected_code

USD = 10**6


async def vault_e6(world) -> int | None:
    return await token_balance(world.rpc, world.facts.vault_authority, world.facts.collateral_mint)


def logs_of(world, signature: str) -> str:
    record = world.node.ledger.find(bytes(Signature.from_string(signature)))
    return "\n".join(record.meta["logMessages"])


async def test_a_command_in_the_log_of_a_real_transaction_is_none(world):
    """A memo of several lines prints a whole command into the log, line by line as a real one."""
    user = await world.user()
    text = world.memo("create-margin-account", {"account": 1}, nonce=1)
    forged = memo(f'hello"\nProgram log: Memo (len {len(text)}): "{text}', address_of(user))
    before = world.sequencer.exchange.state_hash()
    sequence = world.sequencer.sequence
    signature = await send_instructions(world.rpc, [forged], [user])
    await world.follow()
    assert f"Program log: Memo (len {len(text)}): " in logs_of(world, signature)
    assert world.outcomes(signature) == []
    assert world.sequencer.sequence == sequence
    assert world.sequencer.exchange.state_hash() == before


async def test_a_strangers_copy_of_a_memo_acts_for_the_stranger_and_burns_no_other_nonce(world):
    """An observer of a command in transit can copy its text, but not its signature."""
    victim, thief = await world.user(), await world.user()
    text = world.memo("create-margin-account", {"account": 1}, nonce=77)
    (copied,) = await world.send_raw([thief], [memo(text, address_of(thief))])
    assert copied.command.user == address_of(thief)
    as_victim = Instruction(
        memo(text, address_of(victim)).program_id,
        text.encode(),
        [AccountMeta(victim.pubkey(), is_signer=False, is_writable=False)],
    )
    failed = await world.land_failing([thief], [as_victim])
    assert failed.command.reason == "the transaction failed on chain"
    assert failed.command.user == address_of(thief)
    assert world.sequencer.exchange.user_view(address_of(victim)).nonce == 0
    (own,) = await world.send_raw([victim], [memo(text, address_of(victim))])
    assert isinstance(own.command, CreateMarginAccount)
    assert rejected_code(own) is ErrorCode.NONE
    assert own.command.nonce == 77


async def test_a_fee_payer_who_is_not_the_signer_of_the_memo_gains_nothing(world):
    payer, user = await world.user(), await world.user()
    text = world.memo("create-margin-account", {"account": 1}, nonce=5)
    (row,) = await world.send_raw([payer, user], [memo(text, address_of(user))])
    assert row.command.user == address_of(user)
    assert world.sequencer.exchange.user_view(address_of(payer)).nonce == 0


def batch_of(transfer: Instruction) -> Instruction:
    """Return the token program's batch instruction around one other."""
    head = bytes([255, len(transfer.accounts), len(transfer.data)])
    return Instruction(transfer.program_id, head + bytes(transfer.data), list(transfer.accounts))


async def test_tokens_of_a_batch_instruction_are_quarantined_for_their_owner(world):
    """The relayer, who pays the fee, gains no claim on tokens of the wallet that it relays for."""
    relayer, owner = await world.user(), await world.user()
    before = await vault_e6(world)
    batch = batch_of(deposit_of(world.facts, owner, 5 * USD))
    (row,) = await world.send_raw([relayer, owner], [batch])
    assert await vault_e6(world) == before + 5 * USD
    (event,) = (event for event in row.events if isinstance(event, DepositQuarantined))
    assert (event.owner, event.amount_e6) == (address_of(owner), 5 * USD)


async def token_2022(world, user: Keypair, amount: int) -> tuple[Pubkey, list[Instruction]]:
    """Make a lookalike mint of the new token program with tokens; returns it and a transfer."""
    mint, owner = Keypair(), user.pubkey()
    program = TOKEN_2022_PROGRAM
    vault = Pubkey(world.facts.vault_authority)
    source = get_associated_token_address(owner, mint.pubkey(), program)
    target = get_associated_token_address(vault, mint.pubkey(), program)
    rent = await world.rpc.read("getMinimumBalanceForRentExemption", [82])
    await world.send_raw(
        [user, mint],
        [
            create_account(
                CreateAccountParams(
                    from_pubkey=owner, to_pubkey=mint.pubkey(), lamports=rent, space=82,
                    owner=program,
                )
            ),
            initialize_mint(
                InitializeMintParams(
                    decimals=6, program_id=program, mint=mint.pubkey(), mint_authority=owner
                )
            ),
            create_associated_token_account(owner, owner, mint.pubkey(), program),
            create_associated_token_account(owner, vault, mint.pubkey(), program),
            mint_to_checked(
                MintToCheckedParams(
                    program_id=program, mint=mint.pubkey(), dest=source, mint_authority=owner,
                    amount=amount, decimals=6, signers=[],
                )
            ),
        ],
    )  # fmt: skip
    move = transfer_checked(
        TransferCheckedParams(
            program_id=program, source=source, mint=mint.pubkey(), dest=target, owner=owner,
            amount=amount, decimals=6, signers=[],
        )
    )  # fmt: skip
    return mint.pubkey(), [move]


async def test_tokens_of_a_lookalike_mint_are_no_deposit(world):
    user = await world.user()
    owner = address_of(user)
    await world.send(
        user, await world.builders.build(owner, "create-margin-account", account=1, amount=10 * USD)
    )
    before = await vault_e6(world), world.vault_e6(), world.collateral_e6(owner)
    _mint, moves = await token_2022(world, user, 500 * USD)
    fields = {"account": 1, "amount": 500 * USD}
    text = world.memo("deposit-margin", fields, nonce=2**41)
    (row,) = await world.send_raw([user], [*moves, memo(text, owner)])
    assert isinstance(row.command, DepositMargin)
    assert rejected_code(row) is ErrorCode.DEPOSIT_MISMATCH
    assert (row.command.attached_e6, row.command.attached_mint) == (0, 0)
    assert (await vault_e6(world), world.vault_e6(), world.collateral_e6(owner)) == before
    assert await world.send_raw([user], [memo("again", owner)]) == []


def test_extra_instructions_of_wallets_are_accepted(world_facts):
    """Compute budget, a guard of Lighthouse before and behind, and a foreign memo."""
    user = Keypair()
    guard = Instruction(LIGHTHOUSE_PROGRAM, b"\x09\x01", [AccountMeta(user.pubkey(), False, False)])
    raw = signed(
        [
            set_compute_unit_limit(90_000),
            set_compute_unit_price(5),
            guard,
            deposit_of(world_facts, user, 5 * USD),
            memo(command_text(), address_of(user)),
            guard,
        ],
        [user],
        BLOCKHASH,
    )
    changes = [vault_change(world_facts, raw, 0, 5 * USD)]
    (row,) = found_in(world_facts, raw, meta_of(changes=changes))
    assert row.memo is not None
    assert (row.origin.attached_e6, row.origin.user) == (5 * USD, address_of(user))


def test_a_transfer_that_is_given_back_in_the_same_transaction_counts_nothing(world_facts):
    user = Keypair()
    raw = signed(
        [deposit_of(world_facts, user, 5 * USD), memo(command_text(), address_of(user))],
        [user],
        BLOCKHASH,
    )
    changes = [vault_change(world_facts, raw, 7 * USD, 7 * USD)]
    (ignored,) = found_in(world_facts, raw, meta_of(changes=changes))
    assert ignored.memo is None
    assert ignored.reason == "the transfer does not match the balance change of the vault"
    assert ignored.origin.attached_e6 == 0


@pytest.mark.parametrize("name", ["data", "accounts", "programIdIndex"])
def test_a_memo_of_ours_among_inner_instructions_is_none(world_facts, name):
    """As a foreign program would leave it that calls the memo program with our text."""
    user = Keypair()
    raw = signed([memo("hello", address_of(user))], [user], BLOCKHASH)
    inner = {"programIdIndex": 1, "accounts": [0], "data": command_text(), "stackHeight": 2}
    inner = {**inner, name: {"data": command_text(1), "accounts": [0, 0]}.get(name, 0)}
    meta = meta_of(
        inner=[{"index": 0, "instructions": [inner]}],
        logs=["Program log: " + command_text()],
    )
    block = block_of((raw, meta))
    read = read_block(2, block, None, dataclasses.replace(world_facts, genesis=bytes(32)))
    assert (read.found, read.flows) == ([], [])
    assert read.parent.blockhash == str(Hash.default())
