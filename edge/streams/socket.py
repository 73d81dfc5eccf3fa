"""One client of the stream: what it may send, what it gets, and when it is too slow."""

import asyncio
import time
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from aiohttp import web
from msgspec import Meta

from edge.api.auth.tokens import Bearer
from edge.http.errors import ApiError, invalid
from edge.http.limits import (
    CLOCK_SKEW_S,
    MALFORMED_MESSAGES_MAX,
    REFUSED_MESSAGES_MAX,
    SUBSCRIPTIONS_PER_SOCKET_MAX,
    UNSENT_BYTES_MAX,
    Rate,
)
from edge.http.params import validation
from edge.streams.frames import text_frame

MESSAGE_RATE = Rate(20, 60)
CHANNEL_RATE = Rate(64, 256)  # channels that messages name, each with a snapshot to write
CLOSE_MALFORMED = 4000
CLOSE_SLOW = 4008
CLOSE_TOO_MANY = 4029

ECHO_CHARACTERS_MAX = 64
EchoId = Annotated[str, Meta(max_length=ECHO_CHARACTERS_MAX)]
Channels = Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(min_length=1)]
_EXPECTED = {
    "op": "must be subscribe, unsubscribe, auth or ping",
    "channels": "must be a list of at least one channel name",
    "token": "must be a text",
    "id": "must be a text of at most 64 characters",
}


class ClientMessage(msgspec.Struct):
    """Any message of a client."""

    op: Literal["subscribe", "unsubscribe", "auth", "ping"]
    channels: Channels | None = None
    token: str | None = None
    id: EchoId | None = None

    def names(self) -> list[str]:
        """Return the channels, each once."""
        return list(dict.fromkeys(self.channels or ()))


class Client:
    """One socket with its subscriptions."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        ip: str,
        *,
        unsent_max: int = UNSENT_BYTES_MAX,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.socket = socket
        self.ip = ip
        self.channels: set[str] = set()
        self.bearer: Bearer | None = None
        self.slow_since_s: float | None = None
        self._transport = transport
        self._unsent_max = unsent_max
        self._kept_up = asyncio.Event()
        self._monotonic_s = monotonic_s
        self._tokens = float(MESSAGE_RATE.burst)
        self._filled_s = monotonic_s()
        self._named = float(CHANNEL_RATE.burst)
        self._named_s = self._filled_s
        self._malformed = 0
        self._refused = 0

    def unsent_bytes(self) -> int:
        """Return how much waits for the client to read."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    def write(self, frame: bytes) -> None:
        """Hand a whole frame to the transport; never blocks."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(frame)

    def is_behind(self) -> bool:
        """Return whether more waits for the client than may."""
        return self.unsent_bytes() > self._unsent_max

    def deliver(self, frame: bytes) -> None:
        """Write what a later snapshot makes up for, or note that the client is too slow for it."""
        transport = self._transport
        if self.slow_since_s is not None or transport is None or transport.is_closing():
            return
        if transport.get_write_buffer_size() > self._unsent_max:
            self.slow_since_s = self._monotonic_s()
            return
        transport.write(frame)

    async def keep_up(self) -> None:
        """Wait until the client has read enough to be answered, or is given up."""
        if self.slow_since_s is None and self.is_behind():
            self.slow_since_s = self._monotonic_s()
        if self.slow_since_s is not None:
            self._kept_up.clear()
            await self._kept_up.wait()

    def resume(self) -> None:
        """End the waiting: the client reads again, or is given up."""
        self.slow_since_s = None
        self._kept_up.set()

    def abort(self) -> None:
        """Drop the connection with everything unsent."""
        if self._transport is not None:
            self._transport.abort()

    def send(self, message: dict[str, Any]) -> None:
        """Send one message to this client alone."""
        self.write(text_frame(message))

    def refuse(self, error: ApiError, channel: str | None, echo: str | None) -> None:
        """Send an error."""
        message: dict[str, Any] = {"type": "error"}
        if channel is not None:
            message["channel"] = channel
        if echo is not None:
            message["id"] = echo
        message |= {"message": error.message, "code": error.code, "details": error.details}
        self.send(message)

    def is_authenticated(self, wall_s: float, is_revoked: Callable[[str], bool]) -> bool:
        """Return whether the client's token still counts."""
        if self.bearer is None:
            return False
        is_alive = wall_s < self.bearer.expires_at_s + CLOCK_SKEW_S
        return is_alive and not is_revoked(self.bearer.session_id)

    def pause_s(self, channels: int) -> float:
        """Return how long to read nothing more of a client that names so many channels.

        The message rate counts messages; what a message asks for has a rate of its own, which
        slows the client down and refuses nothing.
        """
        now_s = self._monotonic_s()
        gained = (now_s - self._named_s) * CHANNEL_RATE.per_s
        self._named = min(float(CHANNEL_RATE.burst), self._named + gained) - channels
        self._named_s = now_s
        return max(0.0, -self._named / CHANNEL_RATE.per_s)

    def may_send(self) -> bool:
        """Take one token of the client's message rate."""
        now_s = self._monotonic_s()
        gained = (now_s - self._filled_s) * MESSAGE_RATE.per_s
        self._tokens = min(float(MESSAGE_RATE.burst), self._tokens + gained)
        self._filled_s = now_s
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def has_room(self, channel: str) -> bool:
        """Return whether the client may subscribe to one more channel."""
        return channel in self.channels or len(self.channels) < SUBSCRIPTIONS_PER_SOCKET_MAX

    def count_malformed(self) -> bool:
        """Count a malformed message; True when it is one too many."""
        self._malformed += 1
        return self._malformed >= MALFORMED_MESSAGES_MAX

    def count_refused(self) -> bool:
        """Count a message beyond the rate; True when it is one too many."""
        self._refused += 1
        return self._refused >= REFUSED_MESSAGES_MAX


_decoder = msgspec.json.Decoder(ClientMessage)


def parse_message(text: str) -> ClientMessage:
    """Return a client's message; raise BAD_JSON or VALIDATION."""
    try:
        message = _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise _refused(error) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise ApiError("BAD_JSON") from None
    if message.op in {"subscribe", "unsubscribe"} and message.channels is None:
        raise invalid("channels", "is required")
    return message


class _Echo(msgspec.Struct):
    """The id of a message, whatever else is in it."""

    id: object = None


_echo_decoder = msgspec.json.Decoder(_Echo)


def echo_of(text: str) -> str | None:
    """Return the id of a message that is refused, where it has one."""
    try:
        found = _echo_decoder.decode(text).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found if isinstance(found, str) and len(found) <= ECHO_CHARACTERS_MAX else None


def _refused(error: msgspec.ValidationError) -> ApiError:
    """Return the refusal in plain words, with the field that is wrong."""
    field = validation(error).details["field"].partition("[")[0]
    if field not in _EXPECTED:
        return invalid("message", "must be a JSON object")
    return invalid(field, _EXPECTED[field])
