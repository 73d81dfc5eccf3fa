"""The order of payable requests: trouble of one owner delays no other.

Payouts of collateral that were never authorised form the engine's line: only its first can be
authorised, so they are tried in that order, and when one has to wait for the outflow limit, all
do. The settler takes one that cannot be paid out of the line instead of waiting for it.

Everything else (tokens, and what is to be signed again) goes by lanes. A lane is one owner and
mint, for which there is one token account. Lanes take turns, the one that had its turn longest ago
first; a lane has few payouts in flight and can be parked as a whole.
"""

import logging
from collections import Counter
from collections.abc import Iterable
from itertools import islice, takewhile
from time import monotonic
from typing import Final

from chain.client.addresses import to_base58
from chain.client.backoff import longer
from chain.custody.payout import RequestKey, key_of
from engine.core.views import SettlementRequestView
from engine.schema.enums import RequestState

log = logging.getLogger(__name__)

LANE_IN_FLIGHT_MAX: Final = 8
BACKOFF_START_S: Final = 1.0
BACKOFF_MAX_S: Final = 60.0
PARK_START_S: Final = 30.0
PARK_MAX_S: Final = 3600.0

Lane = tuple[bytes, int]
_Wait = tuple[float, float]  # until when, and how long that was
_NO_WAIT: Final = (0.0, 0.0)


