"""RPC methods about the cluster: slots, heights, blockhashes, versions."""

from collections.abc import Callable

from chain.node.encoding import base58
from chain.node.encoding.meta import Json
from chain.node.errors import invalid_params
from chain.node.limits import (
    ACCOUNTS_PER_CALL_MAX,
    PRIORITIZATION_FEE_SLOTS,
    SLOTS_PER_EPOCH,
)
from chain.node.methods.context import API_VERSION, context_slot, with_context
from chain.node.methods.params import Params
from chain.node.state.ledger import Commitment, Ledger

_DATA_BYTES_MAX = 10 * 1024 * 1024


def get_latest_blockhash(ledger: Ledger, params: Params) -> object:
    """Answer getLatestBlockhash; the open slot has no hash yet, so its parent's is given."""
    config = params.config(0)
    slot = context_slot(ledger, config)
    block = ledger.timeline.parent(slot) if slot == ledger.open_slot else slot
    value = {
        "blockhash": base58.encode(ledger.blockhashes.of(block)),
        "lastValidBlockHeight": ledger.last_valid_height(block),
    }
    return with_context(slot, value)


def is_blockhash_valid(ledger: Ledger, params: Params) -> object:
    """Answer isBlockhashValid."""
    text = params.text(0, "blockhash")
    slot = context_slot(ledger, params.config(1))
    try:
        value = base58.decode(text[:64])
    except ValueError:
        raise invalid_params("blockhash is not base58 text") from None
    return with_context(slot, ledger.blockhashes.slot_of(value) is not None)


def get_slot(ledger: Ledger, params: Params) -> object:
    """Answer getSlot."""
    return context_slot(ledger, params.config(0))


def get_block_height(ledger: Ledger, params: Params) -> object:
    """Answer getBlockHeight."""
    return ledger.timeline.block_height(context_slot(ledger, params.config(0)))


def get_epoch_info(ledger: Ledger, params: Params) -> object:
    """Answer getEpochInfo."""
    slot = context_slot(ledger, params.config(0))
    return {
        "absoluteSlot": slot,
        "blockHeight": ledger.timeline.block_height(slot),
        "epoch": slot // SLOTS_PER_EPOCH,
        "slotIndex": slot % SLOTS_PER_EPOCH,
        "slotsInEpoch": SLOTS_PER_EPOCH,
        "transactionCount": ledger.transaction_count,
    }


def get_epoch_schedule(_ledger: Ledger, _params: Params) -> object:
    """Answer getEpochSchedule: epochs of equal length from slot 0 on."""
    return {
        "slotsPerEpoch": SLOTS_PER_EPOCH,
        "leaderScheduleSlotOffset": SLOTS_PER_EPOCH,
        "warmup": False,
        "firstNormalEpoch": 0,
        "firstNormalSlot": 0,
    }


def get_genesis_hash(ledger: Ledger, _params: Params) -> object:
    """Answer getGenesisHash."""
    return base58.encode(ledger.genesis_hash)


def get_version(_ledger: Ledger, _params: Params) -> object:
    """Answer getVersion."""
    return {"solana-core": API_VERSION, "feature-set": 0}


def get_health(ledger: Ledger, _params: Params) -> object:
    """Answer getHealth."""
    ledger.require_healthy()
    return "ok"


def get_transaction_count(ledger: Ledger, _params: Params) -> object:
    """Answer getTransactionCount."""
    return ledger.transaction_count


def get_minimum_balance(ledger: Ledger, params: Params) -> object:
    """Answer getMinimumBalanceForRentExemption."""
    return ledger.bank.minimum_balance(params.count(0, "data length", 0, _DATA_BYTES_MAX))


def get_recent_prioritization_fees(ledger: Ledger, params: Params) -> object:
    """Answer getRecentPrioritizationFees: blocks are never full, so none is needed."""
    if params.get(0) is not None:
        for index, text in enumerate(params.texts(0, "addresses", ACCOUNTS_PER_CALL_MAX)):
            Params([text]).address(0, f"addresses[{index}]")
    slot = ledger.slot_at(Commitment.CONFIRMED)
    first = max(0, slot - PRIORITIZATION_FEE_SLOTS + 1)
    fees: list[Json] = [
        {"slot": past, "prioritizationFee": 0}
        for past in ledger.timeline.block_range(first, slot, PRIORITIZATION_FEE_SLOTS)
    ]
    return fees


METHODS: dict[str, Callable[[Ledger, Params], object]] = {
    "getLatestBlockhash": get_latest_blockhash,
    "isBlockhashValid": is_blockhash_valid,
    "getSlot": get_slot,
    "getBlockHeight": get_block_height,
    "getEpochInfo": get_epoch_info,
    "getEpochSchedule": get_epoch_schedule,
    "getGenesisHash": get_genesis_hash,
    "getVersion": get_version,
    "getHealth": get_health,
    "getTransactionCount": get_transaction_count,
    "getMinimumBalanceForRentExemption": get_minimum_balance,
    "getRecentPrioritizationFees": get_recent_prioritization_fees,
}
