"""The subscriptions of one client's websocket to the chain node, counted at the proxy."""

from collections.abc import Callable
from typing import TypeGuard

import msgspec

from edge.http.limits import PROXY_CALLS_WAITING_MAX, PROXY_SUBSCRIPTIONS_PER_SOCKET_MAX
from edge.rpc.methods import SUBSCRIBE, UNSUBSCRIBE, method_of

TOO_MANY = "Too many subscriptions"


class _Params(msgspec.Struct):
    subscription: object = None
    result: object = None


class _Message(msgspec.Struct):
    """The relevant fields of a node's message."""

    id: object = None
    result: object = None
    method: str | None = None
    params: _Params | None = None


_decoder = msgspec.json.Decoder(_Message | list[_Message])


class Subscriptions:
    """Subscriptions of one websocket at the node, from the node's answers."""

    def __init__(self, has_room: Callable[[], bool] = lambda: True) -> None:
        self._has_room = has_room  # of the client's address
        self._held: set[object] = set()
        self._waiting: set[bytes] = set()  # ids of all calls without an answer
        self._asked: set[bytes] = set()  # ids of subscribe calls without an answer
        self._ending: dict[bytes, int] = {}  # subscription by id of an unsubscribe call

    def __len__(self) -> int:
        """Return how many there are, with those that are being asked for."""
        return len(self._held) + len(self._asked)

    def ask(self, calls: list[object]) -> str | None:
        """Note calls that go to the node; return the reason why they may not.

        Pending calls have distinct ids: answers are matched by id.
        """
        keys = [_key(call) for call in calls if _has_id(call)]
        if len(set(keys)) < len(keys) or not self._waiting.isdisjoint(keys):
            return "The id is in use by another call that is waiting"
        if len(self._waiting) + len(keys) > PROXY_CALLS_WAITING_MAX:
            return "Too many calls are waiting"
        for call in calls:
            reason = self._refusal(call)
            if reason is not None:
                return reason
        self._waiting.update(keys)
        return None

    def _refusal(self, call: object) -> str | None:
        """Note a call that begins or ends a subscription; it is never one of several."""
        method = method_of(call)
        if not isinstance(method, str) or not method.endswith((SUBSCRIBE, UNSUBSCRIBE)):
            return None
        if not _has_id(call):
            return "A subscription needs an id"
        key = _key(call)
        if method.endswith(UNSUBSCRIBE):
            params = call.get("params")
            number = params[0] if isinstance(params, list) and params else None
            if isinstance(number, int):  # else it is the node's to refuse
                self._ending[key] = number
            return None
        if len(self) >= PROXY_SUBSCRIPTIONS_PER_SOCKET_MAX or not self._has_room():
            return TOO_MANY
        self._asked.add(key)
        return None

    def hear(self, text: str | bytes) -> None:
        """Note what the node says."""
        try:
            found = _decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return
        for message in found if isinstance(found, list) else (found,):
            self._hear(message)

    def _hear(self, message: _Message) -> None:
        params = message.params
        if message.method is not None:
            # notified once, then removed by the node; `received` comes before
            is_last = message.method == "signatureNotification" and params is not None
            if is_last and params is not None and not _is_received(params.result):
                self._held.discard(params.subscription)
            return
        key = msgspec.json.encode(message.id)
        self._waiting.discard(key)
        if key in self._asked:
            self._asked.discard(key)
            if isinstance(message.result, int):
                self._held.add(message.result)
        elif key in self._ending:
            number = self._ending.pop(key)
            if message.result is True:
                self._held.discard(number)


def _has_id(call: object) -> TypeGuard[dict[str, object]]:
    return isinstance(call, dict) and call.get("id") is not None


def _key(call: dict[str, object]) -> bytes:
    return msgspec.json.encode(call["id"])


def _is_received(result: object) -> bool:
    return isinstance(result, dict) and result.get("value") == "receivedSignature"
