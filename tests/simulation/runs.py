"""Small runs over the Texas history, each made once: three markets, a year, real engine."""

from functools import cache
from typing import Any

from chain.catalogue import load_catalogue
from edge.simulation.history import load_history
from engine.simulation.options import Options
from engine.simulation.prints import History
from engine.simulation.run import Result, Simulation

MARKETS = 3
YEARS = 1


@cache
def history(years: int = YEARS) -> History:
    return load_history(load_catalogue(None, "texas"), MARKETS, years)


@cache
def result(years: int = YEARS, **options: Any) -> Result:
    return Simulation(history(years), Options(**options)).run()
