"""Express base, membership badges (API 5.6)."""

from edge.api.context import Call
from edge.api.profile.schemas import MembershipBadge
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.operator.badges import OWN_IMAGE, held_badges


@route(Base.EXPRESS, "GET", "/hoa-staking/{user}", returns=MembershipBadge, cache="accounts")
async def get_badge(call: Call[Nothing, Nothing]) -> MembershipBadge:
    """Return the picture of the wallet's membership badge, and how many it holds."""
    user, badges = call.user, call.context.lists.badges
    if badges is None:
        return MembershipBadge(image=None, count=0)
    held = await held_badges(call.context.store, user)
    if held is None:
        return MembershipBadge(image=None, count=0)
    image = (badges.value or {}).get(held.mint)
    return MembershipBadge(image=image or OWN_IMAGE, count=held.count)
