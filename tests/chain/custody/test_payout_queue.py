"""Whose payout is next."""

from chain.custody.queue import LANE_IN_FLIGHT_MAX, PayoutQueue
from engine.core.views import SettlementRequestView
from tests.chain.payouts import AUTHORISED, PAYABLE

SLOT = 100


def request(owner, request_id, state=PAYABLE, mint=1, order=None):
    return SettlementRequestView(
        owner=bytes([owner]) * 32,
        request_id=request_id,
        kind=0,
        mint=mint,
        maturity_s=0,
        amount_e6=1,
        tip_e6=0,
        state=state,
        processor=None,
        payout_signature=None,
        last_valid_block_height=0,
        payable_order=order,
    )


def names(requests):
    return [(row.owner[0], row.request_id) for row in requests]


def queue_of(requests, in_flight_max=256):
    queue = PayoutQueue(in_flight_max)
    queue.replace(requests, SLOT)
    return queue


def test_owners_take_turns():
    crowd = [request(1, number) for number in range(100)]
    queue = queue_of([*crowd, request(2, 1), request(3, 1)], in_flight_max=9)
    first = names(queue.next(SLOT))
    assert first == [(1, number) for number in range(8)] + [(2, 1)]
    queue.replace([*crowd, request(3, 1)], SLOT)
    assert names(queue.next(SLOT))[0] == (3, 1)


def test_payouts_in_flight_count_against_owner_and_total():
    flying = [request(1, number, AUTHORISED) for number in range(LANE_IN_FLIGHT_MAX)]
    queue = queue_of([*flying, request(1, 99), request(2, 1), request(1, 100, mint=2)])
    assert names(queue.next(SLOT)) == [(2, 1), (1, 100)]
    assert queue_of([*flying, request(2, 1)], in_flight_max=8).has_due() is False


def test_waiting_requests_take_no_place():
    rows = [request(1, 1), request(1, 2), request(2, 1)]
    queue = queue_of(rows)
    queue.wait_longer(rows[0], "test")
    assert names(queue.next(SLOT)) == [(1, 2), (2, 1)]
    queue.park(rows[1])
    assert names(queue.next(SLOT)) == [(2, 1)]
    queue.replace(rows[:2], SLOT)
    assert not queue.has_due()
    assert queue.count == 2


def test_nothing_is_paid_before_its_cause_is_final():
    queue = queue_of([request(1, 1)])
    assert queue.next(SLOT - 1) == []
    queue.replace([request(1, 1), request(2, 1)], SLOT + 5)
    assert names(queue.next(SLOT)) == [(1, 1)]
    assert names(queue.next(SLOT + 5)) == [(2, 1), (1, 1)]


def test_settled_payouts_are_forgotten():
    row = request(1, 1)
    queue = queue_of([row])
    queue.park(row)
    queue.wait_longer(row, "test")
    queue.forfeit_tip(row)
    queue.replace([], SLOT)
    assert queue.is_empty
    assert not queue.is_tip_forfeited(row)
    queue.replace([row], SLOT)
    assert queue.is_due(row)


def test_the_line_keeps_the_order_of_the_engine():
    rows = [request(2, 1, order=3), request(1, 1, order=1), request(1, 2, order=2)]
    queue = queue_of(rows)
    assert names(queue.next(SLOT)) == [(1, 1), (1, 2), (2, 1)]
    assert names(queue_of(rows, in_flight_max=2).next(SLOT)) == [(1, 1), (1, 2)]
    assert queue.count == 3
    assert not queue.is_empty


def test_no_owner_of_the_line_is_passed_over():
    flying = [request(1, number, AUTHORISED) for number in range(LANE_IN_FLIGHT_MAX)]
    queue = queue_of([*flying, request(1, 99, order=1), request(2, 1, order=2)])
    queue.park(request(1, 99, order=1))
    assert queue.is_parked(request(1, 99, order=1))
    assert names(queue.next(SLOT)) == [(1, 99), (2, 1)]
    queue.replace([request(1, 99, order=1)], SLOT)
    assert queue.is_parked(request(1, 99, order=1))


def test_the_line_waits_as_a_whole_and_lanes_do_not(monkeypatch):
    now = 1_000.0
    monkeypatch.setattr("chain.custody.queue.monotonic", lambda: now)
    line = [request(1, 1, order=1), request(2, 1, order=2)]
    queue = queue_of([*line, request(3, 1)])
    queue.hold_line("OUTFLOW_LIMIT")
    assert not any(queue.is_due(row) for row in line)
    assert names(queue.next(SLOT)) == [(3, 1)]
    queue.replace(line, SLOT)
    assert not queue.has_due()
    now += 1.0
    assert names(queue.next(SLOT)) == [(1, 1), (2, 1)]
    queue.hold_line("OUTFLOW_FROZEN")  # twice as long
    now += 1.5
    assert not queue.has_due()
    now += 0.5
    assert queue.has_due()
    queue.release_line()
    queue.hold_line("OUTFLOW_LIMIT")
    now += 1.0
    assert queue.has_due()


def test_the_line_stops_where_the_cause_is_not_final():
    queue = queue_of([request(1, 1, order=1)])
    queue.replace(
        [request(1, 1, order=1), request(2, 1, order=2), request(3, 1, order=3)], SLOT + 5
    )
    assert names(queue.next(SLOT)) == [(1, 1)]
    assert names(queue.next(SLOT + 5)) == [(1, 1), (2, 1), (3, 1)]


def test_line_and_lanes_share_the_room():
    line = [request(1, number, order=number) for number in range(1, 20)]
    lanes = [request(owner, 1) for owner in range(2, 22)]
    chosen = names(queue_of([*line, *lanes], in_flight_max=9).next(SLOT))
    assert chosen == [(owner, 1) for owner in range(2, 7)] + [(1, 1), (1, 2), (1, 3), (1, 4)]
    chosen = names(queue_of([*line[:2], *lanes], in_flight_max=9).next(SLOT))
    assert chosen == [(owner, 1) for owner in range(2, 9)] + [(1, 1), (1, 2)]
    chosen = names(queue_of([*line, *lanes[:1]], in_flight_max=9).next(SLOT))
    assert chosen == [(2, 1)] + [(1, number) for number in range(1, 9)]
