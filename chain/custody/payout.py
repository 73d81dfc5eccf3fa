"""The transaction of one payout, and the file that keeps its bytes until it is finalized."""

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.transaction import VersionedTransaction

from chain.addresses import to_base58, token_account
from chain.custody.guard import Guard, GuardState
from chain.facts import ChainFacts
from chain.instructions import (
    compute_limit,
    create_token_account,
    signature_of,
    signed,
    transfer_tokens,
)
from chain.wallet import address_of, write_durably
from engine.core.views import SettlementRequestView

COMPUTE_UNITS: Final = 120_000

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
    """Return what names a request: ids count per owner."""
    return request.owner, request.request_id


def tip_to_processor_e6(request: SettlementRequestView) -> int:
    """Return the tip that goes to somebody else; an owner who processed keeps it."""
    if request.processor in (None, request.owner):
        return 0
    return request.tip_e6


def payout_instructions(
    request: SettlementRequestView,
    facts: ChainFacts,
    fee_payer: bytes,
    guard_state: GuardState,
    tip_e6: int,
) -> list[Instruction]:
    """Guard, token accounts, exact transfers; the vault authority signs guard and transfers.

    `tip_e6` goes to the processor, everything else to the owner.
    """
    mint = facts.mint_address(request.mint)
    guard = Guard.of_request(facts, request.owner, request.request_id)
    assert 0 <= tip_e6 <= request.amount_e6, (tip_e6, request.amount_e6)
    instructions = [compute_limit(COMPUTE_UNITS), *guard.claim(fee_payer, guard_state)]
    shares = [(request.owner, request.amount_e6 - tip_e6)]
    if tip_e6 and request.processor is not None:
        shares.append((request.processor, tip_e6))
    for receiver, amount_e6 in shares:
        instructions.append(create_token_account(fee_payer, receiver, mint))
        if amount_e6:
            instructions.append(
                transfer_tokens(
                    facts.vault_authority, token_account(receiver, mint), mint, amount_e6
                )
            )
    return instructions


def failed_at_processor(payout: SignedPayout, processor_account: bytes, error: object) -> bool:
    """Tell whether the chain refused the instruction that touches the processor's account."""
    match error:
        case {"InstructionError": [int(index), *_]}:
            message = VersionedTransaction.from_bytes(payout.transaction).message
            if not 0 <= index < len(message.instructions):
                return False
            places = bytes(message.instructions[index].accounts)
            return any(bytes(message.account_keys[at]) == processor_account for at in places)
        case _:
            return False


def sign_payout(
    instructions: list[Instruction],
    fee_payer: Keypair,
    vault_authority: Keypair,
    blockhash: tuple[str, int],
) -> SignedPayout:
    """Sign with the settler's fee payer and the vault authority, which never pays a fee."""
    assert address_of(fee_payer) != address_of(vault_authority)
    return SignedPayout(
        signed(instructions, [fee_payer, vault_authority], blockhash[0]), blockhash[1]
    )


@dataclass(frozen=True, slots=True)
class PayoutFiles:
    """One file per request with the bytes that were signed last; written before they are sent."""

    directory: Path

    def save(self, key: RequestKey, payout: SignedPayout) -> None:
        """Store the bytes durably."""
        self.directory.mkdir(parents=True, exist_ok=True)
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
