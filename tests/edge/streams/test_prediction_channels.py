"""The prediction channels over a hand-made exchange: each message from the contract's rules."""

from dataclasses import replace
from types import SimpleNamespace

import msgspec

from edge.streams.predictions import BookChannel, PredictionsChannel
from edge.streams.user_orders import UserOrders
from engine.core.generated import messages as m
from engine.core.views import PredictionBookView, PredictionMarketView, PredictionOrderView

ALICE, BOB = b"A" * 32, b"B" * 32
POINT = 10**6


def context(**reads):
    return SimpleNamespace(exchange=SimpleNamespace(**reads))


def plain(message):
    return msgspec.to_builtins(message)


def level(price, contracts):
    return {"price": price, "contracts": contracts}


def book(sequence, yes=(), no=()):
    return PredictionBookView(market_id=7, sequence=sequence, yes=tuple(yes), no=tuple(no))


def book_channel(*books):
    """A channel whose exchange shows these books one after the other."""
    shown = iter(books)
    return BookChannel(context(prediction_book=lambda market_id, depth: next(shown)), 7)


def test_a_book_is_told_whole_and_then_by_the_levels_that_changed():
    channel = book_channel(
        book(4, [(52, 10), (51, 5)], [(40, 8)]),
        book(9, [(53, 1), (52, 4)], [(40, 8), (39, 2)]),
    )
    assert plain(channel.snapshot()) == {
        "orderBook": {
            "marketId": 7,
            "sequence": 4,
            "yes": [level(52, 10), level(51, 5)],
            "no": [level(40, 8)],
            "bestYesBid": 52,
            "bestYesAsk": 60,
            "bestNoBid": 40,
            "bestNoAsk": 48,
        }
    }
    assert plain(channel.delta()) == {
        "sequence": 9,
        "yes": [level(53, 1), level(52, 4), level(51, 0)],
        "no": [level(39, 2)],
        "bestYesBid": 53,
        "bestYesAsk": 60,
        "bestNoBid": 40,
        "bestNoAsk": 47,
    }


def test_a_book_that_empties_has_no_best_price():
    channel = book_channel(book(1, [(52, 10)], [(40, 8)]), book(2))
    channel.snapshot()
    assert plain(channel.delta()) == {
        "sequence": 2,
        "yes": [level(52, 0)],
        "no": [level(40, 0)],
        "bestYesBid": None,
        "bestYesAsk": None,
        "bestNoBid": None,
        "bestNoAsk": None,
    }


def test_a_change_that_was_taken_back_moves_the_number_alone():
    same = [(52, 10)]
    channel = book_channel(book(1, same), book(3, same), book(3, same))
    channel.snapshot()
    delta = plain(channel.delta())
    assert (delta["sequence"], delta["yes"], delta["no"], delta["bestYesBid"]) == (3, [], [], 52)
    assert channel.delta() is None


def test_a_late_subscriber_gets_the_book_that_the_next_delta_follows():
    channel = book_channel(book(1, [(52, 10)]), book(2, [(52, 11)]), book(3, [(52, 12)]))
    channel.snapshot()
    channel.delta()
    assert channel.snapshot()["orderBook"].sequence == 2
    assert plain(channel.delta())["yes"] == [level(52, 12)]


def market(market_id, **changes):
    view = PredictionMarketView(
        market_id=market_id,
        title="Up?",
        description="",
        category="city",
        rules="",
        acre_id=None,
        strike_e8=None,
        opens_at_s=0,
        closes_at_s=10,
        resolves_at_s=10,
        status=1,
        outcome=None,
        last_yes_price=None,
        volume_contracts=0,
        open_interest_contracts=0,
        sequence=0,
        best_yes_bid=None,
        best_no_bid=None,
        recorded_outcome=None,
        value_e8=None,
        published_at_s=None,
        pays_at_s=None,
    )
    return replace(view, **changes)


