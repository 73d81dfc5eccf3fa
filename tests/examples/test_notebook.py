"""The notebook of `examples` runs from first to last cell; nothing of a run is kept in it."""

import asyncio
import json
import os
import sys
from pathlib import Path

from tests.edge.conftest import service
from tests.edge.keeper.conftest import following, url_of
from tests.tidy.tree import ROOT

__all__ = ["service"]

NOTEBOOK = ROOT / "examples/notebook/positions.ipynb"


def cells_of(path: Path) -> list[dict]:
    return [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def kinds_of(cell: dict) -> set[str]:
    """Return the media types of what a cell shows."""
    return {kind for output in cell["outputs"] for kind in output.get("data", {})}


def test_nothing_of_a_run_is_kept():
    for cell in cells_of(NOTEBOOK):
        assert (cell["outputs"], cell["execution_count"]) == ([], None), cell["id"]


async def test_it_runs_and_shows_frames_and_a_chart(service, tmp_path):
    made = tmp_path / "made"
    async with following(service):
        running = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).with_name("jupyter-execute")),
            str(NOTEBOOK),
            f"--output={made}",
            env={
                **os.environ,
                "ACRE_URL": url_of(service),
                "HOME": str(tmp_path),
                "MPLCONFIGDIR": str(tmp_path),
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        printed, _ = await running.communicate()
    assert running.returncode == 0, printed.decode()
    shown = {cell["id"]: cell for cell in cells_of(made.with_suffix(".ipynb"))}
    for name in ("index", "positions", "fills"):
        assert "text/html" in kinds_of(shown[name]), name
    assert "image/png" in kinds_of(shown["chart"])
    assert "long" in str(shown["positions"]["outputs"])
    assert "short" in str(shown["positions"]["outputs"])
    for cell in shown.values():  # no warning is printed
        assert all(output["output_type"] != "stream" for output in cell["outputs"]), cell["outputs"]
