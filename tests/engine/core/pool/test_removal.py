"""Liquidity out of the pool: what it pays, when, how much may leave, what is kept."""

import pytest

from engine.core.generated import messages as m
from engine.core.views import RemoveLiquidityQuote
from engine.schema.errors import EngineError, ErrorCode
from tests.engine.core.support.world import (
    CLASSICAL,
    DAY_S,
    E6,
    E8,
    E12,
    START_S,
    World,
    assert_vault,
    of,
    wallet,
)

LP, TRADER, KEEPER = wallet(5), wallet(1), wallet(8)
MATURITY_S = 30 * DAY_S
# No price impact, no fee, no funding: the pool's figures can be read off the price.
PLAIN = CLASSICAL | {
    "skew_scale_e6": 0,
    "taker_fee_rate_e12": 0,
    "maker_fee_rate_e12": 0,
    "max_funding_velocity_e12": 0,
    "oracle_max_age_s": 604_800,
    "oracle_max_age_decrease_s": 604_800,
    "print_band_e12": 2 * 10**10,
    "print_band_pause_e12": 49 * 10**10,
}


def pool_of_one() -> World:
    """One mature deposit in an exchange without open interest."""
    world = World()
    world.add_liquidity(1_000 * E6, 5)
    world.now_s += MATURITY_S
    return world


def traded(size_e6: int = 100 * E6, price_e8: int = 100 * E8, **changes: int) -> World:
    """A mature pool of 100,000 and one position in a market that moves by prints alone."""
    world = World(net_exposure_cap_rate_e12=10 * E12)
    world.add_liquidity(100_000 * E6, 5)
    world.now_s += MATURITY_S
    world.market(price_e8, published_at_s=world.now_s - 60, **(PLAIN | changes))
    world.account(1, 1, 50_000 * E6)
    world.modify(TRADER, size_e6)
    assert not world.rejected, world.code
    return world


def remove(
    world: World, shares_e6: int, position: int = 1, tip_e6: int = 0, user: bytes = LP
) -> list[m.Event]:
    return world.chain(
        m.RemoveLiquidity, user, lp_position_id=position, shares_e6=shares_e6, tip_e6=tip_e6
    )


def process(world: World, user: bytes, request_id: int = 1, owner: bytes = LP) -> list[m.Event]:
    return world.chain(
        m.ProcessSettlementRequests,
        user,
        owner=owner,
        request_count=1,
        request_ids=(request_id, *(0,) * 7),
    )


def lp(world: World, user: bytes = LP):
    return world.exchange.lp_positions(user, world.now_s)[0]


def refused(world: World, code: ErrorCode, detail: int, *args: int, **fields: int) -> None:
    """The removal is refused with this code and detail, and nothing has changed."""
    world.tick(0)
    before = world.exchange.state_hash()
    remove(world, *args, **fields)
    assert world.code is code
    assert world.rejected is not None
    assert world.rejected.detail == detail
    assert world.exchange.state_hash() == before


# what it pays


def test_a_removal_moves_its_worth_from_the_pool_to_a_request():
    world = pool_of_one()
    events = remove(world, 250 * E6, tip_e6=2_500_000)
    assert [type(e) for e in events] == [
        m.LiquidityModified,
        m.SettlementRequestCreated,
        m.PoolUpdated,
        m.CommandApplied,
    ]
    modified, created = events[:2]
    assert (modified.kind, modified.lp_position_id) == (1, 1)
    assert (modified.liquidity_e6, modified.shares_e6) == (250 * E6, 250 * E6)
    assert modified.share_price_e8 == E8
    # 1,000 of 999.999 shares: 250.00025 of the deposit go, rounded down
    assert (modified.new_liquidity_e6, modified.new_shares_e6) == (749_999_750, 749_999_000)
    assert modified.maturity_s == START_S + MATURITY_S
    assert (created.kind, created.mint, created.amount_e6) == (1, 1, 250 * E6)
    assert (created.tip_e6, created.maturity_s) == (2_500_000, world.now_s + DAY_S)
    pool = world.pool()
    assert (pool.lp_balance_e6, pool.lp_shares_e6) == (750 * E6, 750 * E6)
    assert pool.unsettled_e6 == 250 * E6
    assert pool.balance_e6 == 1_000 * E6
    (request,) = world.exchange.settlement_requests(LP)
    assert (request.shares_e6, request.payable_order) == (250 * E6, None)
    assert_vault(world)


