"""How prediction markets are resolved, corrected, voided and paid (API 7.6; rules 29, 41).

User 1 holds 10 YES bought at 60, user 2 holds 10 NO bought at 40 as a taker: the fee is
0.02 x 10 x 60 x 40 / 100 = 4.8 points.
"""

import pytest

from engine.core.exchange import Exchange
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
from tests.engine.core.support.world import E6, OPERATOR, wallet

VOIDED = (4, 7)  # status and reason of an order: expired, the market is void
FEE = 4_800_000


def recorded(world: Questions, outcome: int, at: int, correction: int = 0) -> m.ResolutionRecorded:
    return m.ResolutionRecorded(
        market_id=1,
        outcome=outcome,
        pays_at_s=world.base_s + at + DAY,
        is_correction=correction,
    )


def paid(
    user: int, side: int, cost: int, payout_e6: int, *, contracts: int = 10, market_id: int = 1
) -> m.PredictionPaid:
    return m.PredictionPaid(
        market_id=market_id,
        user=wallet(user),
        side=side,
        contracts=contracts,
        cost_e6=cost * E6,
        payout_e6=payout_e6,
    )


def test_the_operator_resolves_a_closed_market_from_its_time_on():
    world = Questions()
    world.ask()
    world.trade()
    for second in (99, 100, 199):
        world.go(second)
        assert (world.resolve(YES), world.code) == ([], E.MARKET_NOT_CLOSED)
    world.go(200)
    assert world.resolve(YES) == [recorded(world, YES, 200)]
    view = world.question()
    assert (view.status, view.outcome, view.recorded_outcome) == (2, None, YES)
    assert view.pays_at_s == world.base_s + 200 + DAY
    assert world.points(1) == (9_400 * E6, 0, 0)


def test_yes_is_paid_when_the_dispute_time_is_over():
    world = Questions()
    world.ask()
    world.trade()
    world.go(200)
    world.resolve(YES)
    assert world.go(200 + 86_399) == []
    assert world.go(200 + 86_400) == [
        paid(1, 0, 600, 1_000 * E6),
        paid(2, 1, 400, 0),
        m.PredictionResolved(market_id=1, outcome=YES, paid_e6=1_000 * E6),
    ]
    assert world.points(1) == (10_400 * E6, 0, 400 * E6)
    assert world.points(2) == (9_600 * E6 - FEE, 0, -400 * E6 - FEE)
    view = world.question()
    assert (view.status, view.outcome, view.open_interest_contracts) == (3, YES, 0)
    assert world.exchange.prediction_positions(wallet(1)) == []
    assert world.go(200 + 86_401) == []
    world.assert_conserved()


@pytest.mark.parametrize("late", [86_400, 86_401])
def test_a_payout_waits_for_the_next_command_only(late):
    world = Questions()
    world.ask()
    world.trade()
    world.go(200)
    world.resolve(NO)
    world.now_s = world.base_s + 200 + late
    said = world.resolve(YES)
    assert world.code is E.MARKET_NOT_CLOSED
    assert said[-1] == m.PredictionResolved(market_id=1, outcome=NO, paid_e6=1_000 * E6)
    assert world.points(1) == (9_400 * E6, 0, -600 * E6)
    assert world.points(2) == (10_600 * E6 - FEE, 0, 600 * E6 - FEE)


def test_a_correction_turns_the_outcome_and_leaves_the_payout_where_it_was():
    world = Questions()
    world.ask()
    world.trade()
    world.go(200)
    world.resolve(YES)
    world.go(200 + 86_399)
    assert world.resolve(NO) == [recorded(world, NO, 200, correction=1)]
    assert world.question().recorded_outcome == NO
    said = world.go(200 + 86_400)
    assert said[-1] == m.PredictionResolved(market_id=1, outcome=NO, paid_e6=1_000 * E6)
    assert world.points(2) == (10_600 * E6 - FEE, 0, 600 * E6 - FEE)


