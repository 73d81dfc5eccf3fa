"""Query and answers of the deal analysis (API 5.4)."""

from typing import Annotated, Literal

from msgspec import Meta

from edge.http.schema.base import Entity, Request
from edge.http.schema.units import (
    AmountText,
    Collateral,
    LeverageText,
    Price,
    RateText,
    Ratio,
    SignedCollateral,
    Size,
    Timestamp,
)

TIMEFRAMES = ["1m", "3m", "6m", *(f"{years}y" for years in range(1, 11))]


class DealQuery(Request):
    """A deal; `notional` instead of `sqft`. What is left out is the default of the model."""

    timeframe: Annotated[
        str, Meta(description="in any case of letters", extra_json_schema={"enum": TIMEFRAMES})
    ] = "6m"
    leverage: Annotated[LeverageText, Meta(description="1 to the market's largest leverage")] = "1"
    sqft: (
        Annotated[int, Meta(ge=1, le=1_000_000, description="1,800 without a notional")] | None
    ) = None
    notional: Annotated[AmountText, Meta(description="raw collateral, above 0")] | None = None
    side: Literal["long", "short"] = "long"
    down_payment_rate: RateText | None = None
    mortgage_rate: RateText | None = None
    closing_cost_rate: RateText | None = None
    agent_commission_rate: RateText | None = None
    seller_closing_rate: RateText | None = None
    property_tax_rate: RateText | None = None
    insurance_rate: RateText | None = None
    maintenance_rate: RateText | None = None
    rent_yield: RateText | None = None
    vacancy_rate: RateText | None = None
    management_rate: RateText | None = None


class NetReturn(Entity):
    """Returns of both ways."""

    acre_percentage: Ratio
    physical_percentage: Ratio
    acre_dollars: SignedCollateral
    physical_dollars: SignedCollateral


class CashFlow(Entity):
    """Income less payments while holding."""

    acre: SignedCollateral
    physical: SignedCollateral


class AcreCosts(Entity):
    """Costs of the trade; funding is net paid, below 0 when received."""

    trade_fees: Collateral
    price_impact: SignedCollateral
    funding: SignedCollateral
    liquidated_at: Timestamp | None


class PhysicalCosts(Entity):
    """Costs of owning, and the rent."""

    closing: Collateral
    commission: Collateral
    property_tax: Collateral
    insurance: Collateral
    maintenance: Collateral
    management: Collateral
    interest: Collateral
    rent: Collateral


class Breakdown(Entity):
    """The parts of both costs."""

    acre: AcreCosts
    physical: PhysicalCosts


class Assumptions(Entity):
    """The assumptions of the answer, including defaults."""

    timeframe: str
    leverage: Ratio
    sqft: int
    side: str
    down_payment_rate: Ratio
    mortgage_rate: Ratio
    closing_cost_rate: Ratio
    agent_commission_rate: Ratio
    seller_closing_rate: Ratio
    property_tax_rate: Ratio
    insurance_rate: Ratio
    maintenance_rate: Ratio
    rent_yield: Ratio
    vacancy_rate: Ratio
    management_rate: Ratio


class DealPoint(Entity):
    """The index at one end of the deal."""

    timestamp: Timestamp
    price: Price


class DealAnalysis(Entity):
    """A deal on Acre against the same deal in bricks (API 5.4, 7.7)."""

    dealsize_sqft: Size
    dealsize_notional: Collateral
    net_return: NetReturn
    cash_flow: CashFlow
    acre_total_costs: Collateral
    physical_total_costs: Collateral
    breakdown: Breakdown
    assumptions: Assumptions
    entry: DealPoint
    exit: DealPoint
    recommendation: Literal["strong_acre", "slight_acre", "similar", "physical"]


class DealCell(Entity):
    """Both returns at one leverage, with the exit price changed by a ratio."""

    leverage: Ratio
    exit_change: Ratio
    acre_percentage: Ratio
    physical_percentage: Ratio
    recommendation: Literal["strong_acre", "slight_acre", "similar", "physical"]


class DealSensitivity(Entity):
    """The same deal at other leverages and exit prices: by leverage, then by change."""

    cells: list[DealCell]


class DealHorizon(Entity):
    """Both returns of the deal held for the last so many years."""

    years: int
    acre_percentage: Ratio
    physical_percentage: Ratio
    acre_dollars: SignedCollateral
    physical_dollars: SignedCollateral
    liquidated_at: Timestamp | None


class DealHorizons(Entity):
    """The same deal by holding time, from one year on, as far as the index goes back."""

    horizons: list[DealHorizon]
