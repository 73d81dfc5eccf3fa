"""Orders of prediction markets by hand: refusals in their order, points, covers, redemption."""

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.floor import (
    BOTH,
    FOK,
    GTD,
    INCOMING,
    IOC,
    MARKET,
    NO,
    RESTING,
    YES,
    Floor,
    balances,
    fills,
    updates,
)
from tests.engine.core.support.world import DAY_S, E6, of, wallet

BOUGHT = 10_000 * E6


def refused(world: Floor, user: int, *args: int, **fields: object) -> tuple[E, int]:
    """The refusal of an order and its detail; nothing else may have happened."""
    before = world.exchange.state_hash()
    events = world.place(user, *args, **fields)
    assert len(events) == 1
    assert world.rejected is not None
    assert world.rejected.user == wallet(user)
    assert world.exchange.state_hash() == before
    return world.code, world.rejected.detail


def test_the_first_rule_that_is_broken_gives_the_code():
    world = Floor()
    world.place(2, YES, 30, 1, client_order_id="taken")
    world.place(2, NO, 10, 1)
    for _ in range(198):
        world.place(2, YES, 1, 1, market_id=2)
    assert world.points(2).open_orders == 200
    fields = {"client_order_id": "a b", "time_in_force": GTD, "expires_at_s": world.now_s}
    order: dict[str, object] = {"side": 2, "price": 0, "contracts": 0, "market_id": 9} | fields
    steps: list[tuple[dict[str, object], E]] = [
        ({}, E.PREDICTION_MARKET_NOT_FOUND),
        ({"market_id": 1}, E.VALIDATION),
        ({"side": YES}, E.VALIDATION),
        ({"client_order_id": "taken"}, E.BAD_PRICE),
        ({"price": 90}, E.BAD_CONTRACTS),
        ({"contracts": 100_000}, E.BAD_EXPIRY),
        ({"expires_at_s": world.now_s + 3_601}, E.BAD_EXPIRY),
        ({"expires_at_s": world.now_s + 3_600}, E.DUPLICATE_CLIENT_ORDER_ID),
        ({"client_order_id": ""}, E.TOO_MANY_OPEN_ORDERS),
        ({"time_in_force": FOK, "expires_at_s": 0}, E.INSUFFICIENT_POINTS),
        # 50 contracts at 90 would meet only the one of its own.
        ({"contracts": 50}, E.FOK_NOT_FILLED),
    ]
    for change, code in steps:
        order |= change
        before = world.exchange.state_hash()
        world.send(m.PlaceOrder(user=wallet(2), **order))
        assert world.code is code, (order, world.code)
        assert world.exchange.state_hash() == before
    order |= {"order_type": MARKET, "side": NO, "market_id": 2, "price": 1}
    world.place(3, YES, 1, 1, market_id=2)
    assert refused(world, 1, YES, 5, 1, order_type=MARKET, market_id=2)[0] is E.NO_LIQUIDITY
    # Points come before a post-only order that would cross.
    assert refused(world, 1, YES, 99, 1_000, post_only=1)[0] is E.INSUFFICIENT_POINTS
    assert refused(world, 1, YES, 99, 1, post_only=1)[0] is E.POST_ONLY_WOULD_CROSS
    # No refused order took an id: the next one is 202.
    world.place(1, YES, 5, 1)
    assert [o.order_id for o in world.orders(1)] == [202]


def test_fields_that_do_not_go_together():
    world = Floor()
    for fields in (
        {"post_only": 1, "time_in_force": IOC},
        {"post_only": 1, "time_in_force": FOK},
        {"post_only": 1, "order_type": MARKET},
        {"expires_at_s": world.now_s + 5},
        {"time_in_force": 4},
        {"order_type": 2},
        {"post_only": 2},
        {"self_trade_prevention": 3},
        {"client_order_id": "dot."},
    ):
        assert refused(world, 1, YES, 50, 1, **fields) == (E.VALIDATION, 0), fields
    world.place(1, YES, 50, 1, order_type=MARKET, time_in_force=77)
    assert world.code is E.NO_LIQUIDITY  # the time in force of a market order is ignored
    world.tick(3_600)
    assert refused(world, 1, YES, 50, 1)[0] is E.MARKET_NOT_OPEN


