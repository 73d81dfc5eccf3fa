"""When prediction markets open and close, second by second (API 7.6, 8.5; rules 2, 29)."""

import pytest

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.questions import (
    ACRE,
    BUY_NO,
    BUY_YES,
    DAY,
    INDEX_E8,
    NO,
    YES,
    Questions,
    ended,
    plain,
)
from tests.engine.core.support.world import E6, wallet

# Status and reason of an order that ended.
CANCEL_AFTER, ITS_TIME, CLOSED = (3, 4), (4, 5), (4, 6)


def test_a_market_that_is_to_open_later():
    world = Questions()
    events = world.ask(opens=10, closes=20, resolves=30)
    created = m.PredictionCreated(
        market_id=1,
        opens_at_s=world.base_s + 10,
        closes_at_s=world.base_s + 20,
        resolves_at_s=world.base_s + 30,
    )
    assert plain(events) == [created]
    assert world.go(9) == []
    world.order(1, BUY_YES, 60)
    assert (world.code, world.status()) == (E.MARKET_NOT_OPEN, 0)
    assert world.go(10) == [m.PredictionOpened(market_id=1)]
    world.order(1, BUY_YES, 60)
    assert (world.code, world.status()) == (E.NONE, 1)
    assert world.go(11) == []


def test_a_market_opens_with_the_first_command_after_its_time():
    world = Questions()
    world.ask(opens=10)
    world.now_s = world.base_s + 11
    said = plain(world.order(1, BUY_YES, 60))
    assert said[0] == m.PredictionOpened(market_id=1)
    assert [e.TAG for e in said[1:]] == [m.OrderOpened.TAG]


@pytest.mark.parametrize("opens", [-5, 0])
def test_a_market_whose_time_has_come_opens_at_once(opens):
    world = Questions()
    said = plain(world.ask(opens=opens))
    assert [type(e) for e in said] == [m.PredictionCreated, m.PredictionOpened]
    world.order(1, BUY_YES, 60)
    assert world.code is E.NONE


def test_a_question_is_stored_in_its_market():
    world = Questions()
    texts = {"title": "t" * 80, "description": "d" * 400, "category": "c" * 32, "rules": "r" * 400}
    world.ask(acre_id=ACRE, strike_e8=INDEX_E8, **texts)
    view = world.question()
    assert {name: getattr(view, name) for name in texts} == texts
    assert (view.acre_id, view.strike_e8) == (ACRE, INDEX_E8)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"title": ""}, E.VALIDATION),
        ({"title": "caf\x7f"}, E.VALIDATION),
        ({"description": "a\nb"}, E.VALIDATION),
        ({"opens": 100}, E.VALIDATION),
        ({"closes": 201}, E.VALIDATION),
        ({"closes": 0, "opens": -1}, E.VALIDATION),
        ({"closes": 200}, E.NONE),
        ({"strike_e8": 1}, E.VALIDATION),
        ({"acre_id": ACRE}, E.VALIDATION),
        ({"acre_id": ACRE, "strike_e8": 10**13 + 1}, E.AMOUNT_OUT_OF_RANGE),
        ({"acre_id": ACRE, "strike_e8": 10**13}, E.NONE),
        ({"acre_id": ACRE, "strike_e8": 1}, E.NONE),
        ({"acre_id": ACRE + 1, "strike_e8": 1}, E.MARKET_NOT_FOUND),
    ],
)
def test_what_cannot_be_asked(fields, code):
    world = Questions()
    before = world.exchange.state_hash()
    world.ask(**fields)
    assert world.code is code
    assert (world.exchange.state_hash() == before) == (code is not E.NONE)


