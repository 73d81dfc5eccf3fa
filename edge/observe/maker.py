"""Metrics of the market maker."""

from typing import Final

from edge.observe.figure import Figure, counter, gauge

MAKER: Final[tuple[Figure, ...]] = (
    counter("acre_maker_rounds", "Rounds over all markets", "result"),
    counter("acre_maker_acts", "Orders placed, amended, canceled or refused", "outcome"),
    gauge("acre_maker_markets", "Markets quoted in the last round"),
    gauge("acre_maker_points", "Available points of the wallet"),
)
