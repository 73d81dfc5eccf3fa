"""RPC methods about blocks and the transactions in them."""

from collections.abc import Callable, Iterable

import orjson
from spl.memo.constants import MEMO_PROGRAM_ID

from chain.node.encoding import base58
from chain.node.encoding.instructions import MEMO_V1_PROGRAM_ID, NEWER_MEMO_PROGRAM_ID
from chain.node.encoding.meta import Json
from chain.node.encoding.transactions import (
    TransactionFormat,
    encode_accounts_only,
    encode_with_meta,
)
from chain.node.encoding.wire import decode
from chain.node.errors import BLOCK_NOT_AVAILABLE, SLOT_SKIPPED, RpcError, invalid_params
from chain.node.limits import BLOCK_RANGE_MAX, SIGNATURES_PAGE_MAX, SIGNATURES_PER_CALL_MAX
from chain.node.methods.answer_budget import AnswerBudget
from chain.node.methods.context import context_slot, with_context
from chain.node.methods.params import Config, Params, read_signature
from chain.node.server.turns import Sliced
from chain.node.state.ledger import Commitment, Ledger
from chain.node.state.store import Record

_SLOT_MAX = 2**43
_MEMO_PROGRAMS = frozenset((MEMO_PROGRAM_ID, MEMO_V1_PROGRAM_ID, NEWER_MEMO_PROGRAM_ID))


def get_block(ledger: Ledger, params: Params) -> object:
    """Answer getBlock."""
    slot = _require_block(ledger, params.count(0, "slot", 0, _SLOT_MAX), params.config(1))
    config = params.config(1)
    details = config.text("transactionDetails", "full", ("full", "accounts", "signatures", "none"))
    form = TransactionFormat.of(config)
    timeline = ledger.timeline
    parent = timeline.parent(slot)
    parent_hash = bytes(32) if slot == 0 else ledger.blockhashes.of(parent)
    answer: Json = {
        "blockhash": base58.encode(ledger.blockhashes.of(slot)),
        "previousBlockhash": base58.encode(parent_hash),
        "parentSlot": parent,
        "blockHeight": timeline.block_height(slot),
        "blockTime": timeline.block_time_s(slot),
    }
    has_rewards = config.flag("rewards", True)
    records = [] if details == "none" else ledger.block(slot)
    return _block(answer, records, (details, form), has_rewards)


def _block(
    answer: Json, records: list[Record], how: tuple[str, TransactionFormat], has_rewards: bool
) -> Sliced:
    details, form = how
    budget = AnswerBudget()
    if details in ("full", "accounts"):
        encode = encode_with_meta if details == "full" else encode_accounts_only
        rows: list[orjson.Fragment] = []
        for record in records:
            row = orjson.dumps(encode(record, form))
            budget.write(len(row))
            rows.append(orjson.Fragment(row))
            yield
        answer["transactions"] = rows
    elif details == "signatures":
        answer["signatures"] = [base58.encode(record.signature) for record in records]
    if has_rewards:
        answer["rewards"] = []
    return answer


def get_blocks(ledger: Ledger, params: Params) -> object:
    """Answer getBlocks; the end slot may be absent, and then so may its place in the list."""
    first = params.count(0, "start slot", 0, _SLOT_MAX)
    second = params.get(1)
    config = params.config(1) if isinstance(second, dict) else params.config(2)
    newest = ledger.slot_at(_settled(config))
    last = newest
    if second is not None and not isinstance(second, dict):
        last = min(newest, params.count(1, "end slot", 0, _SLOT_MAX))
    if last - first >= BLOCK_RANGE_MAX:
        raise invalid_params(f"Slot range too large; max {BLOCK_RANGE_MAX}")
    return ledger.timeline.block_range(first, last, BLOCK_RANGE_MAX)


def get_blocks_with_limit(ledger: Ledger, params: Params) -> object:
    """Answer getBlocksWithLimit."""
    first = params.count(0, "start slot", 0, _SLOT_MAX)
    limit = params.count(1, "limit", 0, BLOCK_RANGE_MAX)
    newest = ledger.slot_at(_settled(params.config(2)))
    return ledger.timeline.block_range(first, newest, limit)


def get_block_time(ledger: Ledger, params: Params) -> object:
    """Answer getBlockTime."""
    slot = _require_block(ledger, params.count(0, "slot", 0, _SLOT_MAX), Config({}))
    return ledger.timeline.block_time_s(slot)


def get_first_available_block(_ledger: Ledger, _params: Params) -> object:
    """Answer getFirstAvailableBlock and minimumLedgerSlot: nothing is ever purged."""
    return 0


