"""The open loop of the load profiles: what it sends, what it counts, and from when."""

import socket
import threading
import time

import pytest

from bench._http.histogram import histogram
from bench._http.load import LoadError
from bench._profiles.loop import Kind, Loop, percentiles_ms
from bench._profiles.users import READS, keeper, visitor

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class Server:
    """Answers each request on each connection, in a thread of its own; `hold` delays the first."""

    def __init__(self, answer=ANSWER, hold_s=0.0):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.answer, self.hold_s = answer, hold_s
        self.requests = []
        self.threads = [threading.Thread(target=self._accept, daemon=True)]
        self.threads[0].start()

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self.threads.append(thread)
            thread.start()

    def _serve(self, connection):
        with connection:
            while data := connection.recv(4_096):
                self.requests.append(data)
                if not self.answer:
                    return
                time.sleep(self.hold_s)
                self.hold_s = 0.0
                half = len(self.answer) // 2
                connection.sendall(self.answer[:half])
                connection.sendall(self.answer[half:])

    def close(self):
        self.listener.close()


@pytest.fixture
def served():
    """Return a function that serves and runs a loop; all of it is ended after the test."""
    opened = []

    def run(kinds, seconds, connections=4, **options):
        server = Server(**options)
        loop = Loop(server.port, connections)
        opened.extend((loop, server))
        return loop.run(kinds, seconds), server.requests

    yield run
    for each in opened:
        each.close()


def test_every_kind_is_sent_at_its_own_rate_and_every_answer_is_counted(served):
    kinds = [Kind("a", 100, lambda: b"a"), Kind("b", 20, lambda: b"b")]
    outcome, requests = served(kinds, 0.5)
    assert {name: len(found) for name, found in outcome.seconds.items()} == {"a": 50, "b": 10}
    assert sorted(requests) == [b"a"] * 50 + [b"b"] * 10
    assert len(outcome.late) == 60
    assert min(outcome.late) >= 0


def test_a_wait_counts_from_when_the_request_was_due_and_not_from_when_it_was_sent(served):
    kinds = [Kind("a", 100, lambda: b"a")]
    outcome, _ = served(kinds, 0.1, connections=1, hold_s=0.4)
    # Ten requests were due within 0.1 s; the only connection was taken for 0.4 s.
    assert len(outcome.seconds["a"]) == 10
    assert min(outcome.seconds["a"]) > 0.3


@pytest.mark.parametrize("answer", [ANSWER.replace(b"200", b"503"), b""])
def test_a_wrong_answer_or_an_end_stops_the_load(served, answer):
    with pytest.raises(LoadError, match=r"503|the server closed a connection"):
        served([Kind("a", 100, lambda: b"a")], 0.1, answer=answer)


def test_what_streams_get_is_read_and_counted():
    server = Server()
    feed = socket.create_server(("127.0.0.1", 0))
    reader = socket.create_connection(feed.getsockname())
    writer, _ = feed.accept()
    loop = Loop(server.port, 1, [reader])
    writer.sendall(b"12345")
    outcome = loop.run([Kind("a", 50, lambda: b"a")], 0.1)
    assert outcome.stream_bytes == 5
    loop.close()
    server.close()
    assert writer.recv(1) == b""
    writer.close()
    feed.close()


def test_the_percentiles_of_a_thousand_times():
    seconds = [number / 1e3 for number in range(1_000)]
    assert percentiles_ms(seconds) == {
        "p50_ms": 500.0,
        "p95_ms": 950.0,
        "p99_ms": 990.0,
        "p999_ms": 999.0,
    }
    assert percentiles_ms([0.001])["p999_ms"] == 1.0


def test_a_histogram_holds_every_time_between_its_edges():
    seconds = [1e-6, 15e-6, 16e-6, 120e-6, 0.5, 100.0]
    found = histogram(seconds)
    assert sum(found["counts"]) == len(seconds)
    assert len(found["edges_us"]) == len(found["counts"]) + 1
    assert found["edges_us"][0] == 10.0
    assert found["edges_us"][-1] == 1e7
    first = [count for edge, count in zip(found["edges_us"], found["counts"], strict=False)][:3]
    assert first == [1, 1, 1]
    narrow = histogram([0.001, 0.0011])
    assert narrow["counts"] == [0, 2, 0]
    assert narrow["edges_us"][1] == pytest.approx(1_000)


def test_the_keeper_polls_each_account_once_in_five_seconds():
    accounts, candidates = keeper()
    asked = [accounts.request() for _ in range(1_001)]
    assert len(set(asked)) == 1_000
    assert asked[0] == asked[1_000]
    assert (accounts.per_s, candidates.per_s) == (200, 1)


def test_a_visitor_reads_every_path_of_a_page():
    assert [kind.name for kind in visitor()] == list(READS)
    assert {kind.per_s for kind in visitor()} == {20}
