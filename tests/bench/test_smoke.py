"""Every benchmark at its smallest size through the harness: its report, never its speed."""

import json

import pytest

from bench import order_http, profiles, quote_http
from bench._growth import service, state
from bench._harness.budgets import load
from bench._harness.main import FILE, main
from bench._profiles import users
from tests.bench.here import launch_here

BUDGETS = load()
# These start the whole platform, `web` with a browser: `make bench` runs them, and the browser
# tests open the same pages.
OF_A_PLATFORM = {"web", "web_processes"}
RUNS = [
    name
    for name, run in BUDGETS.runs.items()
    if run.bench == name and run.bench not in OF_A_PLATFORM
]


def lines_of(folder):
    return [json.loads(line) for line in (folder / FILE).read_text().splitlines()]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("name", RUNS)
def test_a_bench_runs_small_and_reports_every_figure_that_has_a_bar(
    name, tmp_path, monkeypatch, capsys
):
    for module, small in (
        (order_http, {"USERS": 20, "WARM_UP": 100, "PACED_ORDERS": 200, "COMMITS": 5}),
        (quote_http, {"WARM_UP": 50}),
        (profiles, {"WARM_UP_S": 0.2}),
        (users, {"ACCOUNTS": 20, "QUOTES": 20, "STREAMS": 2}),
        (service, {"TIMES": 1, "CHECKS": 500}),
        (state, {"TIMES": 1, "HOLDERS": 50}),
    ):
        for constant, value in small.items():
            monkeypatch.setattr(module, constant, value)
    main(["--smoke", "--results", str(tmp_path), name], launch_here)
    report, end = lines_of(tmp_path)
    assert report["report"]["bench"] == name
    outcomes = {row["name"]: row["verdict"] for row in end["rows"]}
    assert outcomes.keys() == {bar.name for bar in BUDGETS.bars_of(name)}
    assert set(outcomes.values()) <= {"reported", "not measured"}
    needing = {bar.name for bar in BUDGETS.bars_of(name) if bar.needs}
    counted = {f"{name}.{count.key}" for count in BUDGETS.runs[name].counts}
    assert {row for row in outcomes if outcomes[row] == "not measured"} <= needing | counted
    assert name in capsys.readouterr().out or not outcomes


@pytest.mark.parametrize(
    ("run", "count"), [(run, count) for run in BUDGETS.runs.values() for count in run.counts]
)
def test_the_command_that_callgrind_runs_prints_what_its_count_is_divided_by(run, count):
    operations = [word for word in count.arguments if not word.isdigit()]
    smaller = [word for word in operations if word != "--operations"]
    size = ["--operations", "500"] if "--operations" in operations else ["1000"]
    assert launch_here(run.bench, [*size, *smaller])[count.per] >= 500
