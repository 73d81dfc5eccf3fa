"""Costs and income of owning the home (API 7.7)."""

from dataclasses import dataclass, fields, replace

from engine.programmes.deals.mortgage import YEAR_MONTHS, mortgage_paid
from engine.programmes.errors import ProgrammeError
from engine.programmes.rounding import div_ceil, div_floor

E12 = 10**12
E24 = E12 * E12
DOWN_PAYMENT_RATE_MIN_E12 = 20 * E12 // 100
# These are parts of a whole: more than all of it would make a debt or a rent negative.
_PARTS = frozenset({"down_payment_rate_e12", "vacancy_rate_e12"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRates:
    """The assumptions, a year where they are of time; no down payment: what leverage sets."""

    down_payment_rate_e12: int | None = None
    mortgage_rate_e12: int = 675 * E12 // 10_000
    closing_cost_rate_e12: int = 3 * E12 // 100
    agent_commission_rate_e12: int = 5 * E12 // 100
    seller_closing_rate_e12: int = E12 // 100
    property_tax_rate_e12: int = 11 * E12 // 1_000
    insurance_rate_e12: int = 5 * E12 // 1_000
    maintenance_rate_e12: int = E12 // 100
    rent_yield_e12: int = 6 * E12 // 100
    vacancy_rate_e12: int = 5 * E12 // 100
    management_rate_e12: int = 8 * E12 // 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PhysicalBreakdown:
    """Costs of owning by kind, and the rent that came in."""

    closing_e6: int
    commission_e6: int
    property_tax_e6: int
    insurance_e6: int
    maintenance_e6: int
    management_e6: int
    interest_e6: int
    rent_e6: int

    @property
    def running_e6(self) -> int:
        """Costs that are paid while owning."""
        return (
            self.property_tax_e6
            + self.insurance_e6
            + self.maintenance_e6
            + self.management_e6
            + self.interest_e6
        )

    @property
    def total_e6(self) -> int:
        """All costs; rent and repaid principal are none."""
        return self.closing_e6 + self.commission_e6 + self.running_e6


@dataclass(frozen=True, slots=True)
class PhysicalResult:
    """The result of owning the home."""

    dollars_e6: int
    percentage_e12: int
    cash_flow_e6: int
    breakdown: PhysicalBreakdown


class PhysicalCosts:
    """Checked assumptions of a deal: a leverage that sets the down payment, a number of months."""

    def __init__(self, rates: DealRates, leverage_e12: int, months: int) -> None:
        for each in fields(rates):
            value = getattr(rates, each.name)
            if value is not None and (value < 0 or (each.name in _PARTS and value > E12)):
                raise ProgrammeError("VALIDATION", details={"field": contract_name(each.name)})
        down_e12 = rates.down_payment_rate_e12
        if down_e12 is None:
            down_e12 = down_payment_rate_e12(leverage_e12)
        if down_e12 + rates.closing_cost_rate_e12 == 0:
            raise ProgrammeError("VALIDATION", details={"field": "downPaymentRate"})
        self.rates = replace(rates, down_payment_rate_e12=down_e12)
        self.down_e12 = down_e12
        self.months = months

    def over_time_ceil_e6(self, amount_e6: int, rate_e12: int) -> int:
        """Return amount x rate a year x years, rounded up."""
        return div_ceil(amount_e6 * rate_e12 * self.months, YEAR_MONTHS * E12)


def down_payment_rate_e12(leverage_e12: int) -> int:
    """Return max(1 / leverage, 0.20), rounded up."""
    return max(div_ceil(E24, leverage_e12), DOWN_PAYMENT_RATE_MIN_E12)


def contract_name(field_name: str) -> str:
    """Return the contract's spelling of a rate: `rent_yield_e12` is `rentYield`."""
    first, *rest = field_name.removesuffix("_e12").split("_")
    return first + "".join(word.capitalize() for word in rest)


def physical_costs(
    costs: PhysicalCosts, start_e6: int, end_e6: int, *, is_long: bool
) -> PhysicalResult:
    """Return the result of buying at `start_e6` and selling at `end_e6`; not owning for a short."""
    if not is_long:
        return PhysicalResult(0, 0, 0, PhysicalBreakdown(**dict.fromkeys(_BREAKDOWN, 0)))
    rates = costs.rates
    down_e6 = div_ceil(start_e6 * costs.down_e12, E12)
    buying_e6 = div_ceil(start_e6 * rates.closing_cost_rate_e12, E12)
    selling_e6 = div_ceil(end_e6 * rates.seller_closing_rate_e12, E12)
    mortgage = mortgage_paid(start_e6 - down_e6, rates.mortgage_rate_e12, costs.months)
    parts = PhysicalBreakdown(
        closing_e6=buying_e6 + selling_e6,
        commission_e6=div_ceil(end_e6 * rates.agent_commission_rate_e12, E12),
        property_tax_e6=costs.over_time_ceil_e6(start_e6, rates.property_tax_rate_e12),
        insurance_e6=costs.over_time_ceil_e6(start_e6, rates.insurance_rate_e12),
        maintenance_e6=costs.over_time_ceil_e6(start_e6, rates.maintenance_rate_e12),
        management_e6=_management_ceil_e6(costs, start_e6),
        interest_e6=mortgage.interest_e6,
        rent_e6=_rent_floor_e6(costs, start_e6),
    )
    dollars_e6 = end_e6 - start_e6 + parts.rent_e6 - parts.total_e6
    return PhysicalResult(
        dollars_e6,
        div_floor(dollars_e6 * E12, down_e6 + buying_e6),
        parts.rent_e6 - parts.running_e6 - mortgage.principal_e6,
        parts,
    )


_BREAKDOWN = tuple(each.name for each in fields(PhysicalBreakdown))


def _rent_floor_e6(costs: PhysicalCosts, start_e6: int) -> int:
    """Return the rent of the months that were let, rounded down."""
    let_e12 = E12 - costs.rates.vacancy_rate_e12
    gross = start_e6 * costs.rates.rent_yield_e12 * costs.months
    return div_floor(gross * let_e12, YEAR_MONTHS * E24)


def _management_ceil_e6(costs: PhysicalCosts, start_e6: int) -> int:
    """Return the manager's part of the gross rent, vacancy not deducted, rounded up."""
    gross = start_e6 * costs.rates.rent_yield_e12 * costs.months
    return div_ceil(gross * costs.rates.management_rate_e12, YEAR_MONTHS * E24)
