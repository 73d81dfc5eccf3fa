import pytest
from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import (
    AllocateParams,
    AssignParams,
    CreateAccountWithSeedParams,
    allocate,
    assign,
    create_account_with_seed,
    create_nonce_account,
)
from spl.token import instructions as spl
from spl.token import models
from spl.token.constants import TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID

from chain.node.encoding.instructions import parse_instruction

ONE, TWO, THREE, FOUR = (Keypair().pubkey() for _ in range(4))


def parsed(instruction: Instruction) -> dict[str, object]:
    accounts = [meta.pubkey for meta in instruction.accounts]
    answer = parse_instruction(instruction.program_id, accounts, instruction.data, 1)
    assert answer["programId"] == str(instruction.program_id)
    return answer


def body(instruction: Instruction) -> tuple[str, dict[str, object]]:
    answer = parsed(instruction)["parsed"]
    return answer["type"], answer["info"]


def test_system_instructions() -> None:
    kind, info = body(
        create_account_with_seed(
            CreateAccountWithSeedParams(
                from_pubkey=ONE,
                to_pubkey=TWO,
                base=THREE,
                seed="request-7",
                lamports=890_880,
                space=1,
                owner=FOUR,
            )
        )
    )
    assert kind == "createAccountWithSeed"
    assert info == {
        "source": str(ONE),
        "newAccount": str(TWO),
        "base": str(THREE),
        "seed": "request-7",
        "lamports": 890_880,
        "space": 1,
        "owner": str(FOUR),
    }
    assert body(assign(AssignParams(pubkey=ONE, owner=TWO))) == (
        "assign",
        {"account": str(ONE), "owner": str(TWO)},
    )
    assert body(allocate(AllocateParams(pubkey=ONE, space=9)))[1]["space"] == 9
    create, initialize = create_nonce_account(ONE, TWO, THREE, 1_500_000)
    assert body(create)[1]["space"] == 80
    assert body(initialize)[0] == "initializeNonce"
    assert body(initialize)[1]["nonceAuthority"] == str(THREE)


def test_token_authorities_and_multisig_signers_are_named() -> None:
    single = models.TransferParams(
        program_id=TOKEN_PROGRAM_ID, source=ONE, dest=TWO, owner=THREE, amount=5
    )
    assert body(spl.transfer(single)) == (
        "transfer",
        {
            "source": str(ONE),
            "destination": str(TWO),
            "authority": str(THREE),
            "amount": "5",
        },
    )
    shared = models.TransferParams(
        program_id=TOKEN_PROGRAM_ID, source=ONE, dest=TWO, owner=THREE, amount=5, signers=[FOUR]
    )
    assert body(spl.transfer(shared))[1]["multisigAuthority"] == str(THREE)
    assert body(spl.transfer(shared))[1]["signers"] == [str(FOUR)]


def test_token_instructions_without_amount() -> None:
    close = models.CloseAccountParams(
        program_id=TOKEN_2022_PROGRAM_ID, account=ONE, dest=TWO, owner=THREE
    )
    assert parsed(spl.close_account(close))["program"] == "spl-token-2022"
    assert body(spl.close_account(close)) == (
        "closeAccount",
        {"account": str(ONE), "destination": str(TWO), "owner": str(THREE)},
    )
    authority = models.SetAuthorityParams(
        program_id=TOKEN_PROGRAM_ID,
        account=ONE,
        authority=spl.AuthorityType.ACCOUNT_OWNER,
        current_authority=TWO,
        new_authority=THREE,
    )
    kind, info = body(spl.set_authority(authority))
    assert kind == "setAuthority"
    assert info["authorityType"] == "accountOwner"
    assert info["newAuthority"] == str(THREE)
    mint = models.InitializeMintParams(
        program_id=TOKEN_PROGRAM_ID,
        mint=ONE,
        decimals=6,
        mint_authority=TWO,
        freeze_authority=THREE,
    )
    assert body(spl.initialize_mint(mint))[1]["freezeAuthority"] == str(THREE)
    account = models.InitializeAccountParams(
        program_id=TOKEN_PROGRAM_ID, account=ONE, mint=TWO, owner=THREE
    )
    assert body(spl.initialize_account(account))[1]["owner"] == str(THREE)


@pytest.mark.parametrize("data", [b"", b"\x0c", b"\x0c" + bytes(8), b"\xfe", b"\x06\x00\x01"])
def test_unparsed_instructions_keep_accounts_and_data(data: bytes) -> None:
    answer = parse_instruction(TOKEN_PROGRAM_ID, [ONE], data, 2)
    assert "parsed" not in answer
    assert answer["accounts"] == [str(ONE)]
    assert answer["stackHeight"] == 2
    unknown = parse_instruction(Pubkey.new_unique(), [ONE], data, None)
    assert "program" not in unknown
