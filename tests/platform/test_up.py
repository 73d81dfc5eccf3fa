"""`acre up` with the real children: PostgreSQL, chain node and core."""

import json
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import pytest

from tests.platform.running import (
    acre_up,
    environment,
    family,
    free_port,
    wait_for_ends,
    watch,
)

CHILDREN = 3


@pytest.fixture(scope="module")
def home():
    """One state directory for the module: the first start makes it, the later ones find it."""
    parent = Path(tempfile.mkdtemp(prefix="acre-up-"))
    yield parent / "state"
    shutil.rmtree(parent)


CONTEST = "create-contest --id kept --name Kept --starts +0d --ends +300d"


def admin(home, port: int, line: str) -> subprocess.CompletedProcess[str]:
    asked = [sys.executable, "-m", "edge.cli", "admin", *line.split()]
    return subprocess.run(
        asked, env=environment(home, port), capture_output=True, text=True, check=False
    )


def test_up_starts_refuses_a_second_start_and_stops_on_ctrl_c(home):
    with acre_up(home, free_port()) as run:
        run.read_until("Acre is running")
        assert b'"ok"' in run.health()
        assert f"http://127.0.0.1:{run.port}" in run.said[-1]
        everything = family(run.process.pid)
        assert len(everything) > CHILDREN
        watched = watch(everything)

        paused = admin(home, run.port, "pause")
        assert (paused.returncode, paused.stderr) == (0, "")
        assert paused.stdout.startswith("Done: pause, command ")
        with urllib.request.urlopen(f"http://127.0.0.1:{run.port}/express/v1/status") as answer:
            assert json.load(answer)["exchange"] == "paused"

        with acre_up(home, free_port()) as second:
            refusal = second.rest()
        assert second.process.returncode == 78
        assert refusal == (
            f"acre: Acre is already running on {home} (process {run.process.pid}, "
            f"http://127.0.0.1:{run.port}); stop it first, or choose another ACRE_HOME and "
            "ACRE_PORT.\n"
        )

        run.process.send_signal(signal.SIGINT)
        assert run.rest().endswith("Stopped.\n")
        assert run.process.returncode == 0
        wait_for_ends(watched)


def test_nothing_is_left_after_the_supervisor_is_killed_and_the_next_start_works(home):
    with acre_up(home, free_port()) as run:
        run.read_until("Acre is running")
        watched = watch(family(run.process.pid))
        assert admin(home, run.port, CONTEST).stdout.startswith("Done: create-contest, command ")
        run.process.kill()
        run.process.wait()
        with acre_up(home, free_port()) as following:
            following.read_until("Acre is running")
            assert b'"ok"' in following.health()
            wait_for_ends(watched)
            refused = admin(home, following.port, CONTEST)  # its contest has survived
            assert refused.stderr.startswith("acre: There is a contest with this id already")


def test_up_stops_with_its_parent_on_request(home):
    port = free_port()
    program = (
        "import subprocess, sys\n"
        "subprocess.run([sys.executable, '-m', 'edge.cli', 'up', '--with-parent'])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env=environment(home, port),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        lines = iter(parent.stdout.readline, "")
        assert any("Acre is running" in line for line in lines)
        watched = watch(family(parent.pid))
        parent.kill()
        wait_for_ends(watched)


def test_a_damaged_journal_stops_the_start_with_file_and_place(tmp_path):
    home = tmp_path / "state"
    with acre_up(home, free_port()) as run:
        run.read_until("Acre is running")
        run.process.send_signal(signal.SIGINT)
        assert run.rest().endswith("Stopped.\n")
    segment = next((home / "journal").glob("*.journal"))
    with segment.open("r+b") as file:
        file.seek(2_000)
        file.write(b"\xff" * 16)
    with acre_up(home, free_port()) as run:
        refusal = run.rest()
    assert run.process.returncode == 78
    assert f"acre: {segment}, offset " in refusal
    assert "fails its checksum" in refusal
    assert "starting it again" not in refusal


@pytest.mark.parametrize("offset", [0, 10, 11])
def test_a_busy_port_is_named_with_its_holder(tmp_path, offset):
    port = free_port()
    with socket.create_server(("127.0.0.1", port + offset)), acre_up(tmp_path, port) as run:
        refusal = run.rest()
    assert run.process.returncode == 78
    assert f"Port {port + offset} is already used by process" in refusal
    assert "choose another port" in refusal


def test_a_wrong_setting_is_a_sentence(tmp_path):
    command = [sys.executable, "-m", "edge.cli", "up"]
    wrong = {**environment(tmp_path, 1), "ACRE_PORT": "http"}
    ended = subprocess.run(command, env=wrong, capture_output=True, text=True, check=False)
    assert ended.returncode == 78
    assert ended.stderr == ("acre: ACRE_PORT is 'http', but it must be a number from 1 to 65535.\n")
