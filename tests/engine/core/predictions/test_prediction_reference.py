"""The reference's prediction exchange, rule by rule, with figures worked out by hand."""

import pytest

from tests.reference.book import FOK, GTD, IOC
from tests.reference.points import Holding
from tests.reference.predictions.figures import (
    CANCEL_AFTER,
    CANCELED,
    CLOSED,
    EXPIRED,
    FILLED,
    ITS_TIME,
    MATCH,
    OPEN,
    OWNER,
    PARTIALLY_FILLED,
    SELF_MATCH,
    UNFILLED,
    VOIDED,
    settled,
)
from tests.reference.predictions.predictions import NaivePredictions
from tests.reference.rounding import DAY, E6

A, B, C = (bytes([i]) * 32 for i in (1, 2, 3))
YES, NO = 0, 1
T0 = 1_000 * DAY
CLOSES, RESOLVES = T0 + 4 * DAY, T0 + 5 * DAY
ACRE, STRIKE = 7, 300_00


class Desk:
    """An exchange with three granted users and open markets, at T0."""

    def __init__(self, markets: int = 1) -> None:
        self.exchange = NaivePredictions(T0)
        self.now = T0
        for user in (A, B, C):
            self.does("Participate", user=user, programme=1)
            self.does("GrantPoints", user=user)
        for _ in range(markets):
            self.creates()
        self.does("Tick")

    def asks(self, name, **fields):
        answer = self.exchange.apply({"name": name, "time_s": self.now, **fields})
        self.exchange.check()
        return answer

    def does(self, name, **fields):
        answer = self.asks(name, **fields)
        assert answer.code == ""
        return answer

    def at(self, time_s):
        self.now = time_s
        return self.does("Tick").clock

    def creates(self, **changes):
        fields = {"acre_id": ACRE, "strike_e8": STRIKE, "opens_at_s": self.now}
        fields |= {"closes_at_s": CLOSES, "resolves_at_s": RESOLVES}
        return self.asks("CreatePrediction", **(fields | changes))

    def order(self, user, side, price, contracts, **changes):
        fields = {"user": user, "market_id": 1, "order_type": 0, "side": side, "price": price}
        fields |= {"contracts": contracts, "time_in_force": 0, "expires_at_s": 0, "post_only": 0}
        fields |= {"self_trade_prevention": 0, "client_order_id": ""}
        return self.asks("PlaceOrder", **(fields | changes))

    def state(self, order_id):
        order = self.exchange.orders[order_id]
        return order.status, order.reason, order.filled, order.canceled, order.remaining

    def cash(self, user):
        return self.exchange.ledger.accounts[user].cash

    def sequence(self, market_id=1):
        return self.exchange.markets[market_id].sequence


def names(events):
    return [name for name, _ in events]


# the table of API 8.5, row by row
def test_a_placed_order_is_open():
    desk = Desk()
    answer = desk.order(A, YES, 40, 10)
    assert (answer.code, answer.result, names(answer.events)) == ("", 1, ["OrderOpened"])
    assert desk.state(1) == (OPEN, OWNER, 0, 0, 10)
    assert desk.exchange.reserved(1) == 400 * E6
    assert desk.exchange.depth(1, YES) == [(40, 10)]


def test_a_placed_order_that_crosses_is_filled_fully_or_partly():
    desk = Desk()
    desk.order(A, YES, 40, 10)
    answer = desk.order(B, NO, 60, 4)
    assert names(answer.events) == [
        "OrderOpened",
        "PredictionTraded",
        "OrderUpdated",
        "OrderUpdated",
    ]
    traded = answer.events[1][1]
    assert (traded["yes_price"], traded["contracts"], traded["minted"]) == (40, 4, 4)
    # 0.02 * 4 * 40 * 60 / 100 = 1.92
    assert traded["taker_fee_e6"] == 1_920_000
    assert desk.state(1) == (PARTIALLY_FILLED, MATCH, 4, 0, 6)
    assert desk.state(2) == (FILLED, MATCH, 4, 0, 0)
    desk.order(B, NO, 60, 9)
    assert desk.state(1) == (FILLED, MATCH, 10, 0, 0)
    assert desk.state(3) == (PARTIALLY_FILLED, MATCH, 6, 0, 3)
    order = desk.exchange.orders[3]
    assert (order.cost_e6, order.fee_e6) == (360 * E6, 2_880_000)
    assert desk.exchange.depth(1, NO) == [(60, 3)]


