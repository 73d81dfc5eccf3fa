"""The report of a tiny run: its text is as kept, its JSON lines say the same figures."""

import json
import math
from functools import cache
from pathlib import Path

import numpy as np

from edge.simulation.jsonl import json_lines
from edge.simulation.page import page_html
from edge.simulation.report import Report, report_lines
from engine.simulation.holders import HOLDERS
from engine.simulation.lone import HOLDING_DAYS, SHARES, SIDES, measure
from engine.simulation.options import Agent, Options
from engine.simulation.prints import History
from engine.simulation.run import BURN_IN_DAYS, YEAR_DAYS, Simulation

KEPT = Path(__file__).with_name("report.txt")
DAYS = BURN_IN_DAYS + YEAR_DAYS + 1


@cache
def report() -> Report:
    day = np.arange(DAYS)
    falls = 100 * 0.985 ** np.clip(day - 300, 0, 10)  # by 14 %, unexpected
    rises = np.where(day >= 100, 50 + day / 64, np.nan)
    history = History(("FALLS", "RISES"), 12_000, np.stack([falls, rises], axis=1))
    options = Options(noise=0.0, agents=(Agent.PEEK, Agent.LP_TIMER))
    return Report.of(Simulation(history, options).run(), options, measure(history, options))


def test_the_text_is_as_kept():
    # After a wanted change of the rules: `python -m tests.simulation.test_report` writes it anew.
    assert list(report_lines(report())) == KEPT.read_text(encoding="utf-8").splitlines()


def test_json_lines_say_all_figures_of_the_report():
    found = report()
    records = [json.loads(line) for line in json_lines(found)]
    by_kind = {kind: [r for r in records if r["record"] == kind] for kind in kinds(records)}
    counts = {kind: len(rows) for kind, rows in by_kind.items()}
    assert counts.pop("sum") == 7  # with what the timing provider brought and took
    assert counts.pop("refused", 0) == len(found.result.refusals)
    assert counts.pop("limit") == len(found.limits)
    lone = len(SIDES) * len(SHARES) * len(HOLDING_DAYS)
    once = dict.fromkeys(("run", "year", "total", "hedge", "lock", "timing", "end"), 1)
    assert counts == {**once, "market": 2, "holder": len(HOLDERS), "lone": lone}
    year, total = by_kind["year"][0], by_kind["total"][0]
    assert year["lp"] == total["lp"] == found.summary.lp[0]
    parts = ("fees", "surcharge", "price", "funding")
    money = sum(year[part] for part in parts) + sum(year["traders"].values()) + year["protocol"]
    assert abs(money) < 1e-12
    *amounts, change = (row["amount_e6"] for row in by_kind["sum"])
    assert sum(amounts) == change == year["nav_end_e6"] - year["nav_start_e6"]
    assert by_kind["lone"][-1]["cost"] == found.lone.cost[-1, -1, -1]
    assert by_kind["end"][0]["hash"] == found.result.digest
    none = [r for r in by_kind["holder"] if r["trips"] == 0]
    assert all(row["cost_bp"] is None for row in none)
    assert len(none) == sum(math.isnan(cost) for cost in found.result.trip_cost_bp) > 0


def kinds(records):
    return {record["record"] for record in records}


def test_the_page_has_the_table_of_lone_positions():
    text = page_html(report())
    assert text.count("<tr><td>0.1 long<td>") == 1
    assert "shares that cannot leave a pool so locked" in text


def test_a_lone_position_costs_more_the_larger_and_the_longer_it_is():
    cost = report().lone.cost
    assert (np.diff(cost, axis=1) > 0).all()
    assert (np.diff(cost, axis=2) > 0).all()
    assert np.allclose(cost[0], cost[1], rtol=0.003)  # a flat index knows no side
    # A way in and out of nearly nothing costs the fee twice; a lone position has no other side.
    assert cost[0, 0, 0] > 2 * 0.0005


def test_a_short_gets_back_part_of_a_year_that_fell_by_more_than_a_tenth():
    lone = report().lone
    assert lone.hedges == 1  # FALLS, once; RISES never
    assert 0.1 < lone.recovery < 0.99
    assert 0 < lone.lock_cost < 0.05
    assert 0 < lone.locked <= 1


if __name__ == "__main__":
    KEPT.write_text("\n".join(report_lines(report())) + "\n", encoding="utf-8")
