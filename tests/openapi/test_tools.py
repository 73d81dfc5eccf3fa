"""Linters and client generators of others take the documents, and their clients work.

`make nightly` runs this: ACRE_TEST_OPENAPI_TOOLS=1 installs them in this folder.
"""

import asyncio
import json
import os
import shutil

import pytest

from tests.edge.service_world import running_service
from tests.openapi.tools import COMPILER, HERE, generate, installed, run, write_documents

pytestmark = [
    pytest.mark.timeout(0),
    pytest.mark.skipif("ACRE_TEST_OPENAPI_TOOLS" not in os.environ, reason="make nightly runs it"),
]


@pytest.fixture(scope="module")
def folder():
    """A folder with the documents, beside the packages so that programs find these."""
    installed()
    made = HERE / "output"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    write_documents(made)
    yield made
    shutil.rmtree(made)


def test_redocly_finds_no_error_and_no_warning(folder):
    words = ["redocly", "lint", "--format", "json", "--config", str(HERE / "redocly.yaml")]
    said = run([*words, "main.json", "express.json"], folder)
    assert '"totals": {\n    "errors": 0,\n    "warnings": 0' in said, said


def test_spectral_finds_no_error_and_no_warning(folder):
    words = [
        "spectral",
        "lint",
        "--fail-severity",
        "warn",
        "--ruleset",
        str(HERE / ".spectral.yaml"),
    ]
    run([*words, "main.json", "express.json", "stream.json"], folder)


async def test_four_generators_make_clients_that_compile_and_work(folder, tmp_path, database_url):
    for name in ("main", "express"):
        said = await asyncio.to_thread(generate, folder, name)
        assert "warning" not in said.lower(), said
    for name in ("calls.ts", "calls.py"):
        shutil.copy(HERE / name, folder / name)
    (folder / "tsconfig.json").write_text(json.dumps(COMPILER))
    (folder / "package.json").write_text('{"type": "module"}')
    await asyncio.to_thread(run, ["tsc", "-p", "."], folder)
    async with running_service(tmp_path, database_url) as service:
        host = str(service.client.make_url("/")).rstrip("/")
        await asyncio.to_thread(run, ["node", "built/calls.js", host], folder)
        paths = os.pathsep.join(str(folder / f"python-{name}") for name in ("main", "express"))
        words = ["env", f"PYTHONPATH={paths}", str(HERE / ".venv/bin/python"), "calls.py", host]
        await asyncio.to_thread(run, words, folder)


def test_a_document_with_a_fault_is_refused(folder):
    whole = json.loads((folder / "main.json").read_text())
    whole["paths"]["/health"]["get"]["responses"] = {}
    (folder / "wrong.json").write_text(json.dumps(whole))
    words = ["redocly", "lint", "--config", str(HERE / "redocly.yaml"), "wrong.json"]
    with pytest.raises(AssertionError, match="response"):
        run(words, folder)
