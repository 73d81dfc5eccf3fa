"""Main base, contests (API 4.4)."""

from edge.api.contests import encode
from edge.api.contests.schemas import (
    ContestEntry,
    ContestEntryQuery,
    ContestLeaderboard,
    ContestPrizes,
    ContestUserBody,
    RankedContestResult,
)
from edge.api.contests.service import board_of, contest_of, join, names_on, place_of, raffle_of
from edge.api.context import Call
from edge.http import costs
from edge.http.addresses import address_text
from edge.http.codes import CONTEST_JOINED, NO_PLACE
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.schema.inputs import LeaderboardQuery

CONTEST = "/contest/{contestName}"


@route(
    Base.MAIN,
    "GET",
    f"{CONTEST}/leaderboard",
    query=LeaderboardQuery,
    returns=ContestLeaderboard,
    cache="feed",
    cost=costs.LEADERBOARD,
)
async def get_leaderboard(call: Call[LeaderboardQuery, Nothing]) -> ContestLeaderboard:
    """Return a part of the leaderboard of a contest."""
    contest = contest_of(call.context, call.path["contestName"])
    board = board_of(call, contest)
    return ContestLeaderboard(
        leaderboard=board.part(call.query.offset, call.query.limit),
        total=len(board.places),
        updated_at=board.updated_at_s,
        usernames=await names_on(call, board),
    )


@route(
    Base.MAIN,
    "GET",
    f"{CONTEST}/leaderboard/user/{{user}}",
    returns=RankedContestResult,
    cache="feed",
    codes=(NO_PLACE,),
)
async def get_place(call: Call[Nothing, Nothing]) -> RankedContestResult:
    """Return a participant's result and rank."""
    contest = contest_of(call.context, call.path["contestName"])
    return place_of(call, contest)


@route(
    Base.MAIN,
    "GET",
    f"{CONTEST}/participate",
    query=ContestEntryQuery,
    returns=ContestEntry,
    cache="accounts",
)
async def get_participation(call: Call[ContestEntryQuery, Nothing]) -> ContestEntry:
    """Return whether a wallet has joined a contest."""
    contest = contest_of(call.context, call.path["contestName"])
    return _entry(call.user, contest.joined_at_s(call.user))


@route(
    Base.MAIN,
    "POST",
    f"{CONTEST}/participate",
    body=ContestUserBody,
    returns=ContestEntry,
    needs_token=True,
    rate="participation",
    cache=None,
    is_idempotent=True,
    codes=CONTEST_JOINED,
)
async def post_participation(call: Call[Nothing, ContestUserBody]) -> ContestEntry:
    """Join a contest, before it is over."""
    joined_at_s = await join(call.context, call.path["contestName"], call.wallet)
    return _entry(call.wallet, joined_at_s)


def _entry(user: bytes, joined_at_s: int | None) -> ContestEntry:
    return ContestEntry(
        user=address_text(user),
        is_participating=joined_at_s is not None,
        participated_at=joined_at_s,
    )


@route(Base.MAIN, "GET", f"{CONTEST}/prizes", returns=ContestPrizes)
async def get_prizes(call: Call[Nothing, Nothing]) -> ContestPrizes:
    """Return the prizes of a contest."""
    contest = contest_of(call.context, call.path["contestName"])
    return encode.prizes(contest, raffle_of(call, contest))
