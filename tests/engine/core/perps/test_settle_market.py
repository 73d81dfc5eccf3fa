"""settle-market: a dead market ends, every position at one price (rule 46)."""

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.engine.core.perps.test_dead_market import AGES, WEEK_S
from tests.engine.core.pool.test_removal import KEEPER, TRADER, process, remove, traded
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.stage import MARKET_PLACE
from tests.engine.core.support.world import DAY_S, E6, E8, E12, World, assert_vault, of, wallet

MONTH_S = 30 * DAY_S
FEES = {"taker_fee_rate_e12": 10**10, "maker_fee_rate_e12": 10**10, "level_n": 90}
SKEW = {"skew_scale_e6": 10_000 * E6, "max_funding_velocity_e12": 10**12}


def settle(world: World, price_e8: int, limit: int = 256, market_id: int = 1) -> list[m.Event]:
    return world.operate(m.SettleMarket, market_id=market_id, price_e8=price_e8, limit=limit)


def silence(world: World, seconds: int = MONTH_S, market_id: int = 1) -> None:
    """Go on to so long after the last accepted print."""
    world.now_s = world.see(market_id).index_price_at_s + seconds


def sides(lp_e6: int = 1_000_000 * E6, **changes: int) -> Arena:
    """A long of 100 and a short of 60 at 100, each with 2,000 of margin; then silence."""
    world = Arena(lp_e6, net_exposure_cap_rate_e12=10 * E12, locked_open_interest_ratio_e12=0)
    world.add_market(**(AGES | changes))
    world.open(1, 100 * E6, 2_000 * E6)
    world.open(2, -60 * E6, 2_000 * E6)
    silence(world)
    return world


def test_every_position_closes_at_the_price_without_fee_surcharge_or_skew():
    world = sides(**FEES, **SKEW)
    before = {n: world.view(wallet(n)).positions[0] for n in (1, 2)}
    collateral = {n: world.view(wallet(n)).collateral_e6 for n in (1, 2)}
    pool = world.pool()
    events = settle(world, 97 * E8)
    assert world.code is E.NONE
    (status,) = of(events, m.StatusChanged)
    assert (status.scope, status.market_id, status.status) == (1, 1, 1)
    (end,) = of(events, m.MarketSettled)
    assert (end.market_id, end.price_e8, end.closed_count, end.left_count) == (1, 97 * E8, 2, 0)
    for event in of(events, m.PositionSettled):
        user = int.from_bytes(event.owner, "big")
        old = before[user]
        moved = old.size_e6 * (97 * E8 - old.entry_price_e8) // E8
        assert event.price_performance_e6 == moved
        assert event.funding_performance_e6 == old.pnl.funding_e6 != 0
        assert event.pnl_e6 == moved + old.pnl.funding_e6
        assert (event.size_delta_e6, event.price_e8) == (-old.size_e6, 97 * E8)
        assert world.view(event.owner).collateral_e6 == collateral[user] + event.pnl_e6
        assert not world.view(event.owner).positions
    after = world.pool()
    gained = sum(event.pnl_e6 for event in of(events, m.PositionSettled))
    assert after.lp_balance_e6 == pool.lp_balance_e6 - gained
    for name in ("protocol_fees_e6", "reserve_e6", "cumulative_volume_e6", "cumulative_lp_fee_e6"):
        assert getattr(after, name) == getattr(pool, name)
    assert world.see().open_interest_size_e6 == after.unrealized_pnl_e6 == 0
    assert_vault(world)


def test_settlement_waits_for_thirty_days_and_a_dead_market():
    world = sides()
    silence(world, MONTH_S - 1)
    settle(world, 97 * E8)
    assert (world.code, world.rejected.detail) == (E.VALIDATION, world.now_s + 1)
    world.now_s += 1
    settle(world, 97 * E8)
    assert world.code is E.NONE
    world = sides(oracle_max_age_decrease_s=40 * DAY_S)
    silence(world, 40 * DAY_S)
    settle(world, 97 * E8)
    assert (world.code, world.rejected.detail) == (E.VALIDATION, world.now_s + 1)
    world.now_s += 1
    settle(world, 97 * E8)
    assert world.code is E.NONE