def test_holders_are_paid_by_their_rows_not_in_the_order_of_their_trades():
    world = Questions()
    world.ask()
    world.order(3, BUY_NO, 50, 6)
    world.order(2, BUY_NO, 50, 4)
    world.order(1, BUY_YES, 50)
    world.go(200)
    world.resolve(NO)
    assert world.go(200 + DAY) == [
        paid(1, 0, 500, 0),
        paid(2, 1, 200, 400 * E6, contracts=4),
        paid(3, 1, 300, 600 * E6, contracts=6),
        m.PredictionResolved(market_id=1, outcome=NO, paid_e6=1_000 * E6),
    ]
    world.assert_conserved()


@pytest.mark.parametrize(("strike_e8", "outcome"), [(INDEX_E8, YES), (INDEX_E8 + 1, NO)])
def test_the_print_published_at_the_time_itself_resolves(strike_e8, outcome):
    world = Questions()
    world.ask(acre_id=ACRE, strike_e8=strike_e8)
    world.go(200)
    assert plain(world.post(INDEX_E8)) == []
    assert world.go(200) == [
        m.ResolutionRecorded(
            market_id=1,
            outcome=outcome,
            value_e8=INDEX_E8,
            published_at_s=world.base_s + 200,
            pays_at_s=world.base_s + 200 + DAY,
        )
    ]
    view = world.question()
    assert (view.value_e8, view.published_at_s) == (INDEX_E8, world.base_s + 200)


def test_a_print_of_one_second_before_does_not_resolve():
    world = Questions()
    world.ask(acre_id=ACRE, strike_e8=INDEX_E8)
    world.go(205)
    world.post(INDEX_E8, published_at_s=world.base_s + 199)
    assert world.code is E.NONE
    assert world.go(206) == []
    world.post(INDEX_E8 - 1, published_at_s=world.base_s + 206)
    # The first value counts: the next print comes after the clock's step.
    said = plain(world.post(INDEX_E8 + 1, published_at_s=world.base_s + 206))
    assert [(e.outcome, e.value_e8) for e in said] == [(NO, INDEX_E8 - 1)]
    world.go(207)
    said = plain(world.post(INDEX_E8 + 1))
    assert said == []
    assert world.go(208) == []
    assert world.question().value_e8 == INDEX_E8 - 1


def test_a_held_print_resolves_when_it_is_accepted():
    world = Questions()
    world.ask(acre_id=ACRE, strike_e8=300 * 10**8)
    world.go(205)
    world.post(373 * 10**8)  # 49.2 % up
    assert world.see().held_print
    assert world.go(206) == []
    world.operate(m.ConfirmPrint, market_id=1)
    assert world.code is E.NONE
    said = world.go(207)
    assert [(e.outcome, e.value_e8, e.published_at_s) for e in said] == [
        (YES, 373 * 10**8, world.base_s + 205)
    ]
    assert said[0].pays_at_s == world.base_s + 207 + DAY


def test_the_operator_corrects_what_the_index_said():
    world = Questions()
    world.ask(acre_id=ACRE, strike_e8=INDEX_E8)
    world.trade()
    world.go(200)
    world.post(INDEX_E8)
    world.go(201)
    said = world.resolve(NO, value_e8=INDEX_E8 - 5, published_at_s=world.base_s + 200)
    assert [(e.outcome, e.value_e8, e.is_correction) for e in said] == [(NO, INDEX_E8 - 5, 1)]
    assert said[0].pays_at_s == world.base_s + 201 + DAY


def test_without_a_value_a_market_is_void_after_fourteen_days():
    world = Questions()
    world.ask(acre_id=ACRE, strike_e8=INDEX_E8)
    world.trade()
    assert world.go(200) == [m.PredictionClosed(market_id=1)]
    assert world.go(200 + 14 * DAY - 1) == []
    assert world.go(200 + 14 * DAY) == [
        paid(1, 0, 600, 600 * E6),
        paid(2, 1, 400, 400 * E6),
        m.PredictionVoided(market_id=1, yes_price=60, paid_e6=1_000 * E6),
    ]
    assert world.points(1) == (10_000 * E6, 0, 0)
    assert world.points(2) == (10_000 * E6 - FEE, 0, -FEE)
    assert (world.status(), world.question().outcome) == (4, 3)
    world.assert_conserved()