@pytest.mark.parametrize("kind", [{"time_in_force": IOC}, {"order_type": 1}])
def test_the_rest_of_a_market_or_ioc_order_is_cancelled(kind):
    desk = Desk()
    desk.order(A, YES, 40, 3)
    desk.order(B, NO, 60, 5, **kind)
    assert desk.state(2) == (CANCELED, UNFILLED, 3, 2, 0)
    desk.order(A, YES, 30, 3)
    desk.order(B, NO, 60, 5, **kind)
    assert desk.state(4) == (CANCELED, UNFILLED, 0, 5, 0)


def test_a_market_order_without_a_price_takes_the_worst():
    desk = Desk()
    desk.order(A, YES, 2, 1)
    desk.order(B, NO, 0, 1, order_type=1, time_in_force=1)
    assert desk.state(2) == (FILLED, MATCH, 1, 0, 0)
    order = desk.exchange.orders[2]
    assert (order.price, order.time_in_force, order.cost_e6) == (99, IOC, 98 * E6)


def test_a_fok_order_that_cannot_be_filled_leaves_no_record():
    desk = Desk()
    desk.order(A, YES, 40, 3)
    answer = desk.order(B, NO, 60, 5, time_in_force=FOK)
    assert (answer.code, answer.events) == ("FOK_NOT_FILLED", [])
    assert list(desk.exchange.orders) == [1]
    assert desk.order(B, NO, 60, 3).result == 2


def test_the_owner_cancels_once_and_fills_that_raced_ahead_stand():
    desk = Desk()
    desk.order(A, YES, 40, 10)
    desk.order(B, NO, 60, 4)
    assert desk.asks("CancelOrder", user=B, order_id=1).code == "ORDER_NOT_FOUND"
    assert desk.does("CancelOrder", user=A, order_id=1).result == CANCELED
    assert desk.state(1) == (CANCELED, OWNER, 4, 6, 0)
    again = desk.does("CancelOrder", user=A, order_id=1)
    assert (again.result, again.events) == (CANCELED, [])
    assert desk.does("CancelOrder", user=B, order_id=2).result == FILLED
    assert desk.sequence() == 3


def test_a_self_match_leaves_fewer_contracts_or_cancels():
    desk = Desk()
    desk.order(A, YES, 40, 10)
    desk.order(A, NO, 60, 4, self_trade_prevention=2)
    assert desk.state(1) == (OPEN, SELF_MATCH, 0, 4, 6)
    assert desk.state(2) == (CANCELED, SELF_MATCH, 0, 4, 0)
    desk.order(A, NO, 60, 4, self_trade_prevention=1)
    assert desk.state(3) == (CANCELED, SELF_MATCH, 0, 4, 0)
    desk.order(A, NO, 60, 1, self_trade_prevention=0)
    assert desk.state(1) == (CANCELED, SELF_MATCH, 0, 10, 0)
    assert desk.state(4) == (OPEN, OWNER, 0, 0, 1)
    assert desk.sequence() == 3


def test_orders_expire_by_their_time_and_with_their_market():
    desk = Desk()
    desk.order(A, YES, 40, 10, time_in_force=GTD, expires_at_s=T0 + 9)
    desk.order(A, YES, 41, 10)
    assert desk.at(T0 + 8) == []
    assert names(desk.at(T0 + 9)) == ["OrderUpdated"]
    assert desk.state(1) == (EXPIRED, ITS_TIME, 0, 10, 0)
    assert names(desk.at(CLOSES)) == ["OrderUpdated", "PredictionClosed"]
    assert desk.state(2) == (EXPIRED, CLOSED, 0, 10, 0)
    assert desk.does("CancelOrder", user=A, order_id=2).result == EXPIRED
    assert desk.exchange.ledger.available(A) == 10_000 * E6


