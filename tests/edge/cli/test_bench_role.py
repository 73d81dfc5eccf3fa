"""`acre bench`: finds the benchmarks of the sources and hands the options on."""

import json
from importlib import import_module

import pytest

from bench._harness.budgets import load
from edge.cli.main import EXIT_CONFIGURATION, main
from edge.cli.roles import bench as bench_role
from tests.tidy.tree import files_with, text_of

NAMES = [
    "auction",
    "book",
    "engine",
    "fanout",
    "follower",
    "growth",
    "journal",
    "margin",
    "node",
    "order_http",
    "profiles",
    "quote_http",
    "replay",
    "scan",
    "state",
    "web",
    "web_processes",
]


@pytest.fixture(autouse=True)
def in_another_folder(tmp_path, monkeypatch, clean_environment):
    monkeypatch.chdir(tmp_path)
    clean_environment.setenv("ACRE_HOME", str(tmp_path / "home"))


def test_the_benchmark_gets_its_options_and_says_one_line_of_json(capsys):
    assert main(["bench", "book", "--operations", "500", "--peers", "0"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["bench"], report["operations"]) == ("book", 500)


def test_the_status_of_the_benchmark_is_the_status_of_the_command(tmp_path, capsys):
    assert main(["bench", "book", "--file", "none.bin"]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "bench book: none.bin: No such file or directory\n")
    # The benchmark made no state directory.
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_name_is_answered_with_the_names(capsys):
    for name in ("nothing", "_orders", "book.py", "../bench/book", "os"):
        assert main(["bench", name]) == EXIT_CONFIGURATION
        assert capsys.readouterr().err == (
            f"acre: there is no benchmark {name!r}; there are: {', '.join(NAMES)}.\n"
        )


def test_an_installation_without_the_sources_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(bench_role, "PROJECT_ROOT", tmp_path)
    assert main(["bench", "book"]) == EXIT_CONFIGURATION
    assert capsys.readouterr().err == (
        f"acre: the benchmarks are part of the sources, and {tmp_path} has none.\n"
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_benchmark_takes_the_options_it_is_given(name, capsys):
    with pytest.raises(SystemExit) as ended:
        import_module(f"bench.{name}").main(["--help"])
    assert ended.value.code == 0
    assert f"usage: bench {name}" in capsys.readouterr().out


def test_the_names_are_those_that_make_bench_runs():
    modules = [path for path in files_with(".py", under="bench/") if "/_" not in path]
    assert [f"bench/{name}.py" for name in NAMES] == modules
    assert sorted({run.bench for run in load().runs.values()}) == NAMES
    assert "$(PY) -m bench._harness" in text_of("Makefile")


@pytest.mark.parametrize("words", [["99"], ["x"], ["300", "300"], ["--accounts", "300"]])
def test_a_number_that_cannot_be_used_is_refused_with_a_sentence(words, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["bench", "state", *words])
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[-1].startswith("bench state: error: ")
