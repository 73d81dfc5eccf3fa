"""The programmes as the journal makes them: facts, refusals, midnights, samples, freezes."""

import pytest

from engine.core.generated import messages as m
from engine.programmes.boosts import SnapshotTier
from engine.programmes.command_facts import NUMBER_OF
from engine.programmes.contests.rules import (
    ContestMetric,
    ContestRules,
    ContestStatus,
    PrizeMint,
    PrizeTier,
)
from engine.programmes.errors import ProgrammeError
from engine.programmes.points_rows import DayPoints
from engine.programmes.programme_state import FREEZE_AFTER_S, REFUSALS_MAX, ProgrammeState
from engine.programmes.seasons import Programme
from engine.schema.errors import ErrorCode as E
from engine.sequencer import Applied
from tests.engine.core.support.world import DAY_S, E6, E8, E12, OPERATOR, wallet
from tests.engine.programmes.book_world import ENDED, FINAL, OPEN, SEASON_3, BookWorld, days_of

ALICE, BOB = wallet(1), wallet(2)
SIZE = 10 * E6  # at 100 a notional of 1,000


def traded() -> BookWorld:
    """Alice and Bob take part in season 3 and hold 1,000 long and short."""
    world = BookWorld()
    world.add_market()
    for user in (1, 2):
        world.account(user)
        world.participate(wallet(user))
    world.modify(ALICE, SIZE)
    world.modify(BOB, -SIZE)
    return world


# Points.


def test_at_the_launch_the_first_two_seasons_are_final_and_the_third_is_open():
    book = BookWorld().book
    assert [book.ledger.is_final(one) for one in Programme] == [True, True, False, False]
    assert book.ledger.running is Programme.SEASON_3
    assert book.ledger.opened_at_s(Programme.PERPETUAL) is None
    assert book.ledger.leaderboard(Programme.SEASON_2, book.now_s) == []
    book.check_participate(Programme.PERPETUAL)
    with pytest.raises(ProgrammeError, match="SEASON_CLOSED"):
        book.check_participate(Programme.SEASON_2)


def test_an_open_position_earns_from_participation_on():
    world = traded()
    world.tick(DAY_S)
    # 1,000 of open interest at 2.5 a day
    assert world.points(ALICE).trading_points_e6 == 2_500 * E6
    assert world.points(BOB) == world.points(ALICE).__class__(
        user=BOB, trading_points_e6=2_500 * E6
    )
    assert world.points(wallet(3)).points_e6 == 0


def test_an_ended_season_accepts_no_participants_and_leaves_the_core_unchanged():
    world = BookWorld()
    world.participate(ALICE, NUMBER_OF[Programme.SEASON_2])
    assert world.code is E.NONE
    assert world.refused == "SEASON_CLOSED"
    assert world.book.ledger.participated_at_s(Programme.SEASON_2, ALICE) is None


def test_a_code_is_generated_and_used_once():
    world = traded()
    world.send(m.GenerateReferralCode(user=ALICE, code="Acre-1"))
    assert world.refused is None
    assert world.book.ledger.referrals.of(ALICE).code == "Acre-1"
    world.send(m.UseReferralCode(user=BOB, code="acre-1"))
    assert world.book.ledger.referrals.of(BOB).referred_by == ALICE
    world.tick(DAY_S)
    assert world.points(ALICE).referral_points_e6 == 250 * E6
    assert world.points(BOB).referred_boost_e12 == E12 // 20
    for command, code in (
        (m.UseReferralCode(user=BOB, code="acre-1"), "REFERRAL_ALREADY_USED"),
        (m.UseReferralCode(user=ALICE, code="acre-1"), "SELF_REFERRAL"),
        (m.UseReferralCode(user=ALICE, code="unused"), "REFERRAL_CODE_NOT_FOUND"),
        (m.GenerateReferralCode(user=BOB, code="ACRE-1"), "REFERRAL_CODE_TAKEN"),
        (m.GenerateReferralCode(user=ALICE, code="other"), "REFERRAL_CODE_EXISTS"),
        (m.GenerateReferralCode(user=wallet(7), code="other"), "NOT_PARTICIPATING"),
    ):
        before = world.book.ledger.referrals.of(command.user)
        world.send(command)
        assert world.refused == code
        assert world.book.ledger.referrals.of(command.user) == before