def test_an_amended_order_may_change_in_place_or_take():
    desk = Desk()
    desk.order(A, YES, 40, 10)
    desk.order(B, NO, 60, 4)
    desk.does("AmendOrder", user=A, order_id=1, price=40, contracts=5)
    assert desk.state(1) == (PARTIALLY_FILLED, OWNER, 4, 0, 5)
    assert desk.exchange.orders[1].contracts == 9
    desk.order(B, NO, 55, 2)
    desk.does("AmendOrder", user=A, order_id=1, price=45, contracts=7)
    assert desk.state(1) == (PARTIALLY_FILLED, MATCH, 6, 0, 5)
    order = desk.exchange.orders[1]
    # 4 at 40 as a maker, 2 at 45 as a taker: 0.02 * 2 * 45 * 55 / 100
    assert (order.cost_e6, order.fee_e6) == (250 * E6, 990_000)
    for price, contracts, code in ((0, 0, "VALIDATION"), (100, 0, "BAD_PRICE")):
        fields = {"order_id": 1, "price": price, "contracts": contracts}
        assert desk.asks("AmendOrder", user=A, **fields).code == code
    assert desk.asks("AmendOrder", user=B, order_id=1, price=1, contracts=1).code == (
        "ORDER_NOT_FOUND"
    )
    assert desk.asks("AmendOrder", user=B, order_id=2, price=1, contracts=1).code == (
        "ORDER_NOT_FOUND"
    )


# refusals
def test_the_first_failing_check_gives_the_code():
    desk = Desk(markets=2)
    desk.order(A, YES, 40, 1, client_order_id="x")
    desk.creates(opens_at_s=T0 + 1)
    wrong = {
        "market_id": 9,
        "order_type": 2,
        "price": 100,
        "contracts": 0,
        "time_in_force": GTD,
        "expires_at_s": T0,
        "client_order_id": "x",
    }
    steps = [
        ("PREDICTION_MARKET_NOT_FOUND", {"market_id": 3}),
        ("MARKET_NOT_OPEN", {"market_id": 1}),
        ("VALIDATION", {"order_type": 0}),
        ("BAD_PRICE", {"price": 70}),
        ("BAD_CONTRACTS", {"contracts": 100_000}),
        ("BAD_EXPIRY", {"time_in_force": FOK, "expires_at_s": 0}),
        ("DUPLICATE_CLIENT_ORDER_ID", {"client_order_id": "y"}),
        ("INSUFFICIENT_POINTS", {"contracts": 100}),
        ("FOK_NOT_FILLED", {"contracts": 1}),
    ]
    for code, right in steps:
        assert desk.order(A, NO, **wrong).code == code
        wrong |= right
    assert desk.order(A, NO, **(wrong | {"order_type": 1})).result == 2
    assert desk.order(A, YES, 0, 1, order_type=1, market_id=2).code == "NO_LIQUIDITY"


@pytest.mark.parametrize("expires", [T0, CLOSES + 1, 0, -1])
def test_a_gtd_order_ends_after_now_and_not_after_the_close(expires):
    desk = Desk()
    kind = {"time_in_force": GTD}
    assert desk.order(A, YES, 40, 1, **kind, expires_at_s=expires).code == "BAD_EXPIRY"
    assert desk.order(A, YES, 40, 1, **kind, expires_at_s=CLOSES).code == ""


def test_a_client_id_is_free_again_after_a_day_unless_its_order_is_open():
    desk = Desk()
    desk.order(A, YES, 40, 1, client_order_id="x")
    desk.order(A, YES, 41, 1, client_order_id="y")
    desk.does("CancelOrder", user=A, order_id=1)
    assert desk.order(B, YES, 1, 1, client_order_id="x").code == ""
    desk.now = T0 + DAY - 1
    again = desk.order(A, YES, 40, 1, client_order_id="x")
    assert (again.code, again.detail) == ("DUPLICATE_CLIENT_ORDER_ID", 1)
    desk.now = T0 + DAY
    assert desk.order(A, YES, 40, 1, client_order_id="x").code == ""
    assert desk.order(A, YES, 40, 1, client_order_id="y").detail == 2


@pytest.mark.parametrize(("name", "code"), [("a" * 36, ""), ("a" * 37, "VALIDATION")])
def test_a_client_id_has_36_plain_characters(name, code):
    desk = Desk()
    assert desk.order(A, YES, 40, 1, client_order_id=name).code == code
    for wrong in ("a b", "é", "a\n", "a/b"):
        assert desk.order(A, YES, 40, 1, client_order_id=wrong).code == "VALIDATION"


