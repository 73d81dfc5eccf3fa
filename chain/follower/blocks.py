"""One block: opened, checked against its parent, read row by row under a guard."""

import logging
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from solders.hash import Hash, ParseHashError

from chain.client.facts import ChainFacts
from chain.client.rpc import Json
from chain.commands.memo import MAGIC
from chain.follower.acceptance import Found, accept
from chain.follower.deposits import VaultFlow, vault_flows
from chain.follower.transaction import UndecodableTransaction, decode, raw_transaction

log = logging.getLogger(__name__)


class BadBlock(Exception):
    """The node's block does not continue the chain we have, or is no block at all."""


class WrongParent(BadBlock):
    """The block is no child of the one read before: a lie, or the chain has abandoned ours."""


@dataclass(frozen=True, slots=True)
class BlockMark:
    """A block that was processed."""

    slot: int
    blockhash: str


@dataclass(slots=True)
class ReadBlock:
    """The relevant content of one block."""

    mark: BlockMark
    parent: BlockMark
    found: list[Found] = field(default_factory=list)
    flows: list[VaultFlow] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class OpenBlock:
    """A block whose rows are not decoded yet; `rows` are those that may concern us.

    Each row is its place in the block, the bytes of the transaction, and its meta.
    """

    mark: BlockMark
    parent: BlockMark
    rows: list[tuple[int, bytes, Json]]


def read_block(
    slot: int,
    block: Json,
    parent: BlockMark | None,
    facts: ChainFacts,
) -> ReadBlock:
    """Read a block of `getBlock`; raises WrongParent when it is not the child of `parent`."""
    result = read_rows(open_block(slot, block, facts), facts)
    require_child(result, parent)
    return result


def open_block(slot: int, block: Json, facts: ChainFacts) -> OpenBlock:
    """Take the bytes that may concern us out of a block of `getBlock`; raises BadBlock."""
    try:
        blockhash = str(Hash.from_string(block["blockhash"]))
        previous, parent_slot = str(block["previousBlockhash"]), int(block["parentSlot"])
        rows = list(block["transactions"])
    except (KeyError, TypeError, ValueError, ParseHashError) as error:
        raise BadBlock(f"block {slot} is malformed") from error
    signs = (MAGIC.encode(), facts.collateral_vault, facts.token_vault)
    opened = OpenBlock(BlockMark(slot, blockhash), BlockMark(parent_slot, previous), [])
    for index, row in enumerate(rows):
        try:
            raw, meta = raw_transaction(row), row.get("meta")
            if _concerns_us(raw, meta, signs):
                opened.rows.append((index, raw, meta))
        except BaseException as error:
            _survive(error, slot, index)
    return opened


def read_rows(
    opened: OpenBlock, facts: ChainFacts, known_valid: Set[bytes] = frozenset()
) -> ReadBlock:
    """Read what a block has for us; signatures of `known_valid` bytes are not verified again."""
    result = ReadBlock(opened.mark, opened.parent)
    slot = opened.mark.slot
    for index, raw, meta in opened.rows:
        try:
            transaction = decode(raw, meta, is_verified=raw in known_valid)
            found, flows = accept(transaction, slot, index, facts), vault_flows(transaction, facts)
        except BaseException as error:
            _survive(error, slot, index)
        else:
            result.found += found
            result.flows += flows
    return result


def require_child(read: ReadBlock, parent: BlockMark | None) -> None:
    """Raise WrongParent unless the block follows `parent`, None for any."""
    if parent is not None and read.parent != parent:
        slot = read.mark.slot
        raise WrongParent(f"block {slot} does not follow block {parent.slot} that was read before")


def _survive(error: BaseException, slot: int, index: int) -> None:
    """Guard: whatever a stranger or the node puts into a row, the follower continues without it."""
    where = {"slot": slot, "transaction_index": index}
    if isinstance(error, UndecodableTransaction):
        log.warning("transaction_unreadable", extra={**where, "reason": str(error)})
    elif isinstance(error, KeyboardInterrupt | SystemExit):
        raise error
    else:  # also a panic of the native decoder, which is no Exception
        log.error("transaction_surprise", exc_info=error, extra=where)


def _concerns_us(raw: bytes, meta: Json, signs: Sequence[bytes]) -> bool:
    """Return, at low cost, whether the transaction can hold a command or touch a vault account."""
    for sign in signs:
        if sign in raw:
            return True
    loaded = meta.get("loadedAddresses") if isinstance(meta, dict) else None
    return isinstance(loaded, dict) and any(loaded.values())
