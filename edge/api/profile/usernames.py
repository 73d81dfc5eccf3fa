"""The usernames beside the addresses of a leaderboard."""

import logging
from collections.abc import Iterable

from edge.api.points import encode
from edge.api.points.leaderboards import Board
from edge.api.points.schemas import FinalPointsLeaderboard, PointsLeaderboard
from edge.api.profile.username_schemas import Username
from edge.http.addresses import address_text
from edge.http.schema.inputs import LeaderboardQuery
from edge.store.pool import DATABASE_ERRORS, Store

log = logging.getLogger("acre.usernames")


async def usernames_of(store: Store, wallets: Iterable[bytes]) -> list[Username]:
    """Return the wallets' usernames; empty while the database fails.

    A leaderboard is served from memory and does not fail for want of the names beside it.
    """
    wanted = list(wallets)
    if not wanted:
        return []
    try:
        rows = await store.rows("profile.usernames", wanted)
    except DATABASE_ERRORS as error:
        log.warning("usernames_unavailable", extra={"error": type(error).__name__})
        return []
    return [
        Username(
            user=address_text(row["address"]), username=row["username"], is_demo=row["is_demo"]
        )
        for row in rows
    ]


async def points_leaderboard(
    store: Store, board: Board, query: LeaderboardQuery
) -> PointsLeaderboard:
    """Return a part of a leaderboard of points with the usernames of its rows."""
    return encode.leaderboard(board, query, await _names_on(store, board, query))


async def final_points_leaderboard(
    store: Store, board: Board, query: LeaderboardQuery
) -> FinalPointsLeaderboard:
    """Return a part of a frozen leaderboard of points with the usernames of its rows."""
    return encode.final_leaderboard(board, query, await _names_on(store, board, query))


async def _names_on(store: Store, board: Board, query: LeaderboardQuery) -> list[Username]:
    places = board.places[query.offset : query.offset + query.limit]
    return await usernames_of(store, (place.row.user for place in places))
