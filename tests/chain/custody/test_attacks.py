"""A stranger with a funded wallet tries to take, double or block money; nothing moves wrongly.

Each test compares the money before and after: the vault on chain, what the engine owes, what each
wallet holds on chain and in the exchange. The table of all attacks is docs/attacks.md.
"""

import asyncio
from dataclasses import dataclass

import pytest
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import (
    AdvanceNonceAccountParams,
    CreateAccountParams,
    InitializeNonceAccountParams,
    advance_nonce_account,
    create_account,
    initialize_nonce_account,
)
from spl.token.instructions import (
    create_associated_token_account,
    initialize_mint,
    mint_to,
    transfer_checked,
)
from spl.token.models import InitializeMintParams, MintToParams, TransferCheckedParams

from chain.client.addresses import (
    MEMO_PROGRAM,
    TOKEN_2022_PROGRAM,
    TOKEN_PROGRAM,
    token_account,
)
from chain.client.balances import token_balance
from chain.client.instructions import memo, sign, signed, transfer_tokens
from chain.client.mints import MINT_BYTES
from chain.client.wallet import TransactionFailed, address_of, send_bytes, send_instructions
from engine.core.generated.messages import DepositQuarantined, IgnoreTransaction
from engine.schema.errors import ErrorCode
from tests.chain.world import rejected_code, until

USD = 10**6
NONCE_BYTES = 80


@dataclass(frozen=True)
class Money:
    """Raw collateral units, all of it."""

    vault: int
    owed: int
    wallets: tuple[int, ...]
    margins: tuple[int, ...]


async def money(world, *wallets: Keypair) -> Money:
    """Return where the collateral is; what the vault holds is always what the engine owes."""
    await world.follow()
    facts, exchange = world.facts, world.sequencer.exchange
    now_s = world.sequencer.clock.now_s()
    vault = await token_balance(world.rpc, facts.vault_authority, facts.collateral_mint)
    owed = exchange.exchange_view(now_s).balance_e6
    assert vault == owed
    tokens, margins = [], []
    for wallet in wallets:
        owner = address_of(wallet)
        tokens.append(await token_balance(world.rpc, owner, facts.collateral_mint) or 0)
        ids = exchange.user_view(owner).margin_account_ids
        views = [exchange.margin_account_view(owner, number, now_s) for number in ids]
        margins.append(sum(view.collateral_e6 for view in views))
    return Money(vault, owed, tuple(tokens), tuple(margins))


def moved(before: Money, *, vault: int = 0, wallets=(), margins=()) -> Money:
    """Return `before` with what is right to have moved."""
    return Money(
        before.vault + vault,
        before.owed + vault,
        tuple(map(sum, zip(before.wallets, wallets or (0,) * 9, strict=False))),
        tuple(map(sum, zip(before.margins, margins or (0,) * 9, strict=False))),
    )


async def trader(world, margin_e6: int = 1_000 * USD) -> Keypair:
    wallet = await world.user()
    built = await world.builders.build(
        address_of(wallet), "create-margin-account", account=1, amount=margin_e6
    )
    assert rejected_code(await world.send(wallet, built)) is ErrorCode.NONE
    return wallet


def to_vault(world, wallet, amount_e6):
    return transfer_tokens(
        address_of(wallet), world.facts.collateral_vault, world.facts.collateral_mint, amount_e6
    )


def quarantined(rows):
    return [event for row in rows for event in row.events if isinstance(event, DepositQuarantined)]


async def make_tokens(world, wallet: Keypair, program: Pubkey) -> tuple[Pubkey, Pubkey, Pubkey]:
    """Mint 1,000 of the attacker's own token; returns mint, own account, the vault's account."""
    mint = Keypair()
    me, vault = wallet.pubkey(), Pubkey(world.facts.vault_authority)
    lamports = int(await world.rpc.read("getMinimumBalanceForRentExemption", [MINT_BYTES]))
    made = create_account(
        CreateAccountParams(
            from_pubkey=me,
            to_pubkey=mint.pubkey(),
            lamports=lamports,
            space=MINT_BYTES,
            owner=program,
        )
    )
    initialized = initialize_mint(
        InitializeMintParams(
            decimals=6,
            program_id=program,
            mint=mint.pubkey(),
            mint_authority=me,
            freeze_authority=None,
        )
    )
    accounts = [
        create_associated_token_account(me, owner, mint.pubkey(), program) for owner in (me, vault)
    ]
    own, theirs = (instruction.accounts[1].pubkey for instruction in accounts)
    minted = mint_to(
        MintToParams(
            program_id=program,
            mint=mint.pubkey(),
            dest=own,
            mint_authority=me,
            amount=1_000 * USD,
            signers=[],
        )
    )
    await send_instructions(world.rpc, [made, initialized, *accounts, minted], [wallet, mint])
    return mint.pubkey(), own, theirs