def test_an_order_reserves_its_price_and_maximum_fee():
    world = Floor()
    # 190 contracts at 52: 9,880 points and, at 50 on the way, 0.5 each: 9,975.
    assert refused(world, 1, YES, 52, 191) == (E.INSUFFICIENT_POINTS, 10_027_500_000)
    world.place(1, YES, 52, 190)
    assert not world.rejected
    assert balances(world, 1) == [(120 * E6, 9_880 * E6)]
    # Below 50 the fee at the price itself is the highest: 200 * 20 * 80 raw.
    assert refused(world, 1, NO, 20, 6) == (E.INSUFFICIENT_POINTS, 121_920_000)
    world.place(1, NO, 20, 5)
    assert balances(world, 1) == [(20 * E6, 9_980 * E6)]


def test_pairs_are_made_and_redeemed():
    world = Floor()
    world.place(1, YES, 60, 10)
    events = world.place(2, NO, 40, 10)
    trade = of(events, m.PredictionTraded)[0]
    assert (trade.minted, trade.merged, trade.taker_fee_e6) == (10, 0, 4_800_000)
    assert balances(world, 1, 2) == [(9_400 * E6, 0), (9_595_200_000, 0)]
    assert (world.held(1), world.held(2)) == ((10, 600 * E6), (-10, 400 * E6))
    # Four NO offered by the holder of YES are covered: nothing is reserved.
    world.place(1, NO, 35, 4)
    assert balances(world, 1) == [(9_400 * E6, 0)]
    trade = of(world.place(2, YES, 65, 4), m.PredictionTraded)[0]
    assert (trade.minted, trade.merged, trade.taker_fee_e6) == (0, 4, 1_820_000)
    assert balances(world, 1, 2) == [(9_660 * E6, 0), (9_733_380_000, 0)]
    assert (world.held(1), world.held(2)) == ((6, 360 * E6), (-6, 240 * E6))
    assert world.points(1).realized_pnl_e6 == 20 * E6
    assert world.points(2).realized_pnl_e6 == -26_620_000
    totals = world.exchange.prediction_totals()
    assert (totals.pairs, totals.burned_e6) == (6, 6_620_000)
    market = world.exchange.prediction_market(1)
    assert (market.volume_contracts, market.last_yes_price, market.sequence) == (14, 65, 4)
    # A third one buys what the first sells: contracts change hands.
    world.place(1, NO, 50, 6)
    trade = of(world.place(3, YES, 50, 6), m.PredictionTraded)[0]
    assert (trade.minted, trade.merged) == (0, 0)
    assert world.exchange.prediction_totals().pairs == 6


def test_contracts_cover_the_older_order_first():
    world = Floor()
    world.place(1, YES, 50, 10)
    world.place(2, NO, 50, 10)
    world.place(1, NO, 30, 8)
    world.place(1, NO, 20, 5)
    rows = [(o.contracts, o.reserved_e6) for o in world.orders(1)]
    assert rows == [(8, 0), (5, 60 * E6)]  # 2 of the 5 are covered
    assert balances(world, 1) == [(9_440 * E6, 60 * E6)]
    world.cancel(1, world.orders(1)[0].order_id)
    assert balances(world, 1) == [(9_500 * E6, 0)]


@pytest.mark.parametrize(
    ("mode", "received", "left"),
    [
        # The own order of 3 goes; 7 of 10 rest after 2 were bought from wallet 2.
        (RESTING, [(2, 3, 3, 0, 3), (1, 2, 0, 2, 0), (3, 1, 0, 2, 0)], [(3, 8)]),
        # The rest of the incoming goes at the own order.
        (INCOMING, [(3, 3, 3, 0, 10)], [(2, 3)]),
        # 3 of both go, then 2 are bought, 5 rest.
        (BOTH, [(2, 3, 3, 0, 3), (1, 2, 0, 2, 0), (3, 1, 0, 2, 3)], [(3, 5)]),
    ],
)
def test_own_orders_never_match(mode, received, left):
    world = Floor()
    world.place(2, NO, 40, 2)  # at 60
    world.place(1, NO, 45, 3)  # at 55, met first
    events = world.place(1, YES, 60, 10, self_trade_prevention=mode)
    assert updates(events) == received
    assert [(o.order_id, o.remaining) for o in world.orders(1)] == left


def test_a_larger_own_order_is_only_cut_when_both_give():
    world = Floor()
    world.place(1, NO, 40, 5)
    events = world.place(1, YES, 60, 2, self_trade_prevention=BOTH)
    assert updates(events) == [(1, 0, 3, 0, 2), (2, 3, 3, 0, 2)]
    assert world.ladder() == ([], [(40, 3)])


