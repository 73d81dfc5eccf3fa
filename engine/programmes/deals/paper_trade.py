"""A position on paper, held over history: fees, impact, funding, the day it would have ended."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.core.numbers.formulas import fill_price_e8, notional_floor_e6, trade_fee_ceil_e6
from engine.programmes.rounding import div_ceil, div_floor

E8 = 10**8
E12 = 10**12
E18 = 10**18
# What an estimate in floats may be off: a part of the notional, raw units of roundings, and raw
# units of the fill prices.
ESTIMATE_SLACK = 1e-6
ESTIMATE_SLACK_E6 = 64
ESTIMATE_SLACK_PRICE_E8 = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketTerms:
    """A market as it is now: the whole history is traded at these."""

    skew_e6: int
    skew_scale_e6: int
    maker_fee_rate_e12: int
    taker_fee_rate_e12: int
    max_leverage_e12: int


@dataclass(frozen=True, slots=True)
class FundingPoint:
    """What a long of one unit has received by a moment, and what either side was charged."""

    at_s: int
    funding_per_unit_e18: int
    holding_per_unit_e18: int = 0

    def received_e18(self, size_e6: int) -> int:
        """Return the index of the side of a size."""
        charged_e18 = self.holding_per_unit_e18
        return self.funding_per_unit_e18 - (charged_e18 if size_e6 > 0 else -charged_e18)


@dataclass(frozen=True, slots=True, kw_only=True)
class AcreBreakdown:
    """The result of a paper trade; `funding_e6`, with the holding charge: below 0 when received."""

    dollars_e6: int
    trade_fees_e6: int
    price_impact_e6: int
    funding_e6: int
    liquidated_at_s: int | None

    @property
    def total_costs_e6(self) -> int:
        """Fees, impact and paid funding; received funding is no cost, and none is below 0."""
        return max(0, self.trade_fees_e6 + self.price_impact_e6 + max(0, self.funding_e6))


class PaperTrade:
    """A trade of `size_e6` (negative: short) entered at an index price and the current skew.

    Both ways are filled against the skew as it is now, without the trade itself; so a round
    trip costs at least the impact of its own size.
    """

    def __init__(self, market: MarketTerms, size_e6: int, entry_price_e8: int) -> None:
        assert size_e6 != 0
        self._market = market
        self._size_e6 = size_e6
        self._entry_fee_e6, self._entry_impact_e6 = self._costs(size_e6, entry_price_e8)
        self._entry_notional_e6 = notional_floor_e6(size_e6, entry_price_e8)

    def hold(
        self,
        prints: Sequence[tuple[int, int]],
        funding: Sequence[FundingPoint],
        leverage_e12: int,
    ) -> AcreBreakdown:
        """Return the result at the last of the prints (time, price), or where margin ran out.

        Margin is notional / leverage; the first print at which closing would have lost all of it
        ends the trade with that loss. Before funding is known there is none.
        """
        for place in self._may_end(prints, funding, leverage_e12):
            result = self._closed(prints, place, funding)
            if -result.dollars_e6 * leverage_e12 >= self._entry_notional_e6 * E12:
                lost_e6 = div_ceil(self._entry_notional_e6 * E12, leverage_e12)
                return replace(result, dollars_e6=-lost_e6, liquidated_at_s=prints[place][0])
        return self._closed(prints, len(prints) - 1, funding)

    def _may_end(
        self,
        prints: Sequence[tuple[int, int]],
        funding: Sequence[FundingPoint],
        leverage_e12: int,
    ) -> list[int]:
        """Return the places of the prints, ascending, at which margin may have run out.

        An estimate in floats that errs to the side of looking: fee and impact of a way out are in
        proportion to its price but for roundings. What it names is then worked out exactly.
        """
        moments, prices = np.array(prints, dtype=np.int64).T
        entry_e8 = prints[0][1]
        fee_e6, impact_e6 = self._costs(-self._size_e6, entry_e8)
        costs = (
            self._entry_fee_e6 + self._entry_impact_e6 + (fee_e6 + impact_e6) * (prices / entry_e8)
        )
        gains = self._size_e6 * ((prices - entry_e8) / E8)
        losses = costs - gains + self._funding_estimate(funding, moments)
        margin = self._entry_notional_e6 * (E12 / leverage_e12)
        slack = ESTIMATE_SLACK_E6 + ESTIMATE_SLACK * self._entry_notional_e6
        slack += ESTIMATE_SLACK_PRICE_E8 * abs(self._size_e6) / E8
        return [int(place) for place in np.flatnonzero(losses >= margin - slack)]

    def _funding_estimate(
        self, funding: Sequence[FundingPoint], moments: "np.ndarray[tuple[int], np.dtype[np.int64]]"
    ) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        if not funding:
            return np.zeros(len(moments))
        known_s = np.array([point.at_s for point in funding], dtype=np.int64)
        values = np.array([point.received_e18(self._size_e6) / E18 for point in funding])
        places = np.maximum(np.searchsorted(known_s, moments, side="right") - 1, 0)
        paid: np.ndarray[tuple[int], np.dtype[np.float64]] = values[places[0]] - values[places]
        return self._size_e6 * paid

    def _closed(
        self, prints: Sequence[tuple[int, int]], place: int, funding: Sequence[FundingPoint]
    ) -> AcreBreakdown:
        """Return what closing at a print gives; liquidation is decided by the caller."""
        at_s, price_e8 = prints[place]
        funding_e6 = self._funding_ceil_e6(funding, prints[0][0], at_s)
        exit_fee_e6, exit_impact_e6 = self._costs(-self._size_e6, price_e8)
        fees_e6 = self._entry_fee_e6 + exit_fee_e6
        impact_e6 = self._entry_impact_e6 + exit_impact_e6
        gain_e6 = notional_floor_e6(self._size_e6, price_e8) - self._entry_notional_e6
        direction = 1 if self._size_e6 > 0 else -1
        return AcreBreakdown(
            dollars_e6=direction * gain_e6 - fees_e6 - impact_e6 - funding_e6,
            trade_fees_e6=fees_e6,
            price_impact_e6=impact_e6,
            funding_e6=funding_e6,
            liquidated_at_s=None,
        )

    def _costs(self, delta_e6: int, price_e8: int) -> tuple[int, int]:
        """Return fee and impact of one way, rounded up; impact is delta x (fill - price)."""
        terms = self._market
        fill_e8 = fill_price_e8(price_e8, terms.skew_e6, delta_e6, terms.skew_scale_e6)
        fee_e6 = trade_fee_ceil_e6(
            terms.skew_e6, delta_e6, fill_e8, terms.maker_fee_rate_e12, terms.taker_fee_rate_e12
        )
        return fee_e6, div_ceil(delta_e6 * (fill_e8 - price_e8), E8)

    def _funding_ceil_e6(self, funding: Sequence[FundingPoint], from_s: int, to_s: int) -> int:
        """Return funding and holding charge between two moments: -n (F1 - F0), rounded up."""
        if not funding:
            return 0
        first, last = _funding_at(funding, from_s), _funding_at(funding, to_s)
        change_e18 = last.received_e18(self._size_e6) - first.received_e18(self._size_e6)
        return -div_floor(self._size_e6 * change_e18, E18)


def _funding_at(funding: Sequence[FundingPoint], at_s: int) -> FundingPoint:
    """Return the last known point at a moment, before the first the first."""
    place = bisect_right(funding, at_s, key=lambda point: point.at_s) - 1
    return funding[max(place, 0)]
