"""The subscriptions of one client's websocket to the chain node, counted at the proxy."""

from collections.abc import Callable
from typing import Any

import msgspec

from edge.limits import PROXY_CALLS_WAITING_MAX, PROXY_SUBSCRIPTIONS_PER_SOCKET_MAX
from edge.rpc_methods import SUBSCRIBE, UNSUBSCRIBE, method_of

TOO_MANY = "Too many subscriptions"


class _Params(msgspec.Struct):
    subscription: Any = None
    result: Any = None


class _Message(msgspec.Struct):
    """What matters of a message of the node."""

    id: Any = None
    result: Any = None
    method: str | None = None
    params: _Params | None = None


_decoder = msgspec.json.Decoder(_Message | list[_Message])


class Subscriptions:
    """What one websocket holds at the node: known by the node's answers, not by what is asked."""

    def __init__(self, has_room: Callable[[], bool] = lambda: True) -> None:
        self._has_room = has_room  # of the client's address
        self._held: set[int] = set()
        self._asked: set[bytes] = set()  # ids of subscribe calls without an answer
        self._ending: dict[bytes, int] = {}  # subscription by id of an unsubscribe call

    def __len__(self) -> int:
        """Return how many there are, with those that are being asked for."""
        return len(self._held) + len(self._asked)

    def ask(self, call: Any) -> str | None:  # noqa: ANN401 - whatever a client sent
        """Note a call that goes to the node; return the reason why it may not."""
        method = method_of(call)
        if not isinstance(method, str) or not method.endswith((SUBSCRIBE, UNSUBSCRIBE)):
            return None
        key = msgspec.json.encode(call.get("id"))
        if call.get("id") is None or key in self._asked or key in self._ending:
            return "A subscription needs an id that no waiting call has"
        if method.endswith(UNSUBSCRIBE):
            return self._ask_end(key, call.get("params"))
        if len(self) >= PROXY_SUBSCRIPTIONS_PER_SOCKET_MAX or not self._has_room():
            return TOO_MANY
        self._asked.add(key)
        return None

    def _ask_end(self, key: bytes, params: Any) -> str | None:  # noqa: ANN401
        number = params[0] if isinstance(params, list) and params else None
        if not isinstance(number, int):
            return None  # the node's to refuse
        if len(self._ending) >= PROXY_CALLS_WAITING_MAX:
            return "Too many calls are waiting"
        self._ending[key] = number
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
            # told once, then over at the node; that it was received comes before
            is_last = message.method == "signatureNotification" and params is not None
            if is_last and params is not None and not _is_received(params.result):
                self._held.discard(params.subscription)
            return
        key = msgspec.json.encode(message.id)
        if key in self._asked:
            self._asked.discard(key)
            if isinstance(message.result, int):
                self._held.add(message.result)
        elif key in self._ending:
            number = self._ending.pop(key)
            if message.result is True:
                self._held.discard(number)


def _is_received(result: Any) -> bool:  # noqa: ANN401
    return isinstance(result, dict) and result.get("value") == "receivedSignature"
