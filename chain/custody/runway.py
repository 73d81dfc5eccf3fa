"""Runway of the fee payer: remaining payouts, and hours at the current rate."""

import logging
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

from chain.custody.health import CustodyHealth
from chain.custody.payout import PAYOUT_COST_E9
from engine.core.generated.messages import SettlementPaid
from engine.sequencer import Applied, Sequencer

log = logging.getLogger(__name__)

WINDOW_S: Final = 3600.0
COUNTED_MAX: Final = 20_000  # payouts of an hour; with more the runway is shorter than is shown
LOW_PAYOUTS: Final = 500
LOW_HOURS: Final = 24
HOURS_MAX: Final = 8_760  # shown where nothing was paid in the last hour


class Runway:
    """Counts payouts; `note` compares them with what the fee payer has."""

    def __init__(
        self,
        sequencer: Sequencer,
        health: CustodyHealth,
        monotonic_s: Callable[[], float] = monotonic,
    ) -> None:
        self._health = health
        self._monotonic_s = monotonic_s
        self._paid_at: deque[float] = deque(maxlen=COUNTED_MAX)
        sequencer.subscribe(self._on_applied)

    def _on_applied(self, applied: Applied) -> None:
        for event in applied.events:
            if isinstance(event, SettlementPaid):
                self._paid_at.append(self._monotonic_s())

    def note(self, balance_e9: int, lent: int) -> None:
        """Write figures and alarm for a balance; rent that is lent is counted as spent."""
        start = self._monotonic_s() - WINDOW_S
        while self._paid_at and self._paid_at[0] < start:
            self._paid_at.popleft()
        left = balance_e9 // PAYOUT_COST_E9
        hours = left // len(self._paid_at) if self._paid_at else HOURS_MAX
        is_low = left < LOW_PAYOUTS or hours < LOW_HOURS
        if is_low and not self._health.is_runway_low:
            log.error("runway_low", extra={"payouts": left, "hours": hours, "guards_lent": lent})
        self._health.is_runway_low = is_low
        self._health.runway = {
            "fee_payer_lamports": balance_e9,
            "guards_lent": lent,
            "runway_payouts": left,
            "runway_hours": min(hours, HOURS_MAX),
        }