@pytest.mark.parametrize("program", [TOKEN_PROGRAM, TOKEN_2022_PROGRAM], ids=["own", "token-2022"])
async def test_tokens_of_another_mint_are_no_deposit(world, program):
    attacker = await trader(world)
    mint, own, theirs = await make_tokens(world, attacker, program)
    before = await money(world, attacker)
    false = transfer_checked(
        TransferCheckedParams(
            program_id=program,
            source=own,
            mint=mint,
            dest=theirs,
            owner=attacker.pubkey(),
            amount=500 * USD,
            decimals=6,
            signers=[],
        )
    )
    text = world.memo("deposit-margin", {"account": 1, "amount": 500 * USD}, nonce=2**52)
    rows = await world.send_raw([attacker], [false, memo(text, address_of(attacker))])
    assert [rejected_code(row) for row in rows] == [ErrorCode.DEPOSIT_MISMATCH]
    assert not quarantined(rows)
    assert await money(world, attacker) == before


async def test_a_mint_of_ones_own_does_not_fit_into_the_vault_account(world):
    attacker = await trader(world)
    mint, own, _ = await make_tokens(world, attacker, TOKEN_PROGRAM)
    before = await money(world, attacker)
    false = transfer_checked(
        TransferCheckedParams(
            program_id=TOKEN_PROGRAM,
            source=own,
            mint=mint,
            dest=Pubkey(world.facts.collateral_vault),
            owner=attacker.pubkey(),
            amount=500 * USD,
            decimals=6,
            signers=[],
        )
    )
    text = world.memo("deposit-margin", {"account": 1, "amount": 500 * USD}, nonce=2**52)
    row = await world.land_failing([attacker], [false, memo(text, address_of(attacker))])
    assert row.command.reason == "the transaction failed on chain"
    assert await money(world, attacker) == before


async def test_a_command_without_its_tokens_credits_nothing(world):
    attacker = await trader(world)
    before = await money(world, attacker)
    for name, fields in (
        ("deposit-margin", {"account": 1, "amount": 500 * USD}),
        ("create-margin-account", {"account": 2, "amount": 500 * USD}),
        ("add-liquidity", {"amount": 500 * USD}),
        ("stake", {"amount": 500 * USD, "create-account": 1}),
    ):
        text = world.memo(name, fields, nonce=2**52)
        (row,) = await world.send_raw([attacker], [memo(text, address_of(attacker))])
        assert rejected_code(row) is ErrorCode.DEPOSIT_MISMATCH, name
    assert await money(world, attacker) == before


async def test_collateral_does_not_count_as_acre_tokens(world):
    attacker = await trader(world)
    before = await money(world, attacker)
    text = world.memo("stake", {"amount": 5 * USD, "create-account": 1}, nonce=2**52)
    rows = await world.send_raw(
        [attacker], [to_vault(world, attacker, 5 * USD), memo(text, address_of(attacker))]
    )
    assert [rejected_code(row) for row in rows] == [ErrorCode.DEPOSIT_MISMATCH]
    (deposit,) = quarantined(rows)
    assert (deposit.owner, deposit.amount_e6) == (address_of(attacker), 5 * USD)
    assert await money(world, attacker) == moved(before, vault=5 * USD, wallets=(-5 * USD,))


