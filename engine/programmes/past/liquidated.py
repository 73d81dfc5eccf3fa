"""Whether positions opened in the past would have been liquidated (7.11).

A position with a margin of notional / leverage is opened at the last print of a month. Nothing is
paid, received or added after that: no fees, no price impact, no funding. Its margin must cover the
notional at the index times the maintenance rate: the smallest MMR of the market and its liquidation
fee rate. So the first print p with p * (1 - rate) < entry * (1 - 1 / leverage) liquidates a long,
the first with p * (1 + rate) > entry * (1 + 1 / leverage) a short; equality is safe.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.programmes.past.months import YEAR_MONTHS, Past
from engine.programmes.rounding import div_ceil

E12 = 10**12


@dataclass(frozen=True, slots=True)
class Liquidations:
    """How many of the positions of one leverage and side were liquidated.

    `year_entries` were held for a year, if they lived so long; `entries` to the newest print.
    """

    leverage: int
    is_long: bool
    year_entries: int
    within_year: int
    entries: int
    to_date: int


def maintenance_rate_e12(
    min_initial_e12: int, maintenance_proportion_e12: int, liquidation_fee_e12: int
) -> int:
    """Return the smallest MMR of a market, rounded up, and its liquidation fee rate."""
    return div_ceil(min_initial_e12 * maintenance_proportion_e12, E12) + liquidation_fee_e12


def liquidations(past: Past, leverages: Sequence[int], rate_e12: int) -> list[Liquidations]:
    """Return the counts of longs and shorts at each leverage."""
    return [
        _count(past, leverage, rate_e12, is_long=is_long)
        for leverage in leverages
        for is_long in (True, False)
    ]


def _count(past: Past, leverage: int, rate_e12: int, *, is_long: bool) -> Liquidations:
    sign = 1 if is_long else -1
    # The worst print of each month for this side; larger is worse.
    worst = [-m.low_e8 if is_long else m.high_e8 for m in (*past.months, past.newest)]
    kept_e12 = E12 - sign * rate_e12

    def is_gone(entry_e8: int, later: int) -> bool:
        """Return whether the worst print of some months liquidates a position."""
        return later * kept_e12 * leverage > -sign * entry_e8 * E12 * (leverage - sign)

    to_date = within_year = 0
    worst_after = worst[-1]
    for place in range(len(past.months) - 1, -1, -1):
        entry_e8 = past.months[place].close_e8
        to_date += is_gone(entry_e8, worst_after)
        if place + YEAR_MONTHS < len(past.months):
            within_year += is_gone(entry_e8, max(worst[place + 1 : place + 1 + YEAR_MONTHS]))
        worst_after = max(worst_after, worst[place])
    entries = len(past.months)
    year_entries = max(0, entries - YEAR_MONTHS)
    return Liquidations(leverage, is_long, year_entries, within_year, entries, to_date)
