"""Linters and generators of others for the documents: what they install and how they are run."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

from edge.core.settings import VERSION
from edge.http.openapi.document import document
from edge.http.route import ROUTES, Base
from edge.streams.document import stream_document

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE / ".venv"
BINARIES = HERE / "node_modules" / ".bin"
COMPILER = {
    "compilerOptions": {
        "module": "nodenext",
        "target": "es2022",
        "lib": ["es2022", "dom", "dom.iterable"],
        "strict": True,
        "skipLibCheck": True,
        "outDir": "built",
    },
    "include": ["*.ts", "hey-*/**/*.ts"],
}
# What JSON schema allows and this generator cannot say in its models: a format of a text that it
# does not know, a pattern of a decimal number.
IGNORED = (
    "ignore:format of 'base58' not understood:UserWarning",
    "ignore:Pydantic does not take pattern on Decimal:UserWarning",
)

PYTHON = str(ENVIRONMENT / "bin" / "python")
PYTHON_CLIENT = ("openapi-python-client", "generate", "--fail-on-warning")
PYTHON_MODELS = (
    *(PYTHON, "-W", "error", "-W", IGNORED[0], "-W", IGNORED[1], "-m", "datamodel_code_generator"),
    *("--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel"),
    *("--use-annotated", "--formatters", "builtin"),
)


def installed() -> None:
    """Install the packages of both locks where they are missing or older than their lock."""
    lock, done = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        run(["npm", "ci", "--ignore-scripts", "--no-update-notifier", "--loglevel=error"], HERE)
    lock, done = HERE / "requirements.lock", ENVIRONMENT / "installed"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        pip = [PYTHON, "-m", "pip", "install", "--quiet"]
        run([*pip, "--require-hashes", "-r", str(lock)], HERE)
        done.touch()


def run(words: list[str], folder: Path) -> str:
    """Run a program to its end; returns what it said, raises with it where it failed."""
    path = os.pathsep.join(
        (
            str(BINARIES),
            str(ENVIRONMENT / "bin"),
            str(Path(sys.executable).parent),
            os.environ["PATH"],
        )
    )
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "REDOCLY_TELEMETRY": "off"}
    done = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    said = f"{done.stdout}\n{done.stderr}"
    assert done.returncode == 0, f"{' '.join(words)}: {said}"
    return said


def write_documents(folder: Path) -> None:
    """Write the three documents, `main.json`, `express.json` and `stream.json`."""
    made = {base.name.lower(): document(base, ROUTES, VERSION) for base in Base}
    made["stream"] = stream_document(VERSION, "http://127.0.0.1:8080")
    for name, whole in made.items():
        (folder / f"{name}.json").write_text(json.dumps(whole, indent=1))
        (folder / f"{name}-calls.json").write_text(json.dumps(without_feeds(whole), indent=1))


def without_feeds(whole: dict) -> dict:
    """Return a document without answers that openapi-python-client cannot make a method of."""
    paths = {
        path: methods
        for path, methods in whole.get("paths", {}).items()
        if "application/atom+xml" not in str(methods)
    }
    return {**whole, "paths": paths}


def generate(folder: Path, name: str) -> str:
    """Let the four generators read a document; returns what they said."""
    source, calls = f"{name}.json", f"{name}-calls.json"
    config = {
        "input": source,
        "output": {"path": f"hey-{name}", "module": {"extension": ".js"}},
        "plugins": ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
    }
    (folder / f"hey-{name}.config.mjs").write_text(f"export default {json.dumps(config)};")
    said = [
        run(["openapi-typescript", source, "-o", f"{name}.d.ts"], folder),
        run(["openapi-ts", "-f", f"hey-{name}.config.mjs"], folder),
        run([*PYTHON_CLIENT, "--path", calls, "--output-path", f"python-{name}"], folder),
        run([*PYTHON_MODELS, "--input", source, "--output", f"models_{name}.py"], folder),
    ]
    return "\n".join(said)
