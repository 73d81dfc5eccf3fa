"""Small holders of every market, whose trips measure what holding costs; the engine counts it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.programmes.index_series import E8, Floats, Integers
from engine.simulation.venue import E6, Venue

NOTIONAL_USD = 1_000.0


@dataclass(frozen=True, slots=True)
class Holder:
    """One in each market: side, days of a trip, and whether it trades in the auction at a print."""

    name: str
    side: int
    days: int
    at_print: bool


HOLDERS = (
    Holder("long 30 d", 1, 30, False),
    Holder("short 30 d", -1, 30, False),
    Holder("long 365 d", 1, 365, False),
    Holder("short 365 d", -1, 365, False),
    Holder("long 30 d at print", 1, 30, True),
    Holder("short 30 d at print", -1, 30, True),
)


class Holders:
    """Opens, holds for the days of each trip, closes, and begins again the day after."""

    def __init__(self, venue: Venue, first_slot: int) -> None:
        shape = (len(venue.symbols), len(HOLDERS))
        self._venue = venue
        self._slot = first_slot
        self._days = np.array([holder.days for holder in HOLDERS])
        self._side = np.array([float(holder.side) for holder in HOLDERS])
        self._at_print = np.array([holder.at_print for holder in HOLDERS])
        # Markets begin on different days, so that a report does not hang on one date.
        start = np.arange(shape[0])[:, None] * 7 % self._days[None, :]
        self._next: Integers = start.astype(np.int64)
        self._entry_e8 = np.zeros(shape, np.int64)
        self._before_e6 = np.zeros(shape, np.int64)
        self._held = np.zeros(shape)  # before the orders of a day
        self._waits = np.zeros(shape, np.bool_)  # an auction order waits
        self._notional_e6 = np.zeros(len(HOLDERS), np.int64)
        self._cost_e6 = np.zeros(len(HOLDERS), np.int64)
        self.trips = np.zeros(len(HOLDERS), np.int64)

    @property
    def cost_bp(self) -> Floats:
        """Cost of a trip beyond the move of the index, in basis points; NaN without a trip."""
        with np.errstate(invalid="ignore"):
            return np.asarray(1e4 * self._cost_e6 / np.where(self.trips, self._notional_e6, np.nan))

    def act(self, day: int, rows: int, time_s: int, *, has_auction: bool) -> None:
        """End the trips that are over and begin new ones; `day` counts from the first traded.

        Those at the print place auction orders, which the next print fills.
        """
        venue, slot = self._venue, self._slot
        held = venue.position[:rows, slot : slot + len(HOLDERS)]
        due = (self._next[:rows] <= day) & (has_auction | ~self._at_print)
        price = np.where(venue.shown.price[:rows] > 0, venue.shown.price[:rows], 1.0)[:, None]
        size = np.where(due, np.where(held != 0, -held, self._side * NOTIONAL_USD / price), 0.0)
        row, kind = np.nonzero(size)
        for place in zip(row, kind, strict=True):
            if held[place] == 0:
                at = (int(place[0]), slot + int(place[1]))
                self._before_e6[place] = venue.collateral_e6(*at)
        self._held[:rows] = held
        agents, waits = row * venue.slots + slot + kind, self._at_print[kind]
        venue.trade(agents[~waits], size[row, kind][~waits], time_s)
        self._note(day, rows, due & ~self._at_print)
        venue.place(agents[waits], size[row, kind][waits], time_s)
        self._waits[:rows] = due & self._at_print

    def settle(self, day: int, rows: int) -> None:
        """Look at what the auctions of this day's prints filled."""
        # The order that ends a trip is placed the day before.
        self._note(day - 1, rows, self._waits[:rows])
        self._waits[:] = False

    def _note(self, day: int, rows: int, due: NDArray[np.bool_]) -> None:
        venue, slot = self._venue, self._slot
        held = self._held[:rows]
        now = venue.position[:rows, slot : slot + len(HOLDERS)]
        entered = np.rint(np.abs(held) * E6).astype(np.int64)
        for place in zip(*np.nonzero(due & (held != 0) & (now == 0)), strict=True):
            self._count(int(place[0]), int(place[1]), int(entered[place]))
            self._next[place] = day + 1
        begun = due & (held == 0) & (now != 0)
        price_e8 = np.rint(venue.shown.price[:rows, None] * E8).astype(np.int64)
        self._entry_e8[:rows] = np.where(begun, price_e8, self._entry_e8[:rows])
        self._next[:rows] = np.where(begun, day + self._days, self._next[:rows])

    def _count(self, row: int, kind: int, size_e6: int) -> None:
        entry = int(self._entry_e8[row, kind])
        move = size_e6 * (round(self._venue.shown.price[row] * E8) - entry) // E8
        gained = self._venue.collateral_e6(row, self._slot + kind) - int(self._before_e6[row, kind])
        self._cost_e6[kind] += int(self._side[kind]) * move - gained
        self._notional_e6[kind] += size_e6 * entry // E8
        self.trips[kind] += 1
