"""The harness of the benchmarks: its bars, tries, counts, verdicts and exit status."""

import json
import os
import stat
import subprocess
import sys
import time

import pytest

import bench.book
from bench._harness import judge as judge_module
from bench._harness.budgets import Bar, BudgetError, load
from bench._harness.judge import FAILING, Row, Verdict, judge, value_at
from bench._harness.launch import BenchFailedError, launch, merged
from bench._harness.machine import ROOT, yardstick
from bench._harness.main import FILE, main
from bench._harness.table import number, summary, table
from engine.core.book.matching import Book
from tests.bench.here import launch_here

BAR_OF_A_SPEED = """
[run.made]
tries = 3
[[bar]]
run = "made"
key = "inner.speed"
unit = "ratio"
at_least = 4
what = "It is a test."
"""


def bar(**changes):
    values = {"run": "made", "key": "x", "unit": "ratio", "what": "", "against": ""}
    return Bar(**{**values, "at_least": None, "at_most": None, "needs": "", **changes})


def speeds(*values):
    """Return a launcher whose runs report these speeds one after the other, or fail."""
    left = iter(values)

    def start(_bench, _arguments, _seconds):
        value = next(left)
        if isinstance(value, str):
            raise BenchFailedError(value)
        return value if isinstance(value, dict) else {"bench": "made", "inner": {"speed": value}}

    return start


@pytest.fixture
def run_with(tmp_path, capsys):
    """Run the harness over a file of bars; returns status, table and kept lines."""

    def run(text, start, *arguments):
        (tmp_path / "bars.toml").write_text(text)
        words = ["--budgets", str(tmp_path / "bars.toml"), "--results", str(tmp_path / "kept")]
        status = main([*words, *arguments], start)
        lines = (tmp_path / "kept" / FILE).read_text().splitlines()
        return status, capsys.readouterr().out, [json.loads(line) for line in lines]

    return run


@pytest.mark.parametrize(
    ("values", "status", "tries", "shown"),
    [
        ((5.0,), 0, 1, "+25%      1  reached"),
        ((1.0, 2.0, 4.0), 0, 3, "reached"),
        ((1.0, 3.0, 2.0), 1, 3, "UNDER ITS BAR"),
        (("no disk", 5.0), 0, 2, "reached"),
        (("no disk",) * 3, 1, 3, "FAILED: no disk"),
        (({"bench": "made"},), 1, 1, "NOT IN THE REPORT"),
    ],
)
def test_a_run_is_repeated_while_a_figure_is_under_its_bar_and_the_best_counts(
    run_with, values, status, tries, shown
):
    ended, out, lines = run_with(BAR_OF_A_SPEED, speeds(*values))
    assert (ended, len(lines)) == (status, tries + 1)
    assert shown in out
    numbers = [value for value in values if isinstance(value, float)]
    assert lines[-1]["rows"][0]["value"] == max(numbers, default=None)


def test_every_line_says_what_was_measured_where(run_with):
    _, out, lines = run_with(BAR_OF_A_SPEED, speeds(5.0))
    for line in lines:
        assert line.keys() >= {"started", "smoke", "commit", "dirty", "machine", "yardstick"}
        assert line["machine"].keys() == {"cpu", "cores", "kernel", "system", "python"}
    assert lines[0]["report"]["inner"] == {"speed": 5.0}
    assert "yardstick: a turn of a loop in C" in out


def test_results_are_added_to_those_of_earlier_runs(run_with):
    run_with(BAR_OF_A_SPEED, speeds(5.0))
    assert len(run_with(BAR_OF_A_SPEED, speeds(6.0))[2]) == 4


def test_a_result_that_changes_between_tries_fails(run_with):
    reports = [{"inner": {"speed": 1.0}, "hash": digest} for digest in "aba"]
    status, out, _ = run_with(BAR_OF_A_SPEED, speeds(*reports))
    assert status == 1
    assert "FAILED: hash changed between tries" in out


def test_a_run_without_bars_fails_when_its_bench_does(run_with):
    assert run_with("[run.made]", speeds({"bench": "made"}))[0] == 0
    status, out, _ = run_with("[run.made]", speeds("broken"))
    assert (status, "FAILED: broken" in out) == (1, True)


def test_a_smoke_run_holds_no_figure_against_its_bar_but_misses_none(run_with):
    assert run_with(BAR_OF_A_SPEED, speeds(0.1), "--smoke")[0] == 0
    assert run_with(BAR_OF_A_SPEED, speeds({"bench": "made"}), "--smoke")[0] == 1


def test_the_rows_of_each_run_are_kept_as_soon_as_it_has_ended(run_with):
    second = BAR_OF_A_SPEED.replace("made", "next")
    _, _, lines = run_with(BAR_OF_A_SPEED + second, speeds(5.0, 6.0))
    kept = [[row["name"] for row in line["rows"]] for line in lines if "rows" in line]
    assert kept == [["made.inner.speed"], ["next.inner.speed"]]


