"""Commands by which a trader of the demo takes part: season, referral code, contests."""

from collections.abc import Iterator
from typing import Final

from chain.demo.trader import Trader
from engine.core.generated import messages as m
from engine.programmes.command_facts import NUMBER_OF
from engine.programmes.contests.rules import ContestStatus
from engine.programmes.errors import ProgrammeError
from engine.programmes.programme_state import ProgrammeState
from engine.programmes.seasons import Programme

CODE: Final = "DEMO"
REFERRED: Final = (2, 3)  # the traders that use the first one's code


def missing(book: ProgrammeState, trader: Trader, now_s: int) -> list[m.Command]:
    """Return what the trader has not done yet; what would be refused is not among it."""
    user = trader.address
    if book.ledger.participated_at_s(Programme.SEASON_3, user) is None:
        if book.ledger.ended_at_s(Programme.SEASON_3) is not None:
            return []
        return [m.Participate(user=user, programme=NUMBER_OF[Programme.SEASON_3])]
    return [*_code(book, trader, now_s), *_contests(book, user, now_s)]


def _code(book: ProgrammeState, trader: Trader, now_s: int) -> Iterator[m.Command]:
    user, referrals = trader.address, book.ledger.referrals
    known = referrals.of(user)
    try:
        if trader.number == 1 and known.code is None:
            referrals.check_generate(user, CODE)
            yield m.GenerateReferralCode(user=user, code=CODE)
        if trader.number in REFERRED and known.referred_by is None:
            referrals.check_use(user, CODE, now_s)
            yield m.UseReferralCode(user=user, code=CODE)
    except ProgrammeError:
        return


def _contests(book: ProgrammeState, user: bytes, now_s: int) -> Iterator[m.Command]:
    for contest in book.contests.values():
        is_over = contest.rules.status(now_s) is ContestStatus.FINISHED
        if user not in contest.entrants and not is_over:
            yield m.JoinContest(user=user, contest_id=contest.rules.contest_id)