def test_a_young_held_print_speaks_and_an_old_one_does_not():
    world = sides(print_band_e12=2 * 10**10)
    world.post(90 * E8)
    assert world.see().held_print
    settle(world, 97 * E8)
    assert (world.code, world.rejected.detail) == (E.PRICE_BAND, 90 * E8)
    world.now_s += WEEK_S
    settle(world, 97 * E8)
    assert world.code is E.PRICE_BAND
    world.now_s += 1
    settle(world, 97 * E8)
    assert world.code is E.NONE
    assert world.see().held_print is None


def test_a_halt_refuses_it_and_a_pause_does_not():
    world = sides()
    world.operate(m.Halt)
    settle(world, 97 * E8)
    assert world.code is E.EXCHANGE_HALTED
    world.operate(m.Resume)
    world.operate(m.PauseMarket, market_id=1)
    world.operate(m.PauseExchange)
    events = settle(world, 97 * E8)
    assert world.code is E.NONE
    assert not of(events, m.StatusChanged)  # the market was paused already


def test_in_pieces_losses_go_first_and_a_repeated_command_goes_on():
    world = sides()
    events = settle(world, 103 * E8, 1)  # the short of wallet 2 loses
    assert [e.owner for e in of(events, m.PositionSettled)] == [wallet(2)]
    assert of(events, m.MarketSettled)[0].left_count == 1
    assert settle(world, 104 * E8)
    assert world.code is E.VALIDATION
    events = settle(world, 103 * E8, 1)
    assert [e.owner for e in of(events, m.PositionSettled)] == [wallet(1)]
    before = world.exchange.state_hash()
    settle(world, 103 * E8, 1)
    assert world.code is E.NOTHING_TO_SETTLE
    assert world.exchange.state_hash() == before


def test_between_the_pieces_all_is_valued_at_the_price_and_only_settle_market_closes():
    world = sides(**SKEW)
    world.now_s += 1
    settle(world, 60 * E8, 1)
    position = world.view(wallet(2)).positions[0]
    funding = world.see().funding_per_unit_e18
    assert position.pnl.price_e6 == 60 * (position.entry_price_e8 - 60 * E8) * E6 // E8
    assert world.pool().unrealized_pnl_e6 == pytest.approx(position.pnl.total_e6, abs=2)
    world.now_s += 20 * DAY_S
    world.tick()
    assert world.see().funding_per_unit_e18 == funding
    assert world.see().funding_rate_e12 == 0
    assert world.view(wallet(2)).positions[0].pnl == position.pnl
    for refused in (
        lambda: world.close(wallet(2)),
        lambda: world.modify(wallet(2), E6),
        lambda: world.modify(wallet(2), -E6),
        lambda: world.operate(m.UnpauseMarket, market_id=1),
    ):
        refused()
        assert world.code is E.MARKET_PAUSED
    world.post(61 * E8)
    assert world.code is E.PRINT_REJECTED
    world.operate(m.ConfirmPrint, market_id=1)
    assert world.code is E.VALIDATION
    world.chain(m.WithdrawMargin, wallet(2), account_id=1, amount_e6=E6)
    assert world.code is E.NONE
    settle(world, 60 * E8, 1)
    assert world.code is E.NONE
    assert_vault(world)


def test_an_account_whose_positions_are_being_settled_is_not_liquidated():
    world = Arena()
    world.add_market(**AGES)
    for user in (1, 2):
        world.open(user, 100 * E6, 1_200 * E6)
    silence(world)
    settle(world, 89 * E8, 1)
    assert world.view(wallet(2)).can_liquidate
    assert world.liquidate(wallet(2)) == []
    assert world.code is E.MARKET_PAUSED
    settle(world, 89 * E8, 1)
    assert world.view(wallet(2)).collateral_e6 == 100 * E6