def test_a_command_refused_by_the_core_is_no_fact():
    world = traded()
    world.operate(m.Halt)
    world.send(m.GenerateReferralCode(user=ALICE, code="Acre-1"))
    assert world.code is E.EXCHANGE_HALTED
    assert world.refused is None
    assert world.book.ledger.referrals.of(ALICE).code is None


def test_refusals_are_forgotten_in_turn():
    world = BookWorld()
    first = world.seq + 1
    for _ in range(REFUSALS_MAX + 1):
        world.send(m.UseReferralCode(user=ALICE, code="unused"))
    assert world.book.refusal_of(first) is None
    assert world.book.refusal_of(first + 1).code == "REFERRAL_CODE_NOT_FOUND"
    assert world.book.refusal_of(world.seq + 1) is None


def test_badges_snapshots_and_exclusions_reach_the_row():
    world = traded()
    world.send(m.SampleBadges(user=ALICE, badge_count=3))
    grant = {"programme": SEASON_3, "user": ALICE, "snapshot_id": "s1", "name": "May"}
    world.operate(m.GrantSnapshotBoost, **grant, tier=4)
    row = world.points(ALICE)
    assert (row.first_hoa_boost_e12, row.additional_hoa_boost_e12) == (E12 // 5, E12 // 10)
    assert [(one.id, one.name, one.boost_e12) for one in row.snapshot_boosts] == [
        ("s1", "May", 3 * E12 // 10)
    ]
    world.tick(DAY_S)
    assert world.points(ALICE).points_e6 == 2_500 * E6 * 16 // 10
    world.operate(m.SetExclusion, programme=SEASON_3, user=ALICE, is_excluded=1)
    assert world.points(ALICE).is_excluded
    assert world.points(ALICE).points_e6 == 0
    world.operate(m.SetExclusion, programme=SEASON_3, user=ALICE, is_excluded=0)
    assert world.points(ALICE).points_e6 == 2_500 * E6 * 16 // 10


@pytest.mark.parametrize("tier", SnapshotTier)
def test_each_tier_has_its_number(tier):
    world = traded()
    number = list(SnapshotTier).index(tier) + 1
    grant = {"programme": SEASON_3, "user": ALICE, "snapshot_id": "s1", "name": "May"}
    world.operate(m.GrantSnapshotBoost, **grant, tier=number)
    boosts = {"base": 10, "mid": 15, "plus": 20, "max": 30}
    assert world.points(ALICE).boosts_e12 == boosts[tier] * E12 // 100


def test_rows_of_a_past_season_are_ranked_and_can_be_corrected():
    world = BookWorld()
    season = NUMBER_OF[Programme.SEASON_1]
    for user, points in ((ALICE, 5), (BOB, 9), (ALICE, 11)):
        world.operate(
            m.SetFinalRow,
            programme=season,
            user=user,
            trading_points_e6=points * E6,
            referral_points_e6=2 * E6,
            first_hoa_boost_e12=E12 // 5,
        )
    places = world.book.ledger.leaderboard(Programme.SEASON_1, world.now_s)
    assert [(one.rank, one.row.user, one.row.points_e6) for one in places] == [
        (1, ALICE, 15_200_000),
        (2, BOB, 12_800_000),
    ]
    world.operate(m.SetFinalRow, programme=SEASON_3, user=ALICE, lp_points_e6=1)
    assert world.refused == "VALIDATION"


def test_an_ended_season_is_final_after_23_hours_and_one_follows_another():
    world = traded()
    world.tick(DAY_S)
    world.operate(m.SetProgramme, programme=1, phase=OPEN)
    assert world.refused == "VALIDATION"
    world.operate(m.SetProgramme, programme=SEASON_3, phase=FINAL)
    assert world.refused == "SEASON_NOT_FINAL"
    world.operate(m.SetProgramme, programme=SEASON_3, phase=ENDED)
    world.operate(m.SetProgramme, programme=1, phase=OPEN)
    assert world.refused is None
    world.tick(FREEZE_AFTER_S - 1)
    assert not world.book.ledger.is_final(Programme.SEASON_3)
    world.operate(m.SetExclusion, programme=SEASON_3, user=BOB, is_excluded=1)
    world.tick(1)
    assert world.book.ledger.is_final(Programme.SEASON_3)
    world.operate(m.SetExclusion, programme=SEASON_3, user=ALICE, is_excluded=1)
    assert world.refused == "SEASON_CLOSED"
    places = world.book.ledger.leaderboard(Programme.SEASON_3, world.now_s)
    assert [(one.row.user, one.row.points_e6) for one in places] == [
        (ALICE, 2_500 * E6),
        (BOB, 0),
    ]


def test_the_length_of_an_epoch_is_that_of_the_exchange():
    epochs = {}
    for days in (1, 7):
        world = BookWorld(epoch_duration_s=days * DAY_S)
        world.participate(ALICE)
        stake = {"amount_e6": 10 * E6, "attached_mint": 2, "is_creating_account": 1}
        world.chain(m.Stake, ALICE, 10 * E6, **stake)
        assert not world.rejected
        world.tick(14 * DAY_S)
        epochs[days] = world.points(ALICE).staking_points_e6
    # 0.5 a day from the epoch after on: day 20,000 and a half, epochs of 1 and of 7 days
    assert epochs == {1: 5 * 135 * E6 // 10, 7: 5 * 85 * E6 // 10}


# Days.


def test_each_day_has_what_it_brought():
    world = traded()
    first_s = world.now_s // DAY_S * DAY_S
    world.now_s = first_s + DAY_S + 3_600  # the first command of the next day
    world.modify(ALICE, SIZE)
    world.now_s = first_s + 2 * DAY_S
    world.tick(0)
    start_s = world.book.ledger.participated_at_s(Programme.SEASON_3, ALICE)
    days = days_of(world.book, Programme.SEASON_3, ALICE, world.now_s + 3_600)
    assert sum(day.trading_points_e6 for day in days) == (
        world.book.ledger.row(Programme.SEASON_3, ALICE, world.now_s + 3_600).trading_points_e6
    )
    assert [day.day_s for day in days] == [first_s, first_s + DAY_S, first_s + 2 * DAY_S]
    first_e6 = 2_500 * E6 * (first_s + DAY_S - start_s) // DAY_S
    assert abs(days[0].trading_points_e6 - first_e6) <= 1
    # an hour of 1,000, then 23 hours of 2,000; then an hour of 2,000
    assert [day.trading_points_e6 for day in days[1:]] == [
        pytest.approx(2_500 * E6 * (1 + 2 * 23) // 24, abs=1),
        pytest.approx(2_500 * E6 * 2 // 24, abs=1),
    ]


def test_thirty_days_are_shown_and_none_before_joining():
    world = traded()
    for _ in range(40):
        world.tick(DAY_S)
    days = days_of(world.book, Programme.SEASON_3, ALICE, world.now_s)
    assert len(days) == 30
    assert days[-1].day_s == world.now_s // DAY_S * DAY_S
    assert {day.trading_points_e6 for day in days[:-1]} == {2_500 * E6}
    world.participate(wallet(5))
    world.tick(DAY_S)
    late = days_of(world.book, Programme.SEASON_3, wallet(5), world.now_s)
    day_s = world.now_s // DAY_S * DAY_S
    assert late == [
        DayPoints(day_s=at_s, trading_points_e6=0, lp_points_e6=0, referral_points_e6=0)
        for at_s in (day_s - DAY_S, day_s)
    ]
    assert days_of(world.book, Programme.SEASON_3, wallet(6), world.now_s) == []


def test_a_long_silence_has_its_midnights_too():
    world = traded()
    world.tick(100 * DAY_S)
    days = days_of(world.book, Programme.SEASON_3, ALICE, world.now_s)
    assert [day.trading_points_e6 for day in days[:-1]] == [2_500 * E6] * 29
    assert len(world.book.daily[Programme.SEASON_3].midnights) == 31


def test_points_beyond_64_bits_do_not_stop_the_midnights():
    world = traded()
    account = world.book.ledger._programmes[Programme.SEASON_3].accounts[ALICE]
    account.trading.total_e6_s = 10**30  # beyond any amount in a test
    world.tick(2 * DAY_S)
    last = days_of(world.book, Programme.SEASON_3, ALICE, world.now_s)[-2]
    assert last.trading_points_e6 == 0


# Contests.


def test_a_contest_is_what_its_command_says():
    world = BookWorld()
    world.contest(
        "spring-2",
        description="D",
        metric=1,
        prize_mint=2,
        prize_count=2,
        prize_ranks_to=(1, 5, *[0] * 6),
        prize_amounts_e6=(500 * E6, 50 * E6, *[0] * 6),
        raffle="A cap",
        raffle_winners=3,
    )
    assert world.book.contest("spring-2").rules == ContestRules(
        contest_id="spring-2",
        starts_at_s=world.now_s,
        ends_at_s=world.now_s + DAY_S,
        metric=ContestMetric.TOKEN_CHANGE,
        name="Spring-2",
        description="D",
        prizes=(
            PrizeTier(rank_from=1, rank_to=1, amount_e6=500 * E6),
            PrizeTier(rank_from=2, rank_to=5, amount_e6=50 * E6),
        ),
        prize_mint=PrizeMint.TOKEN,
        raffle="A cap",
        raffle_winners=3,
    )
    world.contest("spring-2")
    assert world.refused == "VALIDATION"
    with pytest.raises(ProgrammeError, match="CONTEST_NOT_FOUND"):
        world.book.contest("other")


def test_participants_are_valued_at_joining_every_minute_and_at_the_end():
    world = traded()
    world.contest(starts_at_s=world.now_s, ends_at_s=world.now_s + 600)
    world.join(ALICE)
    world.join(BOB)
    assert world.rows()[ALICE].open_interest_e6 == 1_000 * E6
    assert world.rows()[ALICE].position_count == 1
    start_s = world.now_s
    world.price(110 * E8)  # 10 for each of ten units
    assert world.now_s - start_s < 60
    assert world.rows()[ALICE].token_change_e6 == 0  # no sample yet
    world.now_s = (start_s // 60 + 1) * 60 - 1
    world.tick(0)
    assert world.rows()[ALICE].token_change_e6 == 0
    world.tick(1)
    assert world.rows()[ALICE].token_change_e6 == 100 * E6
    assert world.rows()[BOB].token_change_e6 == -100 * E6
    assert world.rows()[ALICE].collateral_e6 == 10_000 * E6
    assert world.rows()[ALICE].open_interest_e6 == 1_100 * E6
    world.modify(ALICE, E6)
    world.now_s = start_s + 3_600
    world.tick(0)
    contest = world.book.contest("royale")
    assert contest.rules.status(world.now_s) is ContestStatus.FINISHED
    assert [place.row.user for place in contest.final] == [ALICE, BOB]
    assert [place.row.is_eligible for place in contest.final] == [True, False]
    world.price(140 * E8)
    world.tick(3_600)
    assert world.rows()[ALICE].token_change_e6 == 100 * E6


def test_a_deposit_as_the_first_command_after_the_end_is_no_gain():
    world = traded()
    world.contest(ends_at_s=world.now_s + 600)
    world.join(ALICE)
    world.now_s += 700
    fields = {"account_id": 1, "amount_e6": 5_000 * E6}
    world.chain(m.DepositMargin, ALICE, 5_000 * E6, owner=ALICE, **fields)
    assert not world.rejected
    assert world.book.contest("royale").final is not None
    assert world.rows()[ALICE].token_change_e6 == 0


def test_early_participants_are_valued_at_the_start():
    world = traded()
    world.contest(starts_at_s=world.now_s + 90, ends_at_s=world.now_s + 600)
    world.join(ALICE)
    world.price(110 * E8)
    world.tick(89)
    world.price(120 * E8)
    world.tick(60)
    assert world.rows()[ALICE].token_change_e6 == 100 * E6


def test_a_new_contest_does_not_delay_the_start_of_another():
    world = traded()
    world.contest(starts_at_s=world.now_s + 90, ends_at_s=world.now_s + 600)
    world.join(ALICE)
    world.now_s += 100
    world.contest("next", starts_at_s=world.now_s + DAY_S, ends_at_s=world.now_s + 2 * DAY_S)
    world.price(110 * E8)
    world.tick(60)
    assert world.rows()[ALICE].token_change_e6 == 100 * E6


def test_a_debt_that_is_forgiven_is_no_gain():
    world = BookWorld()
    world.add_market()
    world.account(1, amount_e6=150 * E6)
    world.account(1, account_id=2, amount_e6=200 * E6)
    world.modify(ALICE, SIZE)
    for price in (80, 65):  # at which the first account is worth -200
        world.price(price * E8)
    for contest_id in ("before", "after"):
        world.contest(contest_id, starts_at_s=world.now_s + (contest_id == "after"))
        world.join(ALICE, contest_id)
    assert world.rows("before")[ALICE].collateral_e6 == 350 * E6
    world.tick(1)
    world.liquidate(ALICE)
    assert not world.rejected, world.code
    world.tick(60)
    assert world.view(ALICE).collateral_e6 == 0
    for contest_id in ("before", "after"):  # valued alone, and among all
        assert world.rows(contest_id)[ALICE].collateral_e6 == 200 * E6
        assert world.rows(contest_id)[ALICE].token_change_e6 == 0


def test_refused_and_existing_participants():
    world = traded()
    world.operate(m.SetRisk, user=BOB, is_high_risk=1)
    world.contest()
    world.join(BOB)
    assert world.refused == "HIGH_RISK_USER"
    world.join(ALICE, "other")
    assert world.refused == "CONTEST_NOT_FOUND"
    world.send(m.JoinContest(user=ALICE, contest_id="royale", is_asset_dash=1))
    joined_at_s = world.now_s
    world.tick(5)
    world.join(ALICE)
    assert world.refused is None
    assert world.book.contest("royale").joined_at_s(ALICE) == joined_at_s
    assert world.rows()[ALICE].is_asset_dash
    world.operate(m.SetRisk, user=BOB, is_high_risk=0)
    world.join(BOB)
    assert world.refused is None
    world.tick(DAY_S)
    world.join(wallet(3))
    assert world.refused == "CONTEST_CLOSED"


def test_a_contest_in_the_past_is_over_at_once():
    world = BookWorld()
    world.contest(starts_at_s=5, ends_at_s=6)
    assert world.book.contest("royale").final == ()


# The fold itself.


def test_commands_heard_before_are_passed_over_and_a_gap_is_a_mistake():
    world = traded()
    sequence = world.book.sequence
    world.book.take(Applied(world.journal[3], ()), world.exchange)
    assert world.book.sequence == sequence == world.seq
    gap = m.Tick(seq=sequence + 2, time_s=world.now_s)
    with pytest.raises(AssertionError):
        world.book.take(Applied(gap, ()), world.exchange)


def test_an_empty_state_has_no_users():
    book = ProgrammeState()
    assert (book.sequence, book.contests) == (0, {})
    assert book.ledger.participated_at_s(Programme.SEASON_3, OPERATOR) is None
