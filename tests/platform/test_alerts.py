"""Dashboard and alert rules ask for metrics that the platform has, and for all of them."""

import json
import re
from pathlib import Path

import pytest
import yaml

from chain.custody.health import CustodyHealth
from chain.node.server.metrics import FIGURES as NODE
from chain.node.server.metrics import TRANSACTIONS
from edge.http.middleware.metrics import Metrics
from edge.observe.figures import FIGURES

DEPLOY = Path(__file__).parents[2] / "tools" / "deploy"
DASHBOARD = json.loads((DEPLOY / "dashboard.json").read_text())
PANELS = DASHBOARD["panels"]
RULES = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
QUERIES = {
    **{f"panel {one['title']}": target["expr"] for one in PANELS for target in one["targets"]},
    **{f"alert {one['alert']}": one["expr"] for one in RULES},
}
NAME = re.compile(r"\b(acre_\w+|process_\w+|up)\b")


def exported():
    """The names of the exposition format, with the help that each must have."""
    text = Metrics().text().decode()
    node = {name for name, _ in NODE} | {f"{TRANSACTIONS[0]}_total"}
    return set(re.findall(r"^# HELP (\w+) \S", text, re.MULTILINE)) | node


def base(name):
    return re.sub(r"(_seconds|_commands)_(bucket|count|sum)$", r"\1", name)


@pytest.mark.parametrize("query", QUERIES, ids=str)
def test_each_query_finds_its_metric(query):
    names = NAME.findall(QUERIES[query])
    assert names, query
    known = exported() | {"up"}
    assert {base(name) for name in names} <= known, query


def test_every_metric_of_ours_is_on_the_dashboard():
    shown = {
        base(name) for one in PANELS for t in one["targets"] for name in NAME.findall(t["expr"])
    }
    ours = {name for name in exported() if name.startswith("acre_")}
    assert ours - shown == set()


def test_each_alert_has_its_line_in_the_runbook():
    text = (DEPLOY.parents[1] / "docs" / "operator.md").read_text()
    table = text.partition("### Alerts\n")[2].partition("\n## ")[0]
    listed = {
        name
        for row in table.splitlines()
        for name in re.findall(r"`([A-Z]\w+)`", row.split("|")[1] if "|" in row else "")
    }
    assert listed == {one["alert"] for one in RULES}


def test_labels_in_queries_are_declared():
    by_name = {figure.exported_name: {*figure.labels, "le"} for figure in FIGURES}
    for query, expr in QUERIES.items():
        for name, matchers in re.findall(r"(acre_\w+)\{([^}]*)\}", expr):
            labels = set(re.findall(r"(\w+)\s*[=!]~?", re.sub(r'"[^"]*"', "", matchers)))
            assert labels <= by_name[base(name)], query


def test_panels_do_not_overlap_and_have_units():
    assert len({one["id"] for one in PANELS}) == len(PANELS)
    cells = set()
    for one in PANELS:
        place = one["gridPos"]
        taken = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not taken & cells, one["title"]
        assert max(x for x, _ in taken) < 24
        cells |= taken
        assert one["fieldConfig"]["defaults"]["unit"]


def test_every_alert_says_what_it_is_and_whom_it_wakes():
    names = [one["alert"] for one in RULES]
    assert len(set(names)) == len(names)
    for one in RULES:
        assert one["labels"]["severity"] in {"page", "ticket"}
        assert one["annotations"]["summary"].endswith((".", "clock stands."))


def test_the_alert_of_custody_names_figures_of_custody():
    (expr,) = [one["expr"] for one in RULES if one["alert"] == "CustodyAlarm"]
    (names,) = re.findall(r'figure=~"([^"]+)"', expr)
    assert set(names.split("|")) <= CustodyHealth().gauges().keys()
