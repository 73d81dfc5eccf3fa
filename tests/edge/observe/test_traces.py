"""Traces cost nothing when they are off, and their tables are bounded."""

import subprocess
import sys

import pytest

from edge.observe import traces as module
from edge.observe.requests import request_id, trace_id
from edge.observe.traces import Traces, TracesError, tracing
from engine.core.generated.messages import Participate
from engine.sequencer.times import BatchTimes
from engine.sequencer.watch import ORIGIN_BYTES_MAX, origin
from tests.edge.observe.collector import collecting

PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def command(number=1):
    return Participate(user=bytes([number % 256]) * 32, programme=1)


@pytest.fixture(autouse=True)
def no_context():
    tokens = [(one, one.set("")) for one in (request_id, trace_id)]
    span = module._current.set(None)
    yield
    module._current.reset(span)
    for variable, token in tokens:
        variable.reset(token)


@pytest.fixture
async def traces():
    async with collecting() as collector, tracing(collector.url, 100, "edge", "0") as found:
        yield found


async def test_off_means_none_and_no_import():
    async with tracing("", 100, "edge", "0") as found:
        assert found is None


def test_the_processes_do_not_import_the_library():
    code = (
        "import sys, edge.core.main, edge.core.edge_process\n"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry')]"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_missing_library_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(TracesError, match="opentelemetry-sdk"):
        Traces("http://127.0.0.1:1", 100, "edge", "0")


@pytest.mark.parametrize(
    "given",
    [None, "", "x" * 55, PARENT + "-more", "00-" + "0" * 32 + "-00f067aa0ba902b7-01", "é" * 55],
)
async def test_an_invalid_traceparent_begins_a_new_trace(traces, given):
    span = traces.begin("GET", given, "name")
    assert span.parent is None
    assert trace_id.get() == f"{span.get_span_context().trace_id:032x}"
    traces.end(span, "/{path}", 200)
    assert span.name == "GET /{path}"


async def test_a_submission_outside_of_a_request_is_no_span(traces):
    assert traces.submitted([command()]) == b""
    assert not traces._open


async def test_what_is_sent_along_is_bounded_and_read_back(traces):
    request_id.set("r" * 64)
    traces.begin("POST", PARENT, "r" * 64)
    sent = traces.submitted([command()])
    assert len(sent) <= ORIGIN_BYTES_MAX
    assert sent.startswith(PARENT[:35].encode())
    module._current.set(None)
    token = origin.set(sent)
    again = command(2)
    traces.submitted([again])
    origin.reset(token)
    span = traces._open[id(again)].span
    assert span.attributes["acre.request_id"] == "r" * 64
    assert f"{span.get_span_context().trace_id:032x}" == PARENT[3:35]


@pytest.mark.parametrize("sent", [b"\xff\xfe nonsense", b" ", b"x" * ORIGIN_BYTES_MAX])
async def test_nonsense_from_another_process_raises_nothing(traces, sent):
    token = origin.set(sent)
    traces.submitted([command()])
    origin.reset(token)


async def test_submissions_without_an_outcome_are_bounded(traces, monkeypatch):
    monkeypatch.setattr(module, "OPEN_MAX", 10)
    traces.begin("POST", None, "name")
    commands = [command(number) for number in range(30)]
    for one in commands:
        traces.submitted([one])
    assert len(traces._open) == 10
    traces.applied(commands, BatchTimes(1.0, 2.0, 3.0, 4.0))
    assert not traces._open
    traces.answered([command()])  # of nothing that is open


async def test_the_share_that_is_not_sampled_is_not_sent_along():
    async with collecting() as collector, tracing(collector.url, 1, "edge", "0") as traces:
        high = "00-" + "f" * 32 + "-00f067aa0ba902b7-01"  # above one percent of all ids
        span = traces.begin("POST", high, "name")
        assert not span.is_recording()
        assert (traces.submitted([command()]), trace_id.get()) == (b"", "")
        traces.end(span, "/{path}", 200)
    assert collector.spans == []
