"""Files keep their size, names and manners, and name no machine that they were written on."""

import json
import os
import re
import subprocess
from pathlib import PurePosixPath

import pytest

from tests.tidy.tree import ROOT, files_with, is_generated, project_files, text_of

LINES_MAX = 600
COLUMNS_MAX = 100
CODE = (".py", ".pyi", ".pyx", ".pxd", ".ts", ".tsx", ".mjs", ".css", ".sql")
TEXT = (*CODE, ".md", ".json", ".toml", ".html", ".txt", ".lock", ".csv", ".sh", ".yml", ".yaml")
# Biome breaks TypeScript and CSS at the same column, and leaves long strings alone.
FORMATTED_BY_HAND = (".py", ".pyi", ".pyx", ".pxd", ".sql")
PRAGMA = re.compile(r"\s+# (?:noqa|type: ignore|fmt|pragma|no-cython-lint).*$")
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "misc", "common"}
FORBIDDEN = {
    "a package registry": re.compile(
        r"registry[.]npmjs|registry[.]yarnpkg|pypi[.]org|pythonhosted[.]org|npmmirror[.]com", re.I
    ),
    "a path of one machine": re.compile(
        r"(?<![\w.:/$}-])/(?:[w]ork|[r]oot|home/\w+|Users/\w+|mnt/\w+|tmp/\w[\w-]+/)\b(?!/\{)"
    ),
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY"),
}
UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E)\b(?!.*#\d+)")


def text_files() -> list[str]:
    plain = ("Makefile", "LICENSE", ".npmrc", ".gitignore", "run")
    scripts = ("tools/", "tests/run_all", "tests/nightly")
    return [
        name
        for name in project_files()
        if name.endswith((*TEXT, *plain)) or name.startswith(scripts)
    ]


def test_files_can_be_read_in_one_sitting():
    wrong = [
        f"{path} has {count} lines"
        for path in files_with(*CODE)
        if not is_generated(path) and (count := text_of(path).count("\n")) > LINES_MAX
    ]
    assert not wrong, wrong


def test_lines_fit_the_page():
    wrong = [
        f"{path}:{number} has {len(line)} columns"
        for path in files_with(*FORMATTED_BY_HAND)
        if not is_generated(path)
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if len(PRAGMA.sub("", line)) > COLUMNS_MAX
    ]
    assert not wrong, wrong


def test_file_names_say_something():
    wrong = [name for name in project_files() if PurePosixPath(name).stem.lower() in EMPTY_NAMES]
    assert not wrong, wrong


def test_generated_files_name_their_source():
    wrong = [
        path
        for path in project_files()
        if is_generated(path)
        and text_of(path).strip()
        and not re.search(r"[Gg]enerated from \S*\.py", text_of(path)[:600])
    ]
    assert not wrong, wrong


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_names(what):
    wrong = [
        f"{path}: {match[0]}"
        for path in text_files()
        if path != "web/package-lock.json" and (match := FORBIDDEN[what].search(text_of(path)))
    ]
    assert not wrong, wrong


def test_the_finders_are_able_to_fail():
    assert FORBIDDEN["a package registry"].search("https://registry" + ".npmjs.org/vite")
    assert FORBIDDEN["a path of one machine"].search("open('/" + "work/main/x')")
    assert FORBIDDEN["a path of one machine"].search("/" + "home/somebody/acre")
    assert not FORBIDDEN["a path of one machine"].search("/api/v1/user/{user}/home")
    assert UNFINISHED.search("# TO" + "DO later")
    assert not UNFINISHED.search("# TO" + "DO #12 later")


def test_nothing_is_left_unfinished():
    wrong = [
        f"{path}:{number}"
        for path in files_with(*CODE)
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if UNFINISHED.search(line)
    ]
    assert not wrong, wrong


def test_files_end_in_one_new_line():
    wrong = [
        path
        for path in files_with(*CODE, ".md")
        if text_of(path) and (not text_of(path).endswith("\n") or text_of(path).endswith("\n\n"))
    ]
    assert not wrong, wrong


def test_lock_files_hold_no_download_addresses():
    for path in files_with("package-lock.json"):
        packages = json.loads(text_of(path))["packages"]
        wrong = [name for name, facts in packages.items() if "resolved" in facts]
        assert not wrong, (path, wrong[:5])
        assert "http://" not in text_of(path).replace("http://json-schema.org", "")


def test_scripts_can_be_run():
    tools = files_with("", under="tools/")
    read = [path for path in tools if not text_of(path).startswith("#!")]
    assert all(path.startswith("tools/deploy/") for path in read), read
    scripts = [".ci/run", *sorted(set(tools) - set(read)), "tests/run_all", "tests/nightly"]
    wrong = [path for path in scripts if not os.access(ROOT / path, os.X_OK)]
    assert not wrong, wrong


@pytest.mark.parametrize(
    "target",
    [
        "run",
        "test",
        "check",
        "build",
        "web",
        "bench",
        "bench-report",
        "clean",
        "lock",
        "format",
        "nightly",
    ],
)
def test_make_knows(target):
    assert re.search(rf"^{target}:", text_of("Makefile"), re.M)
    command = ["make", "--dry-run", "--always-make", target]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr


def test_the_check_of_the_build_server_runs_both_commands():
    script = text_of(".ci/run")
    assert "make check" in script
    assert "make test" in script
