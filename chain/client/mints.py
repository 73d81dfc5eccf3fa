"""The two token mints and the vault's token accounts."""

from typing import Final

from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import CreateAccountWithSeedParams, create_account_with_seed
from spl.token.instructions import initialize_mint
from spl.token.models import InitializeMintParams

from chain.client.addresses import TOKEN_PROGRAM, to_base58
from chain.client.balances import token_balance
from chain.client.facts import TOKEN_DECIMALS, ChainFacts
from chain.client.instructions import create_token_account
from chain.client.rpc import Rpc
from chain.client.wallet import TransactionFailed, address_of, send_instructions

MINT_BYTES: Final = 82
_DECIMALS: Final = 44  # offsets in a mint's data
_INITIALIZED: Final = 45
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
            try:
                await send_instructions(rpc, _create_mint(owner, mint, name, lamports), [authority])
            except TransactionFailed:
                # an interrupted start's transaction may have landed since the account was read
                if await rpc.account(mint) is None:
                    raise
    return mints


async def mint_refusal(rpc: Rpc, mint: bytes) -> str | None:
    """Return why a mint cannot be a token of the exchange, None if it can."""
    account = await rpc.account(mint)
    if account is None:
        return f"there is no account {to_base58(mint)} on this chain"
    if account.owner != str(TOKEN_PROGRAM):
        return f"{to_base58(mint)} does not belong to the SPL Token program"
    if len(account.data) != MINT_BYTES or account.data[_INITIALIZED] != 1:
        return f"{to_base58(mint)} is no mint"
    if account.data[_DECIMALS] != TOKEN_DECIMALS:
        return f"{to_base58(mint)} has {account.data[_DECIMALS]} decimals, not {TOKEN_DECIMALS}"
    return None


async def mint_decimals(rpc: Rpc, mint: bytes) -> int | None:
    """Return the decimals of a mint of the SPL Token program; None: it is none."""
    account = await rpc.account(mint)
    if account is None or account.owner != str(TOKEN_PROGRAM):
        return None
    if len(account.data) != MINT_BYTES or account.data[_INITIALIZED] != 1:
        return None
    return account.data[_DECIMALS]


async def ensure_vaults(rpc: Rpc, facts: ChainFacts, payer: Keypair) -> None:
    """Create the token accounts of the vault authority that are missing.

    Lamports that were sent to their addresses before make no token account.
    """
    missing = [
        mint
        for mint in (facts.collateral_mint, facts.token_mint)
        if await token_balance(rpc, facts.vault_authority, mint) is None
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