def test_a_value_recorded_on_the_last_day_is_still_paid_a_day_later():
    world = Questions()
    world.ask()
    world.trade()
    world.go(200 + 14 * DAY - 1)
    world.resolve(YES)
    assert world.go(200 + 14 * DAY) == []
    said = world.go(200 + 15 * DAY - 1)
    assert said[-1] == m.PredictionResolved(market_id=1, outcome=YES, paid_e6=1_000 * E6)


def test_void_of_an_open_market_ends_its_orders_and_pays_at_the_last_price():
    world = Questions()
    world.ask()
    world.trade()
    world.order(3, BUY_YES, 70, 3)
    world.order(1, BUY_NO, 30, 3)  # 3 of the 10 YES of user 1 change hands at 70
    world.order(2, BUY_YES, 10, 12)
    world.order(3, BUY_NO, 5, 2)
    sequence = world.question().sequence
    assert world.void() == [
        ended(2, 5, VOIDED, 10, contracts=12),
        ended(3, 6, VOIDED, 5, contracts=2),
        paid(1, 0, 420, 490 * E6, contracts=7),
        paid(2, 1, 400, 300 * E6),
        paid(3, 0, 210, 210 * E6, contracts=3),
        m.PredictionVoided(market_id=1, yes_price=70, paid_e6=1_000 * E6),
    ]
    # User 1 paid 600, got 70 for each of 3 less a fee of 0.02 x 3 x 70 x 30 / 100, then 490.
    fee = 1_260_000
    assert world.points(1) == (10_100 * E6 - fee, 0, 100 * E6 - fee)
    assert world.points(2) == (9_900 * E6 - FEE, 0, -100 * E6 - FEE)
    assert world.points(3) == (10_000 * E6, 0, 0)
    assert world.question().sequence == sequence + 1
    assert world.go(100) == []
    assert (world.void(), world.code) == ([], E.MARKET_NOT_CLOSED)
    world.assert_conserved()


def test_void_of_a_market_that_never_opened_or_traded():
    world = Questions()
    world.ask(opens=50)
    assert world.void() == [m.PredictionVoided(market_id=1, yes_price=50)]
    assert world.go(60) == []
    assert world.status() == 4


def test_void_is_possible_until_the_payout():
    world = Questions()
    world.ask()
    world.ask()
    world.trade()
    world.trade(market_id=2)
    world.go(200)
    world.resolve(YES)
    world.resolve(YES, market_id=2)
    world.go(200 + 86_399)
    assert world.void()[-1] == m.PredictionVoided(market_id=1, yes_price=60, paid_e6=1_000 * E6)
    view = world.question()
    assert (view.recorded_outcome, view.value_e8, view.pays_at_s) == (None, None, None)
    world.now_s += 1
    said = world.void(2)
    assert world.code is E.MARKET_NOT_CLOSED
    assert said[-1] == m.PredictionResolved(market_id=2, outcome=YES, paid_e6=1_000 * E6)
    assert (world.resolve(YES), world.code) == ([], E.MARKET_NOT_CLOSED)
    world.assert_conserved()


def test_of_two_prints_in_a_halt_the_first_at_or_after_resolves_at_decides():
    world = Questions()
    world.ask(acre_id=ACRE, strike_e8=INDEX_E8)
    world.go(150)
    world.operate(m.Halt)
    for at, price_e8 in ((199, INDEX_E8 - 2), (200, INDEX_E8 + 3), (300, INDEX_E8 - 1)):
        world.now_s = world.base_s + at
        world.post(price_e8, published_at_s=world.now_s)
        assert world.code is E.NONE
    body = world.exchange.snapshot()
    restored = Exchange.restore(body)
    assert restored.snapshot() == body
    world.now_s = world.base_s + 400
    (said,) = plain(world.operate(m.Resume))
    assert (said.outcome, said.value_e8) == (YES, INDEX_E8 + 3)
    assert said.published_at_s == world.base_s + 200


