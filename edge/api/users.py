"""Resolve a user key: address or username (API 5.5)."""

from edge.api.context import Context
from edge.api.profile.input import is_username
from edge.api.profile.stored import user_of_name
from edge.http.addresses import parse_user
from edge.http.errors import ApiError


async def user_of_key(context: Context, key: str) -> bytes:
    """Return the wallet that a key names by its address or username; raise NOT_FOUND for others.

    No text is both: an address has at least 32 characters, a username at most 20.
    """
    if is_username(key):
        user = await user_of_name(context.store, key)
        if user is not None:
            return user
    else:
        try:
            return parse_user(key)
        except ApiError:
            pass
    raise ApiError("NOT_FOUND", "This user does not exist")
