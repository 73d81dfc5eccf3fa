"""A bound per client is one bound over all processes that serve the web."""

import os
import subprocess
import sys
from ipaddress import ip_network

import pytest

from edge.http.errors import ApiError
from edge.http.middleware import counts as module
from edge.http.middleware.connections import CONNECTION, Connections
from edge.http.middleware.counts import NAME, SLOTS_OF_SET, TABLE_BYTES, Counts, SharedCounts
from edge.http.middleware.rates import AtATime
from edge.http.middleware.shared_buckets import SharedBuckets
from edge.http.network import TrustedProxies
from tests.edge.http.test_connections import Pipe

CHILD = """
import sys
from pathlib import Path
from edge.http.middleware.counts import SharedCounts
counts = SharedCounts(Path(sys.argv[1]), int(sys.argv[2]), 3)
print("ready", flush=True)
for line in sys.stdin:
    if line == "end\\n":
        counts.close()
        break
    entered = sum(counts.enter("x", "a", int(sys.argv[3])) for _ in range(int(line)))
    print(entered, flush=True)
"""


@pytest.fixture(autouse=True)
def forget_places():
    module._place.cache_clear()
    yield
    module._place.cache_clear()


def started(directory, number, most=1_000_000):
    words = [sys.executable, "-c", CHILD, str(directory), str(number), str(most)]
    child = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert child.stdout.readline() == "ready\n"
    return child


def ask(child, count):
    child.stdin.write(f"{count}\n")
    return child


def stop(child):
    child.kill()
    child.wait(30)
    child.stdin.close()
    child.stdout.close()


def test_one_process_counts_up_to_the_bound():
    counts = Counts()
    assert [counts.enter("x", "a", 2) for _ in range(3)] == [True, True, False]
    assert counts.count("x", "a") == 2
    assert counts.enter("x", "b", 2)
    assert counts.enter("y", "a", 2)
    counts.leave("x", "a")
    assert counts.enter("x", "a", 2)
    with pytest.raises(ApiError):
        counts.enter_or_refuse("x", "a", 2)
    for _ in range(2):
        counts.leave("x", "a")
    assert counts.count("x", "a") == 0
    with pytest.raises(AssertionError):
        counts.leave("x", "a")


def test_a_bound_holds_over_processes_and_a_key_that_left_has_room_again(tmp_path):
    one, two = (SharedCounts(tmp_path, number, 2) for number in (1, 2))
    entered = [counts.enter("x", "a", 3) for counts in (one, two, one, two, one)]
    assert entered == [True, True, True, False, False]
    assert one.count("x", "a") == two.count("x", "a") == 3
    assert two.enter("x", "b", 3)
    one.leave("x", "a")
    assert two.enter("x", "a", 3)
    two.close()
    assert one.count("x", "a") == 1


def test_processes_at_the_bound_never_both_enter(tmp_path):
    own = SharedCounts(tmp_path, 1, 3)
    children = [started(tmp_path, number, 1_000) for number in (2, 3)]
    try:
        for child in children:
            ask(child, 2_000)
        entered = sum(own.enter("x", "a", 1_000) for _ in range(2_000))
        entered += sum(int(child.stdout.readline()) for child in children)
        assert 900 < entered <= 1_000
        assert own.count("x", "a") == entered
    finally:
        for child in children:
            stop(child)


def test_a_killed_process_counts_until_it_starts_again(tmp_path):
    own = SharedCounts(tmp_path, 1, 3)
    child = started(tmp_path, 2)
    try:
        assert ask(child, 5).stdout.readline() == "5\n"
    finally:
        stop(child)
    assert own.count("x", "a") == 5
    assert not own.enter("x", "a", 5)
    stop(started(tmp_path, 2))
    assert own.count("x", "a") == 0


def test_what_leaves_after_the_close_leaves_this_process_only(tmp_path):
    one, two = (SharedCounts(tmp_path, number, 2) for number in (1, 2))
    assert one.enter("x", "a", 5)
    assert one.enter("x", "a", 5)
    one.close()
    assert two.count("x", "a") == 0
    one.leave("x", "a")  # a connection that ends after the process has stopped serving
    assert (one.count("x", "a"), two.count("x", "a")) == (1, 0)


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="the system has no posix_fallocate")
@pytest.mark.parametrize(
    "make", [lambda home: SharedCounts(home, 1, 2), SharedBuckets], ids=["counts", "rates"]
)
def test_the_file_has_its_space_on_the_disk_before_it_is_used(tmp_path, make):
    made = make(tmp_path)  # else a write to the map on a full disk is SIGBUS
    (path,) = tmp_path.iterdir()
    facts = path.stat()
    assert facts.st_blocks * 512 >= facts.st_size > 0
    del made


