"""Calendar of the demo's contests, without state.

`royale` lasts as long as the demo. Beside it runs one contest after the other, by weeks and by
months; the last one, the present one and the next one are always there.
"""

from collections.abc import Callable, Container
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from engine.core.generated.messages import CreateContest
from engine.programmes.contests.rules import DEFAULT_PRIZES, MIN_COLLATERAL_E6

DAY_S: Final = 86_400
WEEK_S: Final = 7 * DAY_S
FIRST_MONDAY_S: Final = 4 * DAY_S  # 1970-01-05
LEAD_S: Final = DAY_S  # a contest is there so long before the one before it begins
ROYALE: Final = "royale"
ROYALE_ENDS_AT_S: Final = 4_102_444_800  # 2100-01-01
PERCENT_CHANGE, TOKEN_CHANGE = 0, 1
PRIZES_MAX: Final = 8
RAFFLE: Final = "100 USD"
_COLLATERAL: Final = 1


@dataclass(frozen=True, slots=True)
class Series:
    """Contests that follow each other without a gap, numbered from 1970."""

    number_at: Callable[[int], int]
    starts_at_s: Callable[[int], int]
    slug: str  # of the day of the start, in the language of strftime
    name: str
    metric: int
    text: str


def _week_at(time_s: int) -> int:
    return (time_s - FIRST_MONDAY_S) // WEEK_S


def _week_start_s(number: int) -> int:
    return FIRST_MONDAY_S + number * WEEK_S


def _month_at(time_s: int) -> int:
    day = datetime.fromtimestamp(time_s, UTC)
    return 12 * (day.year - 1970) + day.month - 1


def _month_start_s(number: int) -> int:
    years, months = divmod(number, 12)
    return int(datetime(1970 + years, 1 + months, 1, tzinfo=UTC).timestamp())


WEEKS: Final = Series(
    number_at=_week_at,
    starts_at_s=_week_start_s,
    slug="week-%Y-%m-%d",
    name="Demo week of %b %-d, %Y",
    metric=PERCENT_CHANGE,
    text="A week of the demo. Highest % return wins.",
)
MONTHS: Final = Series(
    number_at=_month_at,
    starts_at_s=_month_start_s,
    slug="month-%Y-%m",
    name="Demo month of %b %Y",
    metric=TOKEN_CHANGE,
    text="A month of the demo. Largest gain in USD wins.",
)
SERIES: Final = (WEEKS, MONTHS)
_ROYALE_TEXT: Final = "The permanent contest of the demo; it never ends. Highest % return leads."
_PLAY_MONEY: Final = " Prizes are play money, not paid out."


def due_contests(now_s: int, start_s: int, taken: Container[str]) -> list[CreateContest]:
    """Return the contests to create now; `start_s` is when the demo began."""
    found = [_royale(start_s)]
    for series in SERIES:
        last = series.number_at(now_s) - 1
        ahead = series.number_at(now_s + LEAD_S) + 1
        found += [_contest(series, number) for number in range(last, ahead + 1)]
    return [command for command in found if command.contest_id not in taken]


def _royale(start_s: int) -> CreateContest:
    starts_at_s = start_s // DAY_S * DAY_S
    return _command(
        ROYALE, "Acre Royale", _ROYALE_TEXT, PERCENT_CHANGE, starts_at_s, ROYALE_ENDS_AT_S
    )


def _contest(series: Series, number: int) -> CreateContest:
    starts_at_s, ends_at_s = series.starts_at_s(number), series.starts_at_s(number + 1)
    day = datetime.fromtimestamp(starts_at_s, UTC)
    slug, name = day.strftime(series.slug), day.strftime(series.name)
    return _command(slug, name, series.text, series.metric, starts_at_s, ends_at_s)


def _command(
    contest_id: str, name: str, text: str, metric: int, starts_at_s: int, ends_at_s: int
) -> CreateContest:
    unused = (0,) * (PRIZES_MAX - len(DEFAULT_PRIZES))
    return CreateContest(
        contest_id=contest_id,
        name=name,
        description=text + _PLAY_MONEY,
        starts_at_s=starts_at_s,
        ends_at_s=ends_at_s,
        metric=metric,
        min_collateral_e6=MIN_COLLATERAL_E6,
        prize_mint=_COLLATERAL,
        prize_count=len(DEFAULT_PRIZES),
        prize_ranks_to=(*(tier.rank_to for tier in DEFAULT_PRIZES), *unused),
        prize_amounts_e6=(*(tier.amount_e6 for tier in DEFAULT_PRIZES), *unused),
        raffle="" if contest_id == ROYALE else RAFFLE,
        raffle_winners=0 if contest_id == ROYALE else 1,
    )
