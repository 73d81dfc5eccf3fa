"""Express base, contests (API 5.1)."""

from collections import Counter

from edge.api.contests.schemas import (
    ContestAddressBody,
    ContestCounts,
    ContestIds,
    ContestsAnswer,
    ContestsQuery,
    ContestUserQuery,
    ContestView,
    ExpressContestLeaderboard,
    JoinedContest,
    ParticipantsCount,
    RankedContestResult,
)
from edge.api.contests.service import (
    board_of,
    contest_of,
    join,
    names_on,
    newest_first,
    place_of,
    view_of,
)
from edge.api.context import Call
from edge.http import costs
from edge.http.addresses import address_text, parse_user
from edge.http.codes import CONTEST_JOINED, NO_PLACE
from edge.http.route import Base, route
from edge.http.schema.base import Nothing, Request
from edge.http.schema.inputs import LeaderboardQuery
from engine.programmes.contests.contests import Contest
from engine.programmes.contests.rules import ContestStatus

CONTEST = "/contest/{contestId}"


def _contest(call: Call[Request, Request]) -> Contest:
    return contest_of(call.context, call.path["contestId"])


def _user(text: str | None) -> bytes | None:
    return None if text is None else parse_user(text)


@route(
    Base.EXPRESS,
    "GET",
    "/contest",
    query=ContestsQuery,
    returns=ContestsAnswer,
    cache="accounts",
)
async def get_contests(call: Call[ContestsQuery, Nothing]) -> ContestsAnswer:
    """Return contests: those of every kind that is asked for, or all of them."""
    query = call.query
    user = call.user if query.joined else _user(query.user)
    wanted = {
        ContestStatus.LIVE: query.live,
        ContestStatus.UPCOMING: query.upcoming,
        ContestStatus.FINISHED: query.finished,
    }
    is_all = not (query.joined or any(wanted.values()))

    def is_chosen(contest: Contest) -> bool:
        if is_all or wanted[contest.rules.status(call.now_s)]:
            return True
        return query.joined and user is not None and contest.joined_at_s(user) is not None

    chosen = filter(is_chosen, newest_first(call.context))
    return ContestsAnswer(contests=[view_of(call, each, user) for each in chosen])


@route(
    Base.EXPRESS,
    "GET",
    "/contest/filter",
    query=ContestUserQuery,
    returns=ContestCounts,
    cache="accounts",
)
async def get_counts(call: Call[ContestUserQuery, Nothing]) -> ContestCounts:
    """Return the numbers of live, upcoming, finished and joined contests."""
    user = _user(call.query.user)
    contests = call.context.programmes.contests.values()
    statuses = Counter(each.rules.status(call.now_s) for each in contests)
    joined = (each for each in contests if user and each.joined_at_s(user) is not None)
    return ContestCounts(
        live=statuses[ContestStatus.LIVE],
        upcoming=statuses[ContestStatus.UPCOMING],
        finished=statuses[ContestStatus.FINISHED],
        joined=sum(1 for _ in joined),
    )


@route(Base.EXPRESS, "GET", "/contest/ids", returns=ContestIds, cache="metadata")
async def get_ids(call: Call[Nothing, Nothing]) -> ContestIds:
    """Return the ids of all contests."""
    return ContestIds(contest_ids=[each.rules.contest_id for each in newest_first(call.context)])


@route(
    Base.EXPRESS,
    "GET",
    CONTEST,
    query=ContestUserQuery,
    returns=ContestView,
    cache="accounts",
)
async def get_contest(call: Call[ContestUserQuery, Nothing]) -> ContestView:
    """Return one contest."""
    return view_of(call, _contest(call), _user(call.query.user))


@route(
    Base.EXPRESS,
    "GET",
    f"{CONTEST}/leaderboard",
    query=LeaderboardQuery,
    returns=ExpressContestLeaderboard,
    cache="feed",
    cost=costs.LEADERBOARD,
)
async def get_leaderboard(
    call: Call[LeaderboardQuery, Nothing],
) -> ExpressContestLeaderboard:
    """Return a part of the leaderboard of a contest, and whether it is final."""
    board = board_of(call, _contest(call))
    return ExpressContestLeaderboard(
        leaderboard=board.part(call.query.offset, call.query.limit),
        total=len(board.places),
        updated_at=board.updated_at_s,
        usernames=await names_on(call, board),
        is_final=board.is_final,
    )


@route(
    Base.EXPRESS,
    "GET",
    f"{CONTEST}/leaderboard/{{user}}",
    returns=RankedContestResult,
    cache="feed",
    codes=(NO_PLACE,),
)
async def get_place(call: Call[Nothing, Nothing]) -> RankedContestResult:
    """Return a participant's result and rank."""
    return place_of(call, _contest(call))


@route(
    Base.EXPRESS,
    "GET",
    f"{CONTEST}/participants-count",
    returns=ParticipantsCount,
    cache="accounts",
)
async def get_participants_count(call: Call[Nothing, Nothing]) -> ParticipantsCount:
    """Return the number of participants of a contest."""
    return ParticipantsCount(participants_count=_contest(call).participants_count)


@route(
    Base.EXPRESS,
    "POST",
    CONTEST,
    body=ContestAddressBody,
    returns=JoinedContest,
    needs_token=True,
    rate="participation",
    cache=None,
    is_idempotent=True,
    codes=CONTEST_JOINED,
)
async def post_contest(call: Call[Nothing, ContestAddressBody]) -> JoinedContest:
    """Join a contest, before it is over."""
    contest_id = call.path["contestId"]
    joined_at_s = await join(call.context, contest_id, call.wallet)
    return JoinedContest(
        contest_id=contest_id,
        address=address_text(call.wallet),
        joined_at=joined_at_s,
    )
