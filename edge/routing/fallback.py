"""Paths that lack their user: 400 `Missing user address`, not 404."""

from aiohttp import web

from edge.errors import ApiError
from edge.routing.route import ROUTES

_MARK = "/user/{user}/"


def missing_user(request: web.Request, error: Exception) -> ApiError | None:
    """Return the error when the path is that of a user route without its user."""
    if not isinstance(error, web.HTTPNotFound):
        return None
    for item in ROUTES:
        head, mark, tail = item.path.partition(_MARK)
        if mark and request.path == f"{item.base}{head}/user/{tail}":
            return ApiError("MISSING_ADDRESS")
    return None
