"""Tables of some megabytes are copied into larger memory as they grow; nothing of them is lost."""

from bench import _question
from bench._crowd import NOW_S, address
from engine.core.exchange import Exchange

USERS = 100
ORDERS = 140_000  # of which each leaves a row: many megabytes, grown more than once


def test_rows_stay_when_their_table_grows_by_megabytes() -> None:
    exchange = Exchange()
    before = [*_question.market(NOW_S), *_question.participants(USERS)]
    exchange.apply_batch(b"".join(_question.records(before, 1, NOW_S)))
    orders = _question.orders(USERS, has_client_ids=True)
    commands = [next(orders) for _ in range(ORDERS)]
    exchange.apply_batch(b"".join(_question.records(commands, len(before) + 1, NOW_S)))
    for number in (0, 1, ORDERS // 3, ORDERS - 1):
        owner = address(number % USERS)
        order = exchange.prediction_order_by_client_id(owner, f"order-{number}")
        assert order is not None
        assert order.order_id == number + 1
    again = Exchange.restore(exchange.snapshot())
    assert again.state_hash() == exchange.state_hash()
    assert again.snapshot_body() == exchange.snapshot_body()