def test_fill_or_kill_counts_others_behind_an_own_order_only_if_that_is_cancelled():
    world = Floor()
    world.place(1, NO, 50, 4)
    world.place(2, NO, 45, 6)
    for mode in (INCOMING, BOTH):
        code, _ = refused(world, 1, YES, 60, 6, time_in_force=FOK, self_trade_prevention=mode)
        assert code is E.FOK_NOT_FILLED
    assert refused(world, 1, YES, 60, 7, time_in_force=FOK)[0] is E.FOK_NOT_FILLED
    assert fills(world.place(1, YES, 60, 6, time_in_force=FOK)) == [(2, 55, 6)]
    assert world.ladder() == ([], [])


def test_a_market_order_takes_what_there_is_and_goes():
    world = Floor()
    world.place(2, NO, 30, 3)
    events = world.place(1, YES, 0, 5, order_type=MARKET, client_order_id="m")
    assert fills(events) == [(1, 70, 3)]
    assert updates(events) == [(1, 2, 0, 3, 0), (2, 3, 2, 3, 2)]
    kept = world.exchange.prediction_order_by_client_id(wallet(1), "m")
    assert kept is not None
    assert (kept.price, kept.time_in_force, kept.cost_e6, kept.fee_e6) == (
        *(99, IOC),
        *(210 * E6, 1_260_000),
    )


def test_a_client_id_is_free_again_after_a_day():
    world = Floor()
    world.place(1, YES, 10, 1, market_id=2, client_order_id="A-1_z")
    world.cancel(1, 1)
    world.place(2, YES, 10, 1, market_id=2, client_order_id="A-1_z")
    assert not world.rejected  # it is another's
    world.tick(DAY_S - 1)
    again = {"market_id": 2, "client_order_id": "A-1_z"}
    assert refused(world, 1, YES, 10, 1, **again) == (E.DUPLICATE_CLIENT_ORDER_ID, 1)
    assert world.exchange.prediction_order(wallet(1), 1) is not None
    world.now_s += 1
    world.place(1, YES, 10, 1, **again)
    assert not world.rejected
    newest = world.exchange.prediction_order_by_client_id(wallet(1), "A-1_z")
    assert newest is not None
    assert newest.order_id == 3
    assert world.exchange.prediction_order(wallet(1), 1) is None
    # That of an open order stays taken.
    assert refused(world, 2, YES, 10, 1, **again) == (E.DUPLICATE_CLIENT_ORDER_ID, 2)


def test_no_more_than_200_orders_rest():
    world = Floor()
    for _ in range(200):
        world.place(1, YES, 1, 1)
    assert not world.rejected
    assert refused(world, 1, YES, 1, 1) == (E.TOO_MANY_OPEN_ORDERS, 0)
    world.place(1, YES, 1, 1, time_in_force=IOC)
    assert not world.rejected
    world.cancel(1, 77)
    world.place(1, YES, 1, 1)
    assert not world.rejected
    events = world.send(m.CancelAllOrders(user=wallet(1)))
    assert [e.order_id for e in events] == [*range(1, 77), *range(78, 201), 202]
    assert balances(world, 1) == [(BOUGHT, 0)]
    assert world.exchange.prediction_market(1).sequence == 203


def topped_up(events: list[m.Event]) -> list[int]:
    return [e.amount_e6 for e in of(events, m.PointsGranted) if e.is_top_up]


