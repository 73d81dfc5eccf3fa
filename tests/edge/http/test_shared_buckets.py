"""Processes share one rate limit; a killed or stopped process does not block the others."""

import os
import signal
import subprocess
import sys

import pytest

from edge.http.errors import ApiError
from edge.http.limits import Rate
from edge.http.middleware import shared_buckets
from edge.http.middleware.rates import RateLimiter
from edge.http.middleware.shared_buckets import BUCKETS_OF_SET, HEAD, SharedBuckets

RATES = {"x": Rate(2, 4)}
HOLDER = """
import sys, time
from pathlib import Path
from edge.http.middleware import shared_buckets
from edge.http.middleware.shared_buckets import SharedBuckets
shared_buckets.WAIT_S = 30.0  # a busy machine takes its time
buckets = SharedBuckets(Path(sys.argv[1]))
for number in range(int(sys.argv[2])):
    tokens, at_s = buckets.take(("x", "a")) or (0.0, 1.0)
    buckets.put(("x", "a"), (tokens + 1, at_s))
if sys.argv[3] == "hold":
    buckets.take(("x", "a"))
    print("held", flush=True)
    time.sleep(60)
"""


def limiter(directory, now=lambda: 100.0):
    return RateLimiter(RATES, now, SharedBuckets(directory))


def start(directory, count, how):
    words = [sys.executable, "-c", HOLDER, str(directory), str(count), how]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def test_two_tables_of_one_file_are_one_table(tmp_path):
    one, two = limiter(tmp_path), limiter(tmp_path)
    for limit in (one, two, one, two):
        limit.take("x", "a")
    for limit in (one, two):
        with pytest.raises(ApiError):
            limit.take("x", "a")
    one.give_back("x", "a")
    assert two.take("x", "a")["RateLimit-Remaining"] == "0"
    one.take("x", "b")
    two.spend("x", "b", 9)
    with pytest.raises(ApiError):
        one.take("x", "b")


def test_it_counts_as_the_table_of_one_process_does(tmp_path):
    now = [50.0]
    own, shared = RateLimiter(RATES, lambda: now[0]), limiter(tmp_path, lambda: now[0])
    for step in range(200):
        now[0] += (step * 7 % 5) / 10
        outcomes = []
        for limit in (own, shared):
            try:
                outcomes.append(limit.take("x", f"k{step % 3}", 1 + step % 2))
            except ApiError as error:
                outcomes.append(error.headers)
        assert outcomes[0] == outcomes[1], step


def test_a_full_set_forgets_the_bucket_that_was_counted_first(tmp_path, monkeypatch):
    monkeypatch.setattr(shared_buckets, "SETS", 1)
    buckets = SharedBuckets(tmp_path)
    for number in range(BUCKETS_OF_SET + 1):
        assert buckets.take(("x", str(number))) is None
        buckets.put(("x", str(number)), (1.0, float(number)))
    assert buckets.take(("x", "0")) is None
    buckets.put(("x", "0"), (1.0, 99.0))
    assert buckets.take(("x", "1")) is None
    buckets.put(("x", "1"), (1.0, 99.0))
    assert buckets.take(("x", str(BUCKETS_OF_SET))) == (1.0, float(BUCKETS_OF_SET))


def test_processes_lose_no_count(tmp_path):
    buckets = SharedBuckets(tmp_path)
    children = [start(tmp_path, 2_000, "end") for _ in range(3)]
    for child in children:
        assert child.wait(60) == 0
        child.stdout.close()
    assert buckets.take(("x", "a")) == (6_000.0, 1.0)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_process_that_ends_or_stops_in_the_middle_holds_nobody_up(tmp_path, number):
    buckets = SharedBuckets(tmp_path)
    child = start(tmp_path, 1, "hold")
    try:
        assert child.stdout.readline() == "held\n"
        os.kill(child.pid, number)
        if number == signal.SIGKILL:
            child.wait(30)
        assert buckets.take(("x", "a")) == (1.0, 1.0)
        buckets.put(("x", "a"), (2.0, 1.0))
        assert buckets.take(("x", "a")) == (2.0, 1.0)
    finally:
        child.kill()
        child.wait(30)
        child.stdout.close()


@pytest.mark.parametrize("data", [b"", b"x" * 100, b"ACRERAT1" + bytes(28)])
def test_a_file_of_something_else_or_of_an_earlier_boot_is_made_anew(tmp_path, data):
    (tmp_path / "rates").write_bytes(data)
    limit = limiter(tmp_path)
    limit.take("x", "a")
    SharedBuckets(tmp_path).close()
    assert (tmp_path / "rates").stat().st_size > HEAD.size
    assert (tmp_path / "rates").stat().st_mode & 0o777 in (0o600, 0o644)
