"""The figures of a run in percent and basis points, for people."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.programmes.index_series import Floats
from engine.simulation.holders import HOLDERS
from engine.simulation.ledger import Year
from engine.simulation.run import FIRST_AGENT_GROUP, UNINFORMED_GROUP, Result

USD = 1e6  # raw units
HOLDING_DAYS = 30
BASIS_POINTS = 1e4


@dataclass(frozen=True, slots=True)
class Summary:
    """Shares are of the pool's equity at the start of their year."""

    lp: Floats  # per year
    parts: Floats  # years by PARTS
    groups: tuple[str, ...]  # organic flow, agents, holders taken together
    traders: Floats  # years by groups
    protocol: Floats  # years: its part of the fees and the reserve's
    market_traders: Floats  # markets by groups, mean a year
    market_years: Floats  # years by markets: the provider's return from one market
    has_traded: NDArray[np.bool_]  # years by markets; a market may begin late
    informed: float  # all agents beside organic flow and holders, mean a year
    holding_cost_bp: float | None  # of an uninformed holder over 30 days; None without one
    provider_fee_share: float  # of the trade fees; the rest is the protocol's and the reserve's

    @property
    def worst_year(self) -> int:
        """Index of the year with the lowest return."""
        return int(np.argmin(self.lp))

    @property
    def years_below_zero(self) -> int:
        """Years in which the pool lost."""
        return int(np.count_nonzero(self.lp < 0))

    @property
    def worst_market_year(self) -> tuple[int, int]:
        """Year and market with the lowest return."""
        traded = np.where(self.has_traded, self.market_years, np.inf)
        year, market = np.unravel_index(np.argmin(traded), traded.shape)
        return int(year), int(market)

    @property
    def worst_by_market(self) -> Floats:
        """Lowest return of a year from each market, years without trades left out."""
        worst = np.where(self.has_traded, self.market_years, np.inf).min(axis=0)
        return np.asarray(np.where(np.isinf(worst), 0.0, worst))

    @property
    def by_market(self) -> Floats:
        """Mean return a year from each market."""
        return np.asarray(self.market_years.mean(axis=0))


def summarise(result: Result) -> Summary:
    """Return the figures of a run."""
    years = result.years
    by_market = np.stack([_share(year, year.by_market_e6) for year in years])
    agents = len(result.groups) - len(HOLDERS)
    by_market = np.concatenate(
        [by_market[..., :agents], by_market[..., agents:].sum(axis=-1, keepdims=True)], axis=-1
    )
    traders = by_market.sum(axis=1)
    informed = traders[:, FIRST_AGENT_GROUP:agents].sum(axis=1)
    fees = int(result.whole.fees_e6.sum())
    return Summary(
        lp=np.array([year.total_e6 / year.nav_start_e6 for year in years]),
        parts=np.stack([_share(year, year.parts_e6.sum(axis=1)) for year in years]),
        groups=(*result.groups[:agents], "holders"),
        traders=traders,
        protocol=np.array([year.protocol_e6 / year.nav_start_e6 for year in years]),
        market_traders=by_market.mean(axis=0),
        market_years=np.stack([_share(year, year.parts_e6.sum(axis=0)) for year in years]),
        has_traded=np.stack([year.parts_e6.any(axis=0) for year in years]),
        informed=float(informed.mean()),
        holding_cost_bp=_holding_cost_bp(result),
        provider_fee_share=int(result.whole.lp_fees_e6.sum()) / fees if fees else 0.0,
    )


def _share(year: Year, amounts: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Floats:
    return np.asarray(amounts / year.nav_start_e6)


def _holding_cost_bp(result: Result) -> float | None:
    """Return fees, surcharge and impact of a way in and out, and the funding of 30 days."""
    flows, group = result.whole, UNINFORMED_GROUP
    volume = float(flows.volume_usd[:, group].sum())
    if volume == 0 or result.uninformed_usd_days == 0:
        return None
    charges = int((flows.fees_e6 + flows.surcharge_e6)[:, group].sum()) / USD
    trading = (charges + float(flows.impact_usd[:, group].sum())) / volume
    funding = -result.uninformed_funding_e6 / USD / result.uninformed_usd_days
    return BASIS_POINTS * (2 * trading + HOLDING_DAYS * funding)
