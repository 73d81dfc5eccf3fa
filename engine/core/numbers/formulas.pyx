"""Python faces of the trade formulas of `fill.pxd`, for models that trade on paper."""

cimport engine.core.perps.fill as fill  # in this form the build sees its changes
from libc.stdint cimport int64_t


def fill_price_e8(
    int64_t price_e8, int64_t skew_e6, int64_t delta_e6, int64_t scale_e6
) -> int:
    """Return the fill price, up for a buyer and down for a seller."""
    return fill.fill_price_e8(price_e8, skew_e6, delta_e6, scale_e6)


def trade_fee_ceil_e6(
    int64_t skew_e6, int64_t delta_e6, int64_t fill_e8, int64_t maker_rate_e12,
    int64_t taker_rate_e12
) -> int:
    """Return the fee of a trade, maker and taker part, rounded up once."""
    return fill.trade_fee_ceil_e6(skew_e6, delta_e6, fill_e8, maker_rate_e12, taker_rate_e12)


def notional_floor_e6(int64_t size_e6, int64_t price_e8) -> int:
    """Return |size| x price, rounded down."""
    return fill.notional_floor_e6(size_e6, price_e8)