def test_the_first_thousand_shares_stay_for_ever():
    world = pool_of_one()
    refused(world, ErrorCode.SHARES_EXCEED_REMOVABLE, 999_999_000, 999_999_001)
    remove(world, 999_999_000)
    assert not world.rejected
    pool = world.pool()
    assert (pool.lp_shares_e6, pool.lp_balance_e6) == (1_000, 1_000)
    assert (lp(world).shares_e6, lp(world).liquidity_e6) == (0, 0)
    assert_vault(world)


def test_when_traders_lose_the_leaver_gets_the_balance_and_not_the_paper_profit():
    world = traded(price_e8=100 * E8)
    world.tick(60)
    world.post(99 * E8)
    pool = world.pool()
    # the trader is down 100: NAV 100,100, balance 100,000, so the exit price is 1
    assert (pool.unrealized_pnl_e6, pool.share_price_e8) == (-100 * E6, 100_100_000)
    (event,) = of(remove(world, 10_000 * E6), m.LiquidityModified)
    assert (event.liquidity_e6, event.share_price_e8) == (10_000 * E6, E8)
    assert_vault(world)


def test_when_traders_win_the_leaver_gets_the_equity_and_not_the_balance():
    world = traded(price_e8=100 * E8)
    world.tick(60)
    world.post(101 * E8)
    # the trader is up 100: NAV 99,900 for 100,000 shares
    (event,) = of(remove(world, 10_000 * E6 + 7), m.LiquidityModified)
    assert event.share_price_e8 == 99_900_000
    assert event.liquidity_e6 == 9_990 * E6 + 6  # 6.993 rounds down
    assert world.pool().lp_balance_e6 == 90_010 * E6 - 6
    assert_vault(world)


# how much may leave


def test_a_removal_leaves_the_required_minimum():
    world = traded(1_000 * E6)
    # 100,000 of open interest, half of it locked: 50,000 of 100,000 may leave at a price of 1
    assert lp(world).max_removable_shares_e6 == 50_000 * E6
    refused(world, ErrorCode.SHARES_EXCEED_REMOVABLE, 50_000 * E6, 50_000 * E6 + 1)
    remove(world, 50_000 * E6)
    assert not world.rejected
    pool = world.pool()
    assert pool.lp_balance_e6 == pool.required_minimum_balance_e6 == 50_000 * E6
    assert lp(world).max_removable_shares_e6 == 0
    refused(world, ErrorCode.SHARES_EXCEED_REMOVABLE, 0, 1)
    assert_vault(world)


def test_the_pool_keeps_its_liabilities_to_traders():
    world = traded(1_000 * E6)
    world.tick(60)
    world.post(101 * E8)
    # 50,500 locked and 1,000 owed: 48,500 of room at 0.99 a share = 48,989.89898989…
    assert lp(world).max_removable_shares_e6 == 48_989_898_989
    refused(world, ErrorCode.SHARES_EXCEED_REMOVABLE, 48_989_898_989, 48_989_898_990)
    (event,) = of(remove(world, 48_989_898_989), m.LiquidityModified)
    assert event.liquidity_e6 == 48_499_999_999
    pool = world.pool()
    assert pool.lp_balance_e6 == pool.required_minimum_balance_e6 + 1
    assert_vault(world)


def test_small_removals_are_refused_but_not_the_last_shares():
    world = pool_of_one()
    refused(world, ErrorCode.AMOUNT_TOO_SMALL, 10_000, 9_999)
    remove(world, 10_000)
    assert not world.rejected
    remove(world, 999_999_000 - 20_000)
    assert not world.rejected
    assert lp(world).shares_e6 == 10_000
    refused(world, ErrorCode.AMOUNT_TOO_SMALL, 10_000, 9_999)
    remove(world, 10_000)
    assert not world.rejected
    world = pool_of_one()
    remove(world, 999_999_000 - 9_999)
    (created,) = of(remove(world, 9_999), m.SettlementRequestCreated)
    assert created.amount_e6 == 9_999
    assert_vault(world)


