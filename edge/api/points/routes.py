"""Main base, points: totals over the seasons, and the perpetual programme (API 4.5)."""

from bisect import bisect_right
from typing import Unpack

from edge.api.context import Call
from edge.api.pages import page_limit
from edge.api.points import encode
from edge.api.points.leaderboards import Board
from edge.api.points.participation import participate, running_season, state, write
from edge.api.points.schemas import (
    GrandTotal,
    ParticipateBody,
    ParticipateQuery,
    Participation,
    PerpetualStatus,
    PerpetualSummary,
    PointsLeaderboard,
    RankedPointsRow,
    UserBody,
    UserPoints,
    UserQuery,
)
from edge.api.profile.usernames import points_leaderboard
from edge.http import costs
from edge.http.addresses import address_text
from edge.http.amounts import rate
from edge.http.codes import JOINED
from edge.http.cursors import make_cursor, read_cursor
from edge.http.route import Answer, Base, Collect, Page, RouteOptions, route
from edge.http.schema.base import Nothing, Request
from edge.http.schema.inputs import LeaderboardQuery, PageQuery
from engine.programmes.seasons import Programme

POINTS = "/points"
PERPETUAL_POINTS = "/perpetual-points"
BALANCES = "points.balances"


def _read(
    path: str, returns: Answer, query: type[Request] = Nothing, **options: Unpack[RouteOptions]
) -> Collect:
    options = {"cache": "feed", **options}
    return route(Base.MAIN, "GET", path, returns=returns, query=query, **options)


@_read(f"{POINTS}/leaderboard", PointsLeaderboard, query=LeaderboardQuery, cost=costs.LEADERBOARD)
async def get_leaderboard(call: Call[LeaderboardQuery, Nothing]) -> PointsLeaderboard:
    """Return the participants of all seasons by the sum of their points."""
    context = call.context
    return await points_leaderboard(context.store, await context.boards.totals(), call.query)


@_read(f"{POINTS}/leaderboard/user/{{user}}", RankedPointsRow)
async def get_place(call: Call[Nothing, Nothing]) -> RankedPointsRow:
    """Return a wallet's sum over the seasons, and its rank."""
    user = call.user
    return encode.ranked_row(*(await call.context.boards.totals()).place(user))


@_read(
    f"{POINTS}/balances",
    list[UserPoints],
    query=PageQuery,
    is_page=True,
    cache="accounts",
    cost=costs.PAGE,
)
async def get_balances(call: Call[PageQuery, Nothing]) -> Page:
    """Return the points of every participant over all seasons, by address."""
    limit = page_limit(call.query)
    after = call.query.cursor
    last = b"" if after is None else read_cursor(after, tuple[bytes], BALANCES)[0]
    board = await call.context.boards.totals()
    start = bisect_right(board.users, last)
    users = board.users[start : start + limit]
    is_last = start + limit >= len(board.users)
    return Page(
        rows=[_balance(board, user) for user in users],
        next_cursor=None if is_last else make_cursor((users[-1],), BALANCES),
        limit=limit,
    )


@_read(f"{POINTS}/balance", UserPoints, query=UserQuery, cache="accounts")
async def get_balance(call: Call[UserQuery, Nothing]) -> UserPoints:
    """Return a wallet's points over all seasons."""
    user = call.user
    return _balance(await call.context.boards.totals(), user)


def _balance(board: Board, user: bytes) -> UserPoints:
    row, _ = board.place(user)
    return UserPoints(user=address_text(user), points=str(row.points_e6))


@_read(f"{POINTS}/participate", Participation, query=ParticipateQuery, cache="accounts")
async def get_participation(call: Call[ParticipateQuery, Nothing]) -> Participation:
    """Return whether a wallet takes part in the season that runs, or in the perpetual programme."""
    return _participation(call, call.user, is_perpetual=call.query.is_for_perpetual_points)


@_read(f"{PERPETUAL_POINTS}/participate", Participation, query=UserQuery, cache="accounts")
async def get_perpetual_participation(call: Call[UserQuery, Nothing]) -> Participation:
    """Return whether a wallet takes part in the perpetual programme."""
    return _participation(call, call.user, is_perpetual=True)


