"""Which facts of the programmes the exchange takes into its journal, from the rules alone."""

import re

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E

AMOUNT_MAX = 9 * 10**18
TIME_MAX = 2**40
SLUG = re.compile(r"[a-z0-9-]{1,40}")
CODE = re.compile(r"[A-Za-z0-9_-]{3,20}")
PRINTABLE = re.compile(r"[ -~]*")


def refusal(c: m.Command) -> E:
    """The code of the refusal, or NONE."""
    match c:
        case m.GenerateReferralCode() | m.UseReferralCode():
            good = CODE.fullmatch(c.code)
        case m.JoinContest():
            good = SLUG.fullmatch(c.contest_id) and c.is_asset_dash in (0, 1)
        case m.DrawRaffle():
            good = SLUG.fullmatch(c.contest_id)
        case m.SetReplaySpeed():
            good = 0 < c.rate < 86_401
        case m.SetProgramme():
            good = c.programme in (1, 2, 3, 4) and c.phase in (1, 2, 3)
        case m.SetExclusion():
            good = c.programme in (1, 2, 3, 4) and c.is_excluded in (0, 1)
        case m.GrantSnapshotBoost():
            texts = [c.snapshot_id, c.name]
            good = c.programme in (1, 2, 3, 4) and c.tier in (1, 2, 3, 4)
            good = good and all(texts) and all(map(PRINTABLE.fullmatch, texts))
        case m.SetFinalRow():
            return final_row(c)
        case m.CreateContest():
            return contest(c)
        case _:
            good = isinstance(c, m.SampleBadges)
    return E.NONE if good else E.VALIDATION


def final_row(c: m.SetFinalRow) -> E:
    boosts = [c.referred_boost_e12, c.first_hoa_boost_e12, c.additional_hoa_boost_e12]
    points = [c.trading_points_e6, c.lp_points_e6, c.referral_points_e6]
    if c.programme not in (1, 2, 3, 4):
        return E.VALIDATION
    if not all(0 <= value <= AMOUNT_MAX for value in points):
        return E.AMOUNT_OUT_OF_RANGE
    return E.NONE if all(0 <= value <= 10**13 for value in boosts) else E.VALIDATION


def contest(c: m.CreateContest) -> E:
    if not (SLUG.fullmatch(c.contest_id) and c.name):
        return E.VALIDATION
    if not all(map(PRINTABLE.fullmatch, (c.name, c.description, c.raffle))):
        return E.VALIDATION
    if not 0 <= c.starts_at_s < c.ends_at_s <= TIME_MAX:
        return E.VALIDATION
    if c.metric not in (0, 1) or c.prize_mint not in (1, 2):
        return E.VALIDATION
    if not 0 <= c.min_collateral_e6 <= AMOUNT_MAX:
        return E.AMOUNT_OUT_OF_RANGE
    if bool(c.raffle) != bool(c.raffle_winners) or c.raffle_winners > 1_000:
        return E.VALIDATION
    return prizes(c)


def prizes(c: m.CreateContest) -> E:
    """The first thing that is wrong, from the first prize to the last place."""
    if c.prize_count > 8:
        return E.VALIDATION
    before = 0
    for place, (rank, amount) in enumerate(zip(c.prize_ranks_to, c.prize_amounts_e6, strict=True)):
        if place >= c.prize_count:
            if rank or amount:
                return E.VALIDATION
        elif not before < rank <= 1_000_000:
            return E.VALIDATION
        elif not 1 <= amount <= AMOUNT_MAX:
            return E.AMOUNT_OUT_OF_RANGE
        else:
            before = rank
    return E.NONE
