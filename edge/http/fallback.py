"""Paths that lack their user: 400 `Missing user address`, not 404."""

from aiohttp import web

from edge.http.addresses import missing_user
from edge.http.errors import ApiError
from edge.http.route import ROUTES

_USER = "/{user}"


def without_user(request: web.Request, error: Exception) -> ApiError | None:
    """Return the error when the path is that of a user route without its user."""
    if not isinstance(error, web.HTTPNotFound):
        return None
    for item in ROUTES:
        head, mark, tail = item.path.partition(_USER)
        if mark and request.path == item.base + head + tail:
            return missing_user()
    return None
