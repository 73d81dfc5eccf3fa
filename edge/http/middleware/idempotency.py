"""Idempotency keys (API 1.3): the first answer of a key is the answer of its repeats.

Answers are kept in memory; those of writes that are journaled in the database too, so that they
outlive a restart and a flood of keys. There the key is taken before anything is journaled: when an
attempt ends without an answer, as in a crash, the next one first searches the journal for its
commands (`edge.api.idempotent_submit`). The 24 hours are wall-clock time from the first attempt.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from edge.http.errors import ApiError, invalid
from edge.http.limits import (
    IDEMPOTENCY_BYTES_MAX,
    IDEMPOTENCY_ENTRIES_MAX,
    IDEMPOTENCY_KEY_MAX,
    IDEMPOTENCY_S,
)
from edge.http.response import Reply, WholeResponse
from engine.schema.errors import EngineError

Key = tuple[str, str, str]
_FAULT_STATUS = 500


@dataclass(frozen=True, slots=True)
class Answer:
    """A stored answer: status, body, content type and caching."""

    status: int
    body: bytes
    content_type: str
    cache_control: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A key that is taken and not answered."""

    seed: bytes  # of what is made for this key alone: another one for every 24 hours
    after_seq: int  # what its first attempt journals follows this command
    is_repeat: bool  # an attempt before this one ended without an answer


Make = Callable[[Claim | None], Awaitable[Reply]]


class StoredKeys(Protocol):
    """Keys and their answers in a database, for 24 hours (`edge.store.idempotency_keys`)."""

    async def take(self, key: Key, fingerprint: bytes) -> Claim | Answer:
        """Take a key for a body, or return the answer it has; raise IDEMPOTENCY_MISMATCH."""
        ...

    async def add(self, key: Key, answer: Answer) -> None:
        """Keep an answer; a database that fails now must not take it from the caller."""
        ...

    async def end(self, key: Key) -> None:
        """The attempt that took the key is over."""
        ...

    async def give_back(self, key: Key) -> None:
        """Free a key whose first attempt was refused; while it is taken its body is fixed."""
        ...


def _is_refusal(error: BaseException) -> bool:
    """Return whether an attempt changed nothing for certain."""
    return isinstance(error, EngineError) or (
        isinstance(error, ApiError) and error.status < _FAULT_STATUS
    )


@dataclass(slots=True)
class _Entry:
    fingerprint: bytes
    made_s: float
    answer: asyncio.Future[Answer | None]
    size: int = 0  # of the answer's body


class IdempotencyStore:
    """First answers by (user, path, key): bounded, oldest forgotten, 24 hours at most."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()
        self._bytes = 0

    async def serve(
        self,
        key: Key,
        body: bytes,
        make: Make,
        stored: StoredKeys | None = None,
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
            # it was refused: the first waiter tries again, the others wait for it
        return await self._first(key, fingerprint, make, stored)

    async def _first(
        self,
        key: Key,
        fingerprint: bytes,
        make: Make,
        stored: StoredKeys | None,
    ) -> Reply:
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        entry = self._entries[key] = _Entry(fingerprint, self._now_s(), future)
        answer: Answer | None = None
        try:
            taken = await stored.take(key, fingerprint) if stored is not None else None
            if isinstance(taken, Answer):
                answer = taken
                return _replayed(answer)
            response = await _made(key, taken, make, stored)
            if isinstance(response, WholeResponse):
                headers = response.headers
                content_type, cache_control = headers["Content-Type"], headers["Cache-Control"]
                answer = Answer(response.status, response.body, content_type, cache_control)
                if stored is not None:
                    await stored.add(key, answer)
            return response
        finally:
            if stored is not None:
                await stored.end(key)
            # a refused request changed nothing: its repeat is a first attempt again
            if self._entries.get(key) is entry:
                if answer is None:
                    del self._entries[key]
                else:
                    entry.size = len(answer.body)
                    self._bytes += entry.size
            if not future.done():
                future.set_result(answer)

    def _forget_old(self) -> None:
        oldest_s = self._now_s() - IDEMPOTENCY_S
        while self._entries:
            entry = next(iter(self._entries.values()))
            is_room = (
                len(self._entries) < IDEMPOTENCY_ENTRIES_MAX and self._bytes < IDEMPOTENCY_BYTES_MAX
            )
            if entry.made_s > oldest_s and is_room:
                return
            self._entries.popitem(last=False)
            self._bytes -= entry.size


async def _made(key: Key, claim: Claim | None, make: Make, stored: StoredKeys | None) -> Reply:
    try:
        return await make(claim)
    except Exception as error:
        is_first = claim is not None and not claim.is_repeat
        if stored is not None and is_first and _is_refusal(error):
            await stored.give_back(key)
        raise


def _replayed(answer: Answer) -> WholeResponse:
    headers = {
        "Content-Type": answer.content_type,
        "Cache-Control": answer.cache_control,
        "Idempotency-Replayed": "true",
    }
    return WholeResponse(answer.status, answer.body, headers)
