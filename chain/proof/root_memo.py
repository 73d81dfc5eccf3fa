"""The memo that puts a state root on the chain.

    Acre root v1 localnet
    sequence 81
    time 1700006400
    state 5d0c…
    root 92f1…:12:5000000013:0

There is one spelling, as of commands; the magic is another one, so nothing takes it for a command.
"""

import re
from dataclasses import dataclass
from typing import Final

from solders.pubkey import Pubkey

from chain.client.addresses import MEMO_PROGRAM
from chain.commands.lines import U64_MAX, MemoError, read_integer
from chain.follower.transaction import BlockTransaction

MAGIC: Final = "Acre root v1"
HASH: Final = re.compile(r"[0-9a-f]{64}")
NUMBERS: Final = 3  # leaves, collateral, tokens
LINES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class RootMemo:
    """The published facts of the exchange after command `sequence`."""

    sequence: int
    time_s: int
    state_hash: bytes
    root: str


def has_root_magic(data: bytes) -> bool:
    """Return whether a memo claims to be a state root, well formed or not."""
    return data.startswith(MAGIC.encode())


def render(chain_name: str, memo: RootMemo) -> str:
    """Write the memo."""
    return "\n".join(
        (
            f"{MAGIC} {chain_name}",
            f"sequence {memo.sequence}",
            f"time {memo.time_s}",
            f"state {memo.state_hash.hex()}",
            f"root {memo.root}",
        )
    )


def parse(data: bytes, chain_name: str) -> RootMemo:
    """Parse the bytes of a memo; anything but the one spelling raises MemoError."""
    try:
        lines = data.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise MemoError("memo is not ASCII") from error
    if len(lines) != LINES or lines[0] != f"{MAGIC} {chain_name}":
        raise MemoError("the lines are not those of a state root of this chain")
    values = []
    for line, name in zip(lines[1:], ("sequence", "time", "state", "root"), strict=True):
        if not line.startswith(f"{name} "):
            raise MemoError(f"line {name} is missing or out of place")
        values.append(line[len(name) + 1 :])
    if not HASH.fullmatch(values[2]):
        raise MemoError("state is not a hash")
    digest, *numbers = values[3].split(":")
    if not HASH.fullmatch(digest) or len(numbers) != NUMBERS:
        raise MemoError("root is not a node of the tree")
    for number in numbers:
        read_integer(number, U64_MAX)
    return RootMemo(
        sequence=read_integer(values[0], U64_MAX),
        time_s=read_integer(values[1], U64_MAX),
        state_hash=bytes.fromhex(values[2]),
        root=values[3],
    )


def root_of(transaction: BlockTransaction, signer: bytes, chain_name: str) -> RootMemo | None:
    """Return the root that a transaction posts for `signer`; None when it posts none.

    As with commands: it succeeded, and has one top-level memo of the magic, whose only account
    signed. Raises MemoError when that memo is no root.
    """
    found = [
        instruction
        for instruction in transaction.instructions
        if Pubkey(instruction.program) == MEMO_PROGRAM and has_root_magic(instruction.data)
    ]
    if transaction.is_failed or len(found) != 1 or not transaction.is_signed():
        return None
    if found[0].accounts != (signer,) or signer not in transaction.signers:
        return None
    return parse(found[0].data, chain_name)
