"""Idempotency keys (contract 1.3): the first answer of a key is the answer of its repeats.

Answers are kept in memory; those of the order book in the database too, so that they outlive a
restart and a flood of keys. A crash between a command and its stored answer loses the answer alone:
client order ids protect orders against that as well.
"""

import asyncio
import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from edge.errors import ApiError, invalid
from edge.limits import IDEMPOTENCY_ENTRIES_MAX, IDEMPOTENCY_KEY_MAX, IDEMPOTENCY_S
from edge.routing.response import Reply, WholeResponse
from edge.store.pool import TROUBLE, Store

log = logging.getLogger("acre.edge")

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What is repeated: status, body, content type and caching."""

    status: int
    body: bytes
    content_type: str
    cache_control: str


@dataclass(frozen=True, slots=True)
class StoredAnswers:
    """Answers in the database, for 24 hours."""

    store: Store
    wall_s: Callable[[], float]

    async def find(self, key: Key) -> tuple[bytes, Answer] | None:
        """Return the body's fingerprint and the answer of a key; None: not seen."""
        oldest_s = int(self.wall_s()) - IDEMPOTENCY_S
        row = await self.store.row("session.idempotent_answer", _key_hash(key), oldest_s)
        if row is None:
            return None
        answer = Answer(row["status"], row["body"], row["content_type"], row["cache_control"])
        return row["fingerprint"], answer

    async def add(self, key: Key, fingerprint: bytes, answer: Answer) -> None:
        """Keep an answer; a database that fails now must not take it from the caller."""
        values = (answer.status, answer.body, answer.content_type, answer.cache_control)
        try:
            await self.store.rows(
                "session.add_idempotent_answer",
                _key_hash(key),
                int(self.wall_s()),
                fingerprint,
                *values,
            )
        except TROUBLE as error:
            log.warning("idempotent_answer_not_stored", extra={"error": repr(error)})


def _key_hash(key: Key) -> bytes:
    return hashlib.blake2b(repr(key).encode(), digest_size=32).digest()


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
        self,
        key: Key,
        body: bytes,
        make: Callable[[], Awaitable[Reply]],
        stored: StoredAnswers | None = None,
    ) -> Reply:
        """Answer from memory or from `stored` when the key was seen; else make and remember it."""
        if len(key[2]) > IDEMPOTENCY_KEY_MAX:
            raise invalid("Idempotency-Key", f"at most {IDEMPOTENCY_KEY_MAX} characters")
        fingerprint = hashlib.blake2b(body, digest_size=16).digest()
        self._forget_old()
        while (entry := self._entries.get(key)) is not None:
            if entry.fingerprint != fingerprint:
                raise ApiError("IDEMPOTENCY_MISMATCH")
            answer = await asyncio.shield(entry.answer)
            if answer is not None:
                return _replayed(answer)
            # it was refused: the first of those who waited tries again, the others wait for it
        return await self._first(key, fingerprint, make, stored)

    async def _first(
        self,
        key: Key,
        fingerprint: bytes,
        make: Callable[[], Awaitable[Reply]],
        stored: StoredAnswers | None,
    ) -> Reply:
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        entry = self._entries[key] = _Entry(fingerprint, self._now_s(), future)
        answer: Answer | None = None
        try:
            known = await stored.find(key) if stored is not None else None
            if known is not None:
                if known[0] != fingerprint:
                    raise ApiError("IDEMPOTENCY_MISMATCH")
                answer = known[1]
                return _replayed(answer)
            response = await make()
            if isinstance(response, WholeResponse):
                headers = response.headers
                content_type, cache_control = headers["Content-Type"], headers["Cache-Control"]
                answer = Answer(response.status, response.body, content_type, cache_control)
                if stored is not None:
                    await stored.add(key, fingerprint, answer)
            return response
        finally:
            # a refused request changed nothing: its repeat is a first attempt again
            if answer is None and self._entries.get(key) is entry:
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


def _replayed(answer: Answer) -> WholeResponse:
    headers = {
        "Content-Type": answer.content_type,
        "Cache-Control": answer.cache_control,
        "Idempotency-Replayed": "true",
    }
    return WholeResponse(answer.status, answer.body, headers)
