"""Orders of a run up to a day are the same, whatever comes after what an agent may know."""

from dataclasses import replace

import numpy as np
import pytest

from engine.simulation import run
from engine.simulation.knowledge import HORIZON_DAYS, known_until
from engine.simulation.options import Agent, Options
from engine.simulation.prints import make_prints
from engine.simulation.run import BURN_IN_DAYS, Simulation
from engine.simulation.venue import Venue
from tests.simulation.runs import history

LAST = BURN_IN_DAYS + 12  # the last day whose orders are compared
KNOWN = {Agent.FORECASTER: 0, Agent.SOURCE: 0, Agent.PEEK: 1, Agent.AHEAD: HORIZON_DAYS}


class _EndError(Exception):
    """Ends a run early."""


def orders(monkeypatch, agent, from_day=None, factor=1.0):
    """Return the orders up to LAST with prints multiplied from a day on."""
    known = history(1)
    if from_day is not None and agent is not Agent.AHEAD:
        price = known.price.copy()
        for market, until in enumerate(known_until(np.log(price))[LAST]):
            price[until + 1 :, market] *= 2.5
        known = replace(known, price=price)
    end_s = (known.first_day + LAST + 1) * 86_400
    sent = []
    plain = Venue.trade

    def trade(venue, agents, sizes, time_s):
        if time_s >= end_s:
            raise _EndError
        sent.append((time_s, agents.tolist(), sizes.tolist()))
        plain(venue, agents, sizes, time_s)

    def rewritten(of, noise, **options):
        prints = make_prints(history(1), noise, **options)
        if from_day is None:
            return prints
        price_e8, move = prints.price_e8.copy(), prints.known_move.copy()
        price_e8[from_day:] = np.rint(price_e8[from_day:] * factor)
        move[LAST + 1 :] = 0.5
        return replace(prints, price_e8=price_e8, known_move=move)

    with monkeypatch.context() as patch:
        patch.setattr(Venue, "trade", trade)
        patch.setattr(run, "make_prints", rewritten)
        with pytest.raises(_EndError):
            Simulation(known, Options(noise=0.003, agents=(agent,))).run()
    return sent


@pytest.mark.parametrize("agent", list(KNOWN))
def test_a_rewritten_future_changes_no_order_before_it(agent, monkeypatch):
    before = orders(monkeypatch, agent)
    assert any(agents for _, agents, _ in before)
    assert orders(monkeypatch, agent, LAST + KNOWN[agent] + 1, 3.0) == before
    seen = LAST + min(KNOWN[agent], 1)  # what it does know counts
    assert orders(monkeypatch, agent, seen, 1.015) != before
