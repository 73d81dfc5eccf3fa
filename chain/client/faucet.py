"""The faucet of the local chain: SOL, collateral and ACRE tokens in one real transaction."""

import itertools
from dataclasses import dataclass
from typing import Final

from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from spl.token.instructions import mint_to
from spl.token.models import MintToParams

from chain.client.addresses import TOKEN_PROGRAM, to_base58, token_account
from chain.client.facts import ChainFacts
from chain.client.instructions import compute_limit, create_token_account, signed
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, send_instructions, wait_confirmed

LAMPORTS_PER_SOL: Final = 10**9
AIRDROP_E9: Final = 1_000 * LAMPORTS_PER_SOL
LOW_BALANCE_E9: Final = 100 * LAMPORTS_PER_SOL
COMPUTE_UNITS: Final = 150_000


@dataclass(frozen=True, slots=True)
class Gift:
    """The amounts of one drop."""

    sol_e9: int = 2 * LAMPORTS_PER_SOL
    collateral_e6: int = 10_000 * 10**6
    token_e6: int = 10_000 * 10**6


async def airdrop_if_low(rpc: Rpc, address: bytes, low_e9: int = LOW_BALANCE_E9) -> None:
    """Top a wallet of ours up from the node's own airdrop (local chain only)."""
    if await rpc.balance(address) >= low_e9:
        return
    _blockhash, last_valid, _slot = await rpc.latest_blockhash()
    signature = await rpc.call("requestAirdrop", [to_base58(address), AIRDROP_E9])
    await wait_confirmed(rpc, str(signature), last_valid)


class Faucet:
    """Holds the mint authority of the local chain's two tokens."""

    def __init__(self, rpc: Rpc, facts: ChainFacts, wallet: Keypair) -> None:
        self._rpc = rpc
        self._facts = facts
        self._wallet = wallet
        self._drops = itertools.count()

    async def drop(self, address: bytes, gift: Gift = Gift()) -> str:
        """Give the tokens to a wallet, wait until confirmed, return the signature."""
        await airdrop_if_low(self._rpc, address_of(self._wallet))
        return await send_instructions(self._rpc, self._instructions(address, gift), [self._wallet])

    def transaction(self, address: bytes, gift: Gift, blockhash: str) -> bytes:
        """Return the signed transaction of a drop, for a caller that sends it."""
        return signed(self._instructions(address, gift), [self._wallet], blockhash)

    def _instructions(self, address: bytes, gift: Gift) -> list[Instruction]:
        # a limit that changes keeps two drops apart: equal bytes would be one transaction
        instructions = [compute_limit(COMPUTE_UNITS + next(self._drops) % COMPUTE_UNITS)]
        if gift.sol_e9:
            instructions.append(
                transfer(
                    TransferParams(
                        from_pubkey=self._wallet.pubkey(),
                        to_pubkey=Pubkey(address),
                        lamports=gift.sol_e9,
                    )
                )
            )
        amounts = (
            (self._facts.collateral_mint, gift.collateral_e6),
            (self._facts.token_mint, gift.token_e6),
        )
        for mint, amount_e6 in amounts:
            if amount_e6:
                instructions += self._mint(address, mint, amount_e6)
        return instructions

    def _mint(self, address: bytes, mint: bytes, amount_e6: int) -> list[Instruction]:
        payer = address_of(self._wallet)
        return [
            create_token_account(payer, address, mint),
            mint_to(
                MintToParams(
                    program_id=TOKEN_PROGRAM,
                    mint=Pubkey(mint),
                    dest=Pubkey(token_account(address, mint)),
                    mint_authority=self._wallet.pubkey(),
                    amount=amount_e6,
                    signers=[],
                )
            ),
        ]
