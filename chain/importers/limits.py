"""The largest figures that a publisher's file may hold; what is above is a mistake in the file."""

from typing import Final

USD_MAX: Final = 1_000_000_000  # a price of a home, a rent
PER_UNIT_MAX: Final = 100_000  # a price of a square foot: the exchange's own bound
COUNT_MAX: Final = 1_000_000_000
INDEX_MAX: Final = 1_000_000
PERCENT_MAX: Final = 100
