"""A wallet's own sessions, on both bases: listed and ended with an access token."""

import uuid

from edge.api.auth.cookies import removing, tokens_of
from edge.api.auth.schemas import EndedSessions, LogoutAllBody, SessionList
from edge.api.auth.tokens import Bearer
from edge.api.context import Call
from edge.http.errors import ApiError
from edge.http.route import Base, route
from edge.http.schema.base import Nothing


def _bearer(call: Call[Nothing, Nothing] | Call[Nothing, LogoutAllBody]) -> Bearer:
    return call.context.sessions.check_bearer(call.request.headers.get("Authorization"))


def _session_id(text: str) -> uuid.UUID:
    """Return the id of a path; only the spelling of the list names a session."""
    try:
        session_id = uuid.UUID(text)
    except ValueError:
        raise ApiError("NOT_FOUND") from None
    if str(session_id) != text:
        raise ApiError("NOT_FOUND")
    return session_id


async def get_sessions(call: Call[Nothing, Nothing]) -> SessionList:
    """Return the wallet's active sessions, newest first."""
    return SessionList(sessions=await call.context.sessions.own(_bearer(call)))


async def post_revoke(call: Call[Nothing, Nothing]) -> None:
    """End one of the wallet's sessions; a repeat changes nothing."""
    await call.context.sessions.revoke(_bearer(call), _session_id(call.path["sessionId"]))


async def post_logout_all(call: Call[Nothing, LogoutAllBody]) -> EndedSessions:
    """End all of the wallet's sessions, or all but the one that asks."""
    keeps_current, bearer = call.body.keep_current, _bearer(call)
    count = await call.context.sessions.revoke_all(bearer, keeps_current=keeps_current)
    url = call.context.gate.public_url
    if not keeps_current and tokens_of(call.request, url, bearer.address):
        call.cookies.append(removing(url, bearer.address))
    return EndedSessions(ended_count=count)


for _base in Base:
    route(
        _base,
        "GET",
        "/auth/sessions",
        returns=SessionList,
        needs_token=True,
        rate="auth",
        cache="private",
    )(get_sessions)
    route(
        _base,
        "POST",
        "/auth/sessions/{sessionId}/revoke",
        returns=None,
        status=204,
        needs_token=True,
        rate="auth",
        cache=None,
    )(post_revoke)
    route(
        _base,
        "POST",
        "/auth/logout-all",
        body=LogoutAllBody,
        returns=EndedSessions,
        needs_token=True,
        rate="auth",
        cache=None,
        sets_cookie=_base is Base.MAIN,
    )(post_logout_all)
