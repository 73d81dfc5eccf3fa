"""A hostile endpoint: whatever it returns, only the act that was asked for is ever signed."""

import random
from dataclasses import replace

import pytest
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.compute_budget import request_heap_frame
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import Message, MessageV0
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import (
    AdvanceNonceAccountParams,
    AssignParams,
    TransferParams,
    advance_nonce_account,
    assign,
    transfer,
)
from solders.transaction import VersionedTransaction
from spl.token.instructions import approve, set_authority
from spl.token.models import ApproveParams, AuthorityType, SetAuthorityParams

from acre_sdk.errors import UnsafeTransaction
from acre_sdk.inspection import Asked, Deposit, TopUp, inspect
from acre_sdk.inspection import token_account as own_account
from chain.client.addresses import (
    ASSOCIATED_TOKEN_PROGRAM,
    MEMO_PROGRAM,
    MEMO_V1_PROGRAM,
    NEWER_MEMO_PROGRAM,
    TOKEN_2022_PROGRAM,
    TOKEN_PROGRAM,
    token_account,
)
from chain.client.instructions import (
    compute_limit,
    compute_price,
    create_token_account,
    memo,
    transfer_lamports,
    transfer_tokens,
    unsigned,
)
from chain.commands.memo import Memo, render

KEY = Keypair()
WALLET = bytes(KEY.pubkey())
OTHER = bytes(Keypair().pubkey())
OWNER = bytes(Keypair().pubkey())
MINT = bytes(Keypair().pubkey())
EXCHANGE = bytes(Keypair().pubkey())
BLOCKHASH = str(Hash(bytes([7]) * 32))
NONCE = 1_700_000_000_000
FIELDS = {"owner": OWNER, "account": 3}
VAULT = bytes(Keypair().pubkey())
ASKED = Asked(
    wallet=KEY.pubkey(),
    chain="localnet",
    command="liquidate",
    lines=(("owner", str(Pubkey(OWNER))), ("account", "3")),
    mints=frozenset((Pubkey(MINT),)),
    nonce_min=NONCE - 10,
    nonce_max=NONCE + 10,
    expires_max=500,
    fee_max=50_000,
)


def text(fields=None, *, name="liquidate", chain="localnet", nonce=NONCE, expires=400) -> str:
    fields = FIELDS if fields is None else fields
    return render(chain, Memo(name=name, fields=fields, nonce=nonce, expires=expires))


def budget(units=100_000, price=10_000) -> list[Instruction]:
    return [compute_limit(units, EXCHANGE), compute_price(price)]


def honest(*more: Instruction, said: str | None = None) -> list[Instruction]:
    said = text() if said is None else said
    return [*budget(), create_token_account(WALLET, WALLET, MINT), *more, memo(said, WALLET)]


def legacy(instructions, payer=WALLET) -> bytes:
    return unsigned(instructions, payer, BLOCKHASH)


def versioned(instructions, tables=()) -> bytes:
    message = MessageV0.try_compile(
        Pubkey(WALLET), instructions, list(tables), Hash.from_string(BLOCKHASH)
    )
    signatures = [Signature.default()] * message.header.num_required_signatures
    return bytes(VersionedTransaction.populate(message, signatures))


def refusal(transaction: bytes, asked: Asked = ASKED) -> str:
    with pytest.raises(UnsafeTransaction) as refused:
        inspect(transaction, asked)
    assert refused.value.code == "UNSAFE_TRANSACTION"
    return refused.value.message


@pytest.mark.parametrize("form", [legacy, versioned])
def test_the_requested_transaction_may_be_signed(form):
    found = inspect(form(honest()), ASKED)
    assert found.fee == 5_000 + 1_000  # 100,000 units at 10,000 micro-lamports
    assert found.nonce == NONCE
    signed = VersionedTransaction(found.message, [KEY])
    signed.verify_with_results()
    assert signed.message.instructions[-1].data == text().encode()