@pytest.mark.parametrize("claimed", [0, 2**63 - 1, 10 * USD + 1, 10 * USD - 1])
async def test_the_amount_of_the_words_must_be_the_amount_of_the_tokens(world, claimed):
    attacker = await trader(world)
    before = await money(world, attacker)
    text = world.memo("deposit-margin", {"account": 1, "amount": claimed}, nonce=2**52)
    rows = await world.send_raw(
        [attacker], [to_vault(world, attacker, 10 * USD), memo(text, address_of(attacker))]
    )
    assert [rejected_code(row) for row in rows] == [ErrorCode.DEPOSIT_MISMATCH]
    assert [deposit.amount_e6 for deposit in quarantined(rows)] == [10 * USD]
    assert await money(world, attacker) == moved(before, vault=10 * USD, wallets=(-10 * USD,))


async def test_zero_amounts_do_nothing(world):
    attacker = await trader(world)
    nothing = transfer_checked(
        TransferCheckedParams(
            program_id=TOKEN_PROGRAM,
            source=Pubkey(token_account(address_of(attacker), world.facts.collateral_mint)),
            mint=Pubkey(world.facts.collateral_mint),
            dest=Pubkey(world.facts.collateral_vault),
            owner=attacker.pubkey(),
            amount=0,
            decimals=6,
            signers=[],
        )
    )
    before = await money(world, attacker)
    for name, fields in (
        ("deposit-margin", {"account": 1, "amount": 0}),
        ("add-liquidity", {"amount": 0}),
        ("withdraw-margin", {"account": 1, "amount": 0}),
        ("remove-liquidity", {"position": 1, "shares": 0}),
        ("stake", {"amount": 0}),
        ("unstake", {"amount": 0}),
        ("stake-withdraw", {"amount": 0}),
        ("modify-position", {"account": 1, "market": "AUS", "size": 0, "limit": 10**13}),
    ):
        text = world.memo(name, fields, nonce=2**52)
        rows = await world.send_raw([attacker], [nothing, memo(text, address_of(attacker))])
        (code,) = [rejected_code(row) for row in rows]
        assert code is not ErrorCode.NONE, name
        assert not quarantined(rows)
    assert await money(world, attacker) == before


async def test_amounts_beyond_64_bits_are_no_command(world):
    attacker = await trader(world)
    before = await money(world, attacker)
    text = world.memo("withdraw-margin", {"account": 1, "amount": 1}, nonce=2**52)
    for amount in ("9223372036854.775808", "18446744073709.551615", "99999999999999999999.000000"):
        words = text.replace("0.000001", amount)
        (row,) = await world.send_raw([attacker], [memo(words, address_of(attacker))])
        assert isinstance(row.command, IgnoreTransaction)
    largest = text.replace("0.000001", "9223372036854.775807")
    (row,) = await world.send_raw([attacker], [memo(largest, address_of(attacker))])
    assert rejected_code(row) is ErrorCode.AMOUNT_OUT_OF_RANGE
    assert await money(world, attacker) == before


async def test_two_transfers_and_one_command_credit_neither(world):
    attacker = await trader(world)
    before = await money(world, attacker)
    text = world.memo("deposit-margin", {"account": 1, "amount": 5 * USD}, nonce=2**52)
    rows = await world.send_raw(
        [attacker],
        [
            to_vault(world, attacker, 5 * USD),
            memo(text, address_of(attacker)),
            to_vault(world, attacker, 6 * USD),
        ],
    )
    assert all(isinstance(row.command, IgnoreTransaction) for row in rows)
    assert [deposit.amount_e6 for deposit in quarantined(rows)] == [5 * USD, 6 * USD]
    assert await money(world, attacker) == moved(before, vault=11 * USD, wallets=(-11 * USD,))


async def test_copied_words_are_the_copiers_own_command(world):
    """A stranger who sees a withdrawal and sends it first withdraws from the own account."""
    victim, attacker = await trader(world), await trader(world, 50 * USD)
    before = await money(world, victim, attacker)
    text = world.memo("withdraw-margin", {"account": 1, "amount": 800 * USD}, nonce=2**52)
    (row,) = await world.send_raw([attacker], [memo(text, address_of(attacker))])
    assert (row.command.user, rejected_code(row)) == (
        address_of(attacker),
        ErrorCode.WITHDRAW_EXCEEDS_MAX,
    )
    (row,) = await world.send_raw([victim], [memo(text, address_of(victim))])
    assert rejected_code(row) is ErrorCode.NONE
    assert await money(world, victim, attacker) == moved(before, margins=(-800 * USD, 0))


