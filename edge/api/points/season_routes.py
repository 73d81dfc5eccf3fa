"""Express base, points seasons: leaderboards, rows, participants (API 5.5)."""

from typing import Unpack

from edge.api.context import Call, Context
from edge.api.points import encode
from edge.api.points.leaderboards import Board
from edge.api.points.participation import participate, state, write
from edge.api.points.schemas import (
    FinalPointsLeaderboard,
    Participant,
    PointsBreakdown,
    PointsLeaderboard,
    RankedPointsRow,
)
from edge.api.profile.usernames import final_points_leaderboard, points_leaderboard
from edge.api.users import user_of_key
from edge.http import costs
from edge.http.addresses import address_text
from edge.http.codes import JOINED
from edge.http.errors import ApiError
from edge.http.route import Answer, Base, Collect, RouteOptions, route
from edge.http.schema.base import Nothing, Request
from edge.http.schema.inputs import AddressBody, LeaderboardQuery
from engine.programmes.seasons import Programme

AGAIN = 200


def _read(
    path: str, returns: Answer, query: type[Request] = Nothing, **options: Unpack[RouteOptions]
) -> Collect:
    options = {"cache": "feed", **options}
    return route(Base.EXPRESS, "GET", path, returns=returns, query=query, **options)


def _final_read(
    path: str, returns: Answer, query: type[Request] = Nothing, **options: Unpack[RouteOptions]
) -> Collect:
    options = {"cache": "metadata", "codes": ("SEASON_NOT_FINAL",), **options}
    return _read(path, returns, query, **options)


def _join(path: str) -> Collect:
    return write(
        Base.EXPRESS,
        path,
        AddressBody,
        Participant,
        codes=JOINED,
        status=201,
        repeat_status=AGAIN,
        is_body_optional=True,
    )


# Season 1: over before the journal began.


@_final_read(
    "/points/ppps1-final", FinalPointsLeaderboard, query=LeaderboardQuery, cost=costs.LEADERBOARD
)
async def get_season_1_final(call: Call[LeaderboardQuery, Nothing]) -> FinalPointsLeaderboard:
    """Return the final leaderboard of season 1."""
    return await _final_leaderboard(call, Programme.SEASON_1)


@_final_read("/user/{id}/ppps1", RankedPointsRow)
async def get_season_1_row(call: Call[Nothing, Nothing]) -> RankedPointsRow:
    """Return a user's final row of season 1."""
    user = await user_of_key(call.context, call.path["id"])
    return encode.ranked_row(*(await _final(call.context, Programme.SEASON_1)).place(user))


# Season 2.


@_read("/points/leaderboard", PointsLeaderboard, query=LeaderboardQuery, cost=costs.LEADERBOARD)
async def get_season_2_leaderboard(call: Call[LeaderboardQuery, Nothing]) -> PointsLeaderboard:
    """Return the participants of season 2 by points."""
    return await _leaderboard(call, Programme.SEASON_2)


@_read("/points/leaderboard/{key}", RankedPointsRow)
async def get_season_2_row(call: Call[Nothing, Nothing]) -> RankedPointsRow:
    """Return a user's row of season 2."""
    return await _row(call, Programme.SEASON_2)


@_read("/points/breakdown/{key}", PointsBreakdown)
async def get_season_2_breakdown(call: Call[Nothing, Nothing]) -> PointsBreakdown:
    """Return a user's row of season 2 with its last 30 days."""
    return await _breakdown(call, Programme.SEASON_2)


@_final_read(
    "/points/ppps2/final-leaderboard",
    FinalPointsLeaderboard,
    query=LeaderboardQuery,
    cost=costs.LEADERBOARD,
)
async def get_season_2_final(call: Call[LeaderboardQuery, Nothing]) -> FinalPointsLeaderboard:
    """Return the final leaderboard of season 2."""
    return await _final_leaderboard(call, Programme.SEASON_2)