def test_a_transaction_without_a_token_account_or_a_price_is_fine_too():
    assert inspect(legacy([memo(text(), WALLET)]), ASKED).fee == 5_000
    assert inspect(legacy([*budget(3, 1), memo(text(), WALLET)]), ASKED).fee == 5_001


def move(lamports: int = 1) -> Instruction:
    return transfer(
        TransferParams(from_pubkey=Pubkey(WALLET), to_pubkey=Pubkey(OTHER), lamports=lamports)
    )


def approval() -> Instruction:
    return approve(
        ApproveParams(
            program_id=TOKEN_PROGRAM,
            source=Pubkey(token_account(WALLET, MINT)),
            delegate=Pubkey(OTHER),
            owner=Pubkey(WALLET),
            amount=1,
        )
    )


def new_owner() -> Instruction:
    return set_authority(
        SetAuthorityParams(
            program_id=TOKEN_PROGRAM,
            account=Pubkey(token_account(WALLET, MINT)),
            authority=AuthorityType.ACCOUNT_OWNER,
            current_authority=Pubkey(WALLET),
            new_authority=Pubkey(OTHER),
        )
    )


def durable() -> Instruction:
    return advance_nonce_account(
        AdvanceNonceAccountParams(nonce_pubkey=Pubkey(OTHER), authorized_pubkey=Pubkey(WALLET))
    )


def call(program: Pubkey, data: bytes = b"", *accounts: bytes) -> Instruction:
    metas = [AccountMeta(Pubkey(key), is_signer=False, is_writable=True) for key in accounts]
    return Instruction(program, data, metas)


THEFTS = {
    "sends SOL": move(),
    "sends tokens": transfer_tokens(WALLET, token_account(OTHER, MINT), MINT, 1),
    "lets another wallet spend tokens": approval(),
    "gives the token account away": new_owner(),
    "gives the wallet away": assign(AssignParams(pubkey=Pubkey(WALLET), owner=Pubkey(EXCHANGE))),
    "lives for ever by a durable nonce": durable(),
    "calls a program of its own": call(Pubkey(EXCHANGE), b"", WALLET),
    "calls the newer token program": call(TOKEN_2022_PROGRAM, b"\x03", WALLET),
    "writes a memo of the first kind": call(MEMO_V1_PROGRAM, b"hello"),
    "writes a second command to the newer memo program": call(NEWER_MEMO_PROGRAM, b"Acre v1"),
}


@pytest.mark.parametrize("form", [legacy, versioned])
@pytest.mark.parametrize("theft", THEFTS)
def test_nothing_but_the_act_is_signed(theft, form):
    assert refusal(form(honest(THEFTS[theft]))).startswith("it calls ")
    first = [THEFTS[theft], *honest()]
    assert refusal(form(first)).startswith("it calls ")


def test_accounts_in_a_lookup_table_are_never_signed():
    table = AddressLookupTableAccount(key=Pubkey(EXCHANGE), addresses=[Pubkey(OTHER)])
    hidden = versioned(honest(move()), [table])
    assert refusal(hidden) == "it hides accounts in a lookup table"
    empty = versioned(honest(), [table])  # a table that nothing uses is left out
    assert inspect(empty, ASKED).nonce == NONCE


