"""Events and facts with the fields that a test does not care about filled in."""

from engine.core.generated import messages as m
from engine.programmes import facts
from engine.programmes.points import PointsLedger
from engine.programmes.seasons import Programme

E6 = 10**6
E8 = 10**8
E12 = 10**12
DAY_S = 86_400
ALICE, BOB, CAROL, DAVE = (bytes([number]) * 32 for number in (1, 2, 3, 4))
SEASON = Programme.SEASON_3


def trade(time_s, owner, size, price=100, account_id=1, market_id=1):
    """The position of a market is `size` with entry price `price`, both whole numbers."""
    return m.PositionModified(
        time_s=time_s,
        owner=owner,
        account_id=account_id,
        market_id=market_id,
        new_size_e6=size * E6,
        fill_price_e8=price * E8,
    )


def deposit(time_s, owner, liquidity, lp_position_id=1, kind=0):
    return m.LiquidityModified(
        time_s=time_s,
        owner=owner,
        kind=kind,
        lp_position_id=lp_position_id,
        new_liquidity_e6=liquidity * E6,
    )


def opened(time_s, programme=SEASON):
    return facts.ProgrammeOpened(time_s=time_s, programme=programme)


def ended(time_s, programme=SEASON):
    return facts.ProgrammeEnded(time_s=time_s, programme=programme)


def finalised(time_s, programme=SEASON):
    return facts.ProgrammeFinalised(time_s=time_s, programme=programme)


def joined(time_s, user, programme=SEASON):
    return facts.Participated(time_s=time_s, programme=programme, user=user)


def coded(time_s, user, code):
    return facts.ReferralCodeGenerated(time_s=time_s, user=user, code=code)


def used(time_s, user, code):
    return facts.ReferralUsed(time_s=time_s, user=user, code=code)


def badges(time_s, user, badge_count):
    return facts.BadgesSampled(time_s=time_s, user=user, badge_count=badge_count)


def excluded(time_s, user, is_excluded=True, programme=SEASON):
    return facts.ExclusionSet(
        time_s=time_s, programme=programme, user=user, is_excluded=is_excluded
    )


def ledger(*events, **settings):
    result = PointsLedger(**settings)
    for event in events:
        result.apply(event)
    return result


def points(found, user, now_s, programme=SEASON):
    return found.row(programme, user, now_s)
