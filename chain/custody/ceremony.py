"""Changing the hot key's allowance: a transaction that cold keys sign one after the other, offline.

It lives by a durable nonce, so collecting signatures may take days. Approving and revoking have
nonces of their own: a revocation that was signed beforehand stays good through later approvals,
and only waits to be sent.
"""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from solders.hash import Hash
from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.message import Message, to_bytes_versioned
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import (
    AdvanceNonceAccountParams,
    InitializeNonceAccountParams,
    TransferParams,
    advance_nonce_account,
    initialize_nonce_account,
    transfer,
)
from solders.transaction import VersionedTransaction
from spl.token.instructions import approve_checked, revoke
from spl.token.models import ApproveCheckedParams, RevokeParams

from chain.client.addresses import SYSTEM_PROGRAM, TOKEN_PROGRAM, to_base58, token_account
from chain.client.facts import TOKEN_DECIMALS, ChainFacts
from chain.client.instructions import TRANSACTION_BYTES_MAX
from chain.client.rpc import Account, Rpc
from chain.client.wallet import address_of, send_bytes, send_instructions
from chain.custody.guard import allocate_seeded
from chain.custody.multisig import CustodyError, Multisig

NONCE_BYTES: Final = 80
APPROVE: Final = 13  # ApproveChecked, a kind of instruction of SPL Token as the next
REVOKE: Final = 5
_ADVANCE: Final = 4  # a kind of instruction of the System program
_NO_SIGNATURE: Final = Signature.default()


class Purpose(Enum):
    """The purpose of a ceremony; the value is the seed of its nonce account."""

    APPROVE = "acre allowance"
    REVOKE = "acre revocation"


@dataclass(frozen=True, slots=True)
class Allowance:
    """A new allowance of the hot key, replacing the rest of the last one."""

    delegate: bytes
    mint: int
    amount_e6: int


@dataclass(frozen=True, slots=True)
class Ceremony:
    """A transaction of the cold keys with the signatures collected so far."""

    transaction: VersionedTransaction

    @classmethod
    def from_text(cls, text: str) -> "Ceremony":
        """Parse the output of `text`; raises CustodyError for other input or a broken signature."""
        try:
            raw = base64.b64decode(json.loads(text)["transaction"], validate=True)
            if len(raw) > TRANSACTION_BYTES_MAX:
                raise ValueError("too large")
            ceremony = cls(VersionedTransaction.from_bytes(raw))
        except (ValueError, KeyError, TypeError) as error:
            raise CustodyError("The file holds no transaction of custody.") from error
        ceremony.describe()
        checks = zip(
            ceremony.transaction.signatures,
            ceremony.transaction.verify_with_results(),
            strict=True,
        )
        if not all(is_good or signature == _NO_SIGNATURE for signature, is_good in checks):
            raise CustodyError("The file holds a signature that is not good.")
        return ceremony

    @property
    def text(self) -> str:
        """The bytes passed from signer to signer."""
        return json.dumps(
            {
                "transaction": base64.b64encode(bytes(self.transaction)).decode(),
                "says": self.describe(),
            },
            indent=1,
        )

    @property
    def signers(self) -> tuple[bytes, ...]:
        """All who have to sign; the first pays."""
        message = self.transaction.message
        return tuple(
            bytes(key) for key in message.account_keys[: message.header.num_required_signatures]
        )

    @property
    def missing(self) -> tuple[bytes, ...]:
        """The missing signers."""
        pairs = zip(self.signers, self.transaction.signatures, strict=True)
        return tuple(key for key, signature in pairs if signature == _NO_SIGNATURE)

    def describe(self) -> list[str]:
        """Describe the bytes; raises CustodyError if they do more than set allowances."""
        message = self.transaction.message
        lines = []
        try:
            for at, row in enumerate(message.instructions):
                accounts = [message.account_keys[index] for index in row.accounts]
                program = message.account_keys[row.program_id_index]
                lines.append(_sentence(at, program, accounts, bytes(row.data)))
        except IndexError as error:
            raise CustodyError("The transaction cannot be read.") from error
        if len(lines) < 2:
            raise CustodyError("The transaction sets no allowance.")
        return lines

    def signed_by(self, key: Keypair) -> "Ceremony":
        """Return it with the signature of one of its signers."""
        if address_of(key) not in self.signers:
            raise CustodyError(f"{key.pubkey()} is not among those who have to sign.")
        signatures = list(self.transaction.signatures)
        message = self.transaction.message
        signature = key.sign_message(to_bytes_versioned(message))
        signatures[self.signers.index(address_of(key))] = signature
        return Ceremony(VersionedTransaction.populate(message, signatures))

    def merged(self, other: "Ceremony") -> "Ceremony":
        """Return it with the signatures of a copy that others have signed."""
        mine, theirs = self.transaction, other.transaction
        if to_bytes_versioned(mine.message) != to_bytes_versioned(theirs.message):
            raise CustodyError("The files hold different transactions.")
        signatures = [
            second if first == _NO_SIGNATURE else first
            for first, second in zip(mine.signatures, theirs.signatures, strict=True)
        ]
        return Ceremony(VersionedTransaction.populate(mine.message, signatures))