def test_two_hundred_orders_may_be_open():
    desk = Desk()
    for _ in range(200):
        assert desk.order(A, YES, 1, 1).code == ""
    assert desk.order(A, YES, 1, 1).code == "TOO_MANY_OPEN_ORDERS"
    assert desk.order(A, YES, 1, 1, time_in_force=IOC).code == ""
    assert len(desk.does("CancelAllOrders", user=A, market_id=0).result) == 200
    assert desk.sequence() == 201


# points
def test_points_are_granted_once_and_only_to_participants():
    desk = Desk()
    other = bytes(32)
    assert desk.asks("GrantPoints", user=other).code == "NOT_PARTICIPATING"
    assert desk.asks("Participate", user=other, programme=0).code == "VALIDATION"
    assert desk.asks("GrantPoints", user=other).code == "NOT_PARTICIPATING"
    assert names(desk.does("Participate", user=other, programme=3).events) == [
        "ParticipationStarted"
    ]
    assert desk.does("Participate", user=other, programme=3).events == []
    assert names(desk.does("GrantPoints", user=other).events) == ["PointsGranted"]
    assert desk.does("GrantPoints", user=other).events == []
    assert desk.cash(other) == 10_000 * E6


def test_a_user_is_topped_up_once_a_day_by_what_open_markets_leave():
    desk = Desk(markets=2)
    desk.creates(closes_at_s=T0 + 60)
    desk.at(T0)
    # A sinks 9,500 into a market that closes soon: 95 * 100, as the maker
    desk.order(A, YES, 95, 100, market_id=3)
    desk.order(B, NO, 5, 100, market_id=3)
    assert desk.cash(A) == 500 * E6
    desk.order(A, YES, 10, 10)
    desk.now = T0 + 60
    refused = desk.order(A, YES, 99, 1_000)
    assert (refused.code, desk.cash(A)) == ("INSUFFICIENT_POINTS", 500 * E6)
    answer = desk.order(A, YES, 99, 9)
    assert answer.events[0] == (
        "PointsGranted",
        {"user": A, "amount_e6": 500 * E6, "is_top_up": 1},
    )
    assert desk.cash(A) == 1_000 * E6
    # All of it is spent but 9, and 19 YES are paid 10 each: today that is all
    desk.order(B, NO, 1, 9)
    desk.order(B, NO, 90, 10)
    desk.does("VoidPrediction", market_id=1)
    assert desk.order(A, YES, 50, 1, market_id=2).events[0][0] == "OrderOpened"
    desk.now = T0 + DAY
    first = desk.order(A, YES, 1, 1, market_id=2).events[0]
    assert first[1]["amount_e6"] == (1_000 - 9 - 190) * E6


def test_the_portfolio_counts_what_is_reserved_and_held():
    desk = Desk()
    desk.order(A, YES, 60, 10)
    desk.order(B, NO, 40, 4)
    assert desk.exchange.portfolio(A) == {
        "available_e6": 9_400 * E6,
        "reserved_e6": 360 * E6,
        "open_interest_e6": 600 * E6,
        "realized_e6": 0,
    }
    assert desk.exchange.holdings(B) == {1: Holding(-4, 160 * E6)}


# the clock
def test_everything_that_is_due_happens_in_one_order():
    desk = Desk()
    desk.order(B, YES, 2, 1)
    desk.order(A, YES, 3, 1, time_in_force=GTD, expires_at_s=CLOSES)
    desk.order(A, YES, 4, 1, time_in_force=GTD, expires_at_s=CLOSES - 1)
    desk.order(A, YES, 5, 1)
    desk.creates(opens_at_s=CLOSES, closes_at_s=CLOSES + 1, resolves_at_s=CLOSES + 1)
    desk.now = CLOSES - 60
    desk.does("SetCancelAfter", user=A, timeout_s=60)
    received = [
        (name, f.get("order_id", f.get("market_id")), f.get("reason"))
        for name, f in desk.at(CLOSES)
    ]
    assert received == [
        ("PredictionOpened", 2, None),
        ("OrderUpdated", 3, ITS_TIME),
        ("OrderUpdated", 2, ITS_TIME),
        ("OrderUpdated", 4, CANCEL_AFTER),
        ("CancelAfterSet", None, None),
        ("OrderUpdated", 1, CLOSED),
        ("PredictionClosed", 1, None),
    ]
    assert desk.sequence() == 5


