import base64

from solana.rpc.async_api import AsyncClient
from solders.keypair import Keypair
from spl.token.constants import TOKEN_PROGRAM_ID
from spl.token.instructions import approve
from spl.token.models import ApproveParams

from chain.node.encoding.tokens import amount_text
from tests.chain.node.wallet import SOL, Wallet, rpc


async def test_a_delegate_is_shown_with_its_allowance(wallet: Wallet) -> None:
    mint = await wallet.create_mint()
    account = await wallet.mint_tokens(mint, wallet.address, 9_000_000)
    delegate = Keypair().pubkey()
    await wallet.send(
        [
            approve(
                ApproveParams(
                    program_id=TOKEN_PROGRAM_ID,
                    source=account,
                    delegate=delegate,
                    owner=wallet.address,
                    amount=2_500_000,
                )
            )
        ]
    )
    options = {"encoding": "jsonParsed"}
    answer = await rpc(wallet.node.url, "getAccountInfo", str(account), options)
    info = answer["result"]["value"]["data"]["parsed"]["info"]
    assert info["delegate"] == str(delegate)
    assert info["delegatedAmount"]["uiAmountString"] == "2.5"
    answer = await rpc(wallet.node.url, "getAccountInfo", str(mint), options)
    info = answer["result"]["value"]["data"]["parsed"]["info"]
    assert info["mintAuthority"] == str(wallet.address)
    assert info["freezeAuthority"] is None


async def test_accounts_that_cannot_be_explained_come_as_bytes(wallet: Wallet) -> None:
    addresses = [str(wallet.address), str(Keypair().pubkey()), str(TOKEN_PROGRAM_ID)]
    options = {"encoding": "jsonParsed"}
    answer = await rpc(wallet.node.url, "getMultipleAccounts", addresses, options)
    plain, missing, program = answer["result"]["value"]
    assert plain["data"] == ["", "base64"]
    assert plain["lamports"] == 10 * SOL
    assert missing is None
    assert program["executable"] is True
    assert len(base64.b64decode(program["data"][0])) == program["space"]


async def test_a_mint_is_no_token_account_and_a_token_account_no_mint(
    wallet: Wallet, client: AsyncClient
) -> None:
    mint = await wallet.create_mint()
    account = await wallet.mint_tokens(mint, wallet.address, 1)
    for method, address, words in (
        ("getTokenAccountBalance", mint, "not a Token account"),
        ("getTokenSupply", account, "not a Token mint"),
        ("getTokenSupply", wallet.address, "not a Token mint"),
        ("getTokenAccountBalance", Keypair().pubkey(), "could not find account"),
    ):
        answer = await rpc(wallet.node.url, method, str(address))
        assert words in answer["error"]["message"]


async def test_program_accounts_can_carry_their_context(wallet: Wallet) -> None:
    await wallet.create_mint()
    options = {
        "withContext": True,
        "encoding": "base64",
        "filters": [{"memcmp": {"offset": 44, "bytes": "Bg==", "encoding": "base64"}}],
        "dataSlice": {"offset": 44, "length": 1},
    }
    answer = await rpc(wallet.node.url, "getProgramAccounts", str(TOKEN_PROGRAM_ID), options)
    assert answer["result"]["context"]["slot"] > 0
    [found] = answer["result"]["value"]
    assert base64.b64decode(found["account"]["data"][0]) == b"\x06"


def test_amounts_are_exact_decimals() -> None:
    assert amount_text(0, 6) == "0"
    assert amount_text(1, 6) == "0.000001"
    assert amount_text(2**64 - 1, 9) == "18446744073.709551615"
    assert amount_text(100, 0) == "100"
    assert amount_text(1_500_000, 6) == "1.5"