@_final_read("/points/ppps2/final-leaderboard/{key}", RankedPointsRow)
async def get_season_2_final_row(call: Call[Nothing, Nothing]) -> RankedPointsRow:
    """Return a user's final row of season 2."""
    user = await user_of_key(call.context, call.path["key"])
    return encode.ranked_row(*(await _final(call.context, Programme.SEASON_2)).place(user))


@_read("/points/participants/{key}", Participant, cache="accounts")
async def get_season_2_participant(call: Call[Nothing, Nothing]) -> Participant:
    """Return whether a user takes part in season 2."""
    return await _participant_of_key(call, Programme.SEASON_2)


@_join("/points/participants")
async def post_season_2_participant(call: Call[Nothing, AddressBody]) -> Participant:
    """Take part in season 2; once it is over only its participants are answered."""
    return await _join_season(call, Programme.SEASON_2)


# Season 3.


@_read("/ppps3/leaderboard", PointsLeaderboard, query=LeaderboardQuery, cost=costs.LEADERBOARD)
async def get_season_3_leaderboard(call: Call[LeaderboardQuery, Nothing]) -> PointsLeaderboard:
    """Return the participants of season 3 by points."""
    return await _leaderboard(call, Programme.SEASON_3)


@_read("/ppps3/leaderboard/{key}", RankedPointsRow)
async def get_season_3_row(call: Call[Nothing, Nothing]) -> RankedPointsRow:
    """Return a user's row of season 3."""
    return await _row(call, Programme.SEASON_3)


@_read("/ppps3/breakdown/{key}", PointsBreakdown)
async def get_season_3_breakdown(call: Call[Nothing, Nothing]) -> PointsBreakdown:
    """Return a user's row of season 3 with its last 30 days."""
    return await _breakdown(call, Programme.SEASON_3)


@_read("/ppps3/participants/{key}", Participant, cache="accounts")
async def get_season_3_participant(call: Call[Nothing, Nothing]) -> Participant:
    """Return whether a user takes part in season 3."""
    return await _participant_of_key(call, Programme.SEASON_3)


@_join("/ppps3/participants")
async def post_season_3_participant(call: Call[Nothing, AddressBody]) -> Participant:
    """Take part in season 3."""
    return await _join_season(call, Programme.SEASON_3)


# What the seasons share.


async def _leaderboard(
    call: Call[LeaderboardQuery, Nothing], programme: Programme
) -> PointsLeaderboard:
    board = await call.context.boards.of(programme)
    return await points_leaderboard(call.context.store, board, call.query)


async def _final_leaderboard(
    call: Call[LeaderboardQuery, Nothing], programme: Programme
) -> FinalPointsLeaderboard:
    board = await _final(call.context, programme)
    return await final_points_leaderboard(call.context.store, board, call.query)


async def _final(context: Context, programme: Programme) -> Board:
    if not context.programmes.ledger.is_final(programme):
        raise ApiError("SEASON_NOT_FINAL")
    return await context.boards.of(programme)


async def _row(call: Call[Nothing, Nothing], programme: Programme) -> RankedPointsRow:
    user = await user_of_key(call.context, call.path["key"])
    return encode.ranked_row(*(await call.context.boards.of(programme)).place(user))


async def _breakdown(call: Call[Nothing, Nothing], programme: Programme) -> PointsBreakdown:
    user = await user_of_key(call.context, call.path["key"])
    board = await call.context.boards.of(programme)
    row, rank = board.place(user)
    days = call.context.programmes.days_until(programme, row)
    return encode.breakdown(row, rank, days)


async def _participant_of_key(call: Call[Nothing, Nothing], programme: Programme) -> Participant:
    key = call.path["key"]
    return _participant(call.context, programme, await user_of_key(call.context, key), key)


async def _join_season(call: Call[Nothing, AddressBody], programme: Programme) -> Participant:
    is_new = await participate(call, programme)
    call.status = None if is_new else AGAIN
    return _participant(call.context, programme, call.wallet, address_text(call.wallet))


def _participant(context: Context, programme: Programme, user: bytes, key: str) -> Participant:
    is_participating, since_s = state(context, programme, user)
    return Participant(key=key, is_participating=is_participating, participated_at=since_s)