def test_the_switch_cancels_at_its_time_unless_it_is_set_again():
    desk = Desk()
    for timeout in (1, 4, 1440 * DAY + 1):
        answer = desk.asks("SetCancelAfter", user=A, timeout_s=timeout)
        assert answer.code == "VALIDATION"
    desk.order(A, YES, 5, 1)
    assert desk.does("SetCancelAfter", user=A, timeout_s=5).result == T0 + 5
    desk.now = T0 + 4
    assert desk.does("SetCancelAfter", user=A, timeout_s=5).result == T0 + 9
    assert desk.at(T0 + 8) == []
    assert names(desk.at(T0 + 9)) == ["OrderUpdated", "CancelAfterSet"]
    desk.order(A, YES, 5, 1)
    desk.does("SetCancelAfter", user=A, timeout_s=5)
    assert desk.does("SetCancelAfter", user=A, timeout_s=0).result == 0
    assert desk.at(T0 + DAY) == []


def test_the_clocks_step_stands_when_its_command_is_refused():
    desk = Desk()
    desk.order(A, YES, 5, 1, time_in_force=GTD, expires_at_s=T0 + 1)
    desk.now = T0 + 1
    answer = desk.order(A, YES, 100, 1)
    assert (answer.code, names(answer.clock)) == ("BAD_PRICE", ["OrderUpdated"])
    assert desk.sequence() == 2


def test_one_command_and_its_clock_raise_the_sequence_once():
    desk = Desk()
    desk.order(A, YES, 5, 1, time_in_force=GTD, expires_at_s=T0 + 1)
    desk.now = T0 + 1
    desk.order(A, YES, 6, 1)
    assert desk.sequence() == 2


def test_a_halt_stops_users_and_clock_and_nothing_else():
    desk = Desk()
    desk.order(A, YES, 5, 1, time_in_force=GTD, expires_at_s=T0 + 1)
    desk.does("Halt")
    assert desk.at(CLOSES) == []
    assert desk.order(A, YES, 100, 0, market_id=9).code == "EXCHANGE_HALTED"
    assert desk.asks("CancelOrder", user=A, order_id=1).code == "EXCHANGE_HALTED"
    assert desk.asks("GrantPoints", user=A).code == "EXCHANGE_HALTED"
    assert desk.creates(closes_at_s=CLOSES + 1).code == ""
    received = desk.does("Resume").events
    assert desk.does("Tick").clock == []
    assert names(received) == ["PredictionOpened", "OrderUpdated", "PredictionClosed"]


# ends
def holders(desk):
    """A holds 10 YES for 600, B 4 NO and C 6 NO at 40."""
    desk.order(A, YES, 60, 10)
    desk.order(C, NO, 40, 6)
    desk.order(B, NO, 40, 4)


def test_the_index_resolves_a_market_and_pays_after_a_day():
    desk = Desk()
    holders(desk)
    desk.at(CLOSES)
    desk.now = RESOLVES
    desk.does("IndexPrint", acre_id=ACRE, price_e8=STRIKE - 1, published_at_s=RESOLVES - 1)
    desk.now = RESOLVES + 50
    desk.does("IndexPrint", acre_id=ACRE, price_e8=STRIKE, published_at_s=RESOLVES)
    ((name, fields),) = desk.at(RESOLVES + 50)
    assert (name, fields["outcome"], fields["value_e8"]) == ("ResolutionRecorded", 1, STRIKE)
    assert fields["pays_at_s"] == RESOLVES + 50 + DAY
    assert desk.at(RESOLVES + 50 + DAY - 1) == []
    received = desk.at(RESOLVES + 50 + DAY)
    assert names(received) == ["PredictionPaid"] * 3 + ["PredictionResolved"]
    assert [f.get("payout_e6") for _, f in received] == [1_000 * E6, 0, 0, None]
    assert [f.get("user") for _, f in received] == [A, B, C, None]
    assert received[-1][1]["paid_e6"] == 1_000 * E6
    assert desk.exchange.portfolio(A)["realized_e6"] == 400 * E6
    # 4 * 40 lost and the fee of 1.92
    assert desk.exchange.portfolio(B)["realized_e6"] == -160 * E6 - 1_920_000
    assert desk.exchange.markets[1].status == "resolved"


def resolve(desk, outcome):
    fields = {"market_id": 1, "outcome": outcome, "value_e8": 0, "published_at_s": 0}
    return desk.asks("ResolvePrediction", **fields)


