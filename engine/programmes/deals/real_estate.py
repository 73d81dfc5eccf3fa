"""Derived housing figures (API 7.8). Unknown in, unknown out; ratios round down."""

E12 = 10**12
YEAR_MONTHS = 12
DOWN_PAYMENT_E12 = E12 // 5  # of the median home, in figures of affordability


def absorption_rate_floor_e12(sales: int | None, active_listings: int | None) -> int | None:
    """Return closed sales of the month / active listings at its end; `None` without listings."""
    if sales is None or not active_listings:
        return None
    assert sales >= 0
    return sales * E12 // active_listings


def months_of_supply_floor_e12(sales: int | None, active_listings: int | None) -> int | None:
    """Return 1 / absorption rate, from the same counts; `None` when nothing was sold."""
    if not sales or active_listings is None:
        return None
    assert active_listings >= 0
    return active_listings * E12 // sales


def gross_rental_yield_floor_e12(rent_monthly_e6: int | None, price_e6: int | None) -> int | None:
    """Return 12 x median monthly rent / median price."""
    if rent_monthly_e6 is None or not price_e6:
        return None
    assert rent_monthly_e6 >= 0
    return YEAR_MONTHS * rent_monthly_e6 * E12 // price_e6


def price_to_rent_floor_e12(rent_monthly_e6: int | None, price_e6: int | None) -> int | None:
    """Return median price / (12 x median monthly rent), the inverse of the yield."""
    if not rent_monthly_e6 or price_e6 is None:
        return None
    assert price_e6 >= 0
    return price_e6 * E12 // (YEAR_MONTHS * rent_monthly_e6)


def loan_floor_e6(price_e6: int) -> int:
    """Return the loan on a home after the down payment."""
    assert price_e6 >= 0
    return price_e6 * (E12 - DOWN_PAYMENT_E12) // E12


def income_share_floor_e12(payment_monthly_e6: int, income_yearly_e6: int) -> int:
    """Return 12 x monthly payment / income of a year, which is above 0."""
    assert income_yearly_e6 > 0
    return YEAR_MONTHS * payment_monthly_e6 * E12 // income_yearly_e6
