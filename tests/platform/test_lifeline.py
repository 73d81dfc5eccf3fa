"""A child ends with its supervisor and cleans up when it is asked to stop."""

import os
import signal
import subprocess
import sys

from edge.cli.lifeline import LIFELINE_VARIABLE

ATTACHED = (
    "import signal; from edge.cli.lifeline import attach_lifeline\n"
    "attach_lifeline(); print('attached', flush=True); signal.pause()"
)
FOREGROUND = """
import asyncio
from edge.cli.foreground import run_in_foreground

async def work():
    try:
        print("working", flush=True)
        await asyncio.get_running_loop().create_future()
    finally:
        print("cleaned up", flush=True)

raise SystemExit(run_in_foreground(work()))
"""


def start(program, **options):
    return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, **options)


def test_a_child_stops_when_the_pipe_of_its_supervisor_closes():
    read_fd, write_fd = os.pipe()
    environ = {**os.environ, LIFELINE_VARIABLE: f"{os.getpid()} {read_fd}"}
    with start(ATTACHED, env=environ, pass_fds=(read_fd,)) as child:
        os.close(read_fd)
        assert child.stdout.readline() == b"attached\n"
        assert child.poll() is None
        os.close(write_fd)
        assert child.wait(30) == -signal.SIGTERM


def test_a_child_whose_supervisor_ended_before_it_looked_stops_at_once():
    read_fd, write_fd = os.pipe()
    environ = {**os.environ, LIFELINE_VARIABLE: f"1 {read_fd}"}
    with start(ATTACHED, env=environ, pass_fds=(read_fd,)) as child:
        assert child.wait(30) == -signal.SIGTERM
    os.close(read_fd)
    os.close(write_fd)


def test_a_process_started_by_hand_has_no_lifeline():
    with start(ATTACHED) as child:
        assert child.stdout.readline() == b"attached\n"
        child.terminate()
        assert child.wait(30) == -signal.SIGTERM


def test_a_role_cleans_up_when_it_is_asked_to_stop():
    for number in (signal.SIGTERM, signal.SIGINT):
        with start(FOREGROUND) as child:
            assert child.stdout.readline() == b"working\n"
            child.send_signal(number)
            assert child.stdout.read() == b"cleaned up\n"
            assert child.wait(30) == 0


def test_a_role_that_fails_ends_with_an_error_status():
    program = FOREGROUND.replace('print("working", flush=True)', "raise ValueError('no disk')")
    with start(program, stderr=subprocess.PIPE) as child:
        said = child.stderr.read()
        assert child.wait(30) == 1
    assert b"no disk" in said


def test_a_signal_during_a_stop_keeps_the_status_of_the_error():
    program = """
import asyncio, os, signal
from edge.cli.foreground import run_in_foreground
from edge.process.stop_limit import stopping_on_error

async def work():
    try:
        with stopping_on_error("a test"):
            raise ValueError("no disk")
    finally:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGINT):
            os.kill(os.getpid(), number)
            await asyncio.sleep(0.05)
        print("cleaned up", flush=True)

try:
    run_in_foreground(work())
except ValueError:
    raise SystemExit(78)
"""
    with start(program) as child:
        assert child.stdout.read() == b"cleaned up\n"
        assert child.wait(30) == 78


def test_a_second_signal_does_not_interrupt_the_cleaning_up():
    program = FOREGROUND.replace(
        'print("cleaned up", flush=True)',
        'print("stopping", flush=True)\n'
        "        await asyncio.sleep(0.2)\n"
        '        print("cleaned up", flush=True)',
    )
    with start(program) as child:
        assert child.stdout.readline() == b"working\n"
        child.send_signal(signal.SIGTERM)
        assert child.stdout.readline() == b"stopping\n"
        child.send_signal(signal.SIGINT)
        assert child.stdout.read() == b"cleaned up\n"
        assert child.wait(30) == 0
