"""Evidence of a guard's use: its payout or something else.

A thief of the key under which guards are made can use guards up without paying. Such a guard must
not hide that the owner was not paid, and a payout must be found whatever key signed it.
"""

from dataclasses import dataclass
from typing import Final

from chain.client.addresses import (
    ASSOCIATED_TOKEN_PROGRAM,
    COMPUTE_BUDGET_PROGRAM,
    SYSTEM_PROGRAM,
    TOKEN_PROGRAM,
    token_account,
)
from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc
from chain.custody.guard import Guard
from chain.custody.payout import tip_to_processor_e6
from chain.follower.transaction import (
    BlockTransaction,
    TopInstruction,
    UndecodableTransaction,
    decode,
    raw_transaction,
)
from engine.core.views import SettlementRequestView

SIGNATURES_MAX: Final = 1000
_CREATE_WITH_SEED: Final = 3
_ALLOCATE_WITH_SEED: Final = 9
_PROGRAMS: Final = frozenset(
    bytes(program)
    for program in (
        ASSOCIATED_TOKEN_PROGRAM,
        COMPUTE_BUDGET_PROGRAM,
        SYSTEM_PROGRAM,
        TOKEN_PROGRAM,
    )
)


@dataclass(frozen=True, slots=True)
class GuardUse:
    """`payout` names the payout that used a guard; without one it may be proven to be spoiled.

    Spoiled: everything that the key did with the guard is known and the owner got nothing of it.
    As the guard is used, no payout by it can land any more. Neither: unknown, which also holds
    where the owner got another amount: a journal that was derived again may owe another one.
    A guard that was reclaimed is gone; the transactions that name it are still there.
    """

    payout: bytes | None
    is_spoiled: bool
    slot: int = 0  # of the payout
    is_signed: bool = True  # the key has signed with it, for all that is known


async def use_of(
    rpc: Rpc,
    guard: Guard,
    request: SettlementRequestView,
    facts: ChainFacts,
    commitment: str = "confirmed",
) -> GuardUse:
    """Look through the transactions that name a guard, the oldest first."""
    texts, is_complete = await rpc.successful_signatures(guard.address, SIGNATURES_MAX, commitment)
    is_signed_by_base = is_paid_otherwise = False
    for text in reversed(texts):
        transaction, slot = await _transaction(rpc, text, commitment)
        if transaction is None:
            is_complete = False
        elif guard.base in transaction.signers:
            if is_payout(transaction, guard, request, facts):
                return GuardUse(transaction.signature, is_spoiled=False, slot=slot)
            is_signed_by_base = True
            is_paid_otherwise |= _has_paid(transaction, request, facts)
    is_spoiled = is_complete and is_signed_by_base and not is_paid_otherwise
    return GuardUse(None, is_spoiled=is_spoiled, is_signed=is_signed_by_base)


def is_payout(
    transaction: BlockTransaction, guard: Guard, request: SettlementRequestView, facts: ChainFacts
) -> bool:
    """Return whether a transaction used this guard, no other, and paid the request in full.

    One that claims several guards would pay once for all of them; one that calls a foreign program
    could claim others in its inner instructions, which are not read.
    """
    mint = facts.mint_address(request.mint)
    claims = [row for row in transaction.instructions if _is_claim(row)]
    owner_e6 = transaction.delta_of(token_account(request.owner, mint))
    return (
        not transaction.is_failed
        and guard.base in transaction.signers
        and all(row.program in _PROGRAMS for row in transaction.instructions)
        and len(claims) == 1
        and guard.address in claims[0].accounts
        and transaction.delta_of(token_account(facts.vault_authority, mint)) == -request.amount_e6
        and owner_e6 >= request.amount_e6 - tip_to_processor_e6(request)
        and transaction.is_signed()
    )


def _has_paid(
    transaction: BlockTransaction, request: SettlementRequestView, facts: ChainFacts
) -> bool:
    """Return whether tokens left the vault and some came to the owner, however many."""
    mint = facts.mint_address(request.mint)
    is_out = transaction.delta_of(token_account(facts.vault_authority, mint)) < 0
    return is_out and transaction.delta_of(token_account(request.owner, mint)) > 0


def _is_claim(instruction: TopInstruction) -> bool:
    kind = int.from_bytes(instruction.data[:4], "little")
    return instruction.program == bytes(SYSTEM_PROGRAM) and kind in (
        _CREATE_WITH_SEED,
        _ALLOCATE_WITH_SEED,
    )


async def _transaction(
    rpc: Rpc, signature: str, commitment: str
) -> tuple[BlockTransaction | None, int]:
    """Return a transaction with its slot; None when it cannot be read."""
    config = {
        "encoding": "base64",
        "commitment": commitment,
        "maxSupportedTransactionVersion": 1,
    }
    row = await rpc.read("getTransaction", [signature, config])
    try:
        return decode(raw_transaction(row), row["meta"]), int(row["slot"])
    except (UndecodableTransaction, KeyError, TypeError, ValueError):
        return None, 0
