"""The notebook of docs/backtest.md runs, and is committed without outputs."""

import json

import pytest

from tests.tidy.tree import ROOT

NOTEBOOK = json.loads((ROOT / "docs" / "notebooks" / "backtest.ipynb").read_text())
CELLS = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def test_the_notebook_has_no_outputs():
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in CELLS)


def test_the_notebook_runs_from_top_to_bottom(capsys):
    names: dict = {}
    for cell in CELLS:
        source = "".join(cell["source"])
        exec(compile(source, "backtest.ipynb", "exec"), names)
    out = capsys.readouterr().out
    assert "long-or-flat, 2 sets of parameters" in out
    assert names["values"][-1] == pytest.approx(float(out.split()[-1]), abs=1e-4)