class PayoutQueue:
    """Open requests as last read from the engine, with what was learnt about them since.

    All memory is about open requests only, so the engine's own bounds hold here too.
    """

    def __init__(self, in_flight_max: int) -> None:
        self._in_flight_max = in_flight_max
        self.authorised: list[SettlementRequestView] = []
        self._line: list[SettlementRequestView] = []
        self._line_wait: _Wait = _NO_WAIT
        self._payable: dict[Lane, list[SettlementRequestView]] = {}
        self._in_flight: Counter[Lane] = Counter()
        self._turns: dict[Lane, int] = {}
        self._turn = 0
        self._parked: dict[Lane, _Wait] = {}
        self._backoff: dict[RequestKey, _Wait] = {}
        self._final_from: dict[RequestKey, int] = {}
        self._forfeited: set[RequestKey] = set()

    def replace(self, requests: Iterable[SettlementRequestView], cursor_slot: int) -> None:
        """Take over the open requests, oldest maturity first; forget all about others."""
        self.authorised = []
        self._line = []
        self._payable = {}
        self._in_flight = Counter()
        final_from: dict[RequestKey, int] = {}
        keys: set[RequestKey] = set()
        for request in requests:
            if request.state == RequestState.AUTHORISED:
                self.authorised.append(request)
                self._in_flight[_lane(request)] += 1
            elif request.state == RequestState.PAYABLE:
                if request.payable_order is None:
                    self._payable.setdefault(_lane(request), []).append(request)
                else:
                    self._line.append(request)
                # the command that made it payable is at or before the cursor
                key = key_of(request)
                final_from[key] = self._final_from.get(key, cursor_slot)
            keys.add(key_of(request))
        self._line.sort(key=_place)
        self._final_from = final_from
        self._backoff = {key: wait for key, wait in self._backoff.items() if key in keys}
        self._forfeited &= keys
        lanes = self._payable.keys() | self._in_flight.keys() | {_lane(row) for row in self._line}
        self._turns = {lane: turn for lane, turn in self._turns.items() if lane in lanes}
        self._parked = {lane: wait for lane, wait in self._parked.items() if lane in lanes}

    @property
    def count(self) -> int:
        """Requests that are payable or authorised."""
        lanes = sum(len(rows) for rows in self._payable.values())
        return len(self.authorised) + len(self._line) + lanes

    @property
    def is_empty(self) -> bool:
        """True when there is nothing to pay and nothing to watch."""
        return not self.authorised and not self._line and not self._payable

    def is_parked(self, request: SettlementRequestView) -> bool:
        """Return whether the owner's token account could not be paid a while ago."""
        return monotonic() < self._parked.get(_lane(request), _NO_WAIT)[0]

    def is_due(self, request: SettlementRequestView) -> bool:
        """Return whether neither the request nor its lane, or the line, has to wait."""
        if request.payable_order is not None:
            return monotonic() >= self._line_wait[0]
        is_ready = monotonic() >= self._backoff.get(key_of(request), _NO_WAIT)[0]
        return is_ready and not self.is_parked(request)

    def has_due(self) -> bool:
        """Return whether `next` could return anything."""
        if self._room() <= 0:
            return False
        return any(self.is_due(request) for request in self._line[:1]) or any(
            self.is_due(request) for lane in self._open_lanes() for request in self._payable[lane]
        )

    def next(self, finalized_slot: int) -> list[SettlementRequestView]:
        """Return the requests whose turn it is and whose cause is final, as many as may fly.

        Neither line nor lanes can take all the room while the other has something due.
        """
        room = self._room()
        line = [
            request
            for request in takewhile(
                lambda request: self._final_from[key_of(request)] <= finalized_slot, self._line
            )
            if self.is_due(request)
        ]
        lanes = self._next_of_lanes(finalized_slot, max(room - len(line), (room + 1) // 2))
        return lanes + line[: max(room - len(lanes), 0)]

    def _next_of_lanes(self, finalized_slot: int, room: int) -> list[SettlementRequestView]:
        chosen: list[SettlementRequestView] = []
        for lane in sorted(self._open_lanes(), key=lambda lane: self._turns.get(lane, 0)):
            space = min(LANE_IN_FLIGHT_MAX - self._in_flight[lane], room - len(chosen))
            if space <= 0:
                continue
            due = (
                request
                for request in self._payable[lane]
                if self._final_from[key_of(request)] <= finalized_slot and self.is_due(request)
            )
            taken = list(islice(due, space))
            if taken:
                self._turn += 1
                self._turns[lane] = self._turn
                chosen += taken
        return chosen

    def _room(self) -> int:
        return self._in_flight_max - len(self.authorised)

    def _open_lanes(self) -> list[Lane]:
        """Return the lanes that are neither parked nor full, oldest request first."""
        now = monotonic()
        return [
            lane
            for lane in self._payable
            if now >= self._parked.get(lane, _NO_WAIT)[0]
            and self._in_flight[lane] < LANE_IN_FLIGHT_MAX
        ]

    # what is learnt on the way

    def wait_longer(self, request: SettlementRequestView, reason: str) -> None:
        """Leave one request alone for a while, longer each time."""
        self._backoff[key_of(request)] = _longer(self._backoff.get(key_of(request), _NO_WAIT))
        log.warning("payout_waits", extra={"request_id": request.request_id, "reason": reason})

    def hold_line(self, reason: str) -> None:
        """Leave the whole line alone for a while: its first may not pass yet."""
        self._line_wait = _longer(self._line_wait)
        log.info("payouts_wait", extra={"reason": reason, "count": len(self._line)})

    def release_line(self) -> None:
        """Forget how long the line had to wait: its first has passed."""
        self._line_wait = _NO_WAIT

    def park(self, request: SettlementRequestView) -> None:
        """Leave the owner alone for long: the token account cannot be paid."""
        last_s = self._parked.get(_lane(request), _NO_WAIT)[1]
        pause_s = longer(last_s, PARK_START_S, PARK_MAX_S)
        self._parked[_lane(request)] = (monotonic() + pause_s, pause_s)
        log.warning(
            "payout_parked",
            extra={"owner": to_base58(request.owner), "mint": request.mint, "pause_s": pause_s},
        )

    def forfeit_tip(self, request: SettlementRequestView) -> None:
        """Remember that the processor's account made a payout fail."""
        self._forfeited.add(key_of(request))

    def is_tip_forfeited(self, request: SettlementRequestView) -> bool:
        """Return whether the next payout goes to the owner whole."""
        return key_of(request) in self._forfeited


def _longer(wait: _Wait) -> _Wait:
    """Return a wait from now, twice as long as the last one."""
    pause_s = longer(wait[1], BACKOFF_START_S, BACKOFF_MAX_S)
    return monotonic() + pause_s, pause_s


def _place(request: SettlementRequestView) -> int:
    assert request.payable_order is not None
    return request.payable_order


def _lane(request: SettlementRequestView) -> Lane:
    return request.owner, request.mint
