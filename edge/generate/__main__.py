"""Write what follows from the table of routes: types and calls of the clients, limits;
and the pages of calls, metrics and streams.

`python -m edge.generate` writes them, `--check` exits 1 when a file is not current.
"""

import argparse
import sys
from pathlib import Path

import edge.core.app  # noqa: F401 - its routes fill the table
from edge.core.settings import VERSION
from edge.generate.limits import limits_page
from edge.generate.metrics import metrics_page
from edge.generate.python import api_module, models_module, words_module
from edge.generate.python_page import python_page
from edge.generate.reference import reference_pages
from edge.generate.streams import streams_page
from edge.generate.synchronous import ccxt_module, sync_module
from edge.generate.typescript import types_again, types_module, words_of_codes
from edge.generate.typescript_streams import streams_module
from edge.http.openapi.document import document
from edge.http.route import ROUTES, Base

ROOT = Path(__file__).resolve().parents[2]
CLIENT = Path("sdk/python/acre_sdk/generated")
CCXT = Path("sdk/python/acre_sdk/ccxt/generated")
PYTHON_PAGE = Path("docs/reference/python-sdk.md")
TYPESCRIPT = Path("sdk/typescript/src/generated")


def files() -> dict[Path, str]:
    """Return every generated file: path from the root, and text."""
    documents = {base: document(base, ROUTES, VERSION) for base in Base}
    made = {
        TYPESCRIPT / "api.ts": types_module(documents),
        TYPESCRIPT / "streams.ts": streams_module(documents),
        TYPESCRIPT / "words.ts": words_of_codes(),
        Path("web/src/generated/api.ts"): types_again("@acre/sdk/generated/api"),
        CLIENT / "models.py": models_module(documents),
        CLIENT / "words.py": words_module(),
    }
    apis = {base.name.lower(): api_module(base, documents[base]) for base in Base}
    made |= {CLIENT / f"{name}.py": text for name, text in apis.items()}
    made[CLIENT / "sync.py"] = sync_module(apis)
    made[CCXT / "sync.py"] = ccxt_module()
    made[PYTHON_PAGE] = python_page(made[CLIENT / "sync.py"], made[CLIENT / "models.py"])
    made |= reference_pages(documents)
    made[Path("docs/limits.md")] = limits_page(ROUTES)
    made[Path("docs/reference/metrics.md")] = metrics_page()
    made[Path("docs/reference/streams.md")] = streams_page()
    return made


def main() -> int:
    """Write the files or, with --check, name those that are not current."""
    parser = argparse.ArgumentParser(prog="python -m edge.generate")
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 if outdated")
    is_check = parser.parse_args().check
    outdated = [
        path
        for path, text in files().items()
        if not (ROOT / path).exists() or (ROOT / path).read_text() != text
    ]
    for path in outdated:
        if is_check:
            sys.stderr.write(f"{path} is not current: run `python -m edge.generate`\n")
        else:
            (ROOT / path).write_text(files()[path])
    return 1 if is_check and outdated else 0


if __name__ == "__main__":
    sys.exit(main())