def test_only_the_wallet_signs_and_pays():
    signer = AccountMeta(Pubkey(OTHER), is_signer=True, is_writable=False)
    marked = Instruction(budget()[0].program_id, budget()[0].data, [signer])
    assert refusal(legacy([marked, memo(text(), WALLET)])) == "it asks for signatures of others"
    assert refusal(legacy([*budget(), memo(text(), WALLET)], OTHER)) == (
        "it asks for signatures of others"
    )
    assert refusal(legacy([memo(text(), OTHER)], OTHER)) == "another wallet pays its fee"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (text({"owner": OTHER, "account": 3}), "its memo has another owner"),
        (text({"owner": OWNER, "account": 4}), "its memo has another account"),
        (text({**FIELDS, "fee-account": 0}), "its memo has other fields"),
        (
            text({"account": 1, "amount": 5_000_000}, name="withdraw-margin"),
            "its memo is another command than liquidate",
        ),
        (text({"delegate": OTHER}, name="set-delegate"), "its memo is another command"),
        (text(chain="mainnet"), "its memo is no command of this exchange"),
        (text() + "\n", "its memo has other fields"),
        (text().replace("\nnonce", "\nfee-account 1\nnonce"), "its memo has other fields"),
        (text().replace("account 3\n", ""), "its memo has other fields"),
        (text().replace("account 3", "account 03"), "its memo has another account"),
        (text().replace("account 3", "account  3"), "its memo has another account"),
        (text().replace("\n", "\r\n"), "its memo is no command of this exchange"),
        (text().replace(" 3", " 3\x0b"), "its memo has another account"),
        (text().replace("nonce 1", "nonce 01"), "its memo has no nonce"),
        (text().replace("nonce", "none"), "its memo has no nonce"),
        (text().replace("expires 400", "expires +400"), "its memo has no expires"),
        ("hello", "its memo is no command"),
        ("Acre v1 localnet", "its memo is another command than liquidate"),
        ("Acre v1 localnet\nliquidate", "its memo has other fields"),
        (text(nonce=NONCE + 11), "its nonce is out of bounds"),
        (text(nonce=2**53), "out of bounds: later than the clock of this machine allows"),
        (text(nonce=NONCE - 11), "its nonce is out of bounds"),
        (text(expires=501), "its memo expires too late"),
    ],
)
def test_another_memo_is_not_signed(said, reason):
    assert reason in refusal(legacy(honest(said=said)))


def test_a_memo_is_the_wallets_alone_and_the_only_one():
    assert refusal(legacy(budget())) == "it has 0 memos"
    assert refusal(legacy([*honest(), memo(text(), WALLET)])) == "it has 2 memos"
    both = [AccountMeta(Pubkey(WALLET), True, False), AccountMeta(Pubkey(OTHER), False, False)]
    shared = Instruction(MEMO_PROGRAM, text().encode(), both)
    assert refusal(legacy([shared])) == "its memo is not the wallet's alone"
    stranger = Instruction(MEMO_PROGRAM, text().encode(), [])
    assert refusal(legacy([stranger])) == "its memo is not the wallet's alone"


def not_idempotent() -> Instruction:
    """Return a creation that fails when another transaction was faster: the fee would be wasted."""
    made = create_token_account(WALLET, WALLET, MINT)
    return Instruction(made.program_id, b"\x00", made.accounts)


@pytest.mark.parametrize(
    "instruction",
    [
        create_token_account(WALLET, OTHER, MINT),  # a gift of its rent
        create_token_account(WALLET, WALLET, EXCHANGE),  # of an unrelated mint
        call(ASSOCIATED_TOKEN_PROGRAM, b"\x02", WALLET, WALLET, WALLET),  # recover nested
        call(ASSOCIATED_TOKEN_PROGRAM, b"", WALLET),
        not_idempotent(),
    ],
)
def test_no_other_token_account_is_made(instruction):
    found = refusal(legacy([*budget(), instruction, memo(text(), WALLET)]))
    assert found == "it makes another token account than the wallet's own"


def test_a_token_account_is_made_once():
    twice = honest(create_token_account(WALLET, WALLET, MINT))
    assert refusal(legacy(twice)) == "it makes another token account than the wallet's own"


@pytest.mark.parametrize(
    ("instructions", "reason"),
    [
        (budget(1_400_000, 10**9), "its fee is 1400005000 lamports"),
        ([compute_price(10**5)], "its fee is 145000 lamports"),  # without a limit: the highest
        ([compute_limit(2**32 - 1), compute_price(2**64 - 1)], "its fee is "),
        ([*budget(), compute_price(1)], "its compute budget is not a limit and a price"),
        ([*budget(), compute_limit(1)], "its compute budget is not a limit and a price"),
        ([request_heap_frame(65_536)], "its compute budget is not a limit and a price"),
        ([call(budget()[0].program_id)], "its compute budget is not a limit and a price"),
    ],
)
def test_the_fee_has_a_bound(instructions, reason):
    assert refusal(legacy([*instructions, memo(text(), WALLET)])).startswith(reason)


