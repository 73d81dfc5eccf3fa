from solana.rpc.async_api import AsyncClient
from solana.rpc.models import TokenAccountOpts
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from spl.memo.constants import MEMO_PROGRAM_ID
from spl.token.constants import TOKEN_PROGRAM_ID
from spl.token.instructions import (
    create_idempotent_associated_token_account,
    get_associated_token_address,
    transfer_checked,
)
from spl.token.models import TransferCheckedParams

from tests.chain.node.wallet import Wallet


async def test_a_deposit_like_transaction_shows_memo_transfer_and_balance_changes(
    wallet: Wallet, client: AsyncClient
) -> None:
    mint = await wallet.create_mint()
    source = await wallet.mint_tokens(mint, wallet.address, 5_000_000)
    receiver = Keypair().pubkey()
    destination = get_associated_token_address(receiver, mint)
    signature = await wallet.send(
        [
            create_idempotent_associated_token_account(wallet.address, receiver, mint),
            transfer_checked(
                TransferCheckedParams(
                    program_id=TOKEN_PROGRAM_ID,
                    source=source,
                    mint=mint,
                    dest=destination,
                    owner=wallet.address,
                    amount=1_250_000,
                    decimals=6,
                )
            ),
            Instruction(MEMO_PROGRAM_ID, b"hello", [AccountMeta(wallet.address, True, False)]),
        ]
    )

    answer = await client.get_transaction(
        signature, "jsonParsed", max_supported_transaction_version=1
    )
    assert answer.value is not None
    transaction, meta = answer.value.transaction.transaction, answer.value.transaction.meta
    assert meta is not None
    assert meta.err is None
    parsed = [instruction.parsed for instruction in transaction.message.instructions]
    assert parsed[0]["type"] == "createIdempotent"
    assert parsed[1]["type"] == "transferChecked"
    assert parsed[1]["info"]["tokenAmount"]["uiAmountString"] == "1.25"
    assert parsed[1]["info"]["authority"] == str(wallet.address)
    assert parsed[2] == "hello"
    inner = [item.parsed["type"] for item in meta.inner_instructions[0].instructions]
    assert inner[-1] == "initializeAccount3"

    before = {str(item.owner): item.ui_token_amount.amount for item in meta.pre_token_balances}
    after = {str(item.owner): item.ui_token_amount.amount for item in meta.post_token_balances}
    assert before == {str(wallet.address): "5000000"}
    assert after == {str(wallet.address): "3750000", str(receiver): "1250000"}
    assert sum(meta.pre_balances) - sum(meta.post_balances) == meta.fee == 5000
    assert meta.compute_units_consumed > 0
    assert any("hello" in line for line in meta.log_messages)

    assert (await client.get_token_account_balance(destination)).value.amount == "1250000"
    assert (await client.get_token_supply(mint)).value.ui_amount_string == "5"
    signatures = (await client.get_signatures_for_address(destination)).value
    assert [(item.signature, item.memo) for item in signatures] == [(signature, "[5] hello")]


async def test_token_accounts_are_found_by_owner_and_mint_and_program(
    wallet: Wallet, client: AsyncClient
) -> None:
    mint, other_mint = await wallet.create_mint(), await wallet.create_mint(decimals=0)
    account = await wallet.mint_tokens(mint, wallet.address, 7)
    other_account = await wallet.mint_tokens(other_mint, wallet.address, 9)

    by_mint = await client.get_token_accounts_by_owner_json_parsed(
        wallet.address, TokenAccountOpts(mint=mint)
    )
    assert [item.pubkey for item in by_mint.value] == [account]
    info = by_mint.value[0].account.data.parsed["info"]
    assert info["tokenAmount"]["amount"] == "7"
    assert info["state"] == "initialized"

    by_program = await client.get_token_accounts_by_owner(
        wallet.address, TokenAccountOpts(program_id=TOKEN_PROGRAM_ID)
    )
    assert {item.pubkey for item in by_program.value} == {account, other_account}
    assert all(len(item.account.data) == 165 for item in by_program.value)

    found = await client.get_program_accounts(TOKEN_PROGRAM_ID, filters=[82], encoding="base64")
    assert {item.pubkey for item in found.value} == {mint, other_mint}
    parsed = await client.get_account_info_json_parsed(other_mint)
    assert parsed.value.data.parsed["info"]["decimals"] == 0
