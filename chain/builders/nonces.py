"""Nonces of memos: above the last applied one and above every one handed out before."""

from collections import OrderedDict
from collections.abc import Callable

USERS_MAX = 10_000


class Nonces:
    """nonce = max(last applied + 1, last issued + 1, unix milliseconds)."""

    def __init__(self, unix_ms: Callable[[], int]) -> None:
        self._unix_ms = unix_ms
        self._issued: OrderedDict[bytes, int] = OrderedDict()

    def next(self, user: bytes, last_applied: int) -> int:
        """Return the next nonce of a user; two calls never return the same."""
        issued = self._issued.pop(user, 0)
        nonce = max(last_applied + 1, issued + 1, self._unix_ms())
        self._issued[user] = nonce
        if len(self._issued) > USERS_MAX:
            self._issued.popitem(last=False)
        return nonce
