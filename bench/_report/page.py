"""Writes the kept results as one page that needs no server: plots in SVG, styles inside.

`python -m bench._report` reads `.benchmarks/runs.jsonl` and writes `.benchmarks/report.html`.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path

from bench._harness.budgets import BUDGETS, load
from bench._harness.main import FILE, FOLDER
from bench._harness.table import number
from bench._report import svg
from bench._report.charts import CHARTS, drawn
from bench._report.results import Line, Results, histograms, read, version

STYLE = (Path(__file__).parent / "style.css").read_text()
KINDS = {"reached": "good", "reported": "soft", "not measured": "soft"}
TITLE = "Acre: benchmarks"


def page(results: Results, yardstick: dict[str, float]) -> str:
    """Return the whole page."""
    parts = [
        _head(results, yardstick),
        _scores(results),
        _charts(results),
        _growth(results),
        _histograms(results),
        _table(results),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{TITLE}</title><style>{STYLE}</style></head><body><main>"
        f"{''.join(part for part in parts if part)}</main></body></html>\n"
    )


def _section(title: str, words: str, body: str, kind: str = "") -> str:
    return f'<section class="{kind}"><h2>{escape(title)}</h2><p>{escape(words)}</p>{body}</section>'


def _figure(title: str, body: str, note: str = "") -> str:
    small = f"<small>{escape(note)}</small>" if note else ""
    return f"<figure><figcaption>{escape(title)}{small}</figcaption>{body}</figure>"


def _head(results: Results, yardstick: dict[str, float]) -> str:
    head = results.head
    machine, here = head["machine"], head["yardstick"]
    facts = {
        "Commit": version(head) + (" (* with changes)" if head["dirty"] else ""),
        "Date": head["started"].replace("T", " ").replace("+00:00", " UTC"),
        "Processor": f"{machine['cpu']}, {machine['cores']} cores",
        "System": f"{machine['system']} {machine['kernel']}, Python {machine['python']}",
        "A turn of a loop in C": _beside(here, yardstick, "loop_ns", "ns"),
        "Copying memory": _beside(here, yardstick, "memcpy_gb_per_s", "GB/s"),
    }
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in facts.items()
    )
    return f"<h1>{TITLE}</h1><dl>{rows}</dl>"


def _beside(here: dict[str, float], meant: dict[str, float], name: str, unit: str) -> str:
    said = f"{here[name]:g} {unit}"
    return f"{said}; {meant[name]:g} where the bars were set" if name in meant else said


def score(row: Line) -> float | None:
    """Return how good a value is, 1 on its bar."""
    value, least, most = row["value"], row["at_least"], row["at_most"]
    if value is None or (least is None and not most):
        return None
    if least is not None:
        return float(value / least)
    return float(most / value) if value > 0 else svg.SCORE_MAX


def short(name: str) -> str:
    """Return the name of a figure without what every name of its kind has."""
    return name.replace(".curves.", ".").replace(".exponent", "")


def _scores(results: Results) -> str:
    bars = []
    for row in results.rows.values():
        at = score(row)
        if at is None:
            continue
        sign, limit = (
            ("≥", row["at_least"]) if row["at_least"] is not None else ("≤", row["at_most"])
        )
        shown = f"{number(row['value'], row['unit'])} ({sign} {number(limit, row['unit'])})"
        shown = shown.replace(" instr. (", " (")
        bars.append(svg.Bar(short(row["name"]), at, shown, "good" if at >= 1 else "bad"))
    if not bars:
        return ""
    judged = [row for row in results.rows.values() if KINDS.get(row["verdict"]) != "soft"]
    reached = sum(row["verdict"] == "reached" for row in judged)
    label = f"{reached} of {len(judged)} figures reach their bar"
    words = "Each figure as a multiple of its bar, on a log scale; to the right is better."
    return _section(label, words, f'<div class="wide">{svg.scores(bars, label)}</div>')


def _charts(results: Results) -> str:
    figures = ""
    for chart in CHARTS:
        picture = drawn(chart, results)
        if picture is not None:
            note = f"{chart.note} Less is better." if chart.is_less_better else chart.note
            figures += _figure(chart.title, f'<div class="wide">{picture}</div>', note.strip())
    words = "In one run on one machine; dashed lines are floors and bars."
    return _section("Beside peers and floors", words, figures) if figures else ""


def _growth(results: Results) -> str:
    curves = results.reports.get("growth", {}).get("report", {}).get("curves", {})
    figures = ""
    for curve in curves.values():
        title = f"{curve['of']}: exponent {curve['exponent']:.2f}"
        label = f"{title} against {curve['against']}"
        picture = svg.growth(curve["sizes"], curve["us"], label, curve["against"])
        figures += _figure(title[0].upper() + title[1:], picture)
    words = "The dashed line is a cost in proportion (exponent 1). Both scales are logarithms."
    return _section("How costs grow", words, figures, "small") if figures else ""


def _histograms(results: Results) -> str:
    figures = ""
    for run, line in results.reports.items():
        for name, found in histograms(line["report"]):
            marks = [(words, found[key]) for words, key in (("p50", "p50_us"), ("p99", "p99_us"))]
            title = f"{run}: {name.rpartition('.')[2]}, p50 {svg.duration(found['p50_us'])}"
            title += f", p99 {svg.duration(found['p99_us'])}"
            picture = svg.histogram(found["edges_us"], found["counts"], marks, title)
            figures += _figure(title, picture)
    words = "Times of single requests from when each was due, not from when it was sent."
    return _section("Latencies", words, figures, "small") if figures else ""


def _table(results: Results) -> str:
    rows = ""
    for row in results.rows.values():
        value = "" if row["value"] is None else number(row["value"], row["unit"])
        sign = "≥" if row["at_least"] is not None else "≤"
        limit = row["at_least"] if row["at_least"] is not None else row["at_most"]
        cells = (
            row["name"],
            value,
            "" if limit is None else f"{sign} {number(limit, row['unit'])}",
            "" if row["margin"] is None else f"{row['margin']:+.0%}",
            f"{row['verdict']}: {row['reason']}" if row["reason"] else row["verdict"],
            f"{row['what']} Against: {row['against']}." if row["against"] else row["what"],
            row["of"],
        )
        kind = KINDS.get(row["verdict"], "bad")
        name, *others = (f"<td>{escape(cell)}</td>" for cell in cells)
        name = re.sub(r"([._])", r"\1<wbr>", name)
        rows += f'<tr class="{kind}">{name}{"".join(others)}</tr>'
    names = ("Figure", "Value", "Bar", "Margin", "Result", "What it is", "Commit")
    head = "".join(f"<th>{name}</th>" for name in names)
    words = "The best of a bounded number of runs; a ratio is of one run."
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return _section("All figures", words, f'<div class="wide">{table}</div>')


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page; the exit status."""
    parser = argparse.ArgumentParser(prog="bench-report", description=__doc__.partition("\n")[0])
    parser.add_argument("--results", type=Path, default=FOLDER, help="folder of the kept lines")
    parsed = parser.parse_args(arguments)
    try:
        results = read(parsed.results / FILE)
    except OSError as error:
        print(f"bench-report: no results yet ({error.strerror}): make bench", file=sys.stderr)
        return 1
    if not results.rows:
        print("bench-report: no results of full sizes yet: make bench", file=sys.stderr)
        return 1
    path = parsed.results / "report.html"
    path.write_text(page(results, load(BUDGETS).yardstick))
    print(f"Written: {path}")
    return 0
