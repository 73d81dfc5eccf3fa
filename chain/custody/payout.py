"""The transaction of one payout, and the file that keeps its bytes until it is finalized."""

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from solders.instruction import Instruction
from solders.transaction import VersionedTransaction

from chain.client.addresses import to_base58, token_account
from chain.client.facts import ChainFacts
from chain.client.instructions import (
    compute_limit,
    create_token_account,
    signature_of,
    transfer_from,
)
from chain.client.wallet import write_durably
from chain.custody.guard import GUARD_RENT_E9
from engine.core.views import SettlementRequestView
from engine.journal.files import make_directory

COMPUTE_UNITS: Final = 120_000
FEE_E9: Final = 10_000  # of two signatures
PAYOUT_COST_E9: Final = GUARD_RENT_E9 + FEE_E9  # what the fee payer needs at hand; the rent is lent

RequestKey = tuple[bytes, int]


@dataclass(frozen=True, slots=True)
class SignedPayout:
    """Signed bytes of a payout and until when they can land."""

    transaction: bytes
    last_valid_block_height: int

    @property
    def signature(self) -> bytes:
        """The signature that names the transaction."""
        return signature_of(self.transaction)


def key_of(request: SettlementRequestView) -> RequestKey:
    """Return the key of a request: ids count per owner."""
    return request.owner, request.request_id


def tip_to_processor_e6(request: SettlementRequestView) -> int:
    """Return the tip of a foreign processor; an owner who processed keeps it."""
    if request.processor in (None, request.owner):
        return 0
    return request.tip_e6


def payout_instructions(
    request: SettlementRequestView,
    facts: ChainFacts,
    keys: tuple[bytes, bytes],
    claim: list[Instruction],
    tip_e6: int,
) -> list[Instruction]:
    """Guard (`claim`), token accounts, exact transfers; `keys` are fee payer and authority.

    `tip_e6` goes to the processor, everything else to the owner.
    """
    fee_payer, authority = keys
    mint = facts.mint_address(request.mint)
    vault = token_account(facts.vault_authority, mint)
    assert 0 <= tip_e6 <= request.amount_e6, (tip_e6, request.amount_e6)
    instructions = [compute_limit(COMPUTE_UNITS), *claim]
    shares = [(request.owner, request.amount_e6 - tip_e6)]
    if tip_e6 and request.processor is not None:
        shares.append((request.processor, tip_e6))
    for receiver, amount_e6 in shares:
        account = token_account(receiver, mint)
        instructions.append(create_token_account(fee_payer, receiver, mint))
        if amount_e6:
            instructions.append(transfer_from(vault, account, authority, mint, amount_e6))
    return instructions


def failed_at_processor(payout: SignedPayout, processor_account: bytes, error: object) -> bool:
    """Return whether the chain refused the instruction that touches the processor's account."""
    match error:
        case {"InstructionError": [int(index), *_]}:
            message = VersionedTransaction.from_bytes(payout.transaction).message
            if not 0 <= index < len(message.instructions):
                return False
            places = bytes(message.instructions[index].accounts)
            return any(bytes(message.account_keys[at]) == processor_account for at in places)
        case _:
            return False


@dataclass(frozen=True, slots=True)
class PayoutFiles:
    """One file per request with the bytes that were signed last; written before they are sent."""

    directory: Path

    def save(self, key: RequestKey, payout: SignedPayout) -> None:
        """Store the bytes durably."""
        make_directory(self.directory)
        body = {
            "transaction": base64.b64encode(payout.transaction).decode(),
            "lastValidBlockHeight": payout.last_valid_block_height,
        }
        write_durably(self._path(key), json.dumps(body).encode())

    def load(self, key: RequestKey, signature: bytes | None) -> SignedPayout | None:
        """Return the stored bytes if they are the ones that the engine knows the signature of."""
        try:
            body = json.loads(self._path(key).read_text())
            payout = SignedPayout(
                base64.b64decode(body["transaction"]), int(body["lastValidBlockHeight"])
            )
            return payout if payout.signature == signature else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def drop(self, key: RequestKey) -> None:
        """Forget the bytes of a request that is settled."""
        self._path(key).unlink(missing_ok=True)

    def _path(self, key: RequestKey) -> Path:
        return self.directory / f"{to_base58(key[0])}-{key[1]}.json"
