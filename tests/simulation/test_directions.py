"""What the design page says must come out, on a small run: signs and order, no magnitudes."""

from typing import Any

import pytest

from engine.simulation.options import Forecast, Options
from engine.simulation.summary import Summary, summarise
from tests.simulation.runs import result

NOISY = 0.003


def summary(**options: Any) -> Summary:
    return summarise(result(**options))


def mean_return(**options: Any) -> float:
    return float(summary(**options).lp.mean())


@pytest.mark.parametrize("options", [{}, {"noise": NOISY}], ids=["0.1 %", "0.3 %"])
def test_providers_earn_in_every_year_and_those_who_know_get_little(options):
    figures = summary(**options)
    assert (figures.lp > 0).all()
    assert figures.informed < figures.lp.mean()


def test_with_the_classical_design_noise_ruins_the_pool():
    classical = summary(design="classical", noise=NOISY)
    assert classical.lp.mean() < -0.01 < mean_return(noise=NOISY)
    assert classical.informed > 0.01 > summary(noise=NOISY).informed


def test_an_uninformed_holder_pays_less_in_the_classical_design_and_more_with_noise():
    cost = summary().holding_cost_bp
    assert summary(design="classical", noise=NOISY).holding_cost_bp < cost
    assert cost < summary(noise=NOISY).holding_cost_bp


def test_the_better_the_forecast_the_better_for_the_pool():
    right, off = mean_return(), mean_return(forecast=Forecast.OFF)
    assert right > off > mean_return(forecast=Forecast.WRONG_SIGN)


def test_without_organic_flow_only_those_who_know_pay():
    figures = summary(organic=0.0)
    assert abs(figures.lp.mean()) < mean_return()
    assert figures.informed < 0 < figures.lp.mean()
    assert figures.holding_cost_bp is None


def test_designs_and_forecasts_are_parameters():
    values = Options(forecast=Forecast.HALF, changes={"level_n": 9}).market_parameters()
    assert (values["k_drift_e12"], values["level_n"]) == (5 * 10**11, 9)
    values = Options(design="classical").market_parameters()
    assert values["max_funding_velocity_e12"] == 10**9
    off = ("k_drift_e12", "spread_rate_e12", "funding_decay_s", "level_n")
    assert [values[name] for name in off] == [0, 0, 0, 0]
    assert (
        Options(changes={"reserve_fee_share_e12": 7}).exchange_parameters()["reserve_fee_share_e12"]
        == 7
    )
