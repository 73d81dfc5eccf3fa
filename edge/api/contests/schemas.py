"""Queries, bodies and answers of the contests (API 3.7, 4.4, 5.1)."""

from typing import Annotated, Literal

from msgspec import Meta

from edge.api.profile.username_schemas import NamesOfRows
from edge.http.schema.base import Entity, Request
from edge.http.schema.examples import WALLET, example
from edge.http.schema.units import (
    UNSIGNED,
    AddressInput,
    AddressText,
    Collateral,
    Ratio,
    SignedCollateral,
    Timestamp,
    WalletInput,
)

ContestStatusName = Literal["upcoming", "live", "finished"]
ContestMetricName = Literal["percentChange", "tokenChange"]
PrizeAmount = Annotated[
    str,
    Meta(pattern=UNSIGNED, description="USD or tokens", extra_json_schema={"x-decimals": 6}),
]


class ContestUserQuery(Request):
    """The wallet of a contest rank."""

    user: AddressInput | None = None


class ContestEntryQuery(Request):
    """The wallet of a participation query; required."""

    user: WalletInput = None


@example(user=WALLET)
class ContestUserBody(Request):
    """The joining wallet, from the token (main base)."""

    user: WalletInput = None


@example(address=WALLET)
class ContestAddressBody(Request):
    """The joining wallet, from the token (express base)."""

    address: WalletInput = None


class ContestsQuery(Request):
    """Contest filters: the union of the given ones, all contests without a filter."""

    live: bool = False
    upcoming: bool = False
    finished: bool = False
    joined: Annotated[bool, Meta(description="by `user`, which is then needed")] = False
    user: AddressInput | None = None


class ContestResult(Entity):
    """A participant's result (API 3.7)."""

    user: AddressText
    token_change: SignedCollateral
    percent_change: Ratio
    position_count: int
    collateral_amount: Collateral
    open_interest: Collateral
    annualized_return: Annotated[
        Ratio | None, Meta(description="null until the result is one full day old")
    ]
    asset_dash: Annotated[bool, Meta(description="joined by the partner application")]


class RankedContestResult(ContestResult):
    """A participant's result and rank; equal results share the lower number."""

    rank: int


class ContestLeaderboard(Entity):
    """A part of a leaderboard, by rank and then by address (main base)."""

    leaderboard: list[RankedContestResult]
    total: int
    updated_at: Timestamp
    usernames: NamesOfRows


class ExpressContestLeaderboard(ContestLeaderboard):
    """A part of a leaderboard (express base); a final one never changes again."""

    is_final: bool


class ContestEntry(Entity):
    """Whether a wallet has joined a contest, and since when (main base)."""

    user: AddressText
    is_participating: bool
    participated_at: Timestamp | None


class JoinedContest(Entity):
    """That a wallet has joined a contest, and since when (express base)."""

    contest_id: str
    address: AddressText
    joined_at: Timestamp


class ContestPrize(Entity):
    """The prize of a range of places among the eligible."""

    rank_from: int
    rank_to: int
    amount: PrizeAmount
    token: Annotated[str, Meta(description="USD or ACRE")]
    description: str


class ContestPrizes(Entity):
    """The prizes of a contest (main base)."""

    prizes: list[ContestPrize]
    total: PrizeAmount
    raffle: str | None


class ContestView(Entity):
    """A contest (API 5.1)."""

    id: str
    name: str
    slug: str
    description: str
    status: ContestStatusName
    starts_at: Timestamp
    ends_at: Timestamp
    metric: ContestMetricName
    min_collateral: Collateral
    prizes: list[ContestPrize]
    participants_count: int
    is_joined: Annotated[bool | None, Meta(description="null without a user")]
    winners: Annotated[
        list[ContestResult] | None,
        Meta(description="by place; null until the leaderboard is final"),
    ]


class ContestsAnswer(Entity):
    """Contests, the newest start first."""

    contests: list[ContestView]


class ContestCounts(Entity):
    """The number of contests of each kind; `joined` counts the user's contests, else 0."""

    live: int
    upcoming: int
    finished: int
    joined: int


class ContestIds(Entity):
    """The ids of all contests, the newest start first."""

    contest_ids: list[str]


class ParticipantsCount(Entity):
    """The number of participants of a contest."""

    participants_count: int
