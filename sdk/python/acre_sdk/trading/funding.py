"""The margin that an account needs for a leverage."""

from decimal import Decimal
from typing import Final

from acre_sdk.amounts import COLLATERAL, RATE, Amount, decimal_of, raw
from acre_sdk.errors import BAD_ANSWER, BAD_LEVERAGE, AcreError
from acre_sdk.generated import models as m

E8: Final = 10**8
E12: Final = 10**12
CENT: Final = 10**4
MINIMUMS_MAX: Final = 20 * 10**6  # of minimum and liquidation fee margin that a deposit covers
COSTS_PERCENT: Final = Decimal("0.005")  # of a notional beside the fee: impact, surcharge, rounding


def multiple_of(market: m.Market, leverage: Amount) -> int:
    """Return a leverage in its smallest unit; raises BAD_LEVERAGE beyond the market's maximum."""
    multiple = raw("leverage", leverage, RATE)
    most = market.max_leverage_multiple
    if decimal_of(multiple, RATE) > most:
        text = f"the leverage of {market.metadata.symbol} is at most {most}, not {leverage}"
        raise AcreError(BAD_LEVERAGE, text)
    return multiple


def new_account_margin(market: m.Market, kind: str, units: int, multiple: int) -> int:
    """Return the first deposit of an account: notional by leverage, and the costs of the trade."""
    notional = units
    if kind == "sizeDelta":
        notional = units * int(market.index_price) // E8
    costs = int(notional * (market.taker_fee_rate + COSTS_PERCENT))
    return _up(notional * E12 // multiple + costs)


def lacking_margin(
    account: m.MarginAccount, market: m.Market, found: m.PositionQuote, multiple: int
) -> int:
    """Return what an account lacks for the leverage, and for the margin that the trade requires."""
    old = next((row for row in account.positions if row.market_id == market.id), None)
    held = 0 if old is None else int(old.open_interest.size)
    signed = -held if old is not None and old.side == "short" else held
    after = abs(signed + found.open_interest_delta.size) * int(found.index_price) // E8
    total = account.open_interest - (old.open_interest.notional if old else 0) + after
    need = -(-total * E12 // multiple)
    required, available = found.total_required_margin_after, found.available_margin_after
    lacking = max(need, required + _gain(found)) - available
    if lacking <= 0:
        return 0
    most, bound = need + need // 10, decimal_of(multiple, RATE)
    if required > most + MINIMUMS_MAX:
        margin = decimal_of(required, COLLATERAL)
        text = f"the trade requires a margin of {margin}, more than a leverage of {bound} explains"
        raise AcreError("INSUFFICIENT_MARGIN", text, 409)
    if need - available > most:
        raise AcreError(BAD_ANSWER, f"the account lacks more than a leverage of {bound} explains")
    return _up(lacking)


def _gain(found: m.PositionQuote) -> int:
    """Return what a fill is better than the index, which does not count for the requirement."""
    better = int(found.index_price) - int(found.fill_price)
    return max(0, -(-found.open_interest_delta.size * better // E8))


def _up(units: int) -> int:
    """Round up to whole cents."""
    return -(-units // CENT) * CENT