def test_points_are_topped_up_to_a_thousand_once_a_day():
    world = Floor()
    world.place(1, YES, 90, 100)
    world.place(2, NO, 10, 100)
    assert topped_up(world.place(1, YES, 1, 1, market_id=2)) == []  # its contracts cost 9,000
    world.cancel(1, 3)
    world.now_s += 3_600
    # Now they count no longer, and 1,000 points are left: that is enough.
    assert topped_up(world.place(1, YES, 1, 1, market_id=2)) == []
    world.place(2, NO, 50, 3, market_id=2)
    world.place(1, YES, 50, 1, market_id=2)  # a fee of half a point
    # Refused: nothing is topped up.
    assert refused(world, 1, YES, 99, 100, market_id=2)[0] is E.INSUFFICIENT_POINTS
    assert world.points(1).available_e6 == 948_500_000
    assert topped_up(world.place(1, YES, 50, 1, market_id=2)) == [500_000]
    assert world.points(1).available_e6 == 949 * E6 - 50 * E6 - 500_000
    assert topped_up(world.place(1, YES, 1, 1, market_id=2)) == []  # once a day
    world.now_s = (world.now_s // DAY_S + 1) * DAY_S
    assert topped_up(world.place(1, YES, 1, 1, market_id=2)) == [500_000]
    assert world.exchange.prediction_totals().granted_e6 == 30_001 * E6


def test_only_participants_are_granted_and_once():
    world = Floor()
    events = world.send(m.GrantPoints(user=wallet(7)))
    assert [e.code for e in events] == [E.NOT_PARTICIPATING]
    assert world.send(m.Participate(user=wallet(7), programme=3))[0].programme == 3
    assert world.send(m.Participate(user=wallet(7), programme=3)) == []
    assert refused(world, 7, YES, 1, 1) == (E.INSUFFICIENT_POINTS, 1_019_800)
    granted = world.send(m.GrantPoints(user=wallet(7)))
    assert [(e.amount_e6, e.is_top_up) for e in granted] == [(BOUGHT, 0)]
    assert world.send(m.GrantPoints(user=wallet(7))) == []
    assert world.points(7).programmes == (3,)
    assert world.send(m.Participate(user=wallet(7), programme=4))[0].code == E.VALIDATION


def test_an_amended_order_keeps_its_place_only_with_less():
    world = Floor()
    world.place(1, YES, 40, 10)
    world.place(2, YES, 40, 10)
    assert updates(world.amend(1, 1, 40, 6)) == [(1, 0, 1, 0, 0)]
    assert world.orders(1)[0].queue_contracts == 0
    assert balances(world, 1) == [(9_760 * E6, 240 * E6)]
    world.amend(1, 1, 40, 7)
    assert world.orders(1)[0].queue_contracts == 10
    world.amend(1, 1, 41, 8)
    assert world.ladder() == ([(41, 8), (40, 10)], [])
    assert balances(world, 1) == [(9_672 * E6, 328 * E6)]
    # It may match: three at 45 from wallet 3, the rest stands at 46.
    world.place(3, NO, 55, 3)
    events = world.amend(1, 1, 46, 8)
    assert fills(events) == [(3, 45, 3)]
    assert updates(events) == [(3, 2, 0, 3, 0), (1, 1, 0, 3, 0)]
    assert world.ladder() == ([(46, 5), (40, 10)], [])
    assert world.exchange.prediction_market(1).sequence == 7


def test_an_amendment_keeps_omitted_fields():
    world = Floor()
    world.place(1, YES, 40, 10)
    world.place(2, NO, 60, 4)
    assert updates(world.amend(1, 1, 41, 0)) == [(1, 1, 1, 4, 0)]
    assert world.ladder() == ([(41, 6)], [])
    assert updates(world.amend(1, 1, 0, 5)) == [(1, 1, 1, 4, 0)]
    assert world.ladder() == ([(41, 5)], [])
    assert world.orders(1)[0].contracts == 9
    assert [e.code for e in world.amend(1, 1, 0, 0)] == [E.VALIDATION]


def test_an_amendment_that_changes_nothing_has_no_effect():
    world = Floor()
    world.place(1, YES, 40, 10)
    world.place(2, YES, 40, 10)
    before = world.exchange.state_hash()
    for price, contracts in ((40, 10), (40, 0), (0, 10)):
        assert world.amend(1, 1, price, contracts) == []
        assert not world.rejected
    assert world.exchange.state_hash() == before
    assert world.orders(1)[0].queue_contracts == 0


def test_refusals_of_an_amendment():
    world = Floor()
    world.place(1, YES, 40, 100, post_only=1)
    world.place(2, NO, 50, 1)
    for change, code in (
        ((2, 1, 40, 1), E.ORDER_NOT_FOUND),
        ((1, 2, 40, 1), E.ORDER_NOT_FOUND),
        ((1, 9, 40, 1), E.ORDER_NOT_FOUND),
        ((1, 1, 0, 0), E.VALIDATION),
        ((1, 1, 100, 1), E.BAD_PRICE),
        ((1, 1, 100, 0), E.BAD_PRICE),
        ((1, 1, 40, 100_001), E.BAD_CONTRACTS),
        ((1, 1, 50, 100_000), E.INSUFFICIENT_POINTS),
        ((1, 1, 50, 1), E.POST_ONLY_WOULD_CROSS),
    ):
        before = world.exchange.state_hash()
        assert len(world.amend(*change)) == 1
        assert world.code is code, change
        assert world.exchange.state_hash() == before
    # 4,000 are reserved already: 100 at 49 take 900 more, and 0.4998 each for the fee.
    world.amend(1, 1, 49, 205)
    assert world.rejected is not None
    assert world.rejected.detail == 205 * 49_499_800 - 4_000 * E6


def test_a_cancellation_finds_only_own_orders_that_rest():
    world = Floor()
    world.place(1, YES, 40, 1)
    for user, order_id in ((2, 1), (1, 2), (1, 0), (9, 1)):
        assert [e.code for e in world.cancel(user, order_id)] == [E.ORDER_NOT_FOUND]
    assert updates(world.cancel(1, 1)) == [(1, 3, 1, 0, 1)]
    assert [e.code for e in world.cancel(1, 1)] == [E.ORDER_NOT_FOUND]
    world.send(m.CancelAllOrders(user=wallet(1), market_id=3))
    assert world.code is E.PREDICTION_MARKET_NOT_FOUND
    assert world.send(m.CancelAllOrders(user=wallet(9))) == []


def test_a_halt_refuses_everything_of_users():
    world = Floor()
    world.place(1, YES, 40, 1)
    world.operate(m.Halt)
    user = {"user": wallet(1)}
    for command in (
        m.Participate(**user, programme=1),
        m.GrantPoints(**user),
        m.PlaceOrder(**user, market_id=1, price=1, contracts=1),
        m.CancelOrder(**user, order_id=1),
        m.CancelAllOrders(**user),
        m.AmendOrder(**user, order_id=1, price=1, contracts=1),
        m.SetCancelAfter(**user, timeout_s=5),
    ):
        assert [e.code for e in world.send(command)] == [E.EXCHANGE_HALTED]
    world.operate(m.Resume)
    assert updates(world.cancel(1, 1)) == [(1, 3, 1, 0, 1)]


def test_the_switch_of_a_user():
    world = Floor()
    world.place(1, YES, 40, 1)
    for timeout in (1, 4, 1_440 * DAY_S + 1, 0xFFFFFFFF):
        world.send(m.SetCancelAfter(user=wallet(1), timeout_s=timeout))
        assert world.code is E.VALIDATION
    for timeout in (5, 1_440 * DAY_S, 10):
        (event,) = world.send(m.SetCancelAfter(user=wallet(1), timeout_s=timeout))
        assert event.cancel_at_s == world.now_s + timeout
    assert world.points(1).cancel_at_s == world.now_s + 10
    world.send(m.SetCancelAfter(user=wallet(1)))
    assert world.points(1).cancel_at_s is None
    world.send(m.SetCancelAfter(user=wallet(1), timeout_s=10))
    assert world.tick(9) == []
    cancelled, off = world.tick(1)
    assert updates([cancelled]) == [(1, 3, 4, 0, 1)]
    assert off == m.CancelAfterSet(seq=world.seq, time_s=world.now_s, user=wallet(1))


def test_client_ids_of_a_busy_second_are_free_to_the_second():
    world = Floor()
    for number in range(70):
        world.place(1, YES, 1, 1, 2, client_order_id=f"n{number}")
    world.send(m.CancelAllOrders(user=wallet(1)))
    world.now_s += DAY_S
    world.place(1, YES, 1, 1, 2, client_order_id="n69")  # the clock forgets 64 at once
    assert not world.rejected


def test_a_strangers_switch_makes_no_rows():
    world = Floor()
    before = world.exchange.state_hash()
    for timeout in (0, 5):
        (refused,) = world.send(m.SetCancelAfter(user=wallet(9), timeout_s=timeout))
        assert refused.code == E.NOT_PARTICIPATING
    assert world.exchange.state_hash() == before


def test_one_by_one_at_once_and_from_a_snapshot_is_the_same():
    world = Floor()
    for number in range(300):
        price = 45 + number * 7 % 11
        world.place(1 + number % 3, number % 2, price, 1 + number % 5, client_order_id=f"n{number}")
        if number % 10 == 9:
            world.cancel(1 + number % 3, number)
            world.amend(1, number - 3, price, 2)
    again = Exchange()
    again.apply_batch(b"".join(m.encode(command) for command in world.journal))
    assert again.state_hash() == world.exchange.state_hash()
    restored = Exchange.restore(again.snapshot())
    assert restored.state_hash() == again.state_hash()
    assert restored.snapshot() == again.snapshot()
    for user in (1, 2, 3):
        assert restored.prediction_orders(wallet(user)) == world.orders(user)
    assert restored.prediction_book(1, 5) == world.exchange.prediction_book(1, 5)
    assert world.points(1).open_orders