def small_pool(size_e6: int, **parameters: int) -> World:
    """A mature pool of 1,000, nothing of it locked, and one position at 100."""
    free = {"locked_open_interest_ratio_e12": 0, "hold_rate_e12": 0}
    world = World(net_exposure_cap_rate_e12=10 * E12, **(free | parameters))
    world.add_liquidity(1_000 * E6, 5)
    world.add_liquidity(2 * E6, 6)
    world.now_s += MATURITY_S
    rules = PLAIN | {"print_band_e12": 48 * 10**10}
    world.market(100 * E8, published_at_s=world.now_s - 60, **rules)
    world.account(1, 1, 50_000 * E6)
    world.modify(TRADER, size_e6)
    assert not world.rejected, world.code
    return world


def test_last_shares_that_are_worth_nothing_burn_without_a_request():
    world = small_pool(100 * E6)
    world.tick(60)
    world.post(101 * E8)
    # 902 for 1,002 shares: a raw share is worth less than a raw unit
    remove(world, 1_999_999, user=wallet(6))
    assert not world.rejected
    (request,) = world.exchange.settlement_requests(wallet(6))
    assert request.amount_e6 == 1_800_398  # 1.999999 * 902 / 1,002
    before = world.pool()
    world.chain(m.RemoveLiquidity, wallet(6), lp_position_id=1, shares_e6=1, tip_e6=1)
    assert world.code is ErrorCode.KEEPER_TIP_TOO_HIGH
    events = remove(world, 1, user=wallet(6))
    assert [type(e) for e in events] == [m.LiquidityModified, m.PoolUpdated, m.CommandApplied]
    assert (events[0].liquidity_e6, events[0].new_shares_e6) == (0, 0)
    after = world.pool()
    assert after.lp_shares_e6 == before.lp_shares_e6 - 1
    assert after.lp_balance_e6 == before.lp_balance_e6
    assert world.exchange.settlement_requests(wallet(6)) == [request]
    assert_vault(world)


def test_shares_without_any_worth_stay():
    world = small_pool(100 * E6)
    world.tick(60)
    world.post(11_002_000_001)
    # 1,002.000001 are owed and 1,002 are there: no removal
    assert lp(world).max_removable_shares_e6 == 0
    refused(world, ErrorCode.SHARES_EXCEED_REMOVABLE, 0, 999_999_000)
    world.tick(60)
    world.post(11_002_000_000)
    # the trader's 1,002 are all that the pool has: nothing is left to keep or to pay
    assert (world.pool().share_price_e8, lp(world).share_value_e6) == (0, 0)
    assert lp(world).max_removable_shares_e6 == 0
    refused(world, ErrorCode.SHARES_EXCEED_REMOVABLE, 0, 1)
    refused(world, ErrorCode.SHARES_EXCEED_REMOVABLE, 0, 999_999_000)
    assert world.exchange.settlement_requests(LP) == []
    assert_vault(world)


# when


def test_a_position_matures_to_the_second():
    world = pool_of_one()
    world.now_s -= 1
    assert lp(world).max_removable_shares_e6 == 0
    refused(world, ErrorCode.LP_NOT_MATURE, START_S + MATURITY_S, E6)
    world.now_s += 1
    remove(world, E6)
    assert not world.rejected


def test_a_pause_stops_no_removal_and_a_halt_does():
    world = pool_of_one()
    world.operate(m.PauseExchange)
    remove(world, E6)
    assert not world.rejected
    world.operate(m.Halt)
    refused(world, ErrorCode.EXCHANGE_HALTED, 0, E6)