def test_a_print_of_the_pause_of_a_market_decides_and_a_later_one_does_not():
    world = Questions()
    world.ask(acre_id=ACRE, strike_e8=INDEX_E8)
    world.operate(m.PauseMarket, market_id=1)
    world.now_s = world.base_s + 300
    world.post(INDEX_E8, published_at_s=world.base_s + 250)
    world.now_s += 1
    world.post(INDEX_E8 - 1, published_at_s=world.now_s)
    (said,) = [e for e in world.go(302) if isinstance(e, m.ResolutionRecorded)] or [
        world.question()
    ]
    assert said.value_e8 == INDEX_E8


def test_in_a_halt_the_operator_may_void_and_resolve():
    world = Questions()
    world.ask()
    world.ask()
    world.trade()
    world.go(200)
    world.operate(m.Halt)
    assert world.resolve(YES) == [recorded(world, YES, 200)]
    assert world.void(2) == [m.PredictionVoided(market_id=2, yes_price=50)]
    assert world.go(200 + DAY) == []
    assert (world.resolve(NO), world.code) == ([], E.MARKET_NOT_CLOSED)
    assert plain(world.operate(m.Resume))[-1] == m.PredictionResolved(
        market_id=1, outcome=YES, paid_e6=1_000 * E6
    )


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"market_id": 0}, E.PREDICTION_MARKET_NOT_FOUND),
        ({"market_id": 2}, E.PREDICTION_MARKET_NOT_FOUND),
        ({"outcome": 0}, E.VALIDATION),
        ({"outcome": 3}, E.VALIDATION),
        ({"value_e8": -1}, E.VALIDATION),
        ({"value_e8": 10**13 + 1}, E.AMOUNT_OUT_OF_RANGE),
        ({"published_at_s": -1}, E.VALIDATION),
        ({"published_at_s": 2**40}, E.VALIDATION),
        ({"operator": wallet(1)}, E.NOT_OWNER),
        ({"value_e8": 10**13}, E.NONE),
    ],
)
def test_refusals_of_a_resolution(fields, code):
    world = Questions()
    world.ask()
    world.go(200)
    before = world.exchange.state_hash()
    values = {"operator": OPERATOR, "market_id": 1, "outcome": YES} | fields
    world.send(m.ResolvePrediction(**values))
    assert world.code is code
    assert (world.exchange.state_hash() == before) == (code is not E.NONE)


def a_whole_life(is_restored: bool) -> Questions:
    """A market in each state, all the way; between commands perhaps from a snapshot."""
    world = Questions()

    def again() -> None:
        if is_restored:
            snapshot = world.exchange.snapshot()
            old = world.exchange.state_hash()
            world.exchange = Exchange.restore(snapshot)
            assert world.exchange.state_hash() == old
            assert world.exchange.snapshot() == snapshot

    world.ask(opens=10)
    world.ask(acre_id=ACRE, strike_e8=INDEX_E8)
    again()
    world.trade(market_id=2)
    world.order(3, BUY_YES, 30, 7, market_id=2, expires=90)
    world.order(3, BUY_NO, 30, 7, market_id=2)
    world.send(m.SetCancelAfter(user=wallet(1), timeout_s=50))
    again()
    for second in (10, 50, 90, 100, 200):
        world.go(second)
        again()
    world.post(INDEX_E8)
    again()
    world.go(201)
    again()
    world.resolve(NO)
    again()
    world.go(201 + DAY)
    again()
    world.resolve(NO, market_id=2)
    world.go(201 + 2 * DAY)
    again()
    world.go(201 + 20 * DAY)
    assert (world.status(1), world.status(2)) == (3, 3)
    world.assert_conserved()
    return world


def test_snapshot_and_replay_and_batch_come_to_the_same_state():
    world = a_whole_life(is_restored=False)
    assert a_whole_life(is_restored=True).exchange.snapshot() == world.exchange.snapshot()
    replayed = Exchange()
    replayed.apply_batch(b"".join(m.encode(command) for command in world.journal))
    assert replayed.snapshot() == world.exchange.snapshot()