def test_the_highest_fee_is_allowed_and_a_lamport_more_is_not():
    exact = [compute_limit(1_000_000), compute_price(45_000), memo(text(), WALLET)]
    assert inspect(legacy(exact), ASKED).fee == 50_000
    above = [compute_limit(1_000_000), compute_price(45_001), memo(text(), WALLET)]
    assert refusal(legacy(above)) == "its fee is 50001 lamports"


def test_bytes_that_are_no_transaction_are_refused():
    good = legacy(honest())
    for wrong in (b"", b"\x00", b"\x01", good[:-1], good[:80], good * 3, bytes(1_233)):
        assert refusal(wrong) in ("it cannot be decoded", "it is too large")


def test_ten_thousand_spoiled_transactions_are_refused_or_harmless():
    """Whatever a changed byte makes of it: no crash, and what passes still says the same memo."""
    rolls, good = random.Random(4), legacy(honest())
    passed = 0
    for _ in range(10_000):
        spoiled = bytearray(good)
        for _ in range(rolls.randint(1, 3)):
            spoiled[rolls.randrange(len(spoiled))] = rolls.randrange(256)
        try:
            found = inspect(bytes(spoiled), ASKED)
        except UnsafeTransaction:
            continue
        passed += 1
        keys = list(found.message.account_keys)
        assert bytes(keys[0]) == WALLET
        said = [row.data for row in found.message.instructions if row.data[:4] == b"Acre"]
        (command,) = said
        assert b"liquidate\nowner " in command
        assert f"account 3\nnonce {found.nonce}".encode() in command
    assert passed > 1_000  # signatures, blockhash and marker may be anything


def test_an_unsigned_message_of_an_unknown_version_is_refused():
    message = Message.new_with_blockhash(honest(), Pubkey(WALLET), Hash.from_string(BLOCKHASH))
    raw = bytearray(bytes([1]) + bytes(64) + bytes(message))
    raw[65] = 0x85  # version 5
    assert refusal(bytes(raw)) == "it cannot be decoded"


# deposits and lamports for a delegate

USD = 10**6
TAKEN = Deposit(mint=Pubkey(MINT), vault=Pubkey(VAULT), amount=250 * USD)
GIVEN = TopUp(receiver=Pubkey(OTHER), lamports=10**7)
DEPOSITING = replace(
    ASKED,
    command="deposit-margin",
    lines=(("account", "1"), ("amount", "250.000000")),
    mints=frozenset(),
    deposit=TAKEN,
)
DELEGATING = replace(
    ASKED,
    command="set-delegate",
    lines=(("delegate", str(Pubkey(OTHER))),),
    mints=frozenset(),
    top_up=GIVEN,
)


def deposit_text(amount_e6: int = 250 * USD) -> str:
    return text({"account": 1, "amount": amount_e6}, name="deposit-margin")


def depositing(*moves: Instruction, said: str | None = None) -> bytes:
    said = deposit_text() if said is None else said
    return legacy([*budget(), *moves, memo(said, WALLET)])


def delegating(*moves: Instruction) -> bytes:
    said = text({"delegate": OTHER}, name="set-delegate")
    return legacy([*budget(), *moves, memo(said, WALLET)])


TRUE_DEPOSIT = transfer_tokens(WALLET, VAULT, MINT, 250 * USD)
TRUE_TOP_UP = transfer_lamports(WALLET, OTHER, 10**7)


def test_a_deposit_and_a_top_up_may_be_signed():
    assert inspect(depositing(TRUE_DEPOSIT), DEPOSITING).nonce == NONCE
    assert inspect(delegating(TRUE_TOP_UP), DELEGATING).nonce == NONCE
    assert bytes(own_account(Pubkey(WALLET), Pubkey(MINT))) == token_account(WALLET, MINT)


def spoiled(instruction: Instruction, place: int, key: bytes) -> Instruction:
    """Return the instruction with another account at a place."""
    metas = list(instruction.accounts)
    old = metas[place]
    metas[place] = AccountMeta(Pubkey(key), old.is_signer, old.is_writable)
    return Instruction(instruction.program_id, instruction.data, metas)