@pytest.mark.parametrize(
    ("position", "shares", "tip", "code", "detail"),
    [
        (0, 0, -1, ErrorCode.LP_POSITION_NOT_FOUND, 0),
        (2, 0, -1, ErrorCode.LP_POSITION_NOT_FOUND, 0),
        (1, 0, -1, ErrorCode.INPUT_NOT_POSITIVE, 0),
        (1, -5, -1, ErrorCode.INPUT_NOT_POSITIVE, 0),
        (1, 2**62, -1, ErrorCode.SHARES_EXCEED_REMOVABLE, 999_999_000),
        (1, 5, 1, ErrorCode.AMOUNT_TOO_SMALL, 10_000),
        (1, 10_099, -1, ErrorCode.VALIDATION, 0),
        (1, 10_099, 101, ErrorCode.KEEPER_TIP_TOO_HIGH, 100),
        (1, 10_099, 100, ErrorCode.NONE, 0),
    ],
)
def test_the_first_failing_check_gives_the_code(position, shares, tip, code, detail):
    world = pool_of_one()
    if code is ErrorCode.NONE:
        remove(world, shares, position, tip)
        assert not world.rejected
    else:
        refused(world, code, detail, shares, position, tip)


def test_positions_are_their_owners_own():
    world = pool_of_one()
    before = world.exchange.state_hash()
    remove(world, E6, user=wallet(77))
    assert world.code is ErrorCode.LP_POSITION_NOT_FOUND
    assert world.exchange.state_hash() == before


# prices


def test_a_stale_price_matters_only_with_open_interest():
    world = traded(oracle_max_age_decrease_s=604_802)
    world.now_s = world.see().index_price_at_s + 604_800
    remove(world, E6)
    assert not world.rejected
    world.now_s += 1
    refused(world, ErrorCode.STALE_PRICE, 0, E6)
    world.now_s += 1
    refused(world, ErrorCode.STALE_PRICE, 0, E6)
    world.now_s += 1  # dead
    remove(world, E6)
    assert not world.rejected
    world = traded()
    world.close(TRADER)
    world.now_s = world.see().index_price_at_s + 604_801
    remove(world, E6)
    assert not world.rejected


