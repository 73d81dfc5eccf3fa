"""The page of the results: what is shown, of which run, and that it needs no server."""

import json
import re
from html.parser import HTMLParser

import pytest

from bench._harness.budgets import load
from bench._harness.main import FILE
from bench._report import svg
from bench._report.charts import CHARTS, Chart, drawn
from bench._report.page import main, page, score, short
from bench._report.results import Results, histograms, newest

VOID = {"meta", "wbr"}
HEAD = {
    "started": "2026-11-27T10:00:00+00:00",
    "smoke": False,
    "commit": "0123456789abcdef",
    "dirty": False,
    "machine": {"cpu": "C<P>U", "cores": 2, "kernel": "6", "system": "Linux", "python": "3.11"},
    "yardstick": {"loop_ns": 12.5, "memcpy_gb_per_s": 11.0},
}
CURVE = {
    "of": "a trade",
    "against": "accounts",
    "sizes": [10, 1_000, 5_000_000],
    "us": [0.012, 3.0, 250_000.0],
    "exponent": 1.2,
    "last_to_first": 9.0,
}
HISTOGRAM = {"edges_us": [10, 100, 1_000], "counts": [3, 7], "p50_us": 150.0, "p99_us": 900.0}


def a_row(name, value, verdict="reached", **changes):
    row = {
        "name": name,
        "value": value,
        "verdict": verdict,
        "unit": "ratio",
        "what": "It is <this>.",
    }
    row |= {"at_least": None, "at_most": None, "margin": None, "against": "that", "reason": ""}
    return {**row, **changes}


def lines():
    reports = {
        "book": {"ops_per_s": 75e6, "peers_ops_per_s": {"sortedcontainers": 15e5, "other": "none"}},
        "quote_http": {"saturated": {"cpu_us": 150.0}, "echo": {"cpu_us": 75.0}},
        "growth": {"curves": {"trade_by_accounts": CURVE}},
        "order_http": {"paced": {"histogram": HISTOGRAM}, "disk_us": 100.0},
    }
    rows = [
        a_row("book.ops_per_s", 75e6, at_least=50e6, margin=0.5, unit="speed"),
        a_row("quote_http.cpu_to_echo", 2.0, "UNDER ITS BAR", at_most=1.0, margin=-1.0),
        a_row("growth.curves.trade_by_accounts.exponent", -0.1, at_most=0.3, margin=1.3),
        a_row("scan.avx2_to_numba", None, "not measured", at_least=2.5, reason="no AVX2"),
    ]
    said = [{**HEAD, "run": run, "report": report} for run, report in reports.items()]
    return [*said, {**HEAD, "rows": rows}]


class Balanced(HTMLParser):
    """Checks that every tag is closed, and keeps the texts and addresses."""

    def __init__(self):
        super().__init__()
        self.open, self.texts, self.addresses = [], [], []

    def handle_starttag(self, tag, attrs):
        self.addresses += [value for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert tag in ("line", "rect", "circle", "polyline")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def parsed(text):
    reader = Balanced()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def test_the_page_is_whole_and_asks_nothing_of_a_server():
    text = page(newest(lines()), {"loop_ns": 11.8})
    reader = parsed(text)
    assert reader.addresses == []
    assert not re.search(r"https?://|url\(|@import|<script|<link", text)
    assert "prefers-color-scheme: dark" in text
    said = " ".join(reader.texts)
    for words in (
        "2 of 3 figures reach their bar",
        "0123456789",
        "C<P>U, 2 cores",
        "12.5 ns; 11.8 where the bars were set",
        "75.0 M/s (≥ 50.0 M/s)",
        "not measured: no AVX2",
        "A trade: exponent 1.20",
        "order_http: paced, p50 150 µs, p99 900 µs",
        "It is <this>. Against: that.",
    ):
        assert words in said, words


def test_every_picture_has_a_name_and_every_class_a_style():
    text = page(newest(lines()), {})
    assert text.count("<svg ") == len(re.findall(r'<svg [^>]*role="img" aria-label="[^"]+"', text))
    pictures = "".join(re.findall(r"<svg .*?</svg>", text))
    classes = set(re.findall(r'class="([^"]+)"', pictures))
    assert classes >= {"ours", "peer", "good", "bad", "floor", "guide", "curve"}
    assert all(f"svg .{name} " in text for name in classes)


def test_nothing_is_drawn_of_what_was_not_run():
    text = page(newest([{**HEAD, "rows": [a_row("a.b", 1.0, "reported")]}]), {})
    assert "<svg" not in text
    assert "0123456789" in parsed(text).texts


def test_the_newest_report_and_row_of_each_run_are_taken_and_smoke_runs_are_not():
    older = {**HEAD, "commit": "a" * 40, "run": "book", "report": {"ops_per_s": 1.0}}
    found = newest(
        [
            older,
            {**older, "rows": [a_row("book.ops_per_s", 1.0), a_row("scan.x", 2.0)]},
            {**HEAD, "run": "book", "report": {"ops_per_s": 5.0}, "dirty": True},
            {**HEAD, "rows": [a_row("book.ops_per_s", 5.0)], "dirty": True},
            {**HEAD, "smoke": True, "run": "book", "report": {"ops_per_s": 9.0}},
        ]
    )
    assert found.number("book", "ops_per_s") == 5.0
    of = {name: (row["value"], row["of"]) for name, row in found.rows.items()}
    assert of == {"book.ops_per_s": (5.0, "0123456789*"), "scan.x": (2.0, "a" * 10)}
    assert found.head["dirty"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"value": 3.0, "at_least": 2}, 1.5),
        ({"value": 4.0, "at_most": 2}, 0.5),
        ({"value": -1.0, "at_most": 2}, svg.SCORE_MAX),
        ({"value": 0.0, "at_most": 0}, None),
        ({"value": None, "at_most": 2}, None),
        ({"value": 3.0}, None),
    ],
)
def test_a_score_is_1_on_the_bar_and_more_is_better(changes, expected):
    assert score(a_row("a", **{"value": 0.0, **changes})) == expected


