"""The time and slot that programs on the chain see."""

from solana.rpc.async_api import AsyncClient
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.system_program import CreateAccountParams, create_account, deactivate_lookup_table
from spl.token.constants import TOKEN_2022_PROGRAM_ID

from tests.chain.node.test_versions import create_table
from tests.chain.node.waiting import until
from tests.chain.node.wallet import Wallet, rpc

# A Token-2022 mint with the extension of interest: 165 bytes, a type, then (type, length, value).
_MINT_BYTES = 166 + 4 + 52
_INITIALIZED_AT = slice(166 + 4 + 32, 166 + 4 + 32 + 8)
_INITIALIZE_INTEREST, _INITIALIZE_MINT = bytes([33, 0]), bytes([20])


async def place_of(wallet: Wallet, signature: object) -> tuple[int, int]:
    options = {"maxSupportedTransactionVersion": 0}
    found = (await rpc(wallet.node.url, "getTransaction", str(signature), options))["result"]
    return found["slot"], found["blockTime"]


async def interest_bearing_mint(wallet: Wallet, client: AsyncClient) -> tuple[int, object]:
    """Create a mint that notes the time of its creation; returns (that time, signature)."""
    mint = Keypair()
    lamports = (await client.get_minimum_balance_for_rent_exemption(_MINT_BYTES)).value
    authority = bytes(wallet.address)
    accounts = [AccountMeta(mint.pubkey(), False, True)]
    signature = await wallet.send(
        [
            create_account(
                CreateAccountParams(
                    from_pubkey=wallet.address,
                    to_pubkey=mint.pubkey(),
                    lamports=lamports,
                    space=_MINT_BYTES,
                    owner=TOKEN_2022_PROGRAM_ID,
                )
            ),
            Instruction(
                TOKEN_2022_PROGRAM_ID, _INITIALIZE_INTEREST + authority + bytes(2), accounts
            ),
            Instruction(
                TOKEN_2022_PROGRAM_ID, _INITIALIZE_MINT + b"\x06" + authority + b"\0", accounts
            ),
        ],
        [mint],
    )
    account = (await client.get_account_info(mint.pubkey())).value
    assert account is not None
    return int.from_bytes(account.data[_INITIALIZED_AT], "little"), signature


async def test_programs_see_the_time_of_their_block_and_it_moves(
    wallet: Wallet, client: AsyncClient
) -> None:
    first_s, first = await interest_bearing_mint(wallet, client)
    assert first_s == (await place_of(wallet, first))[1] > 1_700_000_000
    ledger = wallet.node.ledger
    until_slot = ledger.open_slot + 1_500 // ledger.slot_ms
    await until(wallet.node, lambda: ledger.open_slot > until_slot)
    second_s, second = await interest_bearing_mint(wallet, client)
    assert second_s == (await place_of(wallet, second))[1] > first_s


async def test_programs_see_the_slot_of_their_block(wallet: Wallet, client: AsyncClient) -> None:
    table = await create_table(wallet, [Keypair().pubkey()])
    instruction = deactivate_lookup_table(
        {"lookup_table_address": table, "authority_address": wallet.address}
    )
    signature = await wallet.send([instruction])
    account = (await client.get_account_info(table)).value
    assert account is not None
    assert int.from_bytes(account.data[4:12], "little") == (await place_of(wallet, signature))[0]
