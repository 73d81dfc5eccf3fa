"""Faults that tests may ask for, so that clients learn to live with them. Off by default."""

from collections.abc import Callable

from chain.node.errors import invalid_params
from chain.node.lies import Lies
from chain.node.limits import FAULT_COUNT_MAX
from chain.node.methods.params import Config, Params
from chain.node.state.ledger import Ledger

_COUNTS = (
    "skipSlots",
    "dropSends",
    "delayConfirmationSlots",
    "delayFinalitySlots",
    "rateLimit",
    "closeSockets",
)
_KINDS = (*_COUNTS, "forkAfter", "forkLeavesGap", "lies")
_SLOT_MAX = 2**43


class Faults:
    """Count down what is still to go wrong; set through the method `acreFault`."""

    def __init__(self, ledger: Ledger, lies: Lies, close_sockets: Callable[[], None]) -> None:
        self._ledger = ledger
        self._lies = lies
        self._close_sockets = close_sockets
        self._dropped_sends = 0
        self._refused_requests = 0

    def answer(self, params: Params) -> object:
        """Answer acreFault: an object of fault kinds, each with how many times it strikes.

        `forkAfter` names the slot of an unfinalized block instead: the chain continues from there
        when the open slot closes, `forkLeavesGap` without blocks in the abandoned slots. `lies`
        replaces what the path `/liar` lies about.
        """
        config = params.config(0)
        unknown = set(config.values) - set(_KINDS)
        if unknown:
            raise invalid_params(f"unknown fault {min(unknown)}; known: {', '.join(_KINDS)}")
        counts = {kind: config.count(kind, -1, 0, FAULT_COUNT_MAX) for kind in _COUNTS}
        if counts["skipSlots"] >= 0:
            self._ledger.skip_slots(counts["skipSlots"])
        if counts["dropSends"] >= 0:
            self._dropped_sends = counts["dropSends"]
        if counts["delayConfirmationSlots"] >= 0:
            self._ledger.confirmation_delay_slots = counts["delayConfirmationSlots"]
        if counts["delayFinalitySlots"] >= 0:
            self._ledger.finality_delay_slots = counts["delayFinalitySlots"]
        if counts["rateLimit"] >= 0:
            self._refused_requests = counts["rateLimit"]
        if counts["closeSockets"] > 0:
            self._close_sockets()
        if config.get("forkAfter") is not None:
            self._fork(config)
        if config.get("lies") is not None:
            self._lies.set(config.get("lies"))
        return True

    def _fork(self, config: Config) -> None:
        slot = config.count("forkAfter", 0, 0, _SLOT_MAX)
        try:
            self._ledger.fork_after(slot, leaves_gap=config.flag("forkLeavesGap", False))
        except ValueError as error:
            raise invalid_params(str(error)) from None

    @property
    def may_strike(self) -> bool:
        """Whether the next request or the next sent transaction may be struck."""
        return self._dropped_sends > 0 or self._refused_requests > 0

    def takes_send(self) -> bool:
        """Return whether the next sent transaction is to vanish on its way."""
        if self._dropped_sends == 0:
            return False
        self._dropped_sends -= 1
        return True

    def takes_request(self) -> bool:
        """Return whether the next request is to be answered with status 429."""
        if self._refused_requests == 0:
            return False
        self._refused_requests -= 1
        return True
