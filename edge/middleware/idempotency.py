"""Idempotency keys (contract 1.3): the first answer of a key is the answer of its repeats."""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from edge.errors import ApiError, invalid
from edge.limits import IDEMPOTENCY_ENTRIES_MAX, IDEMPOTENCY_KEY_MAX, IDEMPOTENCY_S

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What is repeated: status, body, content type and caching."""

    status: int
    body: bytes
    content_type: str
    cache_control: str


@dataclass(slots=True)
class _Entry:
    fingerprint: bytes
    made_s: float
    answer: asyncio.Future[Answer | None]


class IdempotencyStore:
    """First answers by (user, path, key): bounded, oldest forgotten, 24 hours at most."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()

    async def serve(
        self, key: Key, body: bytes, make: Callable[[], Awaitable[web.Response]]
    ) -> web.Response:
        """Answer from memory when the key was seen; else make the answer and remember it."""
        if len(key[2]) > IDEMPOTENCY_KEY_MAX:
            raise invalid("Idempotency-Key", f"at most {IDEMPOTENCY_KEY_MAX} characters")
        fingerprint = hashlib.blake2b(body, digest_size=16).digest()
        self._forget_old()
        entry = self._entries.get(key)
        if entry is not None:
            if entry.fingerprint != fingerprint:
                raise ApiError("IDEMPOTENCY_MISMATCH")
            answer = await asyncio.shield(entry.answer)
            if answer is not None:
                return _replayed(answer)
        return await self._first(key, fingerprint, make)

    async def _first(
        self, key: Key, fingerprint: bytes, make: Callable[[], Awaitable[web.Response]]
    ) -> web.Response:
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._entries[key] = _Entry(fingerprint, self._now_s(), future)
        answer: Answer | None = None
        try:
            response = await make()
            body = response.body
            if isinstance(body, bytes):
                cache_control = response.headers.get("Cache-Control", "no-store")
                answer = Answer(response.status, body, response.content_type, cache_control)
            return response
        finally:
            # a refused request changed nothing: its repeat is a first attempt again
            if answer is None and self._entries.get(key) is not None:
                del self._entries[key]
            if not future.done():
                future.set_result(answer)

    def _forget_old(self) -> None:
        oldest_s = self._now_s() - IDEMPOTENCY_S
        while self._entries:
            entry = next(iter(self._entries.values()))
            if entry.made_s > oldest_s and len(self._entries) < IDEMPOTENCY_ENTRIES_MAX:
                return
            self._entries.popitem(last=False)


def _replayed(answer: Answer) -> web.Response:
    return web.Response(
        status=answer.status,
        body=answer.body,
        content_type=answer.content_type,
        headers={"Idempotency-Replayed": "true", "Cache-Control": answer.cache_control},
    )
