"""A third-party issuer of the tokens of an exchange that may not mint its own."""

from dataclasses import dataclass, field

from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import CreateAccountParams, TransferParams, create_account, transfer
from spl.token.instructions import initialize_mint, mint_to
from spl.token.models import InitializeMintParams, MintToParams

from chain.client.addresses import TOKEN_PROGRAM, token_account
from chain.client.faucet import airdrop_if_low
from chain.client.instructions import create_token_account
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, send_instructions

MINT_BYTES = 82


@dataclass(frozen=True, slots=True)
class Issuer:
    """Holds the mint authority, and SOL to give away."""

    rpc: Rpc
    key: Keypair = field(default_factory=Keypair)

    @classmethod
    async def funded(cls, rpc: Rpc) -> "Issuer":
        issuer = cls(rpc)
        await airdrop_if_low(rpc, address_of(issuer.key))
        return issuer

    async def mint(self, *, decimals: int = 6, program: Pubkey = TOKEN_PROGRAM) -> bytes:
        """Create a mint."""
        mint = Keypair()
        lamports = int(await self.rpc.read("getMinimumBalanceForRentExemption", [MINT_BYTES]))
        account = CreateAccountParams(
            from_pubkey=self.key.pubkey(),
            to_pubkey=mint.pubkey(),
            lamports=lamports,
            space=MINT_BYTES,
            owner=program,
        )
        parameters = InitializeMintParams(
            decimals=decimals,
            program_id=program,
            mint=mint.pubkey(),
            mint_authority=self.key.pubkey(),
        )
        instructions = [create_account(account), initialize_mint(parameters)]
        await send_instructions(self.rpc, instructions, [self.key, mint])
        return address_of(mint)

    async def pay(self, address: bytes, lamports: int = 10**9) -> None:
        """Give SOL away."""
        parameters = TransferParams(
            from_pubkey=self.key.pubkey(), to_pubkey=Pubkey(address), lamports=lamports
        )
        await send_instructions(self.rpc, [transfer(parameters)], [self.key])

    async def give(self, owner: bytes, mint: bytes, amount_e6: int) -> bytes:
        """Make tokens for a wallet; returns its token account."""
        account = token_account(owner, mint)
        parameters = MintToParams(
            program_id=TOKEN_PROGRAM,
            mint=Pubkey(mint),
            dest=Pubkey(account),
            mint_authority=self.key.pubkey(),
            amount=amount_e6,
        )
        instructions = [
            create_token_account(address_of(self.key), owner, mint),
            mint_to(parameters),
        ]
        await send_instructions(self.rpc, instructions, [self.key])
        return account
