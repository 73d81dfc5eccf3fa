"""`make quick`: what a change needs, in about two minutes; `make test` stays everything.

Chooses by the files that differ from main (on main: from the last commit) and by the work tree:
checks, unit tests of the touched folders, related web tests, two browser flows. Prints what it
chose; tests that do not finish within TESTS_S are named as left out.
"""

import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parents[1]
PYTHON = sys.executable
SOURCES = ("engine", "chain", "edge", "sdk", "bench", "tests")
TYPED = ("engine", "chain", "edge", "sdk/python/acre_sdk")
TESTS_S = 75  # for the tests of Python, which run beside the checks
STEP_S = 120  # for every other step
# A folder's tests are at the same path below tests/. Where they are elsewhere, or more is needed:
TESTS_OF = {
    "bench/": ("tests/bench", "tests/edge/cli/test_bench.py"),
    "chain/commands": ("tests/chain/commands",),
    "chain/genesis.py": ("tests/chain/test_genesis.py",),
    "edge/generate/": ("tests/contract/test_generated.py",),
    "edge/http/openapi/": ("tests/edge/http/test_documents.py",),
    "edge/store/": ("tests/edge/projector",),
    "sdk/python/": ("tests/sdk",),
    "sdk/typescript/": ("tests/sdk/typescript",),
    "engine/core/": ("tests/engine/core/test_refusals.py", "tests/engine/core/test_random_runs.py"),
    "engine/schema/": ("tests/engine/core/schema",),
}
FLOWS = ("public", "markets")  # of tests/browser: each page once, the densest at all sizes
NPX = ("npx", "--no-install")
PACKAGE = "../sdk/typescript"  # seen from web
Step = tuple[str, Sequence[str], float]


def changed_files() -> list[str]:
    """Return paths that differ from main, or from the last commit on main, and untracked ones."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    if base == _git("rev-parse", "HEAD"):
        base = ["HEAD~1"]
    names = {*_git("diff", "--name-only", *base), *_git("ls-files", "-o", "--exclude-standard")}
    return sorted(name for name in names if (ROOT / name).exists())


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def files_to_test(path: str) -> list[str]:
    """Return test files and folders for one changed file: itself, the table, the same folder."""
    if path.startswith("tests/"):
        is_test = Path(path).name.startswith("test_") and path.endswith(".py")
        return [path] if is_test else []
    found = [test for lead, tests in TESTS_OF.items() if path.startswith(lead) for test in tests]
    folder = Path("tests", path).parent
    if path.endswith((".py", ".pyx", ".pxd", ".sql")) and len(folder.parts) > 2:
        while len(folder.parts) > 2 and not any((ROOT / folder).glob("test_*.py")):
            folder = folder.parent
        if len(folder.parts) > 2:
            found.append(folder.as_posix())
    return found


def checks(paths: Iterable[str]) -> list[Step]:
    """Return the checks that a change of these files needs."""
    paths = list(paths)
    found: list[Step] = [
        ("ruff format", [PYTHON, "-m", "ruff", "format", "--check", *SOURCES], STEP_S),
        ("ruff", [PYTHON, "-m", "ruff", "check", *SOURCES], STEP_S),
        ("tidy", [PYTHON, "-m", "pytest", "-q", "tests/tidy"], STEP_S),
        ("schema", [PYTHON, "-m", "engine.schema.generate", "--check"], STEP_S),
        ("documents", [PYTHON, "-m", "edge.generate", "--check"], STEP_S),
    ]
    if any(path.endswith((".py", ".pyi")) for path in paths):
        found.append(("mypy", [PYTHON, "-m", "mypy", *TYPED], STEP_S))
    cython = [path for path in paths if path.endswith((".pyx", ".pxd"))]
    if cython:
        found.append(("cython-lint", [str(Path(PYTHON).with_name("cython-lint")), *cython], STEP_S))
    if any(path.startswith(("web/", "tests/browser/")) for path in paths):
        found.append(("biome", [*NPX, "biome", "ci", "."], STEP_S))
        found.append(("tsc", [*NPX, "tsc", "--noEmit"], STEP_S))
    if any(path.startswith("sdk/typescript/") for path in paths):
        words = [*NPX, "biome", "ci", f"--config-path={PACKAGE}", PACKAGE]
        found.append(("biome of the SDK", words, STEP_S))
        found.append(("tsc of the SDK", [*NPX, "tsc", "-p", PACKAGE], STEP_S))
    return found


def unit_tests(paths: Iterable[str]) -> list[Step]:
    """Return the tests of Python and of the web app that a change of these files needs."""
    paths = list(paths)
    tests = sorted({test for path in paths for test in files_to_test(path)})
    found: list[Step] = []
    if tests:
        found.append(("pytest", [PYTHON, "-m", "pytest", "-q", "--ff", *tests], TESTS_S))
    web = [path.removeprefix("web/") for path in paths if path.startswith("web/src/")]
    web += [f"../{path}" for path in paths if path.startswith("sdk/typescript/") and ".ts" in path]
    if web:
        words = [*NPX, "vitest", "related", "--run", "--passWithNoTests"]
        found.append(("vitest", [*words, *web], STEP_S))
    return found


def flows(paths: Iterable[str]) -> Step:
    """Return the browser flows: those that changed, else FLOWS."""
    names = [Path(path).stem for path in paths if path.startswith("tests/browser/flows/")]
    words = ["node", "tests/browser/run.mjs", *(names[:2] or FLOWS)]
    return ("browser", words, STEP_S)


def run(step: Step) -> bool:
    """Run one step, print its outcome and, where it failed, the end of its output."""
    name, words, most_s = step
    folder = ROOT / "web" if words[0] == "npx" else ROOT
    start_s = monotonic()
    try:
        done = subprocess.run(
            words, cwd=folder, capture_output=True, text=True, timeout=most_s, check=False
        )
    except subprocess.TimeoutExpired:
        print(f"… {name}: not finished after {most_s:.0f} s and left out: {' '.join(words[3:])}")
        return name == "pytest"
    outcome = "✓" if done.returncode == 0 else "✗"
    print(f"{outcome} {name} ({monotonic() - start_s:.0f} s)", flush=True)
    if done.returncode != 0:
        print("\n".join((done.stdout + done.stderr).splitlines()[-40:]), flush=True)
    return done.returncode == 0


def main() -> int:
    """Run checks beside unit tests, then the browser; the exit status."""
    paths = changed_files()
    lanes = [checks(paths), unit_tests(paths)]
    chosen = sorted({test for path in paths for test in files_to_test(path)})
    print(f"{len(paths)} changed files; tests: {', '.join(chosen) or 'none of Python'}")
    print("left out: every other test of `make test`", flush=True)
    with ThreadPoolExecutor(len(lanes)) as pool:
        passed = list(pool.map(lambda lane: all([run(step) for step in lane]), lanes))
    return 0 if all([*passed, run(flows(paths))]) else 1


if __name__ == "__main__":
    sys.exit(main())
