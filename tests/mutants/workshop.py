"""A copy of the sources in which wrongs are built and tested; the working tree is never touched."""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.mutant import Mutant

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("engine", "chain", "edge", "sdk", "tests", "build")
FILES = ("setup.py", "pyproject.toml", "README.md")
DIRECTIVES = "wraparound=False,embedsignature=True"  # as in setup.py; the rest is the default
CORE_TESTS = "tests/engine/core"
# What follows the likely killers: everything quick that looks at whole runs.
LAST = (
    "margin", "caps", "realised_losses", "funding_figures", "forecast_figures", "pool_figures",
    "trade", "accounts", "refusals", "prints", "funding", "quotes", "views", "operations",
    "removal", "outflow", "staking", "liquidation", "liquidation_by_hand", "liquidation_states",
    "liquidation_window", "auto_deleveraging", "liquidation_runs", "pool_runs", "random_runs",
    "extremes", "snapshot", "legacy_lp", "staking_against_reference", "against_reference",
)  # fmt: skip
REFERENCE = {"ACRE_TEST_REFERENCE_SEEDS": "2", "ACRE_TEST_REFERENCE_COMMANDS": "700"}
BUILD_SECONDS = 300
TEST_SECONDS = 300
FUNCTION = re.compile(r"^(?=cdef inline )", re.M)
NAME = re.compile(r"^cdef inline [^(\n]*?(\w+)\(", re.M)
FAILED_TEST = re.compile(r"^(?:FAILED|ERROR) (?:\S*/)?(\S+)", re.M)

KILLED = "killed"
SURVIVED = "survived"
BROKEN = "does not build"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant, and by what: a test, or words."""

    state: str
    by: str = ""


def users_of(mutant: Mutant, root: Path = ROOT) -> list[str]:
    """Return the modules to build again: those that name the changed function, or one with it.

    A formula is in a `.pxd` on which many modules depend; few use it.
    """
    if mutant.path.endswith(".pyx"):
        return [mutant.path]
    core = root / "engine/core"
    if mutant.path.endswith(".h"):
        return _includers(Path(mutant.path).name, core, root)
    bodies = [body for path in sorted(core.rglob("*.pxd")) for body in FUNCTION.split(_text(path))]
    names: set[str] = set()
    pattern = re.compile(re.escape(mutant.before))
    while True:
        found = {
            named[1]
            for body in bodies
            if (named := NAME.search(body)) is not None and pattern.search(body)
        }
        if found == names:
            break
        names = found
        words = "|".join(sorted(names))
        pattern = re.compile(rf"{re.escape(mutant.before)}|\b(?:{words})\b")
    modules = [path for path in sorted(core.rglob("*.pyx")) if pattern.search(_text(path))]
    return [path.relative_to(root).as_posix() for path in modules]


def _includers(header: str, core: Path, root: Path) -> list[str]:
    """Return the modules that include a header, directly or by another one."""
    headers = [header, *(path.name for path in core.rglob("*.h") if header in _text(path))]
    quoted = [f'"{name}"' for name in headers]
    modules = [
        path for path in sorted(core.rglob("*.pyx")) if any(name in _text(path) for name in quoted)
    ]
    return [path.relative_to(root).as_posix() for path in modules]


def file_of_test(name: str) -> str:
    """Return the path of a core test by its name, from any folder; StopIteration without one."""
    return next((ROOT / CORE_TESTS).rglob(f"test_{name}.py")).relative_to(ROOT).as_posix()


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _library(module: str) -> str:
    return module.removesuffix(".pyx") + str(sysconfig.get_config_var("EXT_SUFFIX"))


class Workshop:
    """A built copy of the sources below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, source: Path = ROOT) -> None:
        """Copy sources and what is built of them; times stay, so that nothing is built twice."""
        for name in FOLDERS:
            ignored = shutil.ignore_patterns("__pycache__", "node_modules", ".hypothesis")
            if (source / name).exists():
                shutil.copytree(source / name, self.folder / name, ignore=ignored)
        for name in FILES:
            shutil.copy2(source / name, self.folder / name)

    def build(self) -> str:
        """Build what changed; the compiler's words when it fails."""
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        code, text = self._run(command, BUILD_SECONDS, {})
        return text if code != 0 else ""

    def test(self, names: tuple[str, ...]) -> Outcome:
        """Run test files in this order up to the first failure."""
        order = [file_of_test(name) for name in dict.fromkeys((*names, *LAST))]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        code, text = self._run([*command, *order], TEST_SECONDS, REFERENCE)
        if code == 0:
            return Outcome(SURVIVED)
        failed_test = FAILED_TEST.search(text)
        if failed_test is None and code > 1:
            return Outcome(BROKEN, "\n".join(text.splitlines()[-5:]))
        return Outcome(KILLED, failed_test[1] if failed_test else f"signal or time: {code}")

    def keep(self) -> None:
        """Keep the current sources and builds, restored after every mutant."""
        shutil.copytree(self.folder / "engine/core", self.folder / "kept/engine/core")

    def judge(self, mutant: Mutant) -> Outcome:
        """Build one wrong, test it, and put everything back."""
        path = self.folder / mutant.path
        users = users_of(mutant, self.folder)
        path.write_text(mutant.apply(path.read_text(encoding="utf-8")), encoding="utf-8")
        try:
            for user in users:
                if words := self._compile(user):
                    return Outcome(BROKEN, words)
            return self.test(mutant.tests)
        finally:
            for place in (mutant.path, *(_library(user) for user in users)):
                shutil.copy2(self.folder / "kept" / place, self.folder / place)

    def _compile(self, module: str) -> str:
        """Compile one module without a look at the others; the compiler's words when it fails."""
        code, text = self._run(
            [sys.executable, "-m", "cython", "-3", "-X", DIRECTIVES, "-o", "mutant.c", module],
            BUILD_SECONDS,
            {},
        )
        if code != 0:
            return text
        folders = (sysconfig.get_path("include"), Path(module).parent)
        linked = [*sysconfig.get_config_var("LDSHARED").split(), "-fPIC", "-O0", "-fwrapv", "-w"]
        included = [f"-I{folder}" for folder in folders]
        code, text = self._run(
            [*linked, *included, "-o", _library(module), "mutant.c"], BUILD_SECONDS, {}
        )
        return text if code != 0 else ""

    def _run(self, command: list[str], seconds: int, more: dict[str, str]) -> tuple[int, str]:
        """Exit code and words; the whole group ends when the time is over."""
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": ""} | more,  # started often: cached
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            text=True,
        ) as process:
            try:
                text, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return -signal.SIGKILL, "time is over"
        return process.returncode, text