def test_no_removal_in_the_entry_window():
    world = World()
    world.add_liquidity(100_000 * E6, 5)
    world.now_s += MATURITY_S
    world.market(published_at_s=world.now_s - 43_200)
    world.account()
    world.modify(TRADER, E6)
    midnight = (world.now_s // DAY_S + 1) * DAY_S
    world.now_s = midnight - 1_801
    remove(world, E6)
    assert not world.rejected
    world.now_s = midnight - 1_800
    refused(world, ErrorCode.ENTRY_WINDOW, 0, E6)
    world.now_s = midnight
    world.post(400 * E8)
    world.now_s += 299
    refused(world, ErrorCode.ENTRY_WINDOW, 0, E6)
    world.now_s += 1
    remove(world, E6)
    assert not world.rejected


def test_a_held_print_refuses_as_such_until_it_is_old():
    world = traded(1_000 * E6)
    world.tick(60)
    world.post(105 * E8)  # above the band of 2 %: held
    held_at = world.now_s
    assert world.see().held_print is not None
    refused(world, ErrorCode.PRICE_BAND, 1, E6)
    # by then the last accepted print, which is older still, is of a dead market
    world.now_s = held_at + 604_800
    refused(world, ErrorCode.PRICE_BAND, 1, E6)
    world.now_s = held_at + 604_801
    remove(world, E6)
    assert not world.rejected


@pytest.mark.parametrize(
    ("size", "held", "price", "amount", "removable"),
    [
        # up 5 a unit: 5,000 owed, 52,500 locked: 42,500 of room at 0.95
        (1_000, 105, 95_000_000, 9_500, 44_736_842_105),
        # a short of as many wins by a fall: 5,000 owed, the dearer price still locks 50,000
        (-1_000, 95, 95_000_000, 9_500, 47_368_421_052),
        # the held print is better for the pool: the accepted one counts
        (1_000, 95, 100_000_000, 10_000, 50_000_000_000),
    ],
)
def test_an_old_held_print_counts_where_it_is_worse(size, held, price, amount, removable):
    world = traded(size * E6, oracle_max_age_s=3600, oracle_max_age_decrease_s=3600)
    world.tick(60)
    world.post(held * E8)
    world.now_s += 3601
    # the market is dead now; a fresh accepted print would clear the held one
    quote = world.exchange.quote_remove_liquidity(LP, 1, 10_000 * E6, world.now_s)
    assert quote == RemoveLiquidityQuote(amount * E6, 10_000 * E6, price, removable, ())
    assert lp(world).max_removable_shares_e6 == removable


def test_a_young_held_print_refuses_but_does_not_price():
    world = traded(1_000 * E6)
    world.tick(60)
    world.post(105 * E8)
    world.now_s += 604_800
    quote = world.exchange.quote_remove_liquidity(LP, 1, 10_000 * E6, world.now_s)
    assert quote.reasons == (ErrorCode.PRICE_BAND,)
    assert (quote.liquidity_e6, quote.share_price_e8) == (10_000 * E6, E8)
    assert quote.max_removable_shares_e6 == lp(world).max_removable_shares_e6 == 50_000 * E6
    assert lp(world).share_value_e6 == 99_999_999_000
    world.now_s += 1
    quote = world.exchange.quote_remove_liquidity(LP, 1, 10_000 * E6, world.now_s)
    assert quote.reasons == ()
    # 95,000 for 100,000 shares, 0.001 of which stay for ever
    assert (quote.liquidity_e6, quote.share_price_e8) == (9_500 * E6, 95_000_000)
    assert lp(world).share_value_e6 == 94_999_999_050


# quotes


def test_a_quote_is_what_the_removal_does():
    world = traded(1_000 * E6)
    world.tick(60)
    world.post(101 * E8)
    quote = world.exchange.quote_remove_liquidity(LP, 1, 123_456_789, world.now_s)
    # 123.456789 * 0.99 = 122.22222111
    assert quote == RemoveLiquidityQuote(122_222_221, 123_456_789, 99_000_000, 48_989_898_989, ())
    (event,) = of(remove(world, 123_456_789), m.LiquidityModified)
    assert event.liquidity_e6 == quote.liquidity_e6
    assert event.share_price_e8 == quote.share_price_e8


def test_a_quote_says_every_reason_in_order():
    world = World()
    world.add_liquidity(1_000 * E6, 5)
    world.operate(m.Halt)
    quote = world.exchange.quote_remove_liquidity(LP, 1, 9_999, world.now_s)
    assert quote.reasons == (
        ErrorCode.EXCHANGE_HALTED,
        ErrorCode.LP_NOT_MATURE,
        ErrorCode.SHARES_EXCEED_REMOVABLE,
        ErrorCode.AMOUNT_TOO_SMALL,
    )
    for position, shares, code in (
        (0, 1, ErrorCode.LP_POSITION_NOT_FOUND),
        (2**70, 1, ErrorCode.LP_POSITION_NOT_FOUND),
        (1, 0, ErrorCode.INPUT_NOT_POSITIVE),
        (1, 2**70, ErrorCode.AMOUNT_OUT_OF_RANGE),
    ):
        with pytest.raises(EngineError) as caught:
            world.exchange.quote_remove_liquidity(LP, position, shares, world.now_s)
        assert caught.value.code is code


# closing


def test_only_a_drained_position_closes_and_then_it_is_unknown():
    world = pool_of_one()

    def close() -> list[m.Event]:
        return world.chain(m.CloseLpPosition, LP, lp_position_id=1)

    remove(world, 999_998_999)
    before = world.exchange.state_hash()
    close()
    assert world.code is ErrorCode.LP_POSITION_NOT_EMPTY
    assert world.exchange.state_hash() == before
    remove(world, 1)
    assert not lp(world).is_closed
    events = close()
    assert [type(e) for e in events] == [m.LpPositionClosed, m.CommandApplied]
    assert (events[0].owner, events[0].lp_position_id) == (LP, 1)
    assert lp(world).is_closed
    before = world.exchange.state_hash()
    close()
    assert world.code is ErrorCode.LP_POSITION_NOT_FOUND
    assert world.exchange.state_hash() == before
    refused(world, ErrorCode.LP_POSITION_NOT_FOUND, 0, 1)
    with pytest.raises(EngineError, match="LP_POSITION_NOT_FOUND"):
        world.exchange.quote_remove_liquidity(LP, 1, 1, world.now_s)
    world.add_liquidity(5 * E6, 5)
    assert [row.lp_position_id for row in world.exchange.lp_positions(LP, world.now_s)] == [1, 2]