def test_names_are_shown_without_what_all_of_their_kind_have():
    assert short("growth.curves.trade_by_accounts.exponent") == "growth.trade_by_accounts"


def lengths_of(picture, kind):
    return [
        float(n) for n in re.findall(rf'width="([\d.]+)" height="14.0" class="{kind}"', picture)
    ]


def test_bars_are_as_long_as_their_values_and_a_floor_lies_at_its_own():
    results = Results(reports={"r": {"report": {"a": 10, "b": {"c": 20}}}})
    chart = Chart("T", "r", "µs", (("A", "a"), ("B", "b.c"), ("C", "none")), (("2x", "a", 2.0),))
    picture = drawn(chart, results)
    (ours,), (peer,) = lengths_of(picture, "ours"), lengths_of(picture, "peer")
    assert ours * 2 == pytest.approx(peer, abs=0.2)
    floor = float(re.search(r'<line x1="([\d.]+)" [^>]*class="floor"', picture)[1])
    assert floor == pytest.approx(svg.LABEL + peer, abs=0.2)
    assert "T: A 10 µs, B 20 µs" in picture
    assert drawn(Chart("T", "other", "µs", (("A", "a"),)), results) is None


def test_values_far_apart_are_drawn_on_a_scale_of_logarithms():
    bars = [svg.Bar(f"{value}", value, "", "ours") for value in (1.0, 10.0, 100.0)]
    first, second, third = lengths_of(svg.lengths(bars, [], "x"), "ours")
    assert second - first == pytest.approx(third - second, abs=0.2)


def test_a_score_beyond_the_scale_ends_at_its_edge():
    bars = [svg.Bar("a", 1_000.0, "", "good"), svg.Bar("b", 10.0, "", "good")]
    one, other = lengths_of(svg.scores(bars, "x"), "good")
    assert one == other


@pytest.mark.parametrize(
    ("us", "words"), [(0.012, "12 ns"), (1.0, "1 µs"), (2_500.0, "2.5 ms"), (4e6, "4 s")]
)
def test_times_have_their_usual_unit(us, words):
    assert svg.duration(us) == words


def test_histograms_are_found_wherever_they_are():
    report = {"a": {"b": {"histogram": {"x": 1}}, "c": 3}, "histogram": {"x": 2}}
    assert dict(histograms(report)) == {"a.b": {"x": 1}, "": {"x": 2}}


def test_charts_name_runs_that_exist():
    assert {chart.run for chart in CHARTS} <= load().runs.keys()


def test_the_page_is_written_beside_the_results(tmp_path, capsys):
    assert main(["--results", str(tmp_path)]) == 1
    assert "no results yet (No such file or directory): make bench" in capsys.readouterr().err
    (tmp_path / FILE).write_text(json.dumps({**HEAD, "smoke": True, "rows": []}) + "\n")
    assert main(["--results", str(tmp_path)]) == 1
    (tmp_path / FILE).write_text("".join(json.dumps(line) + "\n" for line in lines()))
    assert main(["--results", str(tmp_path)]) == 0
    assert (tmp_path / "report.html").read_text().startswith("<!doctype html>")