def test_an_unknown_run_is_refused_with_the_names(run_with, capsys):
    with pytest.raises(SystemExit):
        run_with(BAR_OF_A_SPEED, speeds(), "other")
    assert "there is no run other; there are: made" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "limit", "verdict", "margin"),
    [
        (3.0, {"at_most": 3}, Verdict.REACHED, 0.0),
        (3.3, {"at_most": 3}, Verdict.UNDER, -0.1),
        (0.0, {"at_most": 0}, Verdict.REACHED, None),
        (1.0, {"at_most": 0}, Verdict.UNDER, None),
        (3.0, {"at_least": 3}, Verdict.REACHED, 0.0),
        (2.7, {"at_least": 3}, Verdict.UNDER, -0.1),
        (2.7, {}, Verdict.REPORTED, None),
    ],
)
def test_a_value_on_its_bar_reaches_it(value, limit, verdict, margin):
    row = judge(bar(**limit), [{"x": value}])
    assert row.verdict is verdict
    assert row.margin == (None if margin is None else pytest.approx(margin))
    assert row.as_json()["verdict"] == str(verdict)


def test_the_best_of_several_is_the_least_where_the_bar_is_a_most():
    reports = [{"x": 5}, {"x": 2}, {"y": 1}]
    assert judge(bar(at_most=3), reports).value == 2
    assert judge(bar(at_least=3), reports).value == 5


def test_the_median_of_several_counts_where_there_is_no_bar():
    row = judge(bar(), [{"x": 8}, {"x": 1}, {"x": 3}, {"y": 0}])
    assert (row.value, row.verdict) == (3, Verdict.REPORTED)


def test_values_are_found_by_dotted_keys_and_lists_by_their_length():
    report = {"a": {"b": 1, "c": [4, 5], "d": None, "e": "text"}}
    found = [value_at(report, key) for key in ("a.b", "a.c", "a.d", "a.e", "a.b.c", "b")]
    assert found == [1.0, 2.0, None, None, None, None]


def test_a_figure_for_avx2_is_not_measured_without_it(monkeypatch):
    figure = bar(at_least=2.5, needs="avx2")
    monkeypatch.setattr(judge_module, "has_avx2", lambda: False)
    row = judge(figure, [{"x": 9}])
    assert (row.verdict, row.reason) == (Verdict.NOT_MEASURED, "the processor has no AVX2")
    monkeypatch.setattr(judge_module, "has_avx2", lambda: True)
    assert judge(figure, [{"x": 9}]).verdict is Verdict.REACHED


def test_a_figure_of_a_missing_package_is_not_measured():
    figure = bar(at_least=1, needs="driftpy")
    row = judge(figure, [{"driftpy": "driftpy is not installed"}])
    assert (row.verdict, row.reason) == (Verdict.NOT_MEASURED, "driftpy is not installed")
    assert judge(figure, [{"driftpy": "0.8", "x": 0.5}]).verdict is Verdict.UNDER
    assert judge(figure, [{}]).verdict is Verdict.MISSING


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[run.a]\ntries = 6", "run a: 1 to 5 tries"),
        ("[run.a]\nseconds = 0", "run a: 1 to 5 tries"),
        ('[[bar]]\nrun = "a"', "a bar lacks key, unit, what"),
        ('[[bar]]\nrun = "a"\nkey = "b"\nunit = "ratio"\nwhat = ""', "bars of unknown runs: a"),
        ('[[bar]]\nrun = "a"\nkey = "b"\nunit = "furlong"\nwhat = ""', "bar a.b: the unit is one"),
        (
            '[[bar]]\nrun = "a"\nkey = "b"\nunit = "milliseconds"\nat_most = 1\nwhat = ""',
            "a time is held against a bar only as a ratio",
        ),
        (
            '[[bar]]\nrun = "a"\nkey = "b"\nunit = "ratio"\nat_most = 1\nat_least = 1\nwhat = ""',
            "at_least or at_most, not both",
        ),
        ("[run.a]" + '\n[[bar]]\nrun = "a"\nkey = "b"\nunit = "ratio"\nwhat = ""' * 2, "one name"),
    ],
)
def test_a_file_of_bars_with_a_mistake_is_refused(tmp_path, text, reason):
    path = tmp_path / "bars.toml"
    path.write_text(text)
    with pytest.raises(BudgetError, match=reason):
        load(path)


def test_each_bar_says_what_it_is_and_what_it_is_measured_against():
    for each in load().bars:
        assert each.what.endswith("."), each.name
        assert each.is_reported_only or each.against, each.name