@write(Base.MAIN, f"{POINTS}/participate", ParticipateBody, Participation, codes=JOINED)
async def post_participation(call: Call[Nothing, ParticipateBody]) -> Participation:
    """Take part in the season that runs, or in the perpetual programme."""
    return await _participate(call, is_perpetual=call.body.is_for_perpetual_points)


@write(
    Base.MAIN,
    f"{PERPETUAL_POINTS}/participate",
    UserBody,
    Participation,
    is_body_optional=True,
    codes=JOINED,
)
async def post_perpetual_participation(call: Call[Nothing, UserBody]) -> Participation:
    """Take part in the perpetual programme."""
    return await _participate(call, is_perpetual=True)


def _programme(call: Call[Request, Request], *, is_perpetual: bool) -> Programme:
    return Programme.PERPETUAL if is_perpetual else running_season(call.context.programmes.ledger)


def _participation(
    call: Call[Request, Request], user: bytes, *, is_perpetual: bool
) -> Participation:
    programme = _programme(call, is_perpetual=is_perpetual)
    is_participating, since_s = state(call.context, programme, user)
    return Participation(is_participating=is_participating, participated_at=since_s)


async def _participate(call: Call[Request, Request], *, is_perpetual: bool) -> Participation:
    programme = _programme(call, is_perpetual=is_perpetual)
    await participate(call, programme)
    return _participation(call, call.wallet, is_perpetual=is_perpetual)


# The perpetual programme alone.


@_read(
    f"{PERPETUAL_POINTS}/leaderboard",
    PointsLeaderboard,
    query=LeaderboardQuery,
    cost=costs.LEADERBOARD,
)
async def get_perpetual_leaderboard(call: Call[LeaderboardQuery, Nothing]) -> PointsLeaderboard:
    """Return the participants of the perpetual programme by points."""
    board = await call.context.boards.of(Programme.PERPETUAL)
    return await points_leaderboard(call.context.store, board, call.query)


@_read(f"{PERPETUAL_POINTS}/leaderboard/user/{{user}}", RankedPointsRow)
async def get_perpetual_place(call: Call[Nothing, Nothing]) -> RankedPointsRow:
    """Return a wallet's points in the perpetual programme, and its rank."""
    user = call.user
    return encode.ranked_row(*(await call.context.boards.of(Programme.PERPETUAL)).place(user))


@_read(f"{PERPETUAL_POINTS}/user-status", PerpetualStatus, query=UserQuery, cache="accounts")
async def get_perpetual_status(call: Call[UserQuery, Nothing]) -> PerpetualStatus:
    """Return whether a wallet takes part in the perpetual programme, and its rank there."""
    user = call.user
    is_participating, since_s = state(call.context, Programme.PERPETUAL, user)
    _, rank = (await call.context.boards.of(Programme.PERPETUAL)).place(user)
    return PerpetualStatus(is_participating=is_participating, participated_at=since_s, rank=rank)


@_read(f"{PERPETUAL_POINTS}/points-summary", PerpetualSummary, query=UserQuery, cache="accounts")
async def get_perpetual_summary(call: Call[UserQuery, Nothing]) -> PerpetualSummary:
    """Return a wallet's points in the perpetual programme, and its points per day."""
    user = call.user
    row, _ = (await call.context.boards.of(Programme.PERPETUAL)).place(user)
    per_day_e6 = call.context.programmes.ledger.per_day_e6(Programme.PERPETUAL, user, call.now_s)
    return PerpetualSummary(
        trading_points=str(row.trading_points_e6),
        lp_points=str(row.lp_points_e6),
        referral_points=str(row.referral_points_e6),
        boosts=rate(row.boosts_e12),
        points=str(row.points_e6),
        per_day=str(per_day_e6),
    )


@_read(f"{PERPETUAL_POINTS}/grand-total-points", GrandTotal, cache="accounts")
async def get_grand_total(call: Call[Nothing, Nothing]) -> GrandTotal:
    """Return the points of all participants of the perpetual programme."""
    board = await call.context.boards.of(Programme.PERPETUAL)
    return GrandTotal(
        points=str(board.points_e6), participants=len(board.places), as_of=board.updated_at_s
    )
