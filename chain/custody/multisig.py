"""The cold side of custody: an SPL Token multisig that owns the vault's token accounts."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import CreateAccountWithSeedParams, create_account_with_seed
from spl.token.instructions import initialize_multisig
from spl.token.models import InitializeMultisigParams

from chain.client.addresses import TOKEN_PROGRAM, to_base58
from chain.client.rpc import Account, Rpc
from chain.client.wallet import address_of, send_instructions

MULTISIG_BYTES: Final = 355
SIGNERS_MAX: Final = 11
THRESHOLD_MIN: Final = 2
_SEED_CHARS: Final = 32


class CustodyError(Exception):
    """Why a step of custody cannot be done; the text is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Multisig:
    """An SPL Token multisig: `threshold` of its signers move what it owns."""

    address: bytes
    threshold: int
    signers: tuple[bytes, ...]

    def check_signers(self, chosen: Sequence[bytes]) -> None:
        """Check that the chosen cold keys are enough and its own; raises CustodyError."""
        strangers = [key for key in chosen if key not in self.signers]
        if strangers:
            raise CustodyError(f"{to_base58(strangers[0])} is no signer of the multisig.")
        if len(set(chosen)) != len(chosen):
            raise CustodyError("A signer is named twice; each counts once.")
        if len(chosen) < self.threshold:
            raise CustodyError(
                f"The multisig needs {self.threshold} signers, but {len(chosen)} are named."
            )


async def read_multisig(rpc: Rpc, address: bytes) -> Multisig:
    """Read a multisig from the chain; raises CustodyError if the address is none, or a weak one.

    The Token program counts a key as often as it is named: twice, and it signs for two.
    """
    multisig = parse_multisig(address, await rpc.account(address))
    if multisig is None:
        raise CustodyError(f"{to_base58(address)} is not a multisig of the SPL Token program.")
    if multisig.threshold < THRESHOLD_MIN or len(set(multisig.signers)) < len(multisig.signers):
        raise CustodyError(
            f"The multisig {to_base58(address)} is too weak: a single key could be enough. It has "
            f"to need {THRESHOLD_MIN} signers at least, and to name each once."
        )
    return multisig


def parse_multisig(address: bytes, account: Account | None) -> Multisig | None:
    """Read threshold, count, initialised and signers from the account's layout."""
    if (
        account is None
        or account.owner != str(TOKEN_PROGRAM)
        or len(account.data) != MULTISIG_BYTES
        or account.data[2] != 1
    ):
        return None
    threshold, count = account.data[0], account.data[1]
    signers = tuple(account.data[3 + 32 * at : 35 + 32 * at] for at in range(count))
    return Multisig(address, threshold, signers)


async def create_multisig(
    rpc: Rpc, payer: Keypair, threshold: int, signers: Sequence[bytes]
) -> Multisig:
    """Create the multisig of these cold keys, unless it is there; returns it.

    Its address is derived from the payer's, so that no key for it exists or ever did.
    """
    if not THRESHOLD_MIN <= threshold <= len(signers) <= SIGNERS_MAX:
        raise CustodyError(
            f"A multisig has at most {SIGNERS_MAX} signers, and from {THRESHOLD_MIN} to all of "
            "them have to sign: with one, a single stolen key would be enough."
        )
    if len(set(signers)) != len(signers):
        raise CustodyError("A signer is named twice; each counts once.")
    seed = _seed(threshold, signers)
    base = address_of(payer)
    address = bytes(Pubkey.create_with_seed(Pubkey(base), seed, TOKEN_PROGRAM))
    if await rpc.account(address) is None:
        lamports = int(await rpc.read("getMinimumBalanceForRentExemption", [MULTISIG_BYTES]))
        instructions = _create(base, address, seed, lamports, threshold, signers)
        await send_instructions(rpc, instructions, [payer])
    return await read_multisig(rpc, address)


def _seed(threshold: int, signers: Sequence[bytes]) -> str:
    name = bytes([threshold]) + b"".join(signers)
    return hashlib.sha256(name).hexdigest()[:_SEED_CHARS]


def _create(
    base: bytes,
    address: bytes,
    seed: str,
    lamports: int,
    threshold: int,
    signers: Sequence[bytes],
) -> list[Instruction]:
    return [
        create_account_with_seed(
            CreateAccountWithSeedParams(
                from_pubkey=Pubkey(base),
                to_pubkey=Pubkey(address),
                base=Pubkey(base),
                seed=seed,
                lamports=lamports,
                space=MULTISIG_BYTES,
                owner=TOKEN_PROGRAM,
            )
        ),
        initialize_multisig(
            InitializeMultisigParams(
                program_id=TOKEN_PROGRAM,
                multisig=Pubkey(address),
                m=threshold,
                signers=[Pubkey(signer) for signer in signers],
            )
        ),
    ]
