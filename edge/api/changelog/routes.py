"""Express base, the changelog (API 5.9)."""

from functools import lru_cache
from pathlib import Path

from edge.api.changelog.feed import PATH, feed
from edge.http import costs
from edge.http.route import Base, Call, route
from edge.http.schema.base import Nothing

CHANGELOG = Path(__file__).resolve().parents[3] / "CHANGELOG.md"


@lru_cache(maxsize=8)
def published(public_url: str) -> bytes:
    """Return the feed of a service; it changes with the program alone."""
    return feed(CHANGELOG.read_text(), public_url)


@route(
    Base.EXPRESS,
    "GET",
    PATH,
    returns=None,
    media="application/atom+xml",
    is_bare=True,
    cache="metadata",
    cost=costs.FEED,
)
async def get_changelog(call: Call[object, Nothing, Nothing]) -> bytes:
    """Return the changelog as an Atom feed."""
    return published(call.gate.public_url)
