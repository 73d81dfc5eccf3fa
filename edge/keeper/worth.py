"""Estimated profit of a keeper act, in raw collateral (e6); see docs/keepers.md for the rules.

Everything is a whole number. What is earned is rounded down, what is spent is rounded up.
"""

from decimal import Decimal
from typing import Final

from acre_sdk.generated import models as m

E9: Final = 10**9
E12: Final = 10**12


def liquidation_fee_e6(margins: m.Margins, rules: m.ExchangeSpecification) -> int:
    """Estimate the fee of the next call (rules/liquidation.md), as far as public figures tell.

    The share x that has to close is the one after which health is at liquidationTargetHealth if all
    positions close alike: available - x * fee margin = (1 - x) * target * required. The rate of a
    mixture of markets is that of the fee margin. Little capacity makes the true fee smaller.
    """
    required_e6 = margins.total_required_margin
    if required_e6 <= margins.available_margin or required_e6 <= 0:
        return 0
    wanted_e6 = _product_up(required_e6, rules.liquidation_target_health)
    fee_margin_e6 = margins.required_liquidation_fee_margin
    missing_e6 = wanted_e6 - margins.available_margin
    whole_e6 = max(missing_e6, wanted_e6 - fee_margin_e6)  # never more than everything closes
    part_e6 = fee_margin_e6 * missing_e6 // whole_e6
    paid_e6 = margins.accumulated_liquidation_fees
    low_e6, high_e6 = rules.min_liquidation_fee, rules.max_liquidation_fee
    before_e6 = paid_e6 if paid_e6 > low_e6 else 0
    total_e6 = min(high_e6, max(low_e6, before_e6 + part_e6))
    return max(0, min(total_e6 - paid_e6, margins.available_margin))


def cost_e6(fee_e9: int, sol_price_e6: int) -> int:
    """Return what lamports cost, in raw collateral, rounded up."""
    return -(-fee_e9 * sol_price_e6 // E9)


def text_of(raw: int, decimals: int) -> str:
    """Return a raw amount as a decimal with all its digits."""
    whole, fraction = divmod(abs(raw), 10**decimals)
    return f"{'-' if raw < 0 else ''}{whole}.{fraction:0{decimals}d}"


def _product_up(amount_e6: int, ratio: Decimal) -> int:
    """Return amount times ratio, rounded up."""
    numerator, denominator = ratio.as_integer_ratio()
    return -(-amount_e6 * numerator // denominator)