def test_fewer_processes_than_before_leave_out_old_tables(tmp_path):
    assert SharedCounts(tmp_path, 3, 3).enter("x", "a", 5)
    assert SharedCounts(tmp_path, 1, 2).count("x", "a") == 0
    assert SharedCounts(tmp_path, 1, 3).count("x", "a") == 1
    assert (tmp_path / NAME).stat().st_size == 3 * TABLE_BYTES


def test_a_full_set_leaves_a_key_to_its_own_process(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "SETS", 1)
    one, two = (SharedCounts(tmp_path, number, 2) for number in (1, 2))
    for number in range(SLOTS_OF_SET + 1):
        assert one.enter("x", str(number), 1)
        assert not one.enter("x", str(number), 1)
    shared = [two.count("x", str(number)) for number in range(SLOTS_OF_SET + 1)]
    assert shared == [1] * SLOTS_OF_SET + [0]
    one.leave("x", "0")
    assert one.enter("x", "late", 1)
    assert two.count("x", "late") == 1
    assert two.count("x", "0") == 0


def test_counts_of_any_order_are_those_of_a_plain_counter(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "SETS", 2)
    tables = [SharedCounts(tmp_path, number, 3) for number in (1, 2, 3)]
    held = {}
    for step in range(3_000):
        table, key = (step * 7) % 3, f"k{(step * 13) % 20}"
        if (step * step) % 5 < 3:
            total = sum(held.get((at, key), 0) for at in range(3))
            is_entered = tables[table].enter("x", key, 4)
            assert is_entered == (total < 4), step
            held[table, key] = held.get((table, key), 0) + is_entered
        elif held.get((table, key)):
            tables[table].leave("x", key)
            held[table, key] -= 1
    for key in {key for _, key in held}:
        total = sum(held.get((at, key), 0) for at in range(3))
        assert [table.count("x", key) for table in tables] == [total] * 3


def test_connections_and_long_answers_of_an_address_count_over_processes(tmp_path):
    one, two = (SharedCounts(tmp_path, number, 2) for number in (1, 2))
    first, second = Connections(10, 2, counts=one), Connections(10, 2, counts=two)
    busy = [each.admit(Pipe("1.1.1.1")) for each in (first, second)]
    for each, connection in zip((first, second), busy, strict=True):
        each.begin(connection)
    refused = Pipe("1.1.1.1")
    assert first.admit(refused) is None
    assert refused.is_aborted
    assert first.admit(Pipe("2.2.2.2"))
    second.end(busy[1])
    assert second.admit(Pipe("1.1.1.1"))  # the idle one here made room
    assert busy[1].transport.is_aborted
    assert one.count(CONNECTION, "1.1.1.1") == 2
    first.forget(busy[0])
    assert one.count(CONNECTION, "1.1.1.1") == 1

    tables = [AtATime("csv", 1, 5, counts) for counts in (one, two)]
    with tables[0].one("a"):
        with pytest.raises(ApiError), tables[1].one("a"):
            pass
        with tables[1].one("b"):
            pass
    with tables[1].one("a"):
        pass


def test_a_connection_without_room_in_all_is_not_counted():
    counts = Counts()
    connections = Connections(1, 5, counts=counts)
    connections.begin(connections.admit(Pipe("1.1.1.1")))
    assert connections.admit(Pipe("2.2.2.2")) is None
    assert counts.count(CONNECTION, "2.2.2.2") == 0


def test_a_proxy_has_no_bound_of_connections():
    counts = Counts()
    connections = Connections(5, 1, TrustedProxies((ip_network("10.0.0.0/8"),)), counts)
    both = [connections.admit(Pipe("10.1.1.1")) for _ in range(2)]
    assert all(both)
    assert counts.count(CONNECTION, "10.1.1.1") == 0
    for connection in both:
        connections.forget(connection)