def test_bad_debt_is_paid_by_reserve_and_pool():
    world = sides()
    reserve, pool = world.pool().reserve_e6, world.pool().lp_balance_e6
    events = settle(world, 75 * E8)  # the long loses 2,500 of 2,000, the short wins 1,500
    (debt,) = of(events, m.BadDebtCovered)
    assert (debt.owner, debt.from_reserve_e6 + debt.from_pool_e6) == (wallet(1), 500 * E6)
    assert debt.from_reserve_e6 == min(reserve, 500 * E6)
    assert not of(events, m.AutoDeleveraged)
    assert world.view(wallet(1)).collateral_e6 == 0
    assert world.view(wallet(2)).collateral_e6 == 3_500 * E6
    assert world.pool().lp_balance_e6 == pool + 1_000 * E6 - debt.from_pool_e6
    assert_vault(world)


def test_winners_give_back_what_the_pool_cannot_bear():
    world = sides(1_000 * E6)
    # The long loses 6,000 and has 2,000, the short wins 3,600: the pool has 3,000 for it.
    events = settle(world, 40 * E8)
    assert [type(e) for e in events[1:5]] == [
        m.MarketSettled,
        m.PositionSettled,
        m.BadDebtCovered,
        m.AutoDeleveraged,
    ]
    (taken,) = of(events, m.AutoDeleveraged)
    (end,) = of(events, m.MarketSettled)
    assert (taken.haircut_e6, taken.pnl_e6) == (600 * E6, 3_000 * E6)
    assert (end.closed_count, end.left_count) == (1, 0)
    assert world.pool().lp_balance_e6 == 0
    assert_vault(world)


def test_a_profit_in_another_market_pays_first():
    world = Arena(net_exposure_cap_rate_e12=10 * E12)
    second = [world.add_market(symbol, **AGES) for symbol in ("MIA", "NYC")][1]
    world.open(1, 100 * E6, 2_000 * E6)
    world.trade(wallet(1), 50 * E6, second)
    world.price(130 * E8, second)
    silence(world)
    events = settle(world, 75 * E8)
    (mark,) = of(events, m.PositionRemarked)
    assert (mark.owner, mark.market_id, mark.pnl_e6) == (wallet(1), second, 1_500 * E6)
    assert not of(events, m.BadDebtCovered)
    assert world.view(wallet(1)).collateral_e6 == 1_000 * E6
    assert world.view(wallet(1)).positions[0].market_id == second


def test_a_waiting_removal_is_paid_at_the_price_of_the_settlement():
    world = traded(1_000 * E6, **AGES)
    remove(world, 40_000 * E6)
    silence(world)
    settle(world, 102 * E8)
    (event,) = of(process(world, KEEPER), m.SettlementProcessed)
    assert event.amount_e6 == 38_666_666_666  # 2,000 owed: 58,000 for 60,000 shares
    assert world.view(TRADER).collateral_e6 == 52_000 * E6
    remove(world, E6)
    assert world.code is E.NONE
    assert_vault(world)


def test_an_ended_market_without_positions_stays_ended_for_good():
    world = Arena()
    world.add_market(**AGES)
    silence(world)
    (end,) = of(settle(world, 97 * E8), m.MarketSettled)
    assert (end.closed_count, end.left_count) == (0, 0)
    settle(world, 97 * E8)
    assert world.code is E.NOTHING_TO_SETTLE
    world.now_s += DAY_S
    world.account(1)
    world.modify(wallet(1), E6)
    assert world.code is E.MARKET_PAUSED


def test_only_the_operator_settles():
    world = sides()
    world.send(m.SettleMarket(operator=wallet(1), market_id=1, price_e8=97 * E8, limit=9))
    assert world.code is E.NOT_OWNER


def test_a_command_closes_at_most_its_limit():
    world = Arena(net_exposure_cap_rate_e12=10 * E12)
    world.add_market(**AGES)
    for user in range(1, 601):
        world.open(user, (1 if user % 2 else -1) * E6, 100 * E6)
    silence(world)
    counts = []
    for _ in range(3):
        (end,) = of(settle(world, 101 * E8, 256), m.MarketSettled)
        counts.append((end.closed_count, end.left_count))
    assert counts == [(256, 344), (256, 88), (88, 0)]
    assert_vault(world)


