"""The strategies that come with `acre backtest`; docs/backtest.md describes each."""

from typing import Any

import numpy as np

from engine.backtest.calls import compiled
from engine.backtest.run import Strategy
from engine.backtest.view import KEEP, View

MONTH = 30  # days between decisions of a strategy that does not decide daily
MONTHS_A_YEAR = 365 / MONTH


@compiled
def _buy_and_hold(view: View, params: Any) -> Any:  # noqa: ANN401 - of its strategy
    return params.leverage if view.size == 0 else KEEP


@compiled
def _momentum(view: View, params: Any) -> Any:  # noqa: ANN401 - of its strategy
    back = int(params.lookback_days)
    if view.days[-1] % MONTH or len(view.prices) <= back:
        return KEEP
    return params.leverage * np.sign(view.prices[-1] - view.prices[-1 - back])


@compiled
def _mean_reversion(view: View, params: Any) -> Any:  # noqa: ANN401 - of its strategy
    back = int(params.trend_years * 365)
    if view.days[-1] % MONTH or len(view.prices) <= back:
        return KEEP
    count = back // MONTH
    # Least squares of the log price on the month; what is above the line today.
    mean_y = 0.0
    slope = 0.0
    mean_x = (count - 1) / 2
    for place in range(count):
        y = np.log(view.prices[-1 - (count - 1 - place) * MONTH])
        mean_y += y / count
        slope += (place - mean_x) * y
    slope /= count * (count * count - 1) / 12
    above = np.log(view.prices[-1]) - (mean_y + slope * (count - 1 - mean_x))
    return min(max(-params.strength * above, -params.leverage_max), params.leverage_max)


@compiled
def _home_owner_hedge(view: View, params: Any) -> Any:  # noqa: ANN401 - of its strategy
    if view.size != 0:
        return KEEP
    return -params.home_value * view.start * view.price / (view.start_price * view.equity)


@compiled
def _trend_at_volatility(view: View, params: Any) -> Any:  # noqa: ANN401 - of its strategy
    back = int(params.lookback_days)
    months = back // MONTH
    if view.days[-1] % MONTH or len(view.prices) <= months * MONTH:
        return KEEP
    total = 0.0
    squares = 0.0
    for month in range(months):
        newer = view.prices[-1 - month * MONTH]
        change = np.log(newer / view.prices[-1 - (month + 1) * MONTH])
        total += change
        squares += change * change
    volatility = np.sqrt(squares / months * MONTHS_A_YEAR)
    if volatility == 0:
        return 0.0
    return np.sign(total) * min(params.volatility / volatility, params.leverage_max)


SHIPPED = (
    Strategy(
        "buy-and-hold",
        "long from the first day; a liquidated part is bought again only when all is gone",
        _buy_and_hold,
        {"leverage": 1.0},
    ),
    Strategy(
        "momentum",
        "monthly: long after a rise over the lookback, else short",
        _momentum,
        {"leverage": 1.0, "lookback_days": 365},
        {"lookback_days": (180, 365, 730)},
    ),
    Strategy(
        "mean-reversion",
        "monthly: against the distance from the log-linear trend of the last years",
        _mean_reversion,
        {"trend_years": 8, "strength": 5.0, "leverage_max": 2.0},
        {"trend_years": (5, 8), "strength": (2.5, 5.0, 10.0)},
    ),
    Strategy(
        "home-owner-hedge",
        "short a constant size, worth a multiple of the collateral at the start",
        _home_owner_hedge,
        {"home_value": 1.0},
    ),
    Strategy(
        "trend-at-volatility",
        "monthly: with the trend of the lookback, sized to a yearly volatility",
        _trend_at_volatility,
        {"lookback_days": 360, "volatility": 0.1, "leverage_max": 2.0},
        {"lookback_days": (180, 360), "volatility": (0.05, 0.1)},
    ),
)
