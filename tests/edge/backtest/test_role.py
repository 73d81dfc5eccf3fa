"""`acre backtest` on the command line."""

import json
import re
import subprocess
import sys

import msgspec
import pytest

from chain.catalogue import load_catalogue
from edge.backtest import saved
from edge.backtest.markets import load_series
from edge.backtest.saved import BYTES_MAX, CURVE_POINTS_MAX, SavedRun, write_run
from edge.cli.main import EXIT_CONFIGURATION, main
from engine.backtest.walk import FITTED_ON_TEST
from tests.tidy.tree import ROOT

SMALL = ("--symbols", "USA,LA", "--from", "1990", "--to", "2012", "--fit-years", "8")
OWN = """
\"\"\"Long after a dear year.\"\"\"
from engine.backtest.view import KEEP, quote

PARAMS = {"back": 365, "size": 1.0}
GRID = {"back": [180, 365]}


def target(view, params):
    if len(view.prices) <= params.back or view.days[-1] % 30:
        return KEEP
    if quote(view, 1.0).code != 0:
        return KEEP
    return params.size if view.prices[-1] > view.prices[-int(params.back)] else 0.0
"""


@pytest.fixture(autouse=True)
def _history_of_the_catalogue(monkeypatch):
    """The years of the tests are those that come with Acre, whatever data there are beside it."""
    for name in ("ACRE_DATA_DIR", "ACRE_CATALOGUE"):
        monkeypatch.delenv(name, raising=False)


def backtest(capsys, *words: str) -> str:
    assert main(["backtest", *words]) == 0
    return capsys.readouterr().out


def refused(capsys, *words: str) -> str:
    assert main(["backtest", *words]) == EXIT_CONFIGURATION
    return capsys.readouterr().err


def test_a_backtest_prints_a_table_and_saves_what_it_shows(capsys, tmp_path):
    file = tmp_path / "run.json"
    out = backtest(capsys, "momentum", "buy-and-hold", *SMALL, "--save", str(file))
    for words in ("walk-forward: 3 tests of 5 years", "in sample", "not fitted", "a second"):
        assert words in out
    assert FITTED_ON_TEST not in out
    found = msgspec.json.decode(file.read_bytes(), type=SavedRun)
    assert (found.format, found.version) == ("acre-backtest", 1)
    assert [strategy.name for strategy in found.strategies] == ["momentum", "buy-and-hold"]
    momentum, held = found.strategies
    assert (momentum.candidates, held.candidates) == (3, 1)
    assert held.fit_return is None
    assert all(fold.fit is None for fold in held.folds)
    assert all(fold.fit.last < fold.test.first for fold in momentum.folds)
    assert len(momentum.curve) <= CURVE_POINTS_MAX
    assert [market.symbol for market in held.markets] == ["USA", "LA"]
    # The parts sum to the profit of all tests, to the unit.
    profit = sum(msgspec.structs.asdict(held.parts_e6).values())
    assert profit / held.start_e6 == pytest.approx(
        sum(fold.test_return for fold in held.folds) / len(held.folds)
    )
    assert json.loads(file.read_bytes())["strategies"][0]["partsE6"].keys() >= {"liquidationFees"}


def test_parameters_fitted_on_the_test_are_warned_of(capsys):
    words = ("--symbols", "USA", "--from", "2000", "--to", "2008", "--whole")
    out = backtest(capsys, "momentum", *words)
    assert f"WARNING: momentum: {FITTED_ON_TEST}" in out
    assert "WARNING" not in backtest(capsys, "buy-and-hold", *words)


def test_a_file_of_ones_own_is_compiled_and_fitted(capsys, tmp_path):
    file = tmp_path / "dear_year.py"
    file.write_text(OWN)
    out = backtest(capsys, str(file), *SMALL)
    assert "dear_year, 2 sets of parameters" in out


