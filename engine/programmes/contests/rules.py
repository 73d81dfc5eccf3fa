"""Rules of a contest, set by the operator (API 7.5)."""

from dataclasses import dataclass
from enum import StrEnum

E6 = 10**6
MIN_COLLATERAL_E6 = 100 * E6


class ContestStatus(StrEnum):
    """The phase of a contest."""

    UPCOMING = "upcoming"
    LIVE = "live"
    FINISHED = "finished"


class ContestMetric(StrEnum):
    """The ranking metric of a contest."""

    PERCENT_CHANGE = "percentChange"
    TOKEN_CHANGE = "tokenChange"  # noqa: S105 - a metric, no secret


class PrizeMint(StrEnum):
    """The unit of prizes."""

    COLLATERAL = "collateral"
    TOKEN = "acre"  # noqa: S105 - a kind of token, no secret


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTier:
    """The prize of each place from `rank_from` to `rank_to` among the eligible."""

    rank_from: int
    rank_to: int
    amount_e6: int


DEFAULT_PRIZES = (
    PrizeTier(rank_from=1, rank_to=1, amount_e6=1_000 * E6),
    PrizeTier(rank_from=2, rank_to=2, amount_e6=600 * E6),
    PrizeTier(rank_from=3, rank_to=3, amount_e6=400 * E6),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestRules:
    """A contest as the operator created it; live from `starts_at_s`, over at `ends_at_s`.

    `raffle` says what is raffled among the top 10 %; empty: there is none.
    """

    contest_id: str
    starts_at_s: int
    ends_at_s: int
    metric: ContestMetric = ContestMetric.PERCENT_CHANGE
    min_collateral_e6: int = MIN_COLLATERAL_E6
    name: str = ""
    description: str = ""
    prizes: tuple[PrizeTier, ...] = DEFAULT_PRIZES
    prize_mint: PrizeMint = PrizeMint.COLLATERAL
    raffle: str = ""
    raffle_winners: int = 0

    def status(self, now_s: int) -> ContestStatus:
        """Return upcoming < start <= live < end <= finished."""
        if now_s < self.starts_at_s:
            return ContestStatus.UPCOMING
        return ContestStatus.LIVE if now_s < self.ends_at_s else ContestStatus.FINISHED
