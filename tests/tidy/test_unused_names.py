"""The list of names that vulture cannot see in use names no other ones."""

import re
import subprocess
import sys
import tomllib

from tests.tidy.tree import ROOT, text_of

LIST = "tests/tidy/unused_names.py"
LISTED = re.compile(r"^(?:_\.)?(\w+)$", re.M)
FOUND = re.compile(r"unused \w+ '(\w+)'")


def test_each_listed_name_would_be_found_without_the_list():
    options = tomllib.loads(text_of("pyproject.toml"))["tool"]["vulture"]
    command = [sys.executable, "-m", "vulture", "--config", "/dev/null"]
    command += [path for path in options["paths"] if path != LIST]
    command += ["--exclude", ",".join(options["exclude"])]
    command += ["--ignore-decorators", ",".join(options["ignore_decorators"])]
    told = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout
    found = set(FOUND.findall(told))
    listed = LISTED.findall(text_of(LIST))
    assert len(listed) == len(set(listed))
    assert set(listed) == found
