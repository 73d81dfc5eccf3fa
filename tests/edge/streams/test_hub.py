"""The hub alone: what it writes to a socket, and when."""

from types import SimpleNamespace

import pytest

from edge.http.limits import USER_EVENTS_PER_DELTA_MAX
from edge.streams.channels import UserChannel
from edge.streams.hub import FLUSH_S, PAUSE_S_MAX, PAUSE_TO_FLUSH, Entry, Hub
from engine.core.generated import messages as m

ALICE, BOB = b"A" * 32, b"B" * 32


class Transport:
    """Keeps what is written."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes) -> None:
        self.writes.append(data)


class Numbers:
    """A channel that has something new each time."""

    def __init__(self) -> None:
        self.number = 0

    def snapshot(self):
        return {"number": self.number}

    def delta(self):
        self.number += 1
        return {"number": self.number}


@pytest.fixture
def hub():
    hub = Hub()
    hub._context = SimpleNamespace(
        gate=SimpleNamespace(env="test", version="0"),
        clock=SimpleNamespace(rate=1),
        now_s=lambda: 5,
    )
    for name in ("one", "two", "quiet"):
        hub.entries[name] = Entry(Numbers())
    return hub


def joined(hub, *names):
    transport = Transport()
    assert hub.enter("ip")
    client = hub.join(None, transport, "ip")
    for name in names:
        hub.subscribe(client, name, None)
    transport.writes.clear()
    return transport


def test_frames_of_one_broadcast_are_written_together(hub):
    both, first = joined(hub, "one", "two", "quiet"), joined(hub, "one")
    hub.dirty = {"one", "two"}
    hub.flush()
    (written,) = both.writes
    assert written.count(b'"type":"delta"') == 2
    assert written.index(b'"channel":"one"') < written.index(b'"channel":"two"')
    (alone,) = first.writes
    assert written.startswith(alone)
    assert b'"sequence":1,"timestamp":5,"data":{"number":1}}' in alone


def test_the_pause_follows_what_writing_took(hub, monkeypatch):
    times = iter([10.0, 10.001, 20.0, 20.1, 30.0, 40.0])
    monkeypatch.setattr("edge.streams.hub.time", SimpleNamespace(perf_counter=lambda: next(times)))
    pauses = []
    for _ in range(3):
        hub.flush()
        pauses.append(hub._pause_s)
    assert pauses == [FLUSH_S, pytest.approx(0.1 * PAUSE_TO_FLUSH), PAUSE_S_MAX]


def test_the_newest_events_are_told_and_all_are_followed():
    exchange = SimpleNamespace(prediction_orders=lambda _owner, _market=0: [])
    channel = UserChannel(SimpleNamespace(exchange=exchange), ALICE)
    trade = m.PredictionTraded(taker=BOB, maker=ALICE, maker_order_id=1, market_id=7, yes_price=40)
    opened = m.OrderOpened(user=ALICE, order_id=1, market_id=7, price=40, contracts=5)
    ended = m.OrderUpdated(user=ALICE, order_id=1, market_id=7, status=2, contracts=5, filled=5)
    events = [opened, *[trade] * USER_EVENTS_PER_DELTA_MAX, ended, {"kind": "lp"}]
    received = channel._encode_events(events)
    assert len(received) == USER_EVENTS_PER_DELTA_MAX
    assert [event["kind"] for event in received[-3:]] == ["predictionTrade", "order", "lp"]
    (row,) = channel._orders.changed([opened, ended])
    assert (row.status, row.filled_contracts) == ("filled", 5)
