"""Inspection of a transaction that a server built, before a wallet signs it.

A server is a stranger. A wallet signs only a transaction that can do nothing but what was asked:
one memo, the command, line by line; a bounded fee; the deposit of the command, to the vault that
the wallet knows; lamports for a delegate; the wallet's own token accounts. Every instruction is
read, and one that nothing asked for is refused.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from solders.instruction import CompiledInstruction
from solders.message import Message, MessageV0
from solders.pubkey import Pubkey
from solders.transaction import SanitizeError, VersionedTransaction

from acre_sdk.errors import UnsafeTransaction

TOKEN_PROGRAM: Final = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
ASSOCIATED_TOKEN_PROGRAM: Final = Pubkey.from_string("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
MEMO_PROGRAM: Final = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
COMPUTE_BUDGET_PROGRAM: Final = Pubkey.from_string("ComputeBudget111111111111111111111111111111")
SYSTEM_PROGRAM: Final = Pubkey.from_string("11111111111111111111111111111111")

TRANSACTION_BYTES_MAX: Final = 1232
SIGNATURE_FEE: Final = 5_000  # lamports
UNITS_WITHOUT_LIMIT: Final = 1_400_000  # the most that a transaction may use
MICRO: Final = 10**6
MAGIC: Final = "Acre v1"
_SET_LIMIT: Final = 2  # tags of the compute budget program
_SET_PRICE: Final = 3
_TRANSFER_CHECKED: Final = 12
_TRANSFER: Final = (2).to_bytes(4, "little")
_CREATE_IDEMPOTENT: Final = b"\x01"
_INTEGER: Final = re.compile(r"0|[1-9][0-9]{0,19}")
_OTHER_ACCOUNT: Final = "it makes another token account than the wallet's own"

SignableMessage = Message | MessageV0


@dataclass(frozen=True, slots=True, kw_only=True)
class Deposit:
    """Tokens that the command takes along, in the smallest unit; the vault is a token account."""

    mint: Pubkey
    vault: Pubkey
    amount: int
    decimals: int = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class TopUp:
    """Lamports for the fees of a delegate."""

    receiver: Pubkey
    lamports: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The expected transaction, and the bounds of what the server chooses.

    `lines` are those of the memo between the command and its nonce, in their order: name and text.
    """

    wallet: Pubkey
    chain: str
    command: str
    lines: Sequence[tuple[str, str]]
    mints: frozenset[Pubkey]  # whose token accounts of the wallet may be created
    nonce_min: int
    nonce_max: int
    expires_max: int  # slot
    fee_max: int  # lamports
    deposit: Deposit | None = None
    top_up: TopUp | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspected:
    """A message that may be signed, its fee in lamports, and the nonce of its memo."""

    message: SignableMessage
    fee: int
    nonce: int


def token_account(owner: Pubkey, mint: Pubkey) -> Pubkey:
    """Return the associated token account of an owner."""
    seeds = [bytes(owner), bytes(TOKEN_PROGRAM), bytes(mint)]
    return Pubkey.find_program_address(seeds, ASSOCIATED_TOKEN_PROGRAM)[0]


def inspect(transaction: bytes, asked: Asked) -> Inspected:
    """Return the message to sign; raises UnsafeTransaction for anything but what was asked."""
    message = _decode(transaction)
    if message.header.num_required_signatures != 1:
        raise UnsafeTransaction("it asks for signatures of others")
    if message.account_keys[0] != asked.wallet:
        raise UnsafeTransaction("another wallet pays its fee")
    found = _Parts(asked, message.account_keys)
    for instruction in message.instructions:
        found.read(instruction)
    nonce = _check_memo(found.memo(), asked)
    fee = _fee(found.budget)
    if fee > asked.fee_max:
        raise UnsafeTransaction(f"its fee is {fee} lamports")
    return Inspected(message=message, fee=fee, nonce=nonce)


def _decode(transaction: bytes) -> SignableMessage:
    if len(transaction) > TRANSACTION_BYTES_MAX:
        raise UnsafeTransaction("it is too large")
    try:
        decoded = VersionedTransaction.from_bytes(transaction)
        decoded.sanitize()
    except (ValueError, SanitizeError) as error:
        raise UnsafeTransaction("it cannot be decoded") from error
    message = decoded.message
    if not isinstance(message, (Message, MessageV0)):
        raise UnsafeTransaction("its version is unknown")
    if isinstance(message, MessageV0) and message.address_table_lookups:
        raise UnsafeTransaction("it hides accounts in a lookup table")
    return message


