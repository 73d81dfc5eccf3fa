"""The two token mints and the vault's token accounts of a local chain."""

from typing import Final

from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import CreateAccountWithSeedParams, create_account_with_seed
from spl.token.instructions import initialize_mint
from spl.token.models import InitializeMintParams

from chain.addresses import TOKEN_PROGRAM, token_account
from chain.facts import TOKEN_DECIMALS, ChainFacts
from chain.instructions import create_token_account
from chain.rpc import Rpc
from chain.wallet import address_of, send_instructions

MINT_BYTES: Final = 82
COLLATERAL_NAME: Final = "acre collateral"
ACRE_TOKEN_NAME: Final = "acre token"  # noqa: S105 - a name, no secret


def mint_address(authority: bytes, name: str) -> bytes:
    """Return the mint that the authority creates under a name; the same on every start."""
    return bytes(Pubkey.create_with_seed(Pubkey(authority), name, TOKEN_PROGRAM))


async def ensure_mints(rpc: Rpc, authority: Keypair) -> tuple[bytes, bytes]:
    """Create what is missing of the two mints; returns (collateral mint, ACRE token mint)."""
    owner = address_of(authority)
    mints = (mint_address(owner, COLLATERAL_NAME), mint_address(owner, ACRE_TOKEN_NAME))
    for mint, name in zip(mints, (COLLATERAL_NAME, ACRE_TOKEN_NAME), strict=True):
        if await rpc.account(mint) is None:
            lamports = int(await rpc.read("getMinimumBalanceForRentExemption", [MINT_BYTES]))
            await send_instructions(rpc, _create_mint(owner, mint, name, lamports), [authority])
    return mints


async def ensure_vaults(rpc: Rpc, facts: ChainFacts, payer: Keypair) -> None:
    """Create the token accounts of the vault authority that are missing."""
    missing = [
        mint
        for mint in (facts.collateral_mint, facts.token_mint)
        if await rpc.account(token_account(facts.vault_authority, mint)) is None
    ]
    if missing:
        await send_instructions(
            rpc,
            [
                create_token_account(address_of(payer), facts.vault_authority, mint)
                for mint in missing
            ],
            [payer],
        )


def _create_mint(authority: bytes, mint: bytes, name: str, lamports: int) -> list[Instruction]:
    return [
        create_account_with_seed(
            CreateAccountWithSeedParams(
                from_pubkey=Pubkey(authority),
                to_pubkey=Pubkey(mint),
                base=Pubkey(authority),
                seed=name,
                lamports=lamports,
                space=MINT_BYTES,
                owner=TOKEN_PROGRAM,
            )
        ),
        initialize_mint(
            InitializeMintParams(
                decimals=TOKEN_DECIMALS,
                program_id=TOKEN_PROGRAM,
                mint=Pubkey(mint),
                mint_authority=Pubkey(authority),
                freeze_authority=None,
            )
        ),
    ]
