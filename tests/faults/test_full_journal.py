"""A writer of a journal on a real small disk that fills up, killed at any moment."""

import subprocess
import sys

import pytest

from tests.tidy.tree import ROOT

NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]


def may_mount(directory) -> bool:
    command = [*NAMESPACE, "mount", "-t", "tmpfs", "acre-small", str(directory)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def test_nothing_is_lost_or_doubled_on_a_disk_that_fills_up_under_kills(tmp_path):
    if not may_mount(tmp_path):
        pytest.skip("mounting a tmpfs in a namespace is not allowed here")
    command = [sys.executable, "-m", "tests.faults.full_journal", str(tmp_path), "--rounds", "6"]
    ended = subprocess.run(
        [*NAMESPACE, *command], cwd=ROOT, capture_output=True, text=True, timeout=55, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "all rounds hold" in ended.stdout
    assert "full when killed" in ended.stdout
