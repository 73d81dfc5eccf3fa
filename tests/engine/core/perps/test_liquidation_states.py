"""In liquidation and out of it: deposits, prices and time (API 8.1, rules 2, 20)."""

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.arena import ENOUGH_FOR_40, LONG, Arena, losing
from tests.engine.core.support.world import DAY_S, E6, E8, E12, assert_vault, of, wallet


def flagged(available_e6: int = 389_250_000, **exchange: int):
    """A window of 10: the first call closes 10 and pays 4.5, so that 384.75 stand against 445.5."""
    world = Arena(**exchange)
    owner = world.windowed(available_e6)
    (piece,) = world.pieces(owner)
    assert piece.size_e6 == 10 * E6
    view = world.view(owner)
    assert view.in_liquidation
    assert view.total_required_margin_e6 == 445_500_000
    assert view.available_margin_e6 == 384_750_000
    return world, owner


def test_an_account_in_liquidation_takes_deposits_only():
    world, owner = flagged()
    for size in (E6, -E6):
        world.modify(owner, size)
        assert world.code is ErrorCode.IN_LIQUIDATION
    world.close(owner)
    assert world.code is ErrorCode.IN_LIQUIDATION
    world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=E6)
    assert world.code is ErrorCode.IN_LIQUIDATION
    world.chain(m.CloseMarginAccount, owner, account_id=1)
    assert world.code is ErrorCode.MARGIN_ACCOUNT_NOT_EMPTY
    view = world.view(owner)
    assert view.max_withdrawable_e6 == 0
    assert not view.can_close
    assert view.can_liquidate
    quote = world.exchange.quote_modify_position(owner, 1, 1, -E6, world.now_s)
    assert quote.reasons == (ErrorCode.IN_LIQUIDATION,)
    events = world.deposit(owner, 60_750_000 - 1)
    assert not world.rejected
    assert not of(events, m.LiquidationEnded)
    events = world.deposit(owner, 1)
    assert [type(event) for event in events] == [
        m.MarginTransferred,
        m.LiquidationEnded,
        m.PoolUpdated,
        m.CommandApplied,
    ]
    view = world.view(owner)
    assert not view.in_liquidation
    assert view.accumulated_liquidation_fees_e6 == 0
    assert view.was_recently_liquidated
    world.close(owner)
    assert not world.rejected


def test_a_price_ends_it():
    world, owner = flagged()
    # 90 units from 90: 384.75 + 90 d against 4.95 * (90 + d): d = 0.7104...
    events = world.price(90_70_000_000)
    assert not of(events, m.LiquidationEnded)
    events = world.price(90_72_000_000)
    (ended,) = of(events, m.LiquidationEnded)
    assert (ended.owner, ended.account_id) == (owner, 1)
    assert not world.view(owner).in_liquidation


def test_a_price_ends_it_in_a_halt_too():
    world, owner = flagged()
    world.operate(m.Halt)
    assert world.view(owner).in_liquidation
    (ended,) = of(world.price(91 * E8), m.LiquidationEnded)
    assert ended.owner == owner
    world.deposit(owner, E6)
    assert world.code is ErrorCode.EXCHANGE_HALTED


def test_a_fee_that_heals_the_liquidators_own_account_ends_its_liquidation():
    world = Arena()
    world.add_market("MIA")
    world.add_market("NYC", oracle_max_age_s=3_600)
    owner = world.open(1, LONG, ENOUGH_FOR_40)
    poor = world.open(9, 10 * E6, 155 * E6, 2)
    world.trade(poor, E6, 1)
    world.price(90 * E8, 2)
    world.now_s += 3_601
    world.price(85 * E8, 1)
    # 155 - 100 - 15 = 40 against 49.5 + 4.675; the 1 closes for 0.425, 39.575 against 49.5.
    (piece,) = world.pieces(poor, user=8)
    assert piece.size_e6 == E6
    assert world.view(poor).in_liquidation
    world.price(90 * E8, 1)
    events = world.liquidate(owner, fee_account=1)  # 18 of fee: 57.575
    ended = [event.owner for event in of(events, m.LiquidationEnded)]
    assert ended == [owner, poor]