def test_close_lets_orders_expire_by_id_and_returns_what_they_reserved():
    world = Questions()
    world.ask()
    world.trade()
    world.order(1, BUY_NO, 30, 15)  # 10 of them covered: 5 at 30 reserve 150
    world.order(3, BUY_YES, 55, 20)
    world.order(2, BUY_NO, 35)
    assert world.points(1) == (9_250 * E6, 150 * E6, 0)
    assert world.points(3) == (8_900 * E6, 1_100 * E6, 0)
    sequence = world.question().sequence
    assert world.go(99) == []
    assert world.go(100) == [
        ended(1, 3, CLOSED, 30, contracts=15),
        ended(3, 4, CLOSED, 55, contracts=20),
        ended(2, 5, CLOSED, 35),
        m.PredictionClosed(market_id=1),
    ]
    assert world.points(1) == (9_400 * E6, 0, 0)
    assert world.points(3) == (10_000 * E6, 0, 0)
    view = world.question()
    assert (view.status, view.open_interest_contracts, view.sequence) == (2, 10, sequence + 1)
    assert world.go(101) == []
    world.order(1, BUY_YES, 60)
    assert world.code is E.MARKET_NOT_OPEN
    world.assert_conserved()


def test_an_order_that_ends_at_close_expires_by_its_own_time_first():
    world = Questions()
    world.ask()
    world.order(1, BUY_YES, 20)
    world.order(2, BUY_YES, 21, expires=100)
    assert world.go(100) == [
        ended(2, 2, ITS_TIME, 21),
        ended(1, 1, CLOSED, 20),
        m.PredictionClosed(market_id=1),
    ]
    assert world.question().sequence == 3  # two orders came, and one command took both


def test_orders_expire_by_time_then_id_at_their_second():
    world = Questions()
    world.ask()
    world.ask()
    world.order(1, BUY_YES, 20, expires=12)
    world.order(2, BUY_YES, 20, expires=11, market_id=2)
    world.order(3, BUY_YES, 21, expires=11)
    world.order(3, BUY_YES, 22, expires=13)
    assert world.go(10) == []
    copy = Questions.__new__(Questions)
    copy.__dict__ = dict(world.__dict__)
    copy.exchange = type(world.exchange).restore(world.exchange.snapshot())
    assert copy.go(11) == [
        ended(2, 2, ITS_TIME, 20, market_id=2),
        ended(3, 3, ITS_TIME, 21),
    ]
    assert world.go(12) == [
        ended(2, 2, ITS_TIME, 20, market_id=2),
        ended(3, 3, ITS_TIME, 21),
        ended(1, 1, ITS_TIME, 20),
    ]
    assert (world.question(1).sequence, world.question(2).sequence) == (4, 2)


def test_one_command_and_its_clock_step_count_once():
    world = Questions()
    world.ask()
    world.order(1, BUY_YES, 20, expires=10)
    world.now_s = world.base_s + 10
    world.order(2, BUY_YES, 21)
    assert world.question().sequence == 2


def test_a_switch_cancels_at_its_second():
    world = Questions()
    world.ask()
    world.ask()
    world.order(1, BUY_NO, 30)
    world.order(1, BUY_YES, 20, market_id=2)
    world.order(2, BUY_YES, 20)
    world.order(1, BUY_YES, 10)
    world.send(m.SetCancelAfter(user=wallet(1), timeout_s=5))
    world.send(m.SetCancelAfter(user=wallet(2), timeout_s=60))
    world.send(m.SetCancelAfter(user=wallet(2), timeout_s=0))
    assert world.go(4) == []
    assert world.go(5) == [
        ended(1, 1, CANCEL_AFTER, 30),
        ended(1, 2, CANCEL_AFTER, 20, market_id=2),
        ended(1, 4, CANCEL_AFTER, 10),
        m.CancelAfterSet(user=wallet(1)),
    ]
    assert world.points(1) == (10_000 * E6, 0, 0)
    assert world.go(99) == []
    assert world.exchange.prediction_portfolio(wallet(1)).cancel_at_s is None