async def propose_allowances(
    rpc: Rpc,
    facts: ChainFacts,
    payer: Keypair,
    signers: tuple[Multisig, Sequence[bytes]],
    allowances: Sequence[Allowance],
) -> Ceremony:
    """Return the transaction that gives the hot key its allowances, unsigned."""
    return await _propose(
        rpc,
        payer,
        signers,
        Purpose.APPROVE,
        [_approve(facts, allowance, signers[1]) for allowance in allowances],
    )


async def propose_revocation(
    rpc: Rpc,
    facts: ChainFacts,
    payer: Keypair,
    signers: tuple[Multisig, Sequence[bytes]],
) -> Ceremony:
    """Return the transaction that takes both allowances away, unsigned."""
    mints = (facts.collateral_mint, facts.token_mint)
    return await _propose(
        rpc,
        payer,
        signers,
        Purpose.REVOKE,
        [_revoke(facts, mint, signers[1]) for mint in mints],
    )


async def send_ceremony(rpc: Rpc, ceremony: Ceremony, payer: Keypair) -> str:
    """Sign as the payer, send and wait until confirmed; returns the signature."""
    complete = ceremony.signed_by(payer)
    if complete.missing:
        names = ", ".join(to_base58(key) for key in complete.missing)
        raise CustodyError(f"These have not signed yet: {names}.")
    _hash, last_valid, _slot = await rpc.latest_blockhash()
    return await send_bytes(rpc, bytes(complete.transaction), last_valid)


async def _propose(
    rpc: Rpc,
    payer: Keypair,
    signers: tuple[Multisig, Sequence[bytes]],
    purpose: Purpose,
    instructions: list[Instruction],
) -> Ceremony:
    multisig, chosen = signers
    multisig.check_signers(chosen)
    address, value = await _ensure_nonce(rpc, payer, purpose)
    advance = advance_nonce_account(
        AdvanceNonceAccountParams(nonce_pubkey=Pubkey(address), authorized_pubkey=payer.pubkey())
    )
    message = Message.new_with_blockhash([advance, *instructions], payer.pubkey(), value)
    count = message.header.num_required_signatures
    return Ceremony(VersionedTransaction.populate(message, [_NO_SIGNATURE] * count))


async def _ensure_nonce(rpc: Rpc, payer: Keypair, purpose: Purpose) -> tuple[bytes, Hash]:
    """Return the payer's nonce account of a purpose and its value, creating it once."""
    seed, base = purpose.value, payer.pubkey()
    address = Pubkey.create_with_seed(base, seed, SYSTEM_PROGRAM)
    account = await rpc.account(bytes(address))
    if account is None or not account.data:
        # not created, but paid for and allocated: that works where lamports were sent before
        lamports = int(await rpc.read("getMinimumBalanceForRentExemption", [NONCE_BYTES]))
        rent = TransferParams(from_pubkey=base, to_pubkey=address, lamports=lamports)
        start = InitializeNonceAccountParams(nonce_pubkey=address, authority=base)
        instructions = [
            transfer(rent),
            allocate_seeded(bytes(address), address_of(payer), seed, NONCE_BYTES),
            initialize_nonce_account(start),
        ]
        await send_instructions(rpc, instructions, [payer])
        account = await rpc.account(bytes(address))
    return bytes(address), _nonce_value(account)


def _nonce_value(account: Account | None) -> Hash:
    """Read the value from an initialised nonce account (version, state, authority, value)."""
    if account is None or len(account.data) != NONCE_BYTES or account.data[4] != 1:
        raise CustodyError("The nonce account of the ceremony cannot be used.")
    return Hash(account.data[40:72])


def _approve(facts: ChainFacts, allowance: Allowance, signers: Sequence[bytes]) -> Instruction:
    mint = facts.mint_address(allowance.mint)
    return approve_checked(
        ApproveCheckedParams(
            program_id=TOKEN_PROGRAM,
            source=Pubkey(token_account(facts.vault_authority, mint)),
            mint=Pubkey(mint),
            delegate=Pubkey(allowance.delegate),
            owner=Pubkey(facts.vault_authority),
            amount=allowance.amount_e6,
            decimals=TOKEN_DECIMALS,
            signers=[Pubkey(signer) for signer in signers],
        )
    )


def _revoke(facts: ChainFacts, mint: bytes, signers: Sequence[bytes]) -> Instruction:
    return revoke(
        RevokeParams(
            program_id=TOKEN_PROGRAM,
            account=Pubkey(token_account(facts.vault_authority, mint)),
            owner=Pubkey(facts.vault_authority),
            signers=[Pubkey(signer) for signer in signers],
        )
    )


def _sentence(at: int, program: Pubkey, accounts: list[Pubkey], data: bytes) -> str:
    """Describe one instruction; the first must be the nonce's."""
    if at == 0:
        if program == SYSTEM_PROGRAM and data == _ADVANCE.to_bytes(4, "little"):
            return f"uses up the nonce {accounts[0]}"
    elif program == TOKEN_PROGRAM and data[:1] == bytes([REVOKE]) and len(data) == 1:
        return f"takes the allowance of the token account {accounts[0]} away, for {accounts[1]}"
    elif program == TOKEN_PROGRAM and data[:1] == bytes([APPROVE]) and len(data) == 10:
        whole, part = divmod(int.from_bytes(data[1:9], "little"), 10 ** data[9])
        return (
            f"lets {accounts[2]} move {whole}.{part:0{data[9]}} of the mint {accounts[1]} "
            f"out of the token account {accounts[0]}, for {accounts[3]}"
        )
    raise CustodyError("The transaction does something else than setting allowances; do not sign.")