class _Parts:
    """What the instructions of a transaction do."""

    def __init__(self, asked: Asked, keys: Sequence[Pubkey]) -> None:
        self.budget: dict[int, int] = {}
        self._asked = asked
        self._keys = keys
        self._memos: list[bytes] = []
        self._created: set[Pubkey] = set()
        self._has_deposit = self._has_top_up = False

    def read(self, instruction: CompiledInstruction) -> None:
        """Note what an instruction does; raise for one that nothing asked for."""
        program = self._keys[instruction.program_id_index]
        accounts = [self._keys[place] for place in bytes(instruction.accounts)]
        data = bytes(instruction.data)
        if program == MEMO_PROGRAM:
            if accounts != [self._asked.wallet]:
                raise UnsafeTransaction("its memo is not the wallet's alone")
            self._memos.append(data)
        elif program == COMPUTE_BUDGET_PROGRAM:
            self._read_budget(data)
        elif program == ASSOCIATED_TOKEN_PROGRAM:
            self._read_creation(accounts, data)
        elif program == TOKEN_PROGRAM and self._awaits_deposit():
            self._read_deposit(accounts, data)
        elif program == SYSTEM_PROGRAM and self._awaits_top_up():
            self._read_top_up(accounts, data)
        else:
            raise UnsafeTransaction(f"it calls {program}")

    def memo(self) -> bytes:
        """Return the one memo, once all that was asked for is there."""
        if len(self._memos) != 1:
            raise UnsafeTransaction(f"it has {len(self._memos)} memos")
        if self._awaits_deposit():
            raise UnsafeTransaction("its deposit is missing")
        if self._awaits_top_up():
            raise UnsafeTransaction("its lamports for the delegate are missing")
        return self._memos[0]

    def _awaits_deposit(self) -> bool:
        return self._asked.deposit is not None and not self._has_deposit

    def _awaits_top_up(self) -> bool:
        return self._asked.top_up is not None and not self._has_top_up

    def _read_budget(self, data: bytes) -> None:
        """Note the limit (u32) or the price (u64) that an instruction sets."""
        tag = data[0] if data else 0
        if (tag, len(data)) not in ((_SET_LIMIT, 5), (_SET_PRICE, 9)) or tag in self.budget:
            raise UnsafeTransaction("its compute budget is not a limit and a price")
        self.budget[tag] = int.from_bytes(data[1:], "little")

    def _read_creation(self, accounts: Sequence[Pubkey], data: bytes) -> None:
        wallet = self._asked.wallet
        if data != _CREATE_IDEMPOTENT or len(accounts) != 6:
            raise UnsafeTransaction(_OTHER_ACCOUNT)
        mint = accounts[3]
        if mint not in self._asked.mints or mint in self._created:
            raise UnsafeTransaction(_OTHER_ACCOUNT)
        own = token_account(wallet, mint)
        if accounts != [wallet, own, wallet, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM]:
            raise UnsafeTransaction(_OTHER_ACCOUNT)
        self._created.add(mint)

    def _read_deposit(self, accounts: Sequence[Pubkey], data: bytes) -> None:
        asked, wallet = self._asked.deposit, self._asked.wallet
        assert asked is not None
        amount = asked.amount.to_bytes(8, "little")
        if data != bytes((_TRANSFER_CHECKED, *amount, asked.decimals)):
            raise UnsafeTransaction("it moves tokens otherwise than by the transfer of the deposit")
        if accounts != [token_account(wallet, asked.mint), asked.mint, asked.vault, wallet]:
            raise UnsafeTransaction("its tokens do not go from the wallet to the vault")
        self._has_deposit = True

    def _read_top_up(self, accounts: Sequence[Pubkey], data: bytes) -> None:
        asked = self._asked.top_up
        assert asked is not None
        if data != _TRANSFER + asked.lamports.to_bytes(8, "little"):
            raise UnsafeTransaction("it moves other lamports than were asked for")
        if accounts != [self._asked.wallet, asked.receiver]:
            raise UnsafeTransaction("its lamports do not go to the delegate")
        self._has_top_up = True


def _fee(budget: dict[int, int]) -> int:
    units = min(budget.get(_SET_LIMIT, UNITS_WITHOUT_LIMIT), UNITS_WITHOUT_LIMIT)
    return SIGNATURE_FEE + -(-units * budget.get(_SET_PRICE, 0) // MICRO)


def _check_memo(data: bytes, asked: Asked) -> int:
    """Compare the memo with the command that was asked for; return its nonce."""
    try:
        lines = data.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise UnsafeTransaction("its memo is not ASCII") from error
    if lines[0] != f"{MAGIC} {asked.chain}":
        raise UnsafeTransaction("its memo is no command of this exchange")
    if lines[1:2] != [asked.command]:
        raise UnsafeTransaction(f"its memo is another command than {asked.command}")
    if len(lines) != len(asked.lines) + 4:
        raise UnsafeTransaction("its memo has other fields than were asked for")
    for line, (name, text) in zip(lines[2:-2], asked.lines, strict=True):
        if line != f"{name} {text}":
            raise UnsafeTransaction(f"its memo has another {name} than was asked for")
    nonce, expires = _last(lines[-2], "nonce"), _last(lines[-1], "expires")
    if nonce < asked.nonce_min:
        raise UnsafeTransaction("its nonce is out of bounds")
    if nonce > asked.nonce_max:
        raise UnsafeTransaction(
            "its nonce is out of bounds: later than the clock of this machine allows"
        )
    if expires > asked.expires_max:
        raise UnsafeTransaction("its memo expires too late")
    return nonce


def _last(line: str, name: str) -> int:
    text = line.removeprefix(f"{name} ")
    if line != f"{name} {text}" or _INTEGER.fullmatch(text) is None:
        raise UnsafeTransaction(f"its memo has no {name}")
    return int(text)