def test_markets_are_told_in_short_and_again_when_they_look_different():
    markets = {1: market(1, status=0), 2: market(2)}
    channel = PredictionsChannel(
        context(prediction_market_ids=lambda: [*markets], prediction_market=markets.__getitem__)
    )
    row = {
        "marketId": 1,
        "status": "upcoming",
        "lastYesPrice": None,
        "bestYesBid": None,
        "bestYesAsk": None,
        "volumeContracts": 0,
        "openInterestContracts": 0,
    }
    open_row = row | {"marketId": 2, "status": "open"}
    assert plain(channel.snapshot()) == {"markets": [row, open_row]}
    channel.changed |= {1, 2}
    assert channel.delta() is None  # no streamed field of them changed
    markets[2] = market(2, best_no_bid=30, last_yes_price=65, volume_contracts=4)
    markets[3] = market(3, status=3)
    channel.changed |= {1, 2, 3}
    traded = open_row | {"bestYesAsk": 70, "lastYesPrice": 65, "volumeContracts": 4}
    resolved = row | {"marketId": 3, "status": "resolved"}
    assert plain(channel.delta()) == {"markets": [traded, resolved]}
    assert plain(channel.snapshot()) == {"markets": [row, traded, resolved]}
    assert channel.delta() is None


def order(order_id=1, **changes):
    view = PredictionOrderView(
        order_id=order_id,
        client_order_id="mine",
        market_id=7,
        order_type=0,
        time_in_force=1,
        expires_at_s=500,
        is_post_only=False,
        self_trade_prevention=0,
        side=1,
        price=40,
        contracts=10,
        filled=0,
        remaining=10,
        canceled=0,
        cost_e6=0,
        fee_e6=0,
        status=0,
        reserved_e6=400 * POINT,
        queue_contracts=0,
        created_at_s=100,
        updated_at_s=100,
    )
    return replace(view, **changes)


OPENED = m.OrderOpened(
    time_s=100,
    user=ALICE,
    order_id=1,
    market_id=7,
    order_type=0,
    side=1,
    price=40,
    contracts=10,
    time_in_force=1,
    expires_at_s=500,
    client_order_id="mine",
)


def updated(order_id=1, **changes):
    event = m.OrderUpdated(
        time_s=130, user=ALICE, order_id=order_id, market_id=7, price=40, contracts=10
    )
    return replace(event, **changes)


ORDER = {
    "orderId": 1,
    "clientOrderId": "mine",
    "marketId": 7,
    "type": "limit",
    "timeInForce": "gtd",
    "expiresAt": 500,
    "postOnly": False,
    "selfTradePrevention": "cancelResting",
    "side": "no",
    "price": 40,
    "contracts": 10,
    "filledContracts": 0,
    "remainingContracts": 10,
    "canceledContracts": 0,
    "averagePrice": None,
    "feePoints": "0",
    "status": "open",
    "createdAt": 100,
    "updatedAt": 100,
}


def orders_of(*engine_orders):
    """The orders of Alice, and the list that the engine shows from now on."""
    shown = list(engine_orders)
    orders = UserOrders(
        context(
            prediction_orders=lambda owner, market_id=0: [
                view for view in shown if market_id in (0, view.market_id)
            ]
        ),
        ALICE,
    )
    return orders, shown


def received(orders, *events):
    """The stream's encoding of the events, and the orders."""
    return [orders.take(event) for event in events], plain(orders.changed(events))


