"""A user with a key, who builds and sends real transactions through solana-py."""

from collections.abc import Sequence
from dataclasses import dataclass

import aiohttp
from solana.rpc.async_api import AsyncClient
from solana.rpc.models import TxOpts
from solders.hash import Hash
from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import ID as SYSTEM_PROGRAM
from solders.system_program import (
    CreateAccountParams,
    TransferParams,
    create_account,
    transfer,
)
from solders.transaction import VersionedTransaction
from spl.token.constants import TOKEN_PROGRAM_ID
from spl.token.instructions import (
    create_idempotent_associated_token_account,
    get_associated_token_address,
    initialize_mint,
    mint_to,
)
from spl.token.models import InitializeMintParams, MintToParams

from chain.node.server.server import NodeServer
from tests.chain.node.waiting import settled

SOL = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wallet:
    node: NodeServer
    client: AsyncClient
    key: Keypair

    @classmethod
    async def funded(cls, node: NodeServer, client: AsyncClient) -> "Wallet":
        wallet = cls(node=node, client=client, key=Keypair())
        answer = await client.request_airdrop(wallet.address, 10 * SOL)
        await settled(node, bytes(answer.value))
        return wallet

    @property
    def address(self) -> Pubkey:
        return self.key.pubkey()

    def pay(self, to: Pubkey, lamports: int) -> Instruction:
        return transfer(TransferParams(from_pubkey=self.address, to_pubkey=to, lamports=lamports))

    async def sign(
        self,
        instructions: Sequence[Instruction],
        signers: Sequence[Keypair] = (),
        blockhash: Hash | None = None,
    ) -> VersionedTransaction:
        if blockhash is None:
            blockhash = (await self.client.get_latest_blockhash()).value.blockhash
        message = Message.new_with_blockhash(list(instructions), self.address, blockhash)
        return VersionedTransaction(message, [self.key, *signers])

    async def post(
        self, transaction: VersionedTransaction, *, skip_preflight: bool = False
    ) -> Signature:
        options = TxOpts(skip_preflight=skip_preflight)
        return (await self.client.send_raw_transaction(bytes(transaction), options)).value

    async def send(
        self,
        instructions: Sequence[Instruction],
        signers: Sequence[Keypair] = (),
        *,
        skip_preflight: bool = False,
    ) -> Signature:
        transaction = await self.sign(instructions, signers)
        signature = await self.post(transaction, skip_preflight=skip_preflight)
        await settled(self.node, bytes(signature))
        return signature

    async def create_data(self, space: int) -> Pubkey:
        """Make an account of so many zero bytes."""
        account = Keypair()
        lamports = (await self.client.get_minimum_balance_for_rent_exemption(space)).value
        creation = CreateAccountParams(
            from_pubkey=self.address,
            to_pubkey=account.pubkey(),
            lamports=lamports,
            space=space,
            owner=SYSTEM_PROGRAM,
        )
        await self.send([create_account(creation)], [account])
        return account.pubkey()

    async def create_mint(self, decimals: int = 6) -> Pubkey:
        mint = Keypair()
        lamports = (await self.client.get_minimum_balance_for_rent_exemption(82)).value
        await self.send(
            [
                create_account(
                    CreateAccountParams(
                        from_pubkey=self.address,
                        to_pubkey=mint.pubkey(),
                        lamports=lamports,
                        space=82,
                        owner=TOKEN_PROGRAM_ID,
                    )
                ),
                initialize_mint(
                    InitializeMintParams(
                        decimals=decimals,
                        mint=mint.pubkey(),
                        mint_authority=self.address,
                        program_id=TOKEN_PROGRAM_ID,
                    )
                ),
            ],
            [mint],
        )
        return mint.pubkey()

    async def mint_tokens(self, mint: Pubkey, owner: Pubkey, amount: int) -> Pubkey:
        account = get_associated_token_address(owner, mint)
        await self.send(
            [
                create_idempotent_associated_token_account(self.address, owner, mint),
                mint_to(
                    MintToParams(
                        amount=amount,
                        dest=account,
                        mint=mint,
                        mint_authority=self.address,
                        program_id=TOKEN_PROGRAM_ID,
                    )
                ),
            ]
        )
        return account


async def rpc(url: str, method: str, *params: object) -> dict[str, object]:
    """Call a method without a client library and return the whole response object."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}
    async with aiohttp.ClientSession() as session, session.post(url, json=body) as response:
        assert response.status == 200
        return await response.json()
