"""Connections are bounded in all and per address; descriptors are raised and checked."""

import contextlib
import resource
import selectors
import socket
import subprocess
import sys
import time

import pytest

from edge.http.limits import STUCK_LOOKS_MAX
from edge.http.middleware.connections import Connections
from edge.process import descriptors
from edge.process.descriptors import DescriptorError, raise_descriptors

WAIT_S = 20.0


class Child:
    """A listener with few descriptors."""

    def __init__(self, limit: int, total: int, per_address: int) -> None:
        command = [sys.executable, "-m", "tests.edge.connection_child"]
        self.process = subprocess.Popen(
            [*command, str(limit), str(total), str(per_address)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.port = int(self.process.stdout.readline())

    def ask(self, source: str) -> tuple[int, float]:
        """Return how many connections the listener holds, and its processor time."""
        with self.connect(source) as client:
            client.settimeout(WAIT_S)
            client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            answer = b""
            while part := client.recv(4096):
                answer += part
        assert answer.startswith(b"HTTP/1.1 200"), answer
        count, seconds = answer.rpartition(b"\r\n\r\n")[2].split()
        return int(count), float(seconds)

    def ask_until_answered(self, source: str) -> tuple[int, float]:
        """Ask again while the listener has no descriptor for it; the waiting is bounded."""
        until_s = time.monotonic() + WAIT_S
        while True:
            try:
                return self.ask(source)
            except (ConnectionError, AssertionError):
                if time.monotonic() > until_s:
                    raise
                time.sleep(0.2)

    def connect(self, source: str) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), WAIT_S, (source, 0))


@contextlib.contextmanager
def listener(limit: int, total: int, per_address: int):
    child = Child(limit, total, per_address)
    try:
        yield child
    finally:
        child.process.stdin.close()
        child.process.wait(WAIT_S)
        child.process.stdout.close()


def closed_of(clients: list[socket.socket], want: int) -> int:
    """Return how many connections the listener has closed; waits until it is `want`."""
    with selectors.DefaultSelector() as selector:
        for client in clients:
            client.setblocking(False)
            selector.register(client, selectors.EVENT_READ)
        closed, until_s = 0, time.monotonic() + WAIT_S
        while closed < want and time.monotonic() < until_s:
            for key, _ in selector.select(0.2):
                selector.unregister(key.fileobj)
                closed += 1
    return closed


def test_more_connections_than_descriptors_do_not_stop_the_honest():
    with listener(300, 200, 50) as child, contextlib.ExitStack() as stack:
        flood = []
        for number in range(600):  # of twelve addresses
            source = f"127.0.1.{1 + number % 12}"
            flood.append(stack.enter_context(child.connect(source)))
            if number % 100 == 99:
                assert child.ask("127.0.0.9")[0] <= 201
        assert closed_of(flood, 400) >= 400
        assert child.process.poll() is None


def test_one_address_has_its_own_bound():
    with listener(300, 200, 50) as child, contextlib.ExitStack() as stack:
        flood = [stack.enter_context(child.connect("127.0.1.1")) for _ in range(150)]
        assert closed_of(flood, 100) == 100
        assert child.ask("127.0.0.9")[0] == 51


def test_running_out_of_descriptors_at_accept_neither_ends_nor_spins():
    with listener(100, 10_000, 10_000) as child:
        before_s = child.ask("127.0.0.9")[1]
        with contextlib.ExitStack() as stack:
            for _ in range(200):
                with contextlib.suppress(OSError):
                    stack.enter_context(child.connect("127.0.1.1"))
            time.sleep(2)
        count, after_s = child.ask_until_answered("127.0.0.9")
        assert count < 100
        assert after_s - before_s < 1  # of two seconds and more


class Pipe:
    """A transport that only remembers whether it was aborted."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_aborted = False
        self.unsent = 0

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def get_extra_info(self, name: str):
        return (self.address, 1)

    def abort(self) -> None:
        self.is_aborted = True


def test_the_oldest_idle_connection_makes_room_and_a_working_one_never():
    connections = Connections(3, 3)
    pipes = [Pipe(f"1.1.1.{number}") for number in range(5)]
    first, second, third = (connections.admit(pipe) for pipe in pipes[:3])
    connections.begin(first)
    fourth = connections.admit(pipes[3])
    assert [pipe.is_aborted for pipe in pipes] == [False, True, False, False, False]
    connections.begin(third)
    connections.begin(fourth)
    assert connections.admit(pipes[4]) is None
    assert pipes[4].is_aborted
    connections.end(third)
    connections.forget(second)
    assert connections.admit(Pipe("1.1.1.9")) is not None
    assert pipes[2].is_aborted
    assert (len(connections), connections.closed_count) == (3, 3)
    for connection in (first, second, third, fourth):
        connections.forget(connection)
        connections.end(connection)
    assert len(connections) == 1


def test_the_soft_limit_is_raised_to_the_hard_one(monkeypatch):
    limits = [(1_024, 20_000)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: limits.append(pair))
    assert raise_descriptors() == 20_000
    assert limits[-1] == (20_000, 20_000)
    limits[:] = [(1_024, resource.RLIM_INFINITY)]
    assert raise_descriptors() == descriptors.DESCRIPTORS_MAX
    limits[:] = [(1_024, 4_095)]
    with pytest.raises(DescriptorError, match="allows 4095 open files, but Acre needs 4096"):
        raise_descriptors()


def test_a_client_that_takes_nothing_of_its_answer_is_cut():
    bounds = Connections()
    stuck, slow, quiet = (Pipe(f"10.0.0.{number}") for number in range(3))
    for pipe in (stuck, slow, quiet):
        bounds.admit(pipe)
    stuck.unsent = slow.unsent = 100_000
    for _ in range(STUCK_LOOKS_MAX + 3):
        slow.unsent -= 1_000
        bounds.cut_stuck()
    assert [pipe.is_aborted for pipe in (stuck, slow, quiet)] == [True, False, False]
    assert len(bounds) == 2
    slow.unsent = 0
    bounds.cut_stuck()
    assert bounds._stuck == {}


def test_a_connection_that_is_still_sent_to_makes_no_room():
    bounds = Connections(total=2)
    sending, idle, new = (Pipe(f"10.0.0.{number}") for number in range(3))
    for pipe in (sending, idle):
        bounds.admit(pipe)
    sending.unsent = 1
    assert bounds.admit(new) is not None
    assert [pipe.is_aborted for pipe in (sending, idle)] == [False, True]


def test_a_refused_connection_leaves_no_state():
    bounds = Connections(total=1)
    working = bounds.admit(Pipe("10.0.0.1"))
    bounds.begin(working)
    for number in range(100):
        assert bounds.admit(Pipe(f"10.1.0.{number}")) is None
    assert len(bounds._of_address) == 1
    bounds.forget(working)
    bounds.begin(working)
    assert bounds._of_address == {}
