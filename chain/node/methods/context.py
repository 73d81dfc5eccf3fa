"""Shared by every method: the answer's context and its slot."""

from chain.node.encoding.meta import Json
from chain.node.errors import MIN_CONTEXT_SLOT, RpcError
from chain.node.methods.params import Config
from chain.node.state.ledger import Ledger

API_VERSION = "3.0.0"


def context_slot(ledger: Ledger, config: Config) -> int:
    """Return the slot of the wanted commitment; refuse if `minContextSlot` is not reached yet."""
    slot = ledger.slot_at(config.commitment())
    minimum = config.count("minContextSlot", 0, 0, 2**63 - 1)
    if slot < minimum:
        raise RpcError(
            MIN_CONTEXT_SLOT, "Minimum context slot has not been reached", {"contextSlot": slot}
        )
    return slot


def with_context(slot: int, value: object) -> Json:
    """Wrap a value with the slot it was read at."""
    return {"context": {"slot": slot, "apiVersion": API_VERSION}, "value": value}