async def test_a_nonce_cannot_be_used_up_by_another_wallet(world):
    """Neither by naming the victim without a signature nor by paying for the transaction."""
    victim, attacker = await trader(world), await trader(world)
    text = world.memo("withdraw-margin", {"account": 1, "amount": USD}, nonce=2**53)
    named = Instruction(
        MEMO_PROGRAM,
        text.encode(),
        [AccountMeta(victim.pubkey(), is_signer=False, is_writable=False)],
    )
    with pytest.raises(TransactionFailed):  # the memo program itself asks for the signature
        await send_instructions(world.rpc, [named], [attacker])
    row = await world.land_failing([attacker], [named])
    assert isinstance(row.command, IgnoreTransaction)
    before = await money(world, victim, attacker)
    assert world.sequencer.exchange.user_view(address_of(victim)).nonce < 2**53
    built = await world.builders.build(
        address_of(victim), "withdraw-margin", account=1, amount=USD, tip=0
    )
    assert rejected_code(await world.send(victim, built)) is ErrorCode.NONE
    assert await money(world, victim, attacker) == moved(before, margins=(-USD, 0))


async def test_a_refused_command_leaves_the_nonce_free(world):
    user = await trader(world)
    nonce = 2**52
    refused = world.memo("withdraw-margin", {"account": 1, "amount": 9_000 * USD}, nonce=nonce)
    (row,) = await world.send_raw([user], [memo(refused, address_of(user))])
    assert rejected_code(row) is ErrorCode.WITHDRAW_EXCEEDS_MAX
    good = world.memo("withdraw-margin", {"account": 1, "amount": USD}, nonce=nonce)
    (row,) = await world.send_raw([user], [memo(good, address_of(user))])
    assert rejected_code(row) is ErrorCode.NONE


async def test_a_transaction_that_a_stranger_sends_first_still_counts_once(world):
    """Any wallet may send signed bytes; the owner's own send of them is a replay."""
    victim, stranger = await trader(world), await world.user()
    before = await money(world, victim, stranger)
    built = await world.builders.build(
        address_of(victim), "withdraw-margin", account=1, amount=100 * USD, tip=0
    )
    transaction = sign(built.tx, [victim])
    signatures = await asyncio.gather(*(world.rpc.send(transaction) for _ in range(5)))
    assert len(set(signatures)) == 1
    await send_bytes(world.rpc, transaction, built.last_valid_block_height)
    after = await money(world, victim, stranger)
    assert len(world.outcomes(signatures[0])) == 1
    assert after == moved(before, margins=(-100 * USD, 0))


async def make_nonce(world, payer: Keypair) -> Keypair:
    """A durable nonce account of the payer."""
    nonce = Keypair()
    lamports = int(await world.rpc.read("getMinimumBalanceForRentExemption", [NONCE_BYTES]))
    made = create_account(
        CreateAccountParams(
            from_pubkey=payer.pubkey(),
            to_pubkey=nonce.pubkey(),
            lamports=lamports,
            space=NONCE_BYTES,
            owner=Pubkey.default(),
        )
    )
    initialized = initialize_nonce_account(
        InitializeNonceAccountParams(nonce_pubkey=nonce.pubkey(), authority=payer.pubkey())
    )
    await send_instructions(world.rpc, [made, initialized], [payer, nonce])
    return nonce