def test_the_example_of_the_page_runs(capsys, tmp_path):
    page = (ROOT / "docs" / "backtest.md").read_text()
    file = tmp_path / "my_momentum.py"
    file.write_text(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1])
    assert "my_momentum, 3 sets of parameters" in backtest(capsys, str(file), *SMALL)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("target = 1", "has no function target"),
        ("def target(view, params): return view.futures", "cannot compile the strategy"),
        ("def target(view, params): return view.prices[len(view.prices)]", "out of bounds"),
        ("def target(view, params): return 1e9", "a target must be from -100 to 100"),
        ("raise RuntimeError('no')", "RuntimeError: no"),
        ("PARAMS = {'a b': 1}\ndef target(v, p): return 0.0", "PARAMS must be"),
        ("PARAMS = {'a': float('nan')}\ndef target(v, p): return 0.0", "PARAMS must be"),
        ("GRID = {'a': 1}\ndef target(v, p): return 0.0", "PARAMS must be"),
        ("GRID = {'a': list(range(65))}\ndef target(v, p): return 0.0", "PARAMS must be"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(capsys, tmp_path, text, words):
    file = tmp_path / "wrong.py"
    file.write_text(text)
    assert words in refused(capsys, str(file), "--symbols", "USA", "--from", "2005", "--whole")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--save", "no/such/run.json"), "there is no such directory"),
        (("nothing",), "there is no strategy 'nothing'"),
        (("no.py",), "is no file"),
        (("momentum", "momentum"), "each once"),
        (("--symbols", "USA,USA"), "no markets of the catalogue"),
        (("--symbols", "NOWHERE"), "no markets of the catalogue"),
        (("--from", "2090"), "no market has prints"),
        (("--from", "2015"), "no 10 years to fit"),
        (("--set", "kDrift=3"), "kDrift must be from 0 to 2"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(capsys, arguments, words):
    assert words in refused(capsys, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [("--markets", "0"), ("--markets", "101"), ("--fit-years", "61"), ("--pool", "1" * 99),
     ("--collateral", "-1"), ("--band", "2"), ("--from", "1969")],
)  # fmt: skip
def test_an_impossible_number_is_refused_with_its_range(capsys, arguments):
    with pytest.raises(SystemExit):
        main(["backtest", *arguments])
    assert "must be a" in capsys.readouterr().err


def test_a_saved_run_has_a_bound(monkeypatch, tmp_path):
    document = SavedRun("acre-backtest", 1, ["X" * BYTES_MAX], "", 1, 1, 0.1, {}, [])
    with pytest.raises(ValueError, match="bytes"):
        write_run(document, tmp_path / "run.json")
    assert not list(tmp_path.iterdir())
    assert saved.VERSION == 1


def test_the_page_reads_names_that_the_file_has():
    reader = (ROOT / "web/src/features/backtest/model/saved-run.ts").read_text()
    read = set(re.findall(r'(?:count|countOrNull|text|short|list)\(\w+, "(\w+)"', reader))
    read |= set(re.findall(r'\["(\w+)"\]', reader))
    kinds = [each for each in vars(saved).values() if isinstance(each, type(SavedRun))]
    known = {
        field.encode_name
        for kind in kinds
        if issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct
        for field in msgspec.structs.fields(kind)
    }
    assert len(read) > 20
    assert read - {"each", "equity"} <= known


def test_prints_are_those_of_the_catalogue_within_the_years():
    catalogue = load_catalogue(None, "us")
    (series,) = load_series(catalogue, "LA", None, 2001, 2002)
    market = next(each for each in catalogue.markets if each.symbol == "LA")
    at_s, price_e8 = catalogue.prints(market.acre_id)
    assert len(series.prints.price_e8) == 2 * 365
    first = int(series.prints.published_at_s[0])
    assert first == 978_307_200  # 2001-01-01
    row = int((at_s == first).nonzero()[0][0])
    assert (series.prints.price_e8 == price_e8[row : row + 2 * 365]).all()
    assert len(load_series(catalogue, markets=3)) == 3


def test_neither_the_core_nor_the_command_line_loads_numba():
    script = (
        "import sys, edge.core.main, edge.cli.main, edge.cli.roles.core, edge.cli.roles.edge;"
        "edge.cli.main._parser();"
        "sys.exit(any(name.startswith(('numba', 'llvmlite', 'engine.backtest'))"
        " for name in sys.modules))"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)