def test_the_table_has_a_column_for_each_fact_and_a_summary():
    rows = [
        Row(bar(at_least=2, key="first"), Verdict.REACHED, 3.0),
        Row(bar(at_most=2, key="second", unit="instructions"), Verdict.UNDER, 3.0, 2),
        Row(bar(key="third"), Verdict.NOT_MEASURED, reason="valgrind is missing"),
    ]
    assert table(rows).splitlines() == [
        "figure          value         bar  margin  tries  result",
        "made.first          3         ≥ 2    +50%      1  reached",
        "made.second  3 instr.  ≤ 2 instr.    -50%      2  UNDER ITS BAR",
        "made.third                                     1  not measured: valgrind is missing",
    ]
    assert summary(rows) == "1 reach their bar, 1 do not, 1 not measured, 0 only reported"
    assert Verdict.NOT_MEASURED not in FAILING


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (75_000_000, "speed", "75.0 M/s"),
        (2_040, "speed", "2.0 k/s"),
        (94.6, "instructions", "94.6 instr."),
        (12_345.6, "instructions", "12346 instr."),
        (24.8, "milliseconds", "24.8 ms"),
        (1.15, "ratio", "1.15"),
    ],
)
def test_numbers_have_their_unit(value, unit, text):
    assert number(value, unit) == text


def test_the_output_of_a_bench_is_its_only_line_of_json_or_all_of_them():
    assert merged('words\n{"a": 1}\n3\n') == {"a": 1}
    lines = [{"a": 1}, {"b": [2]}]
    assert merged("\n".join(map(json.dumps, lines))) == {"b": [2], "lines": lines}
    with pytest.raises(BenchFailedError, match="no line of JSON"):
        merged("words\n")


COUNTED = """
[run.book]
arguments = ["--operations", "500", "--peers", "0"]
[[run.book.counts]]
key = "points.instructions"
toggle = "*f*"
arguments = ["--operations", "500", "--count", "points"]
per = "operations"
[[bar]]
run = "book"
key = "points.instructions"
unit = "instructions"
at_most = 170
what = "It is a test."
against = "callgrind"
"""


def a_valgrind(folder, collected):
    """Write a program that runs what valgrind is asked to run and says what it has collected."""
    path = folder / "valgrind"
    path.write_text(
        "#!/bin/sh\nwhile case $1 in --*) true;; *) false;; esac; do shift; done\n"
        f'"$@"\necho "==1== Collected : {collected}" >&2\n'
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    ("collected", "status", "shown"),
    [
        (85_000, 0, "170 instr.  ≤ 170 instr.     +0%      1  reached"),
        (85_500, 1, "UNDER ITS BAR"),
        (0, 1, "NOT IN THE REPORT: callgrind collected nothing for *f*"),
    ],
)
def test_instructions_are_counted_for_each_operation(
    run_with, tmp_path, monkeypatch, collected, status, shown
):
    a_valgrind(tmp_path, collected)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    ended, out, _ = run_with(COUNTED, launch_here)
    assert (ended, shown in out) == (status, True), out


def test_without_valgrind_instructions_are_not_measured_and_do_not_count_as_reached(
    run_with, tmp_path, monkeypatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    status, out, _ = run_with(COUNTED, launch_here)
    assert status == 0
    assert "not measured: valgrind is missing" in out
    assert "0 reach their bar, 0 do not, 1 not measured" in out


def test_the_harness_runs_a_bench_in_a_process_of_its_own(tmp_path):
    words = ["-m", "bench._harness", "--smoke", "--results", str(tmp_path), "journal"]
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "journal.single_to_bare" in done.stdout
    assert len((tmp_path / FILE).read_text().splitlines()) == 2


def test_a_bench_that_fails_is_told_by_its_last_words():
    with pytest.raises(BenchFailedError, match="status 2: bench journal: error: COMMITS is 5 to"):
        launch("journal", ["1"], 60.0)


def test_a_bench_that_takes_too_long_is_ended_with_its_children():
    begin = time.monotonic()
    with pytest.raises(BenchFailedError, match="did not end within 0 s"):
        launch("state", [], 0.2)
    assert time.monotonic() - begin < 30


def test_the_yardstick_is_positive():
    assert all(value > 0 for value in yardstick().values())


REPETITIONS = 1_000
LENIENT = """
[run.book]
arguments = ["--operations", "2000", "--peers", "1000"]
tries = 2
[[bar]]
run = "book"
key = "ours_to_fastest_peer"
unit = "ratio"
at_least = 2
what = "Operations a second, to sorted lists in Python; it is about 50."
against = "sortedcontainers"
"""


def test_a_kernel_that_does_its_work_a_thousand_times_fails_the_run(run_with, monkeypatch):
    monkeypatch.setattr(bench.book, "GROWTH", (1_000, 2_000))
    assert run_with(LENIENT, launch_here)[0] == 0
    run = bench.book.run

    def slowed(book, commands, events, keep=None):
        for _ in range(REPETITIONS):
            run(Book(len(commands)), commands, events)
        run(book, commands, events, keep)

    monkeypatch.setattr(bench.book, "run", slowed)
    status, out, lines = run_with(LENIENT, launch_here)
    assert (status, "UNDER ITS BAR" in out) == (1, True)
    assert lines[-1]["rows"][0]["value"] < 1  # a fiftieth of a part is what is left of 50
