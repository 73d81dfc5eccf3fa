"""Options of a simulation run, and the derived parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS


class Forecast(StrEnum):
    """Quality of the engine's own forecast."""

    ON = "on"
    OFF = "off"  # kDrift 0
    HALF = "half"  # kDrift 0.5
    WRONG_SIGN = "wrong-sign"  # the averages learn every return with its sign turned


class Agent(StrEnum):
    """Who trades beside the organic flow; one of each in every market, the timer in the pool."""

    FORECASTER = "forecaster"  # a regression on past prints
    SNIPER = "sniper"  # half of the next print's noise, an hour before it
    SOURCE = "source"  # the publisher's file: also the figure that is being printed
    PEEK = "peek"  # the file and the next print, exactly
    AHEAD = "ahead"  # exact prints of the next 90 days: an upper bound
    LOCKER = "locker"  # fills open interest with pairs of a long and a short, and holds them
    LP_TIMER = "lp-timer"  # a provider who comes and goes by what the next prints will do


KNOWING = (Agent.SOURCE, Agent.PEEK, Agent.AHEAD)
DEFAULT_AGENTS = (Agent.FORECASTER, Agent.SNIPER)

_NO_ANCHOR = {"k_drift_e12": 0}
# Designs of docs/economics.md that the parameters can express.
DESIGNS: dict[str, dict[str, int]] = {
    "acre": {},
    # Skew premium and velocity funding only; the integrator is as good as unclamped.
    "classical": {
        "k_drift_e12": 0,
        "spread_rate_e12": 0,
        "funding_decay_s": 0,
        "level_n": 0,
        "max_funding_velocity_e12": 10**9,
        "max_funding_rate_e12": 5 * 10**10,
    },
    "no-surcharge": {"level_n": 0},
    "no-integrator": {"max_funding_velocity_e12": 0},
    "no-anchor": _NO_ANCHOR,
}
_FORECASTS: dict[Forecast, dict[str, int]] = {
    Forecast.ON: {},
    Forecast.OFF: _NO_ANCHOR,
    Forecast.HALF: {"k_drift_e12": 5 * 10**11},
    Forecast.WRONG_SIGN: {},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """One run; `noise` is the daily noise of the prints, relative, `organic` scales the flow.

    `acts_at_print`: informed agents increase only right after a print, without knowing the next
    one; it stands in for orders that fill at the print. `auction_share`: so much of the organic
    flow trades then, too.
    """

    seed: int = 1
    noise: float = 0.001
    is_mean_reverting: bool = False
    organic: float = 1.0
    forecast: Forecast = Forecast.ON
    design: str = "acre"
    agents: tuple[Agent, ...] = DEFAULT_AGENTS
    acts_at_print: bool = False
    auction_share: float = 0.0
    changes: Mapping[str, int] = field(default_factory=dict)  # raw values by parameter name

    def market_parameters(self) -> dict[str, int]:
        """Return the market parameters in force; sizes of a side are set at creation."""
        values = {row.name: row.default or 0 for row in MARKET_PARAMETERS}
        values |= DESIGNS[self.design] | _FORECASTS[self.forecast]
        return values | {name: v for name, v in self.changes.items() if name in values}

    def exchange_parameters(self) -> dict[str, int]:
        """Return the exchange's parameters in force."""
        values = {row.name: row.default or 0 for row in EXCHANGE_PARAMETERS}
        return values | {name: v for name, v in self.changes.items() if name in values}