def get_transaction(ledger: Ledger, params: Params) -> object:
    """Answer getTransaction."""
    signature = params.signature(0)
    second = params.get(1)
    # An old form of the call gives the encoding alone.
    config = Config({"encoding": second}) if isinstance(second, str) else params.config(1)
    form = TransactionFormat.of(config)
    record = ledger.find(signature)
    if record is None or record.slot > ledger.slot_at(_settled(config)):
        return None
    answer = encode_with_meta(record, form)
    answer["slot"] = record.slot
    answer["blockTime"] = ledger.timeline.block_time_s(record.slot)
    answer["transactionIndex"] = record.position
    return answer


def get_signature_statuses(ledger: Ledger, params: Params) -> object:
    """Answer getSignatureStatuses; the whole history is always searched."""
    texts = params.texts(0, "signatures", SIGNATURES_PER_CALL_MAX)
    config = params.config(1)
    config.flag("searchTransactionHistory", False)
    return _statuses(ledger, [read_signature(text) for text in texts])


def _statuses(ledger: Ledger, signatures: list[bytes]) -> Sliced:
    slot = ledger.open_slot
    found: dict[bytes, Json | None] = {}
    for signature in dict.fromkeys(signatures):
        found[signature] = _status(ledger, ledger.find(signature))
        yield
    return with_context(slot, [found[signature] for signature in signatures])


def get_signatures_for_address(ledger: Ledger, params: Params) -> object:
    """Answer getSignaturesForAddress, newest first."""
    address = params.address(0, "address")
    config = params.config(1)
    context_slot(ledger, config)
    newest = ledger.slot_at(_settled(config))
    limit = config.count("limit", SIGNATURES_PAGE_MAX, 1, SIGNATURES_PAGE_MAX)
    before = _cursor(ledger, config.get("before"))
    after = _cursor(ledger, config.get("until"))
    records = ledger.store.by_address(bytes(address), after, before, (newest, limit))
    return _history(ledger, records)


def _history(ledger: Ledger, records: Iterable[Record]) -> Sliced:
    rows: list[object] = []
    for record in records:
        rows.append(
            {
                "signature": base58.encode(record.signature),
                "slot": record.slot,
                "err": record.err,
                "memo": _memo(record),
                "blockTime": ledger.timeline.block_time_s(record.slot),
                "confirmationStatus": ledger.commitment_of(record.slot).value,
            }
        )
        yield
    return rows


def _settled(config: Config) -> Commitment:
    commitment = config.commitment()
    if commitment is Commitment.PROCESSED:
        raise invalid_params("Method does not support commitment below `confirmed`")
    return commitment


def _require_block(ledger: Ledger, slot: int, config: Config) -> int:
    if slot > ledger.slot_at(_settled(config)):
        raise RpcError(BLOCK_NOT_AVAILABLE, f"Block not available for slot {slot}")
    if not ledger.timeline.has_block(slot):
        raise RpcError(
            SLOT_SKIPPED,
            f"Slot {slot} was skipped, or missing due to ledger jump to recent snapshot",
        )
    return slot


def _status(ledger: Ledger, record: Record | None) -> Json | None:
    if record is None:
        return None
    commitment, meta = ledger.commitment_of(record.slot), record.meta
    is_final = commitment is Commitment.FINALIZED
    return {
        "slot": record.slot,
        "confirmations": None if is_final else max(0, ledger.open_slot - record.slot - 1),
        "err": meta["err"],
        "status": meta["status"],
        "confirmationStatus": commitment.value,
    }


def _cursor(ledger: Ledger, text: object) -> Record | None:
    if text is None:
        return None
    if not isinstance(text, str):
        raise invalid_params("before and until must be signatures")
    record = ledger.find(read_signature(text))
    if record is None:
        raise invalid_params(f"transaction {text} is unknown")
    return record


def _memo(record: Record) -> str | None:
    message = decode(record.wire).message
    keys = message.account_keys
    memos = [
        bytes(instruction.data).decode("utf-8", "replace")
        for instruction in message.instructions
        if instruction.program_id_index < len(keys)
        and keys[instruction.program_id_index] in _MEMO_PROGRAMS
    ]
    return "; ".join(f"[{len(memo.encode())}] {memo}" for memo in memos) or None


METHODS: dict[str, Callable[[Ledger, Params], object]] = {
    "getBlock": get_block,
    "getBlocks": get_blocks,
    "getBlocksWithLimit": get_blocks_with_limit,
    "getBlockTime": get_block_time,
    "getFirstAvailableBlock": get_first_available_block,
    "minimumLedgerSlot": get_first_available_block,
    "getTransaction": get_transaction,
    "getSignatureStatuses": get_signature_statuses,
    "getSignaturesForAddress": get_signatures_for_address,
}
