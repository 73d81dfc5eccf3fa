"""Sensitivity of a deal to leverage, exit price and holding time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.programmes.deals.analysis import (
    YEARS,
    DealRequest,
    DealResult,
    IndexPoint,
    Recommendation,
    analyse_deal,
    recommendation,
)
from engine.programmes.deals.paper_trade import FundingPoint, MarketTerms
from engine.programmes.errors import ProgrammeError
from engine.programmes.rounding import div_floor

E12 = 10**12


@dataclass(frozen=True, slots=True, kw_only=True)
class DealHistory:
    """Inputs of a deal: market terms, prints and funding in order of time, now."""

    market: MarketTerms
    index: Sequence[IndexPoint]
    funding: Sequence[FundingPoint]
    now_s: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SensitivityCell:
    """The two returns at one leverage with the exit price changed by a ratio."""

    leverage_e12: int
    exit_change_e12: int
    acre_percentage_e12: int
    physical_percentage_e12: int
    recommendation: Recommendation


def deal_sensitivity(
    request: DealRequest,
    history: DealHistory,
    leverages_e12: Sequence[int],
    exit_changes_e12: Sequence[int],
) -> list[SensitivityCell]:
    """Return a cell for each leverage and change, leverage by leverage; raise as `analyse_deal`.

    Only the exit price changes (rounded down to 1e-8); a margin that ran out before the exit stays
    gone at every exit price.
    """
    assert all(change_e12 > -E12 for change_e12 in exit_changes_e12)
    cells: list[SensitivityCell] = []
    for leverage_e12 in leverages_e12:
        asked = replace(request, leverage_e12=leverage_e12)
        base = _analyse(asked, history, history.index)
        ended_s = base.acre.liquidated_at_s
        # With one print alone the exit has no moment of its own yet: it is now.
        exit_s = base.exit.at_s if base.exit.at_s > base.entry.at_s else history.now_s
        is_gone = ended_s is not None and ended_s < base.exit.at_s
        for change_e12 in exit_changes_e12:
            price_e8 = max(1, div_floor(base.exit.price_e8 * (E12 + change_e12), E12))
            ends = (base.entry, IndexPoint(exit_s, price_e8))
            found = _analyse(asked, history, ends)
            cells.append(_cell(leverage_e12, change_e12, found, is_gone=is_gone))
    return cells


def deal_horizons(request: DealRequest, history: DealHistory) -> list[tuple[int, DealResult]]:
    """Return the deal held for the last 1, 2, … 10 years, as far as the index goes back.

    Raise as `analyse_deal`, INSUFFICIENT_HISTORY when not even one year is known.
    """
    found: list[tuple[int, DealResult]] = []
    for years in YEARS:
        try:
            asked = replace(request, timeframe=f"{years}y")
            found.append((years, _analyse(asked, history, history.index)))
        except ProgrammeError as error:
            if error.code != "INSUFFICIENT_HISTORY" or not found:
                raise
            break
    return found


def _analyse(request: DealRequest, history: DealHistory, index: Sequence[IndexPoint]) -> DealResult:
    return analyse_deal(request, history.market, index, history.funding, history.now_s)


def _cell(
    leverage_e12: int, change_e12: int, found: DealResult, *, is_gone: bool
) -> SensitivityCell:
    acre_e12 = -E12 if is_gone else found.acre_percentage_e12
    return SensitivityCell(
        leverage_e12=leverage_e12,
        exit_change_e12=change_e12,
        acre_percentage_e12=acre_e12,
        physical_percentage_e12=found.physical_percentage_e12,
        recommendation=recommendation(acre_e12, found.physical_percentage_e12),
    )
