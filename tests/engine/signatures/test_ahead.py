"""Signatures verified by a thread or by the caller: the answers are the same."""

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solders.keypair import Keypair

from engine.signatures.ahead import Ahead
from tests.engine.signatures.test_batch import MESSAGE, damaged, is_valid, signed_by

ROOM = 8


@pytest.fixture
def ahead():
    made = Ahead(ROOM)
    yield made
    made.close()


def answers_of(ahead, rows):
    """Return the answers to rows in their order, at most ROOM of them waiting."""
    tickets, answers = [], []
    for row in rows:
        if len(tickets) - len(answers) == ROOM:
            answers.append(ahead.is_valid(tickets[len(answers)]))
        tickets.append(ahead.add(*row))
    return answers + [ahead.is_valid(ticket) for ticket in tickets[len(answers) :]]


def begun(ahead):
    """Wait until the thread has begun everything."""
    while len(ahead):
        time.sleep(0)


def test_what_is_not_valid_is_never_said_to_be(ahead):
    good = [signed_by(Keypair(), MESSAGE * place) for place in range(4)]
    bad = [(signed + b"!", key) for signed, key in good]
    for _ in range(200):
        assert not any(answers_of(ahead, [*good, *bad])[len(good) :])


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=80), st.data())
def test_a_damaged_row_is_valid_only_by_the_strict_rule(message, data):
    row = damaged(message, data)
    ahead = Ahead(ROOM)
    answers = answers_of(ahead, [row] * 3 * ROOM)
    ahead.close()
    assert is_valid(*row) or not any(answers)


def test_the_line_is_bounded_and_a_ticket_makes_room(ahead):
    row = signed_by(Keypair(), MESSAGE)
    tickets = [ahead.add(*row) for _ in range(ROOM)]
    assert ahead.add(*row) == -1
    ahead.is_valid(tickets[3])
    assert ahead.add(*row) == -1  # its place comes behind the oldest
    ahead.is_valid(tickets[0])
    assert ahead.add(*row) == ROOM
    for ticket in (1, 2, 4, 5, 6, 7, ROOM):
        ahead.is_valid(ticket)
    for _ in range(5 * ROOM):
        ahead.is_valid(ahead.add(*row))


def test_tickets_are_given_back_once(ahead):
    row = signed_by(Keypair(), MESSAGE)
    for ticket in (0, 5):
        with pytest.raises(ValueError, match="a ticket of no signature"):
            ahead.is_valid(ticket)
    ahead.is_valid(ahead.add(*row))
    with pytest.raises(ValueError, match="given back"):
        ahead.is_valid(0)
    with pytest.raises((OverflowError, ValueError)):
        ahead.is_valid(-1)


def test_rows_of_another_form_are_refused(ahead):
    signed, key = signed_by(Keypair(), MESSAGE)
    for row in ((signed, key[:-1]), (signed[:63], key), (b"", b"")):
        with pytest.raises(ValueError, match="a key has 32 bytes"):
            ahead.add(*row)
    for row in ((None, key), (signed, None), (bytearray(signed), key)):
        with pytest.raises(TypeError):
            ahead.add(*row)
    with pytest.raises(ValueError, match="room"):
        Ahead(0)


def test_the_thread_ends_and_what_waits_is_left_to_the_caller():
    threads = threading.active_count()
    ahead = Ahead(ROOM)
    assert threading.active_count() == threads + 1
    ticket = ahead.add(*signed_by(Keypair(), MESSAGE))
    ahead.close()
    ahead.close()
    assert threading.active_count() == threads
    assert not ahead.is_valid(ticket)  # a single signature does not wake the thread
    assert ahead.add(*signed_by(Keypair(), MESSAGE)) == -1


def test_what_the_thread_has_begun_is_known(ahead):
    good = [signed_by(Keypair(), MESSAGE * place) for place in range(1, 5)]
    bad = [(signed + b"!", key) for signed, key in good]
    for _ in range(50):
        tickets = [ahead.add(*row) for row in (*good, *bad)]
        begun(ahead)
        assert [ahead.is_valid(ticket) for ticket in tickets] == [True] * 4 + [False] * 4


def test_a_single_row_is_left_to_the_caller(ahead):
    row = signed_by(Keypair(), MESSAGE)
    for _ in range(3 * ROOM):
        assert not ahead.is_valid(ahead.add(*row))
    assert len(ahead) == 0
