"""One block: checked against its parent, read row by row under a guard."""

import logging
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field

from solders.hash import Hash

from chain.client.facts import ChainFacts
from chain.client.rpc import Json
from chain.commands.memo import MAGIC
from chain.follower.acceptance import Found, accept
from chain.follower.deposits import VaultFlow, vault_flows
from chain.follower.signatures import verified
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


def read_block(
    slot: int,
    block: Json,
    parent: BlockMark | None,
    facts: ChainFacts,
    known_valid: Set[bytes] = frozenset(),
) -> ReadBlock:
    """Read a block of `getBlock`; raises WrongParent when it is not the child of `parent`.

    The signatures of `known_valid` transactions are not verified again.
    """
    try:
        blockhash = str(Hash.from_string(block["blockhash"]))
        previous, parent_slot = str(block["previousBlockhash"]), int(block["parentSlot"])
        rows = list(block["transactions"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadBlock(f"block {slot} is malformed") from error
    result = ReadBlock(BlockMark(slot, blockhash), BlockMark(parent_slot, previous))
    require_child(result, parent)
    for index, row in enumerate(rows):
        found, flows = _read_guarded(slot, index, row, facts, known_valid)
        result.found += found
        result.flows += flows
    return result


def require_child(read: ReadBlock, parent: BlockMark | None) -> None:
    """Raise WrongParent unless the block follows `parent`, None for any."""
    if parent is not None and read.parent != parent:
        slot = read.mark.slot
        raise WrongParent(f"block {slot} does not follow block {parent.slot} that was read before")


def _read_guarded(
    slot: int, index: int, row: Json, facts: ChainFacts, known_valid: Set[bytes]
) -> tuple[list[Found], tuple[VaultFlow, ...]]:
    """Guard: whatever a stranger or the node puts into a row, the follower continues."""
    where = {"slot": slot, "transaction_index": index}
    try:
        return _read_row(slot, index, row, facts, known_valid)
    except UndecodableTransaction as error:
        log.warning("transaction_unreadable", extra={**where, "reason": str(error)})
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # a panic of the native decoder is no Exception
        log.exception("transaction_surprise", extra=where)
    return [], ()


def _read_row(
    slot: int, index: int, row: Json, facts: ChainFacts, known_valid: Set[bytes]
) -> tuple[list[Found], tuple[VaultFlow, ...]]:
    raw = raw_transaction(row)
    meta = row.get("meta")
    if not _concerns_us(raw, meta, facts):
        return [], ()
    transaction = decode(raw, meta, is_verified=raw in known_valid)
    return accept(transaction, slot, index, facts), vault_flows(transaction, facts)


def verified_rows(blocks: Iterable[Json], facts: ChainFacts) -> frozenset[bytes]:
    """Return the transactions of blocks that may concern us and whose signatures are valid.

    What is not among them, for whatever reason, is verified when it is read. For threads: most of
    the time is spent without the interpreter's lock.
    """
    raws = {raw for block in blocks for raw in _raws_of_interest(block, facts)}
    return verified(raws)


def _raws_of_interest(block: Json, facts: ChainFacts) -> Iterator[bytes]:
    rows = block.get("transactions") if isinstance(block, dict) else None
    for row in rows if isinstance(rows, list) else ():
        try:
            raw = raw_transaction(row)
        except UndecodableTransaction:  # said when it is read
            continue
        if _concerns_us(raw, row.get("meta"), facts):
            yield raw


def _concerns_us(raw: bytes, meta: Json, facts: ChainFacts) -> bool:
    """Return, at low cost, whether the transaction can hold a command or touch a vault account."""
    if MAGIC.encode() in raw or facts.collateral_vault in raw or facts.token_vault in raw:
        return True
    loaded = meta.get("loadedAddresses") if isinstance(meta, dict) else None
    return isinstance(loaded, dict) and any(loaded.values())