def test_due_steps_of_one_jump_run_in_order():
    world = Questions()
    world.ask(closes=10, resolves=20)  # 1: recorded at 20, paid at 20 + a day
    world.ask(closes=50, resolves=60)  # 2: with orders
    world.ask(opens=40, closes=50, resolves=60)  # 3: opens and closes in the jump
    world.ask(acre_id=ACRE, strike_e8=INDEX_E8, closes=50, resolves=60)  # 4: from the index
    world.ask(opens=40, closes=100 * DAY, resolves=100 * DAY)  # 5: opens
    world.ask(closes=10, resolves=20)  # 6: never resolved
    world.trade()
    world.trade(market_id=6)
    world.go(20)
    world.resolve(YES)
    world.order(2, BUY_YES, 20, market_id=2)
    world.order(1, BUY_YES, 21, market_id=2)
    world.order(3, BUY_YES, 22, market_id=2, expires=30)
    world.send(m.SetCancelAfter(user=wallet(1), timeout_s=60))
    world.now_s = world.base_s + 14 * DAY + 20
    value = {"price_e8": INDEX_E8, "published_at_s": world.now_s}
    said = plain(world.post(INDEX_E8, published_at_s=value["published_at_s"]))
    assert said == [
        m.PredictionOpened(market_id=3),
        m.PredictionOpened(market_id=5),
        ended(3, 7, ITS_TIME, 22, market_id=2),
        ended(1, 6, CANCEL_AFTER, 21, market_id=2),
        m.CancelAfterSet(user=wallet(1)),
        ended(2, 5, CLOSED, 20, market_id=2),
        m.PredictionClosed(market_id=2),
        m.PredictionClosed(market_id=3),
        m.PredictionClosed(market_id=4),
        m.PredictionPaid(
            market_id=1, user=wallet(1), contracts=10, cost_e6=600 * E6, payout_e6=1_000 * E6
        ),
        m.PredictionPaid(market_id=1, user=wallet(2), side=1, contracts=10, cost_e6=400 * E6),
        m.PredictionResolved(market_id=1, outcome=YES, paid_e6=1_000 * E6),
        m.PredictionPaid(
            market_id=6, user=wallet(1), contracts=10, cost_e6=600 * E6, payout_e6=600 * E6
        ),
        m.PredictionPaid(
            market_id=6, user=wallet(2), side=1, contracts=10, cost_e6=400 * E6, payout_e6=400 * E6
        ),
        m.PredictionVoided(market_id=6, yes_price=60, paid_e6=1_000 * E6),
    ]
    recorded = world.go(14 * DAY + 21)
    assert recorded == [
        m.ResolutionRecorded(
            market_id=4,
            outcome=YES,
            value_e8=INDEX_E8,
            published_at_s=value["published_at_s"],
            pays_at_s=world.now_s + DAY,
        )
    ]
    world.assert_conserved()


def test_a_halt_freezes_everything_until_resume():
    world = Questions()
    world.ask(acre_id=ACRE, strike_e8=INDEX_E8 + 1)
    world.ask(opens=50)
    world.order(1, BUY_YES, 20)
    world.order(2, BUY_YES, 21, expires=40)
    world.send(m.SetCancelAfter(user=wallet(3), timeout_s=30))
    world.operate(m.Halt)
    late = plain(world.ask(opens=0, closes=100))
    assert [type(e) for e in late] == [m.PredictionCreated]
    assert world.go(150) == []
    world.now_s = world.base_s + 300
    world.post(INDEX_E8, published_at_s=world.base_s + 250)
    assert world.code is E.NONE
    assert world.go(301) == []
    assert plain(world.operate(m.Resume)) == [
        m.PredictionOpened(market_id=2),
        m.PredictionOpened(market_id=3),
        ended(2, 2, ITS_TIME, 21),
        m.CancelAfterSet(user=wallet(3)),
        ended(1, 1, CLOSED, 20),
        m.PredictionClosed(market_id=1),
        m.PredictionClosed(market_id=2),
        m.PredictionClosed(market_id=3),
        m.ResolutionRecorded(
            market_id=1,
            outcome=NO,
            value_e8=INDEX_E8,
            published_at_s=world.base_s + 250,
            pays_at_s=world.base_s + 301 + DAY,
        ),
    ]
    assert world.go(302) == []


def test_there_is_an_end_to_the_number_of_markets():
    world = Questions(users=0)
    for _ in range(4_096):
        world.ask()
    assert world.code is E.NONE
    world.ask()
    assert world.code is E.VALIDATION
    assert len(world.go(100)) == 4_096
