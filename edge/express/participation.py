"""Both bases: who takes part in a season or in the perpetual programme (contract 4.5, 5.5)."""

from typing import Any

from edge.addresses import address_text, parse_user
from edge.context import Context
from edge.errors import ApiError
from edge.express.prediction_orders import refusal
from edge.reads import until_projected
from edge.routing.route import Base, Call, Collect, route
from edge.schemas.base import Nothing, Request
from edge.schemas.predictions import (
    Participant,
    ParticipateBody,
    ParticipateQuery,
    Participation,
    UserBody,
    UserQuery,
)
from edge.schemas.requests import AddressBody
from engine.core.generated import messages as m
from engine.sequencer import Applied

PERPETUAL, SEASON_2, SEASON_3 = 1, 2, 3
SEASONS = (SEASON_2, SEASON_3)
RUNNING_SEASON = SEASON_3
AGAIN = 200


async def _since(context: Context, user: bytes, programmes: tuple[int, ...]) -> int | None:
    """Return since when a wallet takes part in one of the programmes; None: it does not."""
    taken = context.exchange.prediction_portfolio(user).programmes
    if not set(taken) & set(programmes):
        return None
    await until_projected(context)
    since_s: int = await context.store.value("predictions.participation", user, list(programmes))
    return since_s


async def _participate(context: Context, user: bytes, programme: int) -> tuple[int, bool]:
    """Take part; return since when, and whether it is new."""

    def read(applied: Applied) -> int | None:
        error = refusal(applied)
        if error is not None:
            raise error
        is_new = any(isinstance(event, m.ParticipationStarted) for event in applied.events)
        return applied.command.time_s if is_new else None

    since_s = await _since(context, user, (programme,))
    if since_s is None:
        command = m.Participate(user=user, programme=programme)
        (begun_s,) = await context.sequencer.submit_all([command], read)
        if begun_s is not None:
            return begun_s, True
        since_s = await _since(context, user, (programme,))
        assert since_s is not None
    return since_s, False


async def _join_season(call: Call[Nothing, AddressBody], programme: int) -> Participant:
    if programme != RUNNING_SEASON:  # the others are final; who takes part has done so
        since_s = await _since(call.context, call.wallet, (programme,))
        if since_s is None:
            raise ApiError("SEASON_CLOSED")
        call.status = AGAIN
        return _participant(call.wallet, since_s)
    since_s, is_new = await _participate(call.context, call.wallet, programme)
    call.status = None if is_new else AGAIN
    return _participant(call.wallet, since_s)


async def _season(call: Call[Nothing, Nothing], programme: int) -> Participant:
    """Return whether the wallet of the path takes part; there are no usernames yet."""
    try:
        user = parse_user(call.path["key"])
    except ApiError:
        raise ApiError("NOT_FOUND", "There is no such user") from None
    return _participant(user, await _since(call.context, user, (programme,)))


def _participant(user: bytes, since_s: int | None) -> Participant:
    return Participant(
        key=address_text(user),
        is_participating=since_s is not None,
        participated_at=since_s,
    )


def _read(path: str) -> Collect:
    return route(Base.EXPRESS, "GET", path, returns=Participant, cache="accounts")


def _write(base: Base, path: str, body: type[Request], returns: type, **options: Any) -> Collect:  # noqa: ANN401
    return route(
        base,
        "POST",
        path,
        body=body,
        returns=returns,
        needs_token=True,
        rate="participation",
        cache=None,
        is_idempotent=True,
        **options,
    )


def _join(path: str) -> Collect:
    options = {"status": 201, "repeat_status": AGAIN, "is_body_optional": True}
    return _write(Base.EXPRESS, path, AddressBody, Participant, **options)


@_read("/points/participants/{key}")
async def get_season_2(call: Call[Nothing, Nothing]) -> Participant:
    """Tell whether a wallet takes part in season 2."""
    return await _season(call, SEASON_2)


@_read("/ppps3/participants/{key}")
async def get_season_3(call: Call[Nothing, Nothing]) -> Participant:
    """Tell whether a wallet takes part in season 3."""
    return await _season(call, SEASON_3)


@_join("/points/participants")
async def post_season_2(call: Call[Nothing, AddressBody]) -> Participant:
    """Take part in season 2, which is final: only its participants are answered."""
    return await _join_season(call, SEASON_2)


@_join("/ppps3/participants")
async def post_season_3(call: Call[Nothing, AddressBody]) -> Participant:
    """Take part in season 3."""
    return await _join_season(call, SEASON_3)


@route(
    Base.MAIN,
    "GET",
    "/points/participate",
    query=ParticipateQuery,
    returns=Participation,
    cache="accounts",
)
async def get_participation(call: Call[ParticipateQuery, Nothing]) -> Participation:
    """Tell whether a wallet takes part in any season, or in the perpetual programme."""
    programmes = (PERPETUAL,) if call.query.is_for_perpetual_points else SEASONS
    return _participation(await _since(call.context, call.user, programmes))


@route(
    Base.MAIN,
    "GET",
    "/perpetual-points/participate",
    query=UserQuery,
    returns=Participation,
    cache="accounts",
)
async def get_perpetual_participation(call: Call[UserQuery, Nothing]) -> Participation:
    """Tell whether a wallet takes part in the perpetual programme."""
    return _participation(await _since(call.context, call.user, (PERPETUAL,)))


@_write(Base.MAIN, "/points/participate", ParticipateBody, Participation)
async def post_participation(call: Call[Nothing, ParticipateBody]) -> Participation:
    """Take part in the season that runs, or in the perpetual programme."""
    programme = PERPETUAL if call.body.is_for_perpetual_points else RUNNING_SEASON
    return _participation((await _participate(call.context, call.wallet, programme))[0])


@_write(Base.MAIN, "/perpetual-points/participate", UserBody, Participation, is_body_optional=True)
async def post_perpetual_participation(call: Call[Nothing, UserBody]) -> Participation:
    """Take part in the perpetual programme."""
    return _participation((await _participate(call.context, call.wallet, PERPETUAL))[0])


def _participation(since_s: int | None) -> Participation:
    return Participation(is_participating=since_s is not None, participated_at=since_s)
