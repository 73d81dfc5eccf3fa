"""The points programmes and what each pays (API 7.4)."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

E6 = 10**6


class Programme(StrEnum):
    """A points programme by its name on the wire."""

    SEASON_1 = "ppps1"
    SEASON_2 = "ppps2"
    SEASON_3 = "ppps3"
    PERPETUAL = "perpetual"


# The main base shows the sum over these; the perpetual programme is separate (API 4.5).
SEASONS = (Programme.SEASON_1, Programme.SEASON_2, Programme.SEASON_3)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgrammeRules:
    """Rates of a programme in raw points: per 1.0 a day, and per liquidation."""

    trading_rate_e6: int
    lp_rate_e6: int
    staking_rate_e6: int = E6 // 2
    liquidation_reward_e6: int = 0


DEFAULT_RULES = MappingProxyType(
    {
        Programme.SEASON_1: ProgrammeRules(trading_rate_e6=1 * E6, lp_rate_e6=3 * E6),
        Programme.SEASON_2: ProgrammeRules(trading_rate_e6=2 * E6, lp_rate_e6=4 * E6),
        Programme.SEASON_3: ProgrammeRules(
            trading_rate_e6=5 * E6 // 2, lp_rate_e6=5 * E6, liquidation_reward_e6=50_000 * E6
        ),
        Programme.PERPETUAL: ProgrammeRules(trading_rate_e6=5 * E6 // 2, lp_rate_e6=5 * E6),
    }
)
