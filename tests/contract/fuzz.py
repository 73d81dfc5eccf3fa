"""Runs schemathesis against a document of a service: documented and actual behavior."""

import asyncio
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from edge.http.route import Base
from tests.contract.known import Known, populate
from tests.edge.service_world import Service

# The schema allows requests that a rule refuses: from after to, amounts of
# an empty wallet, an unknown cursor.
NOT_CHECKED = "positive_data_acceptance"
PHASES = "examples,coverage,fuzzing,stateful"


@dataclass(frozen=True)
class Run:
    """How long and how to fuzz."""

    examples: int  # of each call and phase
    seed: int


def configuration(known: Known) -> str:
    """Return the file that makes half of the requests ask for something that exists."""
    names = {**_placed("path", known.path), **_placed("query", known.query)}
    lines = ["[checks]", f"{NOT_CHECKED}.enabled = false"]
    for number, values in enumerate(names.values()):
        lines += [f"[dictionaries.known{number}]", f"values = {json.dumps(values)}"]
    lines.append("[parameters]")
    for number, name in enumerate(names):
        lines.append(f'"{name}" = {{ dictionary = "known{number}", probability = 0.6 }}')
    # each order of a batch is refused on its own, in an answer that succeeds
    lines += ["[[operations]]", 'include-path = "/predictions/orders/batch"']
    lines += ["checks.negative_data_rejection.enabled = false"]
    return "\n".join(lines) + "\n"


def _placed(place: str, values: dict[str, list]) -> dict[str, list]:
    return {f"{place}.{name}": found for name, found in values.items()}


async def fuzz(service: Service, base: Base, run: Run, home: Path) -> tuple[int, str]:
    """Return exit status and report of schemathesis for one base."""
    known = await populate(service)
    file = home / f"{base.name}.toml"
    file.write_text(configuration(known))
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(file), "run"]
    command += [str(service.client.make_url(f"{base}/openapi.json"))]
    command += ["--phases", PHASES]
    command += ["--seed", str(run.seed), "--max-examples", str(run.examples), "--no-shrink"]
    command += ["--header", f"Authorization: {known.token}", "--continue-on-failure"]
    command += ["--suppress-health-check", "all", "--warnings", "off"]
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=home,
        env={**os.environ, "NO_COLOR": "1"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    report, _ = await process.communicate()
    return process.returncode or 0, report.decode()
