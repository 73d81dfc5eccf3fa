"""A provider who times the pool: in while the known prints are good for it, out before bad ones.

All rules of the pool apply: entry at the higher of balance and equity, 30 days, a day between
request and payout, the lower of two prices.
"""

import numpy as np

from engine.programmes.index_series import E8, Integers
from engine.simulation.venue import E6, Venue

WALLET = b"T" * 32
AMOUNT_E6 = 1_000_000 * E6
LOOK_DAYS = 31


class LpTimer:
    """Knows the prints of the next 31 days and what the positions of now mean for the pool."""

    def __init__(self, venue: Venue) -> None:
        self._venue = venue
        self._requests: list[int] = []
        self.invested_e6 = 0  # all deposits
        self.returned_e6 = 0  # all payouts
        self.days_in = 0
        self.stays = 0

    def act(self, rows: int, prints_e8: Integers, time_s: int) -> None:
        """Come, go, or let a request mature."""
        venue = self._venue
        for request in list(self._requests):
            paid = venue.process_removal(WALLET, request, time_s)
            if paid is not None:
                self.returned_e6 += paid
                self._requests.remove(request)
        held = [row for row in venue.exchange.lp_positions(WALLET, time_s) if row.shares_e6]
        outlook = self._outlook(rows, prints_e8)
        if not held and outlook > 0 and venue.add_liquidity(WALLET, AMOUNT_E6, time_s):
            self.invested_e6 += AMOUNT_E6
            self.stays += 1
        self.days_in += bool(held)
        for row in held:
            if outlook < 0 and row.has_reached_maturity and row.max_removable_shares_e6:
                shares = min(row.shares_e6, row.max_removable_shares_e6)
                asked = venue.remove_liquidity(WALLET, row.lp_position_id, shares, time_s)
                if asked is not None:
                    self._requests.append(asked)

    def _outlook(self, rows: int, prints_e8: Integers) -> float:
        """Return what price and funding bring the pool if the positions of now stay, in USD."""
        shown = self._venue.shown
        price, skew = shown.price[:rows], shown.skew[:rows]
        move = prints_e8[:rows, LOOK_DAYS - 1] / E8 - price
        return float(np.sum(skew * (price * shown.funding[:rows] * LOOK_DAYS - move)))

    def profit_e6(self, time_s: int) -> int:
        """Return payouts, requests and shares at their exit price less all deposits."""
        open_e6 = sum(r.share_value_e6 for r in self._venue.exchange.lp_positions(WALLET, time_s))
        asked_e6 = sum(
            row.amount_e6
            for row in self._venue.exchange.settlement_requests(WALLET)
            if row.request_id in self._requests
        )
        return self.returned_e6 + open_e6 + asked_e6 - self.invested_e6