def test_an_order_is_told_when_it_opens_fills_and_ends_after_the_engine_forgot_it():
    orders, shown = orders_of()
    assert orders.snapshot() == []
    shown.append(order())
    events, rows = received(orders, OPENED)
    assert events == [{"kind": "order", "event": "orderOpened", "reason": None} | ORDER]
    assert rows == [ORDER | {"reservedPoints": "400000000", "queueContracts": 0}]

    # 3 contracts at 40 (120 points), then the owner cancels the rest
    shown[0] = order(filled=3, remaining=7, status=1, cost_e6=120 * POINT, reserved_e6=280 * POINT)
    fill = updated(status=1, filled=3, cost_e6=120 * POINT, fee_e6=1_440_000)
    events, rows = received(orders, fill)
    part = {"filledContracts": 3, "status": "partiallyFilled", "averagePrice": "40"}
    expected = ORDER | part | {"remainingContracts": 7, "feePoints": "1440000", "updatedAt": 130}
    assert events == [{"kind": "order", "event": "orderFilled", "reason": "match"} | expected]
    assert rows[0]["reservedPoints"] == "280000000"

    shown.clear()
    end = replace(fill, time_s=140, status=3, reason=1, canceled=7)
    events, rows = received(orders, end)
    expected |= {"status": "canceled", "canceledContracts": 7, "remainingContracts": 0}
    expected |= {"updatedAt": 140}
    assert events == [{"kind": "order", "event": "orderCanceled", "reason": "owner"} | expected]
    assert rows == [expected | {"reservedPoints": "0", "queueContracts": None}]
    assert received(orders, end)[1] == []  # once


def test_an_order_that_never_rests_is_told_once_with_its_end():
    orders, _ = orders_of()
    orders.snapshot()
    end = updated(status=2, filled=10, cost_e6=355 * POINT)
    events, (row,) = received(orders, OPENED, end)
    assert [event["event"] for event in events] == ["orderOpened", "orderFilled"]
    assert (row["status"], row["averagePrice"], row["createdAt"]) == ("filled", "35.5", 100)


def test_the_average_price_is_rounded_down():
    orders, shown = orders_of(order())
    orders.snapshot()
    shown.clear()
    _, (row,) = received(orders, updated(status=2, filled=3, cost_e6=100 * POINT))
    assert row["averagePrice"] == "33.333333333333"


def test_expiry_amendment_and_self_match_are_named():
    for changes, name, reason in (
        ({"status": 4, "reason": 5}, "orderExpired", "expiry"),
        ({"status": 4, "reason": 6}, "orderExpired", "marketClosed"),
        ({"status": 3, "reason": 4}, "orderCanceled", "cancelAfter"),
        ({"status": 3, "reason": 2, "canceled": 10}, "orderCanceled", "unfilledRest"),
        ({"status": 0, "reason": 3, "canceled": 4}, "orderCanceled", "selfMatch"),
        ({"status": 0, "reason": 1, "price": 41}, "orderAmended", "owner"),
    ):
        orders, _ = orders_of(order())
        orders.snapshot()
        event = orders.take(updated(**changes))
        assert (event["event"], event["reason"]) == (name, reason)


def test_another_order_of_the_market_is_told_when_its_reserve_changed():
    first, second = order(1), order(2, reserved_e6=0)
    elsewhere = order(3, market_id=8)
    orders, shown = orders_of(first, second, elsewhere)
    orders.snapshot()
    shown[:] = [replace(second, reserved_e6=400 * POINT), elsewhere]
    _, rows = received(orders, updated(1, status=3, reason=1, canceled=10))
    assert [(row["orderId"], row["reservedPoints"]) for row in rows] == [(1, "0"), (2, "400000000")]


def test_both_sides_of_a_fill_are_told_in_their_own_terms():
    trade = m.PredictionTraded(
        time_s=130,
        trade_id=5,
        market_id=7,
        taker=BOB,
        taker_order_id=12,
        taker_side=0,
        maker=ALICE,
        maker_order_id=1,
        yes_price=62,
        contracts=3,
        taker_fee_e6=1_413_600,
        minted=3,
    )
    maker = UserOrders(None, ALICE).take(trade)
    assert maker == {
        "kind": "predictionTrade",
        "tradeId": 5,
        "orderId": 1,
        "marketId": 7,
        "side": "no",
        "price": 38,
        "contracts": 3,
        "feePoints": "0",
        "role": "maker",
        "timestamp": 130,
    }
    taker = UserOrders(None, BOB).take(trade)
    changed = {"orderId": 12, "side": "yes", "price": 62, "feePoints": "1413600", "role": "taker"}
    assert taker == maker | changed
