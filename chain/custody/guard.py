"""The exactly-once guard of a payout: an account whose address follows from the request.

The payout's transaction creates it, so a second payout of the same request must fail on chain,
whatever the settler believes. It carries data, which only the creation can write; that is what
"used" means. It is a nonce account of the fee payer, the only kind that the System program can
close: its rent is lent, and comes back when the guard has done its work (`reclaimer`). Guards of
one byte, which payouts made before, stay for ever and are used all the same.

`createAccountWithSeed` fails on an account that was sent lamports beforehand. Such a
request would be blocked for ever, so a prefunded guard is claimed by `allocateWithSeed` instead.
Both fail on an account that has data, so they exclude each other.
"""

import hashlib
from dataclasses import dataclass
from enum import Enum
from typing import Final, cast

from solders.instruction import Instruction
from solders.pubkey import Pubkey
from solders.system_program import (
    AllocateWithSeedParams,
    CreateAccountWithSeedParams,
    InitializeNonceAccountParams,
    TransferParams,
    allocate_with_seed,
    create_account_with_seed,
    initialize_nonce_account,
    transfer,
)

from chain.client.addresses import SYSTEM_PROGRAM
from chain.client.rpc import Account, Rpc

SEED_CHARS: Final = 32
GUARD_BYTES: Final = 80  # of a nonce account
GUARD_RENT_E9: Final = 1_447_680  # rent exemption of so many bytes
_INITIALIZED: Final = 1  # state of a nonce account: version, state, authority, value
_STATE: Final = slice(4, 8)
_AUTHORITY: Final = slice(8, 40)


class GuardState(Enum):
    """On-chain state of a guard account."""

    FREE = "free"
    PREFUNDED = "prefunded"
    USED = "used"


@dataclass(frozen=True, slots=True)
class Guard:
    """The guard of one settlement request."""

    seed: str
    base: bytes
    address: bytes

    @classmethod
    def of_request(cls, base: bytes, owner: bytes, request_id: int) -> "Guard":
        """Derive the guard from owner and request id, under the key that signs payouts.

        The exchange address is left out on purpose: a journal that was lost and derived again
        from the chain has another one, and must find the payouts of the first.
        """
        name = owner + request_id.to_bytes(8, "little")
        seed = hashlib.sha256(name).hexdigest()[:SEED_CHARS]
        address = Pubkey.create_with_seed(Pubkey(base), seed, SYSTEM_PROGRAM)
        return cls(seed, base, bytes(address))

    async def state(self, rpc: Rpc, commitment: str) -> GuardState:
        """Ask the chain whether the request was paid."""
        return guard_state(await rpc.account(self.address, commitment))

    def claim(self, fee_payer: bytes, state: GuardState) -> list[Instruction]:
        """Return the instructions that use the guard up."""
        assert state is not GuardState.USED
        start = initialize_nonce_account(
            InitializeNonceAccountParams(
                nonce_pubkey=Pubkey(self.address), authority=Pubkey(fee_payer)
            )
        )
        if state is GuardState.FREE:
            return [self._create(fee_payer), start]
        top_up = TransferParams(
            from_pubkey=Pubkey(fee_payer),
            to_pubkey=Pubkey(self.address),
            lamports=GUARD_RENT_E9,
        )
        space = allocate_seeded(self.address, self.base, self.seed, GUARD_BYTES)
        return [transfer(top_up), space, start]

    def _create(self, fee_payer: bytes) -> Instruction:
        return create_account_with_seed(
            CreateAccountWithSeedParams(
                from_pubkey=Pubkey(fee_payer),
                to_pubkey=Pubkey(self.address),
                base=Pubkey(self.base),
                seed=self.seed,
                lamports=GUARD_RENT_E9,
                space=GUARD_BYTES,
                owner=SYSTEM_PROGRAM,
            )
        )


def allocate_seeded(address: bytes, base: bytes, seed: str, space: int) -> Instruction:
    """Return the instruction that gives an address derived from a signer's its bytes."""
    # the library reads the key `address` where its type says `account_pubkey`
    params = {
        "address": Pubkey(address),
        "base": Pubkey(base),
        "seed": seed,
        "space": space,
        "owner": SYSTEM_PROGRAM,
    }
    return allocate_with_seed(cast("AllocateWithSeedParams", params))


def is_lent(account: Account | None) -> bool:
    """Return whether an account is a guard of any fee payer that can be closed."""
    return (
        account is not None
        and account.owner == str(SYSTEM_PROGRAM)
        and len(account.data) == GUARD_BYTES
        and int.from_bytes(account.data[_STATE], "little") == _INITIALIZED
    )


def is_lent_by(account: Account | None, fee_payer: bytes) -> bool:
    """Return whether an account is a guard that this fee payer can close."""
    return account is not None and is_lent(account) and account.data[_AUTHORITY] == fee_payer


def guard_state(account: Account | None) -> GuardState:
    """Return whether a guard is used, not merely sent lamports."""
    if account is None or (account.lamports == 0 and not account.data):
        return GuardState.FREE
    return GuardState.USED if account.data else GuardState.PREFUNDED
