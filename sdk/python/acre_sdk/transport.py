"""One HTTP request of the client: sent, answered or repeated, always within a deadline."""

import re
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import aiohttp
import msgspec

from acre_sdk.deadline import TimedOut
from acre_sdk.deprecation import warn_if_deprecated
from acre_sdk.errors import ANSWER_LOST, BAD_ANSWER, NOT_CONNECTED, AcreError, ClientClosed
from acre_sdk.models import ErrorBody, decode
from acre_sdk.pacing import Backoff, Timer, TokenBucket

BASE = "/express/v1"
MAIN_BASE = "/api/v1"
ANSWER_BYTES_MAX = 32 * 1024 * 1024
CALL_MAX_S = 30.0  # of one call with all its repetitions
ATTEMPT_MAX_S = 10.0
CONNECT_MAX_S = 5.0
ATTEMPTS_MAX = 6
PAUSE_FIRST_S = 0.25
PAUSE_MAX_S = 5.0
T = TypeVar("T")

SEQUENCE = "Acre-Sequence"  # a read that carries it sees what was written, at any process
SEQUENCE_DIGITS_MAX = 19
HTTP_UNAVAILABLE = 503
_SECONDS = re.compile(r"[0-9]{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request; `cost` is taken from the budget of order calls."""

    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] | msgspec.Struct | None = None
    headers: dict[str, str] = field(default_factory=dict)
    cost: int = 0
    is_repeatable: bool = True  # also when the server may have executed it already


@dataclass(frozen=True, slots=True)
class Reply:
    """A successful answer; `date_s` is the server's wall clock, when it says it."""

    body: bytes
    date_s: int | None

    def read(self, kind: type[T]) -> T:
        """Return the body as `kind`; raise BAD_ANSWER when it is something else."""
        try:
            return decode(self.body, kind)
        except msgspec.DecodeError as error:
            raise AcreError(
                BAD_ANSWER, f"not a {getattr(kind, '__name__', kind)}: {error}"
            ) from error


class Transport:
    """Sends requests and repeats those that may be repeated."""

    def __init__(
        self, http: aiohttp.ClientSession, url: str, timer: Timer, base: str = BASE
    ) -> None:
        self.http = http
        self.url = url.rstrip("/") + base
        self.timer = timer
        self.bucket = TokenBucket(timer)
        self._sequence = 0  # the newest command that an answer to a write has shown

    async def call(self, request: Request, token: str | None = None) -> Reply:
        """Return the answer; raise AcreError when it is a refusal or does not come in time."""
        end_s = self.timer.now_s() + CALL_MAX_S
        backoff = Backoff(PAUSE_FIRST_S, PAUSE_MAX_S)
        is_lost = False
        for attempt in range(1, ATTEMPTS_MAX + 1):
            try:
                if request.cost:
                    await self.bucket.take(request.cost, end_s - self.timer.now_s())
                return await self._attempt(request, token, end_s)
            except AcreError as error:
                error.is_after_lost_answer = is_lost
                is_lost = is_lost or error.is_unknown
                is_last = attempt == ATTEMPTS_MAX or self.http.closed
                if is_last or not _may_repeat(request, error):
                    raise
                pause_s = max(backoff.next_s(), error.retry_after_s or 0.0)
                if self.timer.now_s() + pause_s >= end_s:
                    raise
                if error.status == 429:
                    self.bucket.drain()
                await self.timer.sleep(pause_s)
        raise AssertionError("the last attempt returns or raises")

    async def _attempt(self, request: Request, token: str | None, end_s: float) -> Reply:
        left_s = max(0.1, min(ATTEMPT_MAX_S, end_s - self.timer.now_s()))
        headers = dict(request.headers)
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if self._sequence:
            headers[SEQUENCE] = str(self._sequence)
        data = None
        if request.body is not None:
            headers["Content-Type"] = "application/json"
            data = msgspec.json.encode(request.body)
        if self.http.closed:
            raise ClientClosed
        try:
            async with self.http.request(
                request.method,
                self.url + request.path,
                params=request.query,
                data=data,
                headers=headers,
                timeout=aiohttp.ClientTimeout(total=left_s, connect=CONNECT_MAX_S),
                allow_redirects=False,
            ) as answer:
                body = await _bounded(answer)
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise AcreError(NOT_CONNECTED, f"{self.url} does not answer: {error}") from error
        except (aiohttp.ClientError, TimedOut, OSError) as error:
            text = f"{request.method} {request.path}: {str(error) or type(error).__name__}"
            raise AcreError(ANSWER_LOST, text) from error
        self._note_sequence(answer)
        warn_if_deprecated(request.method, request.path, answer.headers)
        if answer.status >= 300:
            raise refusal(answer.status, body, answer.headers.get("Retry-After"))
        return Reply(body, _date_s(answer.headers.get("Date")))

    def _note_sequence(self, answer: aiohttp.ClientResponse) -> None:
        if answer.status == HTTP_UNAVAILABLE:  # the server may have begun again
            self._sequence = 0
        text = answer.headers.get(SEQUENCE, "")
        if text.isascii() and text.isdigit() and len(text) <= SEQUENCE_DIGITS_MAX:
            self._sequence = max(self._sequence, int(text))


async def _bounded(answer: aiohttp.ClientResponse) -> bytes:
    body = bytearray()
    async for chunk in answer.content.iter_any():
        body += chunk
        if len(body) > ANSWER_BYTES_MAX:
            raise AcreError(BAD_ANSWER, f"more than {ANSWER_BYTES_MAX} bytes")
    return bytes(body)


def _may_repeat(request: Request, error: AcreError) -> bool:
    return error.is_passing and (request.is_repeatable or not error.is_unknown)


def refusal(status: int, body: bytes, retry_after: str | None) -> AcreError:
    """Return the error of an answer, also when a proxy made it."""
    try:
        said = decode(body, ErrorBody)
    except msgspec.DecodeError:
        text = body[:200].decode("utf-8", "replace")
        said = ErrorBody(code=f"HTTP_{status}", message=text or "no text")
    return AcreError(
        said.code, said.message, status, said.details, retry_after_s=_seconds(retry_after)
    )


def checked_url(url: str) -> str:
    """Return the address of a server without a slash at its end; raises ValueError for others."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"the URL of a server begins with http:// or https://, not {url!r}")
    return url.rstrip("/")


def part(value: str | int) -> str:
    """Return a value as one part of a path."""
    return quote(str(value), safe="")


def _seconds(text: str | None) -> float | None:
    return float(text) if text is not None and _SECONDS.fullmatch(text) else None


def _date_s(text: str | None) -> int | None:
    try:
        return None if text is None else int(parsedate_to_datetime(text).timestamp())
    except (ValueError, OverflowError):
        return None