async def test_a_co_signed_transaction_that_is_held_back_expires_by_its_words(world):
    """A durable nonce keeps bytes alive for ever; the expiry slot of the memo does not."""
    victim, attacker = await trader(world), await world.user()
    nonce = await make_nonce(world, attacker)
    account = await world.rpc.account(address_of(nonce))
    value = Hash(account.data[40:72])
    slot = await world.rpc.slot("confirmed")
    text = world.memo(
        "deposit-margin", {"account": 1, "amount": 40 * USD}, nonce=2**52, expires=slot + 3
    )
    advance = advance_nonce_account(
        AdvanceNonceAccountParams(nonce_pubkey=nonce.pubkey(), authorized_pubkey=attacker.pubkey())
    )
    instructions = [advance, to_vault(world, victim, 40 * USD), memo(text, address_of(victim))]
    held = signed(instructions, [attacker, victim], str(value))
    before = await money(world, victim)

    async def is_late() -> bool:
        return await world.rpc.slot("confirmed") > slot + 3

    await until(is_late)
    signature = await world.rpc.send(held)
    await until(lambda: landed(world, signature))
    (row,) = world.outcomes(signature)
    assert rejected_code(row) is ErrorCode.COMMAND_EXPIRED
    (deposit,) = quarantined([row])
    assert deposit.owner == address_of(victim)  # not the payer of the fee
    after = await money(world, victim)
    assert after == moved(before, vault=40 * USD, wallets=(-40 * USD,))
    built = await world.builders.build(
        address_of(victim), "claim-deposit", deposit=deposit.deposit_id
    )
    assert rejected_code(await world.send(victim, built)) is ErrorCode.NONE


async def landed(world, signature: str) -> bool:
    await world.follow()
    return bool(world.outcomes(signature))


async def test_a_deposit_cannot_be_claimed_by_another_wallet(world):
    victim, attacker = await world.user(), await trader(world)
    (row,) = await world.send_raw([victim], [to_vault(world, victim, 70 * USD)])
    (deposit,) = quarantined([row])
    before = await money(world, victim, attacker)
    for nonce, deposit_id in enumerate((deposit.deposit_id, deposit.deposit_id + 1, 2**64 - 1)):
        text = world.memo("claim-deposit", {"deposit": deposit_id}, nonce=2**52 + nonce)
        (row,) = await world.send_raw([attacker], [memo(text, address_of(attacker))])
        assert rejected_code(row) is ErrorCode.DEPOSIT_NOT_FOUND
    built = await world.builders.build(
        address_of(victim), "claim-deposit", deposit=deposit.deposit_id
    )
    assert rejected_code(await world.send(victim, built)) is ErrorCode.NONE
    text = world.memo("claim-deposit", {"deposit": deposit.deposit_id}, nonce=2**53)
    (row,) = await world.send_raw([victim], [memo(text, address_of(victim))])
    assert rejected_code(row) is ErrorCode.DEPOSIT_NOT_FOUND  # once
    assert await money(world, victim, attacker) == before


async def test_a_balance_is_withdrawn_once_however_often_it_is_asked_for_in_a_block(world):
    attacker = await trader(world, 1_000 * USD)
    before = await money(world, attacker)
    blockhash, last_valid, _slot = await world.rpc.latest_blockhash()
    transactions = []
    for number in range(6):
        text = world.memo(
            "withdraw-margin", {"account": 1, "amount": 400 * USD}, nonce=2**52 + number
        )
        transactions.append(signed([memo(text, address_of(attacker))], [attacker], blockhash))
    await asyncio.gather(*(send_bytes(world.rpc, raw, last_valid) for raw in transactions))
    after = await money(world, attacker)
    withdrawn = before.margins[0] - after.margins[0]
    # whatever their order on chain: rising nonces and the balance let at most two pass
    assert withdrawn in (400 * USD, 800 * USD)
    requests = world.sequencer.exchange.settlement_requests(address_of(attacker))
    assert sum(request.amount_e6 for request in requests) == withdrawn
    assert after == moved(before, margins=(-withdrawn,))


async def test_a_delegate_cannot_take_money_out(world):
    owner, delegate = await trader(world), await world.user()
    await world.send(
        owner,
        await world.builders.build(
            address_of(owner), "set-delegate", delegate=address_of(delegate)
        ),
    )
    before = await money(world, owner, delegate)
    for nonce, (name, fields) in enumerate(
        (
            ("withdraw-margin", {"account": 1, "amount": USD}),
            ("close-margin-account", {"account": 1}),
            ("remove-liquidity", {"position": 1, "shares": 1}),
            ("claim-deposit", {"deposit": 1}),
            ("stake-withdraw", {"amount": 1}),
        )
    ):
        text = world.memo(name, fields, nonce=2**52 + nonce)
        (row,) = await world.send_raw([delegate], [memo(text, address_of(delegate))])
        assert rejected_code(row) is not ErrorCode.NONE, name
    # no `owner` line belongs to a withdrawal: with one it is no command at all
    text = world.memo("withdraw-margin", {"account": 1, "amount": USD}, nonce=2**53)
    words = text.replace("account 1", f"owner {owner.pubkey()}\naccount 1")
    (row,) = await world.send_raw([delegate], [memo(words, address_of(delegate))])
    assert isinstance(row.command, IgnoreTransaction)
    assert await money(world, owner, delegate) == before


