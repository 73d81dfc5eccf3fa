"""anchorpy: its provider and helpers, on the solana-py of its own environment."""

import asyncio

from anchorpy import Provider, Wallet
from anchorpy.utils import rpc as helpers
from anchorpy.utils import token as token_helpers
from report import LAMPORTS, SOL, URL, check, confirms_all, row
from solana.rpc.async_api import AsyncClient
from solana.rpc.commitment import Confirmed
from solana.rpc.types import TxOpts
from solders.keypair import Keypair
from solders.message import MessageV0
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction

PAYER = Keypair()
RECEIVER = Keypair().pubkey()


async def signed(client: AsyncClient, to: Pubkey, lamports: int) -> VersionedTransaction:
    paid = transfer(TransferParams(from_pubkey=PAYER.pubkey(), to_pubkey=to, lamports=lamports))
    blockhash = (await client.get_latest_blockhash(Confirmed)).value.blockhash
    message = MessageV0.try_compile(PAYER.pubkey(), [paid], [], blockhash)
    return VersionedTransaction(message, [PAYER])


async def main() -> None:
    async with AsyncClient(URL, Confirmed) as client:
        options = TxOpts(skip_confirmation=False, preflight_commitment=Confirmed)
        provider = Provider(client, Wallet(PAYER), options)
        world: dict[str, Pubkey] = {}

        async def airdrop() -> None:
            sent = await client.request_airdrop(PAYER.pubkey(), 20 * SOL)
            await client.confirm_transaction(sent.value, Confirmed)

        async def pay(lamports: int) -> None:
            await provider.send(await signed(client, RECEIVER, lamports))

        async def transfers() -> None:
            await pay(LAMPORTS)
            check((await client.get_balance(RECEIVER)).value == LAMPORTS, "balance")

        async def tokens() -> None:
            mint, vault = await token_helpers.create_mint_and_vault(provider, 5_000)
            found = await token_helpers.get_mint_info(provider, mint)
            check(found.supply == 5_000, "get_mint_info")
            check((await token_helpers.get_token_account(provider, vault)).amount == 5_000, "vault")
            world.update(mint=mint, vault=vault)

        async def multiple() -> None:
            addresses = [world["mint"], world["vault"], Keypair().pubkey()]
            mint, vault, nothing = await helpers.get_multiple_accounts(client, addresses)
            check((len(mint.account.data), len(vault.account.data)) == (82, 165), "base64+zstd")
            check(nothing is None, "no account")

        async def send_all() -> None:
            made = [await signed(client, RECEIVER, count + 1) for count in range(3)]
            check(len(set(await provider.send_all(made))) == 3, "send_all")

        async def simulate() -> None:
            value = (await provider.simulate(await signed(client, RECEIVER, 1))).value
            check(value.err is None and value.units_consumed, "simulate")

        for name, work in {
            "airdrop": airdrop,
            "transfer, version 0": transfers,
            "tokens": tokens,
            "getMultipleAccounts": multiple,
            "sendTransaction": send_all,
            "simulateTransaction": simulate,
        }.items():
            await row(name, work)
        await confirms_all(lambda count: pay(count + 1))


asyncio.run(main())
