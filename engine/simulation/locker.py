"""The capacity locker: pairs of a long and a short fill the open interest that the pool allows."""

from engine.programmes.index_series import E8
from engine.simulation.venue import E6, Venue

EVERY_DAYS = 30
ROUNDS = 12  # each takes half of what is left
PAIR_MIN_USD = 1_000.0


class Locker:
    """Two accounts in each market; it fills what has become free once a month and never closes."""

    def __init__(self, venue: Venue, first_slot: int) -> None:
        self._venue = venue
        self._slot = first_slot

    def act(self, day: int, rows: int, time_s: int) -> None:
        """Fill the room of all markets, those of the lowest number first."""
        if day % EVERY_DAYS:
            return
        for row in range(rows):
            for _round in range(ROUNDS):
                if not self._pair(row, time_s):
                    break

    def _pair(self, row: int, time_s: int) -> bool:
        venue = self._venue
        view = venue.exchange.market_view(row + 1, time_s)
        size_e6 = min(view.available_long_size_e6, view.available_short_size_e6) // 2
        if view.increase_blocked_until_s or size_e6 * view.index_price_e8 / E8 < PAIR_MIN_USD * E6:
            return False
        for place, side in enumerate((1, -1)):
            venue.trade_one(row, self._slot + place, side * size_e6, time_s)
        return True


def locked_part(venue: Venue) -> float:
    """Return the part of the first provider's shares that cannot leave the pool now."""
    position = venue.exchange.lp_positions(venue.provider, venue.exchange.now_s)[0]
    return 1 - position.max_removable_shares_e6 / position.shares_e6