async def test_a_delegate_who_was_dismissed_cannot_trade(world):
    owner, delegate = await trader(world), await world.user()
    fields = {
        "owner": address_of(owner), "account": 1, "market": "AUS", "size": USD, "limit": 10**13,
    }  # fmt: skip
    await world.send(
        owner,
        await world.builders.build(
            address_of(owner), "set-delegate", delegate=address_of(delegate)
        ),
    )
    text = world.memo("modify-position", fields, nonce=2**52)
    (row,) = await world.send_raw([delegate], [memo(text, address_of(delegate))])
    assert rejected_code(row) is ErrorCode.NONE
    await world.send(
        owner, await world.builders.build(address_of(owner), "set-delegate", delegate=None)
    )
    before = await money(world, owner, delegate)
    text = world.memo("modify-position", fields, nonce=2**52 + 1)
    (row,) = await world.send_raw([delegate], [memo(text, address_of(delegate))])
    assert rejected_code(row) is ErrorCode.NOT_OWNER
    assert await money(world, owner, delegate) == before


async def test_a_healthy_account_is_not_liquidated_for_its_fee(world):
    victim, attacker = await trader(world), await trader(world)
    built = await world.builders.build(
        address_of(victim),
        "modify-position",
        owner=address_of(victim),
        account=1,
        market=1,
        size=USD,
        limit=10**13,
    )
    assert rejected_code(await world.send(victim, built)) is ErrorCode.NONE
    before = await money(world, victim, attacker)
    fields = {"owner": address_of(victim), "account": 1, "fee-account": 1}
    text = world.memo("liquidate", fields, nonce=2**52)
    (row,) = await world.send_raw([attacker], [memo(text, address_of(attacker))])
    assert rejected_code(row) is ErrorCode.NOT_LIQUIDATABLE
    assert await money(world, victim, attacker) == before


async def test_requests_are_not_processed_early_or_for_a_second_tip(world):
    owner, first, second = await trader(world), await world.user(), await world.user()
    built = await world.builders.build(
        address_of(owner), "withdraw-margin", account=1, amount=100 * USD, tip=USD
    )
    await world.send(owner, built)
    (request,) = world.sequencer.exchange.settlement_requests(address_of(owner))
    fields = {"owner": address_of(owner), "requests": (request.request_id,)}
    text = world.memo("process-settlement-requests", fields, nonce=2**52)
    (row,) = await world.send_raw([first], [memo(text, address_of(first))])
    assert rejected_code(row) is ErrorCode.NOTHING_TO_SETTLE
    await world.advance(86_400 + 60)
    for processor, code in ((first, ErrorCode.NONE), (second, ErrorCode.NOTHING_TO_SETTLE)):
        text = world.memo("process-settlement-requests", fields, nonce=2**52 + 1)
        (row,) = await world.send_raw([processor], [memo(text, address_of(processor))])
        assert rejected_code(row) is code
    (request,) = world.sequencer.exchange.settlement_requests(address_of(owner))
    assert request.processor == address_of(first)


async def test_words_for_another_chain_or_another_version_are_no_command(world):
    attacker = await trader(world)
    before = await money(world, attacker)
    text = world.memo("withdraw-margin", {"account": 1, "amount": USD}, nonce=2**52)
    for words in (
        text.replace("localnet", "mainnet"),
        text.replace("Acre v1", "Acre v10"),
        text.replace("Acre v1 ", "Acre v1  "),
        text.replace("\n", "\r\n"),
        text + " ",
        text.replace("nonce", "nonce 1\nnonce"),
    ):
        (row,) = await world.send_raw([attacker], [memo(words, address_of(attacker))])
        assert isinstance(row.command, IgnoreTransaction)
    assert await money(world, attacker) == before