def test_the_operator_corrects_within_a_day_without_moving_the_payout():
    desk = Desk()
    holders(desk)
    desk.now = CLOSES
    assert resolve(desk, 1).code == "MARKET_NOT_CLOSED"
    desk.now = RESOLVES - 1
    assert resolve(desk, 1).code == "MARKET_NOT_CLOSED"
    desk.now = RESOLVES
    assert [resolve(desk, outcome).code for outcome in (0, 3, 1)] == ["VALIDATION"] * 2 + [""]
    desk.now = RESOLVES + DAY - 1
    corrected = resolve(desk, 2).events[0][1]
    assert (corrected["is_correction"], corrected["pays_at_s"]) == (1, RESOLVES + DAY)
    desk.now = RESOLVES + DAY
    late = resolve(desk, 1)
    assert (late.code, late.clock[-1][1]["outcome"]) == ("MARKET_NOT_CLOSED", 2)
    assert desk.asks("VoidPrediction", market_id=1).code == "MARKET_NOT_CLOSED"
    assert resolve(desk, 1).code == "MARKET_NOT_CLOSED"
    # A lost 600; B won 60 a contract and paid 1.92
    assert desk.cash(A) == 9_400 * E6
    assert desk.cash(B) == 10_240 * E6 - 1_920_000


def test_a_correction_after_a_day_is_too_late_also_when_a_halt_has_held_the_payout():
    desk = Desk()
    desk.now = RESOLVES
    resolve(desk, 1)
    desk.does("Halt")
    desk.now = RESOLVES + DAY
    assert resolve(desk, 2).code == "MARKET_NOT_CLOSED"
    assert desk.does("Resume").events[-1][1]["outcome"] == 1


def test_a_voided_market_pays_its_last_price_and_returns_reservations():
    desk = Desk()
    holders(desk)
    desk.order(A, NO, 27, 4)
    desk.order(B, YES, 73, 1)
    answer = desk.does("VoidPrediction", market_id=1)
    assert names(answer.events) == [
        "OrderUpdated",
        *["PredictionPaid"] * 3,
        "PredictionVoided",
    ]
    assert desk.state(4) == (EXPIRED, VOIDED, 1, 3, 0)
    # one pair merged: 9 YES at 73, 3 and 6 NO at 27
    assert [f.get("payout_e6") for _, f in answer.events[1:]] == [
        657 * E6,
        81 * E6,
        162 * E6,
        None,
    ]
    assert answer.events[-1][1] == {"market_id": 1, "yes_price": 73, "paid_e6": 900 * E6}
    assert desk.exchange.ledger.reserved(A) == 0


def test_a_recorded_market_may_be_voided_until_it_is_paid():
    desk = Desk()
    desk.now = RESOLVES
    resolve(desk, 1)
    answer = desk.does("VoidPrediction", market_id=1)
    assert answer.events == [("PredictionVoided", {"market_id": 1, "yes_price": 50, "paid_e6": 0})]
    assert desk.at(RESOLVES + 20 * DAY) == []


def test_a_market_without_a_value_is_voided_after_fourteen_days():
    desk = Desk()
    holders(desk)
    desk.at(RESOLVES + 14 * DAY - 1)
    received = desk.at(RESOLVES + 14 * DAY)
    assert names(received) == ["PredictionPaid"] * 3 + ["PredictionVoided"]
    assert received[-1][1]["yes_price"] == 60
    assert desk.exchange.ledger.accounts[A].realized == 0


def test_markets_need_times_in_order_and_a_strike_only_with_an_index():
    desk = Desk()
    for wrong in (
        {"opens_at_s": CLOSES},
        {"resolves_at_s": CLOSES - 1},
        {"closes_at_s": T0, "opens_at_s": T0 - 1},
        {"strike_e8": 0},
        {"acre_id": 0},
    ):
        assert desk.creates(**wrong).code == "VALIDATION"
    assert desk.creates(acre_id=0, strike_e8=0).result == 2


def test_settled_keeps_the_last_update_of_each_order():
    first, last = ("OrderUpdated", {"order_id": 2, "x": 1}), ("OrderUpdated", {"order_id": 2})
    other = ("OrderUpdated", {"order_id": 1})
    assert settled([first, ("Trade", {}), last, other]) == [("Trade", {}), other, last]