def test_a_settled_market_waits_for_no_print_whatever_its_parameters():
    """A longer oracleMaxAgeDecrease does not make late again what gets no print for ever."""
    world = sides()
    settle(world, 97 * E8, 1)
    place = MARKET_PLACE["oracle_max_age_decrease_s"]
    world.operate(m.SetMarketParameter, market_id=1, parameter=place, value=365 * DAY_S)
    assert world.code is E.NONE
    world.account(7, 1, 100 * E6)
    world.add_liquidity(100 * E6, 7)
    assert world.code is E.NONE
    assert world.view(wallet(2)).positions
    world.chain(m.WithdrawMargin, wallet(2), account_id=1, amount_e6=E6)
    assert world.code is E.NONE


def test_drift_ends_with_the_market():
    """A dead or paused market still accrues drift; a settled one accrues nothing (rule 34)."""
    world = Arena(net_exposure_cap_rate_e12=10 * E12)
    ages = {"oracle_max_age_s": DAY_S, "oracle_max_age_decrease_s": 2 * DAY_S}
    world.add_market(k_drift_e12=E12, drift_max_e12=10**10, return_clip_e12=10**10, **ages)
    for user in (1, 2):
        world.open(user, 100 * E6, 9_000 * E6)
    world.next_day(101 * E8)
    silence(world)
    world.tick()
    before = world.see().funding_per_unit_e18
    world.operate(m.PauseMarket, market_id=1)
    world.tick(DAY_S)
    assert world.see().funding_per_unit_e18 < before  # longs pay for a rising index
    settle(world, 97 * E8, 1)
    ended = world.see().funding_per_unit_e18
    world.tick(10 * DAY_S)
    assert world.view(wallet(2)).positions
    assert world.see().funding_per_unit_e18 == ended


def test_a_snapshot_between_the_pieces_and_a_replay_give_the_same_state():
    world = sides(**SKEW)
    settle(world, 97 * E8, 1)
    halfway = Exchange.restore(world.exchange.snapshot())
    seq = world.seq
    settle(world, 97 * E8, 1)
    world.tick(DAY_S)
    for command in world.journal[seq:]:
        halfway.apply(command)
    again = Exchange()
    again.apply_batch(b"".join(m.encode(command) for command in world.journal))
    assert halfway.state_hash() == again.state_hash() == world.exchange.state_hash()
    assert again.market_view(1, world.now_s).settled_at_s is not None


def test_a_question_about_the_index_waits_for_the_operator():
    world = Arena()
    world.add_market(acre_id=7, **AGES)
    silence(world)
    start = world.now_s
    world.operate(
        m.CreatePrediction,
        title="Above 90?",
        acre_id=7,
        strike_e8=90 * E8,
        opens_at_s=start,
        closes_at_s=start + 60,
        resolves_at_s=start + 60,
    )
    assert not world.rejected
    world.tick(61)
    settle(world, 97 * E8)
    events = world.tick(7 * DAY_S)
    assert not of(events, m.PredictionResolved)
    world.operate(m.ResolvePrediction, market_id=1, outcome=1, value_e8=97 * E8)
    assert not world.rejected


def test_no_question_about_the_index_of_a_settled_market_is_taken():
    world = Arena()
    world.add_market(acre_id=7, **AGES)
    silence(world)
    question = {
        "title": "Above 90?",
        "strike_e8": 90 * E8,
        "opens_at_s": world.now_s,
        "closes_at_s": world.now_s + 60,
        "resolves_at_s": world.now_s + 60,
    }
    settle(world, 97 * E8)
    before = world.exchange.state_hash()
    world.operate(m.CreatePrediction, acre_id=7, **question)
    assert world.code is E.MARKET_PAUSED
    assert world.exchange.state_hash() == before
    world.operate(m.CreatePrediction, acre_id=8, **question)
    assert world.code is E.MARKET_NOT_FOUND
    world.operate(m.CreatePrediction, **(question | {"strike_e8": 0}))
    assert not world.rejected  # it asks about no index