def coded(instruction: Instruction, data: bytes) -> Instruction:
    return Instruction(instruction.program_id, data, instruction.accounts)


_OTHERWISE = "it moves tokens otherwise than by the transfer of the deposit"
_ELSEWHERE = "its tokens do not go from the wallet to the vault"
DEPOSIT_ATTACKS = {
    "more": ((transfer_tokens(WALLET, VAULT, MINT, 250 * USD + 1),), _OTHERWISE),
    "less": ((transfer_tokens(WALLET, VAULT, MINT, 1),), _OTHERWISE),
    "another vault": ((transfer_tokens(WALLET, OTHER, MINT, 250 * USD),), _ELSEWHERE),
    "another mint": ((transfer_tokens(WALLET, VAULT, EXCHANGE, 250 * USD),), _ELSEWHERE),
    "from another account": ((spoiled(TRUE_DEPOSIT, 0, OTHER),), _ELSEWHERE),
    "other decimals": ((coded(TRUE_DEPOSIT, TRUE_DEPOSIT.data[:-1] + b"\x09"),), _OTHERWISE),
    "unchecked": ((coded(TRUE_DEPOSIT, b"\x03" + TRUE_DEPOSIT.data[1:-1]),), _OTHERWISE),
    "approval": ((approval(),), _OTHERWISE),
    "burn": ((coded(TRUE_DEPOSIT, b"\x0f" + TRUE_DEPOSIT.data[1:]),), _OTHERWISE),
    "none": ((), "its deposit is missing"),
    "twice": ((TRUE_DEPOSIT, TRUE_DEPOSIT), "it calls Tokenkeg"),
    "with a gift": ((TRUE_DEPOSIT, TRUE_TOP_UP), "it calls 1111"),
    "with a foreign account": (
        (create_token_account(WALLET, OTHER, MINT), TRUE_DEPOSIT),
        "it makes another token account than the wallet's own",
    ),
    "with its own account, unasked": (
        (create_token_account(WALLET, WALLET, MINT), TRUE_DEPOSIT),
        "it makes another token account than the wallet's own",
    ),
}


@pytest.mark.parametrize("attack", DEPOSIT_ATTACKS)
def test_no_other_deposit_is_signed(attack):
    moves, reason = DEPOSIT_ATTACKS[attack]
    assert refusal(depositing(*moves), DEPOSITING).startswith(reason)


def test_the_memo_of_a_deposit_names_its_amount():
    said = deposit_text(249 * USD)
    assert refusal(depositing(TRUE_DEPOSIT, said=said), DEPOSITING) == (
        "its memo has another amount than was asked for"
    )


TOP_UP_ATTACKS = {
    "more": ((transfer_lamports(WALLET, OTHER, 10**7 + 1),), "it moves other lamports"),
    "to another": ((transfer_lamports(WALLET, OWNER, 10**7),), "its lamports do not go"),
    "from another": ((spoiled(TRUE_TOP_UP, 0, VAULT),), "it asks for signatures of others"),
    "none": ((), "its lamports for the delegate are missing"),
    "twice": ((TRUE_TOP_UP, TRUE_TOP_UP), "it calls 1111"),
    "a durable nonce first": ((durable(), TRUE_TOP_UP), "it moves other lamports"),
    "a durable nonce last": ((TRUE_TOP_UP, durable()), "it calls 1111"),
    "the wallet given away": (
        (assign(AssignParams(pubkey=Pubkey(WALLET), owner=Pubkey(EXCHANGE))),),
        "it moves other lamports",
    ),
    "tokens too": ((TRUE_TOP_UP, TRUE_DEPOSIT), "it calls Tokenkeg"),
}


@pytest.mark.parametrize("attack", TOP_UP_ATTACKS)
def test_no_other_top_up_is_signed(attack):
    moves, reason = TOP_UP_ATTACKS[attack]
    assert refusal(delegating(*moves), DELEGATING).startswith(reason)
