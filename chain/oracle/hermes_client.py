"""Requests to a Hermes server (v2 API): the latest prices, and the stream of them.

The key goes only into the header of requests to the configured address. No redirect is followed,
and neither the key nor the address, whose path holds a token at some providers, is part of an
error.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Final

import aiohttp

from chain.oracle.event_stream import EventStream, EventTooLargeError, ServerEvent
from chain.oracle.hermes_answers import missing_ids

LATEST: Final = "/v2/updates/price/latest"
STREAM: Final = "/v2/updates/price/stream"
BODY_BYTES_MAX: Final = 1024 * 1024
EVENT_BYTES_MAX: Final = 1024 * 1024
ERROR_BYTES_MAX: Final = 64 * 1024
RATE_PAUSE_S: Final = 60.0  # for so long a server that limits rates keeps refusing
RATE_PAUSE_MAX_S: Final = 600.0
KEY_PAUSE_S: Final = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HermesTimes:
    """Real seconds that the client waits."""

    answer_s: float = 10.0  # for a whole answer, and for the head of a stream
    stale_s: float = 30.0  # for the next price on the stream
    pause_s: float = 0.5  # after the first failure; doubled at each further one
    pause_max_s: float = 60.0
    chunk_pause_s: float = 0.1  # after each piece of a stream: a flood must not take all the time
    unknown_s: float = 60.0  # until feeds that the server does not know are asked for again


class HermesError(Exception):
    """A request or a stream failed; the text is a sentence that may be logged."""

    def __init__(self, reason: str, pause_s: float = 0.0) -> None:
        super().__init__(reason)
        self.pause_s = pause_s  # at least, before the next request


class UnknownFeedsError(HermesError):
    """The server does not know some of the feeds; the others can be asked for at once."""

    def __init__(self, feed_ids: set[str]) -> None:
        super().__init__(f"The server does not know {len(feed_ids)} of the feeds.")
        self.feed_ids = feed_ids


class HermesClient:
    """One server. Open it inside a running loop, close it at the end."""

    def __init__(self, url: str, key: str | None, times: HermesTimes) -> None:
        self._url = url.rstrip("/")
        self._times = times
        headers = {"Accept-Encoding": "identity"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=2), headers=headers, auto_decompress=False
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._session.close()

    async def latest(self, feed_ids: Sequence[str]) -> bytes:
        """Return the body of the latest price update; raise HermesError."""
        with _named_errors():
            async with asyncio.timeout(self._times.answer_s):
                async with self._get(LATEST, feed_ids) as response:
                    return await _bounded(response, BODY_BYTES_MAX)

    async def stream(self, feed_ids: Sequence[str]) -> AsyncGenerator[ServerEvent, None]:
        """Yield events until the server ends the stream; raise HermesError.

        The caller limits how long it waits for the next event that it can use.
        """
        parser = EventStream(EVENT_BYTES_MAX)
        with _named_errors():
            async with self._get(STREAM, feed_ids) as response:
                if response.content_type != "text/event-stream":
                    raise HermesError("The stream is no event stream.")
                async for chunk in response.content.iter_any():
                    for event in parser.feed(chunk):
                        yield event
                    await asyncio.sleep(self._times.chunk_pause_s)

    @asynccontextmanager
    async def _get(
        self, path: str, feed_ids: Sequence[str]
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        params = [*(("ids[]", feed_id) for feed_id in feed_ids), ("parsed", "true")]
        async with self._session.get(
            self._url + path,
            params=params,
            allow_redirects=False,
            timeout=aiohttp.ClientTimeout(sock_connect=self._times.answer_s),
        ) as response:
            if response.status != 200:
                raise await _refusal(response, feed_ids)
            yield response


@contextmanager
def _named_errors() -> Iterator[None]:
    """Turn what goes wrong underneath into a HermesError; only the name of the error is kept."""
    try:
        yield
    except EventTooLargeError:
        raise HermesError(f"An event has over {EVENT_BYTES_MAX} bytes.") from None
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise HermesError(f"The server cannot be reached: {type(error).__name__}.") from None


async def _refusal(response: aiohttp.ClientResponse, feed_ids: Sequence[str]) -> HermesError:
    """Return the error that an answer other than 200 is."""
    status = response.status
    if 300 <= status < 400:
        return HermesError(f"The server redirects (HTTP {status}), which is not followed.")
    if status in (401, 403):
        return HermesError(f"The server refuses the key (HTTP {status}).", KEY_PAUSE_S)
    if status == 429:
        return HermesError("The server limits the rate (HTTP 429).", _rate_pause_s(response))
    if status == 404:
        body = await _bounded(response, ERROR_BYTES_MAX)
        missing = missing_ids(body.decode("utf-8", "replace"), feed_ids)
        if missing:
            return UnknownFeedsError(missing)
    return HermesError(f"The server answers with HTTP {status}.")


def _rate_pause_s(response: aiohttp.ClientResponse) -> float:
    """Return `Retry-After` in seconds, at least RATE_PAUSE_S."""
    text = response.headers.get("Retry-After", "")
    said_s = float(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0.0
    return min(max(said_s, RATE_PAUSE_S), RATE_PAUSE_MAX_S)


async def _bounded(response: aiohttp.ClientResponse, bytes_max: int) -> bytes:
    body = bytearray()
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > bytes_max:
            raise HermesError(f"The answer has over {bytes_max} bytes.")
    return bytes(body)
