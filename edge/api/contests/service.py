"""Contest service of both bases: find, leaderboard, join."""

from edge.api.contests import encode
from edge.api.contests.leaderboards import Board
from edge.api.contests.schemas import ContestView, RankedContestResult
from edge.api.context import Call, Context
from edge.api.profile.username_schemas import Username
from edge.api.profile.usernames import usernames_of
from edge.api.programmes import record, refusals
from edge.http.errors import ApiError
from edge.http.schema.base import Request
from edge.http.schema.inputs import LeaderboardQuery
from engine.core.generated import messages as m
from engine.programmes.contests.contests import Contest
from engine.programmes.contests.prizes import draw_raffle, raffle_pool
from engine.sequencer import Applied


def contest_of(context: Context, contest_id: str) -> Contest:
    """Return the contest of a path; raise CONTEST_NOT_FOUND."""
    contest = context.programmes.contests.get(contest_id)
    if contest is None:
        raise ApiError("CONTEST_NOT_FOUND")
    return contest


def newest_first(context: Context) -> list[Contest]:
    """Return all contests, the newest start first."""
    contests = context.programmes.contests.values()
    return sorted(contests, key=lambda each: (-each.rules.starts_at_s, each.rules.contest_id))


def board_of(call: Call[Request, Request], contest: Contest) -> Board:
    """Return the leaderboard of a contest; the answer may be kept for long when it is final."""
    context = call.context
    board = context.contest_boards.board(contest, call.now_s, context.gate.wall_s())
    if board.is_final:
        call.cache = "metadata"
    return board


async def names_on(call: Call[LeaderboardQuery, Request], board: Board) -> list[Username]:
    """Return the usernames of the rows that are asked for."""
    users = board.users(call.query.offset, call.query.limit)
    return await usernames_of(call.context.store, users)


def place_of(call: Call[Request, Request], contest: Contest) -> RankedContestResult:
    """Return the result and rank of the path's wallet; raise NOT_PARTICIPATING, here a 404."""
    user, context = call.user, call.context
    place = context.contest_boards.place(contest, user, call.now_s, context.gate.wall_s())
    if place is None:
        error = ApiError("NOT_PARTICIPATING", "This wallet has not joined this contest")
        error.status = 404
        raise error
    if contest.final is not None:
        call.cache = "metadata"
    return encode.ranked_result(place)


def view_of(call: Call[Request, Request], contest: Contest, user: bytes | None) -> ContestView:
    """Return a contest as a wallet sees it, or its public view."""
    winners = None
    if contest.final is not None:
        context = call.context
        winners = context.contest_boards.board(contest, call.now_s, context.gate.wall_s()).winners
    return encode.contest_view(contest, user, winners, call.now_s)


def raffle_of(call: Call[Request, Request], contest: Contest) -> list[bytes]:
    """Return the raffle winners; empty before the draw."""
    if contest.draw is None:
        return []
    context, rules = call.context, contest.rules
    places = context.contest_boards.board(contest, call.now_s, context.gate.wall_s()).places
    pool = raffle_pool(places)
    return draw_raffle(pool, rules.raffle_winners, rules.contest_id, contest.draw.seed)


async def join(context: Context, contest_id: str, user: bytes) -> int:
    """Join a contest, once; return since when the wallet takes part.

    Raises CONTEST_NOT_FOUND, then HIGH_RISK_USER, then CONTEST_CLOSED from the end on for who has
    not joined before.
    """
    contest = contest_of(context, contest_id)
    if context.is_high_risk(user):
        raise ApiError("HIGH_RISK_USER")
    joined_at_s = contest.joined_at_s(user)
    if joined_at_s is not None:
        return joined_at_s
    with refusals():
        contest.check_join(user, context.now_s())

    def read(_applied: Applied) -> int:
        since_s = contest.joined_at_s(user)
        assert since_s is not None
        return since_s

    return await record(context, m.JoinContest(user=user, contest_id=contest_id), read)
