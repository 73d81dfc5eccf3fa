"""The annuity of a mortgage, exact (API 7.7)."""

from dataclasses import dataclass

from engine.programmes.rounding import div_ceil

E12 = 10**12
TERM_MONTHS = 360
YEAR_MONTHS = 12


@dataclass(frozen=True, slots=True)
class MortgagePaid:
    """Payments on a loan to date; each part rounded up once."""

    interest_e6: int
    principal_e6: int


def mortgage_payment_ceil_e6(loan_e6: int, rate_e12: int) -> int:
    """Return the monthly payment of a 360-month annuity, rounded up once."""
    assert loan_e6 >= 0
    if rate_e12 == 0:
        return div_ceil(loan_e6, TERM_MONTHS)
    b = YEAR_MONTHS * E12
    grown = (b + rate_e12) ** TERM_MONTHS
    return div_ceil(loan_e6 * rate_e12 * grown, (grown - b**TERM_MONTHS) * b)


def mortgage_paid(loan_e6: int, rate_e12: int, months: int) -> MortgagePaid:
    """Return interest and principal of the first months of a 360-month annuity.

    With i = rate / 12 = (a - b) / b and n = 360, m = months:
    payment = loan i (1+i)^n / ((1+i)^n - 1), principal = loan ((1+i)^m - 1) / ((1+i)^n - 1),
    interest = m payment - principal. All powers are integers of a and b, so nothing is lost
    before the one rounding.
    """
    assert 0 <= months <= TERM_MONTHS
    assert loan_e6 >= 0
    if rate_e12 == 0:
        return MortgagePaid(0, div_ceil(loan_e6 * months, TERM_MONTHS))
    b = YEAR_MONTHS * E12
    a = b + rate_e12
    growth = a**TERM_MONTHS - b**TERM_MONTHS  # ((1+i)^n - 1) b^n
    principal = loan_e6 * (a**months - b**months) * b ** (TERM_MONTHS - months)
    payment_times_b = loan_e6 * rate_e12 * a**TERM_MONTHS
    interest_times_b = months * payment_times_b - principal * b
    return MortgagePaid(div_ceil(interest_times_b, growth * b), div_ceil(principal, growth))
