"""The few instructions that Acre's own transactions are made of, and how they become bytes."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import Transaction, VersionedTransaction
from spl.token.instructions import (
    create_idempotent_associated_token_account,
    transfer_checked,
)
from spl.token.models import TransferCheckedParams

from chain.client.addresses import MEMO_PROGRAM, TOKEN_PROGRAM, token_account
from chain.client.facts import TOKEN_DECIMALS

TRANSACTION_BYTES_MAX = 1232


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltTransaction:
    """A transaction as bytes (signatures zero-filled), and until when it can land."""

    tx: bytes
    blockhash: str
    last_valid_block_height: int

    @property
    def base64(self) -> str:
        """The form in which it travels."""
        return base64.b64encode(self.tx).decode()


def compute_limit(units: int, marker: bytes | None = None) -> Instruction:
    """Limit the compute units; `marker` rides along readonly so that traffic can be found."""
    instruction = set_compute_unit_limit(units)
    if marker is None:
        return instruction
    metas = [AccountMeta(Pubkey(marker), is_signer=False, is_writable=False)]
    return Instruction(instruction.program_id, instruction.data, metas)


def compute_price(micro_lamports: int) -> Instruction:
    """Set the priority fee per compute unit."""
    return set_compute_unit_price(micro_lamports)


def memo(text: str, signer: bytes) -> Instruction:
    """Write a memo whose only account is the signer."""
    metas = [AccountMeta(Pubkey(signer), is_signer=True, is_writable=False)]
    return Instruction(MEMO_PROGRAM, text.encode("ascii"), metas)


def create_token_account(payer: bytes, owner: bytes, mint: bytes) -> Instruction:
    """Create the owner's associated token account unless it is there."""
    return create_idempotent_associated_token_account(Pubkey(payer), Pubkey(owner), Pubkey(mint))


def transfer_lamports(owner: bytes, destination: bytes, lamports: int) -> Instruction:
    """Move SOL."""
    return transfer(
        TransferParams(from_pubkey=Pubkey(owner), to_pubkey=Pubkey(destination), lamports=lamports)
    )


def transfer_tokens(owner: bytes, destination: bytes, mint: bytes, amount_e6: int) -> Instruction:
    """Move tokens from the owner's associated account to a token account (`TransferChecked`)."""
    return transfer_from(token_account(owner, mint), destination, owner, mint, amount_e6)


def transfer_from(
    source: bytes, destination: bytes, authority: bytes, mint: bytes, amount_e6: int
) -> Instruction:
    """Move tokens between token accounts; the authority is the source's owner or delegate."""
    assert amount_e6 > 0, amount_e6
    return transfer_checked(
        TransferCheckedParams(
            program_id=TOKEN_PROGRAM,
            source=Pubkey(source),
            mint=Pubkey(mint),
            dest=Pubkey(destination),
            owner=Pubkey(authority),
            amount=amount_e6,
            decimals=TOKEN_DECIMALS,
            signers=[],
        )
    )


def unsigned(instructions: Sequence[Instruction], payer: bytes, blockhash: str) -> bytes:
    """Return a legacy transaction with zero-filled signatures (the plainest form for a Ledger)."""
    message = Message.new_with_blockhash(
        list(instructions), Pubkey(payer), Hash.from_string(blockhash)
    )
    return bytes(Transaction.new_unsigned(message))


def signed(
    instructions: Sequence[Instruction], signers: Sequence[Keypair], blockhash: str
) -> bytes:
    """Return a signed legacy transaction; the first signer pays."""
    recent = Hash.from_string(blockhash)
    message = Message.new_with_blockhash(list(instructions), signers[0].pubkey(), recent)
    return bytes(Transaction(list(signers), message, recent))


def sign(transaction: bytes, signers: Sequence[Keypair]) -> bytes:
    """Sign the bytes of a builder."""
    decoded = VersionedTransaction.from_bytes(transaction)
    return bytes(VersionedTransaction(decoded.message, list(signers)))


def signature_of(transaction: bytes) -> bytes:
    """Return the first signature, which names the transaction."""
    return bytes(VersionedTransaction.from_bytes(transaction).signatures[0])