def test_twelve_positions_go_in_market_order_when_all_are_alike():
    world = Arena()
    owner = world.account(1, 1, 1_300 * E6)
    for number in range(12):
        market_id = world.add_market(f"M{number}")
        world.trade(owner, 10 * E6, market_id)
    for market_id in world.exchange.market_ids():
        world.price(90 * E8, market_id)
    # 100 left: 100 - 0.45 x = 1.25 * 4.95 * (120 - x): 5.7375 x = 642.5
    pieces = world.pieces(owner)
    assert [piece.market_id for piece in pieces] == list(range(1, 13))
    assert [piece.size_e6 for piece in pieces[:-1]] == [10 * E6] * 11
    assert pieces[-1].size_e6 == 1_982_572  # 1.9825708 and what rounds up
    assert pieces[-1].liquidation_fee_e6 == 50_392_158
    assert [row.market_id for row in world.view(owner).positions] == [12]
    assert_vault(world)


def test_prints_and_funding_go_on_and_time_ends_it():
    world = Arena()
    owner = world.windowed(389_250_000, max_funding_velocity_e12=E12 // 10)
    other = wallet(50)
    (piece,) = world.pieces(owner)
    assert piece.size_e6 == 10 * E6
    # Turn the skew by a large short: from then on shorts pay longs.
    world.trade(other, -600 * E6)
    needed = world.view(owner)
    assert needed.in_liquidation
    events: list[m.Event] = []
    for _ in range(40):
        later = world.now_s + DAY_S
        if not world.exchange.margin_account_view(owner, 1, later).in_liquidation:
            events = world.tick(DAY_S)
            break
        assert not of(world.tick(DAY_S), m.LiquidationEnded)
        world.post(90 * E8)
    assert isinstance(events[0], m.LiquidationEnded)
    assert world.view(owner).pnl.funding_e6 > 0


def test_the_clock_step_ends_a_liquidation_before_a_refused_command():
    world = Arena()
    owner = world.windowed(389_250_000, max_funding_velocity_e12=E12 // 10)
    world.liquidate(owner)
    world.trade(wallet(50), -600 * E6)
    while world.exchange.margin_account_view(owner, 1, world.now_s).in_liquidation:
        world.now_s += DAY_S // 4
    ended, rejected, *_ = world.chain(m.ClosePosition, wallet(7), owner=owner, limit_e8=1)
    assert isinstance(ended, m.LiquidationEnded)
    assert isinstance(rejected, m.CommandRejected)


def test_ends_come_by_owner_and_id_whatever_the_order_of_the_calls():
    world = Arena()
    world.add_market()
    world.add_market("NYC", oracle_max_age_s=3_600)  # what cannot be closed keeps the flag
    people = [(3, 1), (1, 2), (2, 1), (1, 1)]
    for user, account_id in people:
        owner = world.open(user, LONG, 1_300 * E6, 2, account_id)
        world.trade(owner, E6, 1, account_id)
    world.price(90 * E8, 2)
    world.now_s += 3_601
    for user, account_id in people:
        world.liquidate(wallet(user), account_id)
        assert world.view(wallet(user), account_id).in_liquidation
    world.deposit(wallet(1), 500 * E6, 2)
    assert not world.view(wallet(1), 2).in_liquidation
    events = world.price(95 * E8, 2)
    ended = [(event.owner, event.account_id) for event in of(events, m.LiquidationEnded)]
    assert ended == [(wallet(1), 1), (wallet(2), 1), (wallet(3), 1)]


def test_a_healthy_account_is_recently_liquidated_for_a_day():
    world, owner = losing()
    world.liquidate(owner)
    world.now_s += DAY_S
    assert world.view(owner).was_recently_liquidated
    world.now_s += 1
    assert not world.view(owner).was_recently_liquidated


def test_an_account_under_a_closed_id_starts_clean():
    world, owner = losing(1_520 * E6, 85 * E8)
    world.liquidate(owner)
    world.chain(m.CloseMarginAccount, owner, account_id=1)
    assert not world.rejected
    world.account(1, 1, 1_400 * E6)
    view = world.view(owner)
    assert not view.was_recently_liquidated
    assert not view.in_liquidation
    world.trade(owner, LONG)
    world.price(74 * E8)
    (piece,) = world.pieces(owner)
    assert piece.started_at_s == world.now_s
    assert piece.max_liquidation_fee_e6 == 37 * E6
